## Answers

limiter-target = depolamanın kendisi
limiter-policy_cap = politikanın koyduğu üst sınır
limiter-client_cpu = depolama değil, yük üretecinin işlemcisi
limiter-client_outstanding = depolama değil, yük üretecinin bekleyen G/Ç sayısı
limiter-cache = aradaki bir önbellek
limiter-schedule = yok: sunulan hız taşındı
limiter-unknown = belirlenemedi
outcome-ok = geçerli
outcome-cannot_carry = taşınamadı
outcome-cached = önbellekten
outcome-generator_limited = yük üreteci sınırladı
outcome-not_steady = kararlı değil
outcome-failed = başarısız
outcome-stopped = durduruldu
gap-unknown = kesinti veya kaydedicinin durması
gap-empty = dosyanın kendi ortalamasına göre ({ $own }, satırlarında { $rows }) o süreye neredeyse hiç işlem kalmıyor: kesinti veya kaydedici, yükle birlikte durdu
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
on-volumes = { $workload }, { $volumes } birimde
client = { $name }: { $workload }
clients = { $clients } × { $name }: { $workload }
operations-read = okumalar
operations-write = yazmalar
operations-trim = kırpmalar
operations-flush = eşitlemeler
statistic-mean = ortalama
statistic-max = en yüksek

## Fields of the web form

field-block_size = Blok boyutları
field-block_size-example = 4k, 64k; karışım: 4k:60+64k:40
field-read = Okuma %
field-read-example = 100, 70
field-pattern = Erişim düzenleri
field-pattern-example = random, sequential, zipf:1.1
field-working_set = Çalışma kümesi
field-working_set-example = 1g veya 50%; boş: tümü
field-workers = İşçiler
field-workers-example = ölçülen birim başına; boş: 1, aramada en çok 4
field-queue_depth = Kuyruk derinlikleri
field-queue_depth-example = kapalı döngü: işçi başına bekleyen G/Ç, 1, 32
field-rate = Sunulan hızlar
field-rate-example = açık döngü: tüm işçilerin toplam IOPS değeri; kuyruk derinliği yerine
