## Answers

limiter-target = depolamanın kendisi
limiter-policy_cap = politikanın koyduğu üst sınır
limiter-client_cpu = depolama değil, yük üretecinin işlemcisi
limiter-client_outstanding = depolama değil, yük üretecinin bekleyen G/Ç sayısı
limiter-cache = aradaki bir önbellek
limiter-schedule = yok: sunulan hız karşılandı
limiter-unknown = belirlenemedi
outcome-ok = geçerli
outcome-cannot_carry = karşılanamadı
outcome-cached = önbellekten
outcome-generator_limited = yük üreteci sınırladı
outcome-not_steady = kararlı değil
outcome-failed = başarısız
outcome-stopped = durduruldu
gap-unknown = kesinti veya kaydedicinin durması
gap-empty = dosyanın kendi ortalamasına göre ({ $own }, satırlarında { $rows }) o süreye neredeyse hiç işlem kalmıyor: ya kesinti oldu ya da kaydedici yükle birlikte durdu
gap-usual = dosyanın kendi ortalamasına göre ({ $own }, satırlarında { $rows }) yük o sürede de devam etti: yalnızca kaydedici durdu
gap-slow = dosyanın kendi ortalamasına göre ({ $own }, satırlarında { $rows }) o süredeki hız { $in_gap }: yavaşlama veya sürenin bir bölümünde kesinti

## Workloads

nothing = yok
not-told = bilinmiyor
mix-reads = okuma
mix-writes = yazma
mix-share = %{ $percent } okuma
blocks-unknown = blok boyutu bilinmiyor
blocks-apart = okuma { $reads }, yazma { $writes }
blocks = { $blocks } blok
blocks-and-pattern =
    { $pattern ->
        [random] { $blocks } rastgele
        [sequential] { $blocks } sıralı
       *[other] { $blocks } { $pattern }
    }
blocks-share = { $size } { $share }
pattern =
    { $pattern ->
        [random] rastgele
        [sequential] sıralı
       *[other] { $pattern }
    }
blocks-without-pattern = { $blocks }, erişim düzeni bilinmiyor
pattern-unknown = erişim düzeni bilinmiyor
shares-unknown = okuma oranı bilinmiyor
shares-all-reads = yalnızca okuma
shares-all-writes = yalnızca yazma
shares-read = %{ $percent } okuma
shares-trim = %{ $percent } kırpma
payload = yazılan veri: { $contents }
payload-zero = sıfır
payload-compressible = %{ $percent } sıkıştırılabilir
payload-duplicates = %{ $percent } yinelenen
verified = doğrulamalı
durable-writes = kalıcı yazma (O_DSYNC)
flushes = { $writes ->
    [one] her yazmadan sonra { $call }
   *[other] her { $writes } yazmadan sonra { $call }
}
as-found = bulunduğu gibi
working-set = çalışma kümesi { $size }
working-set-from = çalışma kümesi { $size }, başlangıç baytı { $begin }
on-volumes = { $workload }, { $volumes } volümde
client = { $name }: { $workload }
clients = { $clients } × { $name }: { $workload }
operations-read = okumalar
operations-write = yazmalar
operations-trim = kırpmalar
operations-flush = eşitlemeler
statistic-mean = ortalama
statistic-max = en yüksek

## Keys of a workload and a load

# What a number may be, after what it means.
bounds-between = Geçerli aralık: { $low } ile { $high } arası.
bounds-from = Geçerli aralık: { $low } ve üzeri.
bounds-above = Geçerli aralık: { $low } değerinden büyük.
key-block_size-name = blok boyutu
key-write_block_size-name = yazma blok boyutu
key-align-name = hizalama
key-read-name = okuma oranı
key-trim-name = kırpma oranı
key-pattern-name = erişim düzeni
key-working_set-name = çalışma kümesi
key-working_set_offset-name = çalışma kümesinin başlangıcı
key-sync-name = yazmaların kalıcılığı
key-payload-name = yazılan veri
key-compressible-name = sıkıştırılabilir oran
key-duplicates-name = yinelenen oran
key-verify-name = doğrulama
key-workers-name = işçi sayısı
key-queue_depth-name = kuyruk derinliği
key-rate-name = sunulan hız
key-arrivals-name = geliş süreci
key-max_outstanding-name = bekleyen G/Ç üst sınırı
key-think_time-name = düşünme süresi
key-cap_rate-name = hız üst sınırı
key-cap_bytes-name = bant genişliği üst sınırı
key-bursts-name = ani yükler
key-block_size = G/Ç boyutu: 4k veya 4k:60,64k:40 gibi bir karışım. Varsayılan: 4k.
key-write_block_size = Yazma ve kırpma boyutu. Varsayılan: okumayla aynı.
key-align = Konumlar bu değerin katlarına hizalanır. Varsayılan: en küçük blok boyutu.
key-read = Okumaların yüzdesi; gerisi yazmadır. Varsayılan: 100.
key-trim = Kırpmaların yüzdesi. Varsayılan: 0.
key-pattern = random, random:once, zipf:1.1, pareto:0.2, normal:10, zones:90/10,10/90, sequential, sequential:shared, sequential:each, strided:64k; karışık: sequential+30%random. Varsayılan: random.
key-working_set = Erişilen bölgenin büyüklüğü: 1g, 50%. Varsayılan: ölçülen birimin tümü.
key-working_set_offset = Bu bölgenin başladığı yer: 1g, 50%. Varsayılan: 0.
key-sync = Yazmaların nasıl kalıcı kılındığı: fdatasync ya da fsync, bir işçinin tamamlanan her yazmasından sonra; fdatasync:8, her sekiz yazmada bir; dsync (ya da fua), her yazmanın kendisiyle (O_DSYNC, FUA); dsync+fsync:8; none. Varsayılan none.
key-payload = Yazılan içerik: random veya zero. Varsayılan: random.
key-compressible = Yazılan verinin sıkıştırmayla giderilebilen yüzdesi.
key-duplicates = Yazılan bloklardan başkalarının kopyası olanların yüzdesi.
key-verify = Her bloğa birim, konum, sürüm ve sağlama toplamı yazılır; okunan veri bunlarla denetlenir.
key-workers = Ölçülen birim başına işçi sayısı; her birinin kendi kuyruğu vardır. Varsayılan: 1.
key-workers-in-files = Ölçülen birim başına işçi sayısı; her birinin kendi kuyruğu vardır. Varsayılan: 1. Aramada üst sınırdır ve varsayılanı 4'tür.
key-queue_depth = Kapalı döngü: işçi başına bekleyen G/Ç. Varsayılan: 32.
key-rate = Açık döngü: tüm işçilere sunulan toplam IOPS: 5000, rampa 1000..50000, basamaklar 1000:10s,5000:20s; önce ölçülen en yüksek değerin bir payı: 80%; birden çok birimin her birine: 1250/target; tanımlı bir yığının her istemcisine, yalnızca sanal saatte: 1250/client. Varsayılan: kapalı döngü.
key-arrivals = Açık döngüde geliş süreci: poisson (bağımsız kullanıcılar), constant veya trace:FILE. Varsayılan: poisson.
key-max_outstanding = Açık döngüde tüm işçilerin toplam bekleyen G/Ç üst sınırı. Varsayılan: 4096, 1 GiB arabellek ya da çekirdeğin disklerde kuyruğa alabildiği kadarından en düşük olanı.
key-think_time = Kapalı döngü: bir tamamlanma ile aynı yerin sonraki işlemi arasındaki düşünme süresi: 1ms, exp:1ms.
key-cap_rate = Kapalı döngü: IOPS üst sınırı.
key-cap_bytes = Kapalı döngü: bant genişliği üst sınırı, bayt/s: 100m.
key-bursts = Yük ve boşta kalma dönemleri birbirini izler: 100ms/900ms. Sunulan hız bu durumda ortalamadır.

## Other systems

needs-linux = Plimsoll depolamayı yalnızca Linux'ta ölçer; bu sistemde sonuçları okur, karşılaştırır, boyutlandırır ve benzetim yapar.
needs-linux-now = Bunu bir Linux makinesinde yapın ve sonuç dosyasını buraya getirin.
