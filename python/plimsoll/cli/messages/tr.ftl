## Progress of a campaign

point-under-way = { $number } / { $total }: { $asks }
point-ended = { $number } / { $total }: { $asks }: { $answer }
point-ended-why = { $number } / { $total }: { $asks }: { $answer }: { $why }
point-ended-left = { $number } / { $total }: { $asks }: { $answer }  (yaklaşık { $left } kaldı)
point-ended-why-left = { $number } / { $total }: { $asks }: { $answer }: { $why }  (yaklaşık { $left } kaldı)
running = sürüyor
run-closed-loop = (kapalı döngü, gerçekleşen: { $achieved })
run-offered = (sunulan: { $offered } IOPS, gerçekleşen: { $achieved })
repeat = tekrar { $number }
point-state-planned = bekliyor
point-state-running = sürüyor
point-state-finished = tamamlandı
point-state-failed = başarısız
point-state-skipped = atlandı

## Plan of a campaign

plan-points = { $points ->
    [one] { $campaign }: { $count } ölçüm noktası
    *[other] { $campaign }: { $count } ölçüm noktası
    }
plan-points-product = { $points ->
    [one] { $campaign }: { $count } ölçüm noktası = { $product }
    *[other] { $campaign }: { $count } ölçüm noktası = { $product }
    }
plan-factor = { $factor } ({ $values })
plan-strategy = strateji { $strategy }: { $does }; sıra: { $order }
plan-strategy-objective = strateji { $strategy }: { $does }, hedef: { $objective }; sıra: { $order }
plan-fault = her koşuda arıza: { $fault } (başlangıç: { $at }, giderme: { $undo_at })
more-points = … ve { $count } tane daha; tümü --json ile listelenir
run-it = Çalıştırma komutu: { $command }
plan-grid = tam ızgara ile: { $time } ({ $points } × { $seconds } s süreli { $runs } koşu)
plan-grid-longer = tam ızgara ile: { $time } ({ $points } × { $seconds } s süreli { $runs } koşu), { $times } kat uzun
writes-nothing = yazma yok
writes-described-only = yalnızca yığın dosyasında tanımlı depolamaya yazılır
writes = yazılacak miktar: { $size }
writes-per-rate = yazılacak miktar: ulaşılan her 1.000 IOPS için { $size } (toplam için campaign.expected_rate anahtarını ayarlayın)
wear = { $target }: kapasitenin ({ $size }) { $times } katı
would-fail = Şu anda { $total } ölçüm noktasının { $points } tanesi başarısız olur: { $why }.
every-point = tüm ölçüm noktaları: { $column }  { $value }
column-configuration = yapılandırma
column-target = ölçülen birim
column-workload = iş yükü
column-load = yük
column-repeat = tekrar
time-searches-computed = süre: sanal saat; her arama birkaç saniyede hesaplanır
about = yaklaşık { $time }
at-most-about = en çok { $time } kadar
time = süre: { $time }
time-virtual = süre: sanal zamanda { $time }, hesaplama çok daha hızlıdır
time-settling = süre: { $time }, bunun { $settling } kadarı yatışma süresi
time-virtual-settling = süre: sanal zamanda { $time }, hesaplama çok daha hızlıdır; bunun { $settling } kadarı yatışma süresi

## State of a campaign

note = not: { $text }
points-unasked = (ölçüm noktalarını --runs listeler)
points-not-listed = ({ $count } ölçüm noktası burada listelenmedi; tümü --json ile görülür)
campaign-status = kampanya { $number } ({ $name }), { $store }: { $state }
campaign-state-running = sürüyor
campaign-state-stopping = durduruluyor
campaign-state-interrupted = yarıda kesildi
campaign-state-finished = tamamlandı
points-progress = ölçüm noktası: { $done } / { $total } ({ $ended }); geçen süre { $elapsed }
points-progress-left = ölçüm noktası: { $done } / { $total } ({ $ended }); geçen süre { $elapsed }, yaklaşık { $left } kaldı
points-valid = { $count } geçerli
points-not-valid = { $count } geçersiz
points-failed = { $count } başarısız
points-skipped = { $count } atlandı
not-restored = geri yüklenmedi: { $setting } ({ $configuration }), özgün değer: “{ $original }”
not-restored-why = geri yüklenmedi: { $setting } ({ $configuration }), özgün değer: “{ $original }” ({ $why })
cut-short = { $runs ->
    [one] { $count } koşu zorla sonlandırma ile yarıda kesildi; zaman aralıkları saklandı, ancak kanıt sayılmaz
    *[other] { $count } koşu zorla sonlandırma ile yarıda kesildi; zaman aralıkları saklandı, ancak kanıt sayılmaz
    }
column-answer = sonuç
column-throughput = aktarım hızı
column-mean = ortalama
column-p99 = p99
column-cpu-per-io = G/Ç başına CPU süresi
column-limited-by = sınırlayan
all-limited-by = Tümünü sınırlayan: { $limiter }.
line-of-rates = Bu hızlardan yük sınırını bulma komutu: { $command }
marked = { $mark } geçersiz: en yüksek değerlere, sınırlara ve karşılaştırmalara katılmadı
restored = geri yüklendi: { $setting } ({ $configuration }), değer: “{ $original }”
nothing-to-restore = geri yüklenecek ayar yok
labels = kampanya { $number }, { $store }: { $name }
labels-marked = kampanya { $number }, { $store }: { $name } ({ $marks })
tags = etiketler: { $tags }
deleted = silindi: kampanya { $number } (“{ $name }”) artık şu dosyada değil: { $store }
deleted-to = taşındığı dosya: { $store }; bu dosya silinirse yer açılır
planning = { $count } ölçüm noktası planlanıyor
would-do = { $action } henüz hiçbir şey yapmadı; yapacakları:

## Progress

not-here = { $summary } (burada kullanılamıyor: { $why })
left = yaklaşık { $time } kaldı
doing-left = { $doing } (yaklaşık { $left } kaldı)
clock-seconds = { $seconds } s
clock-minutes = { $minutes } dk { $seconds } s
clock-hours = { $hours } sa { $minutes } dk
legend-met = { $mark } sağlandı
legend-missed = { $mark } sağlanmadı
legend-undecided = { $mark } karar verilemedi
legend-hold-met = { $mark } doğrulama koşusunda sağlandı
legend-hold-missed = { $mark } doğrulama koşusunda sağlanmadı
legend-hold-undecided = { $mark } doğrulama koşusunda karar verilemedi
legend-without-objective = { $mark } hedefsiz koşu
legend-sentence = { $legend }.
rate-offered = sunulan { $rate } IOPS
worker-host = ana makine
worker-one = işçi
worker-many = işçiler
worker-iops = IOPS
worker-bytes = bayt/s
worker-p50 = p50
worker-p99 = p99
worker-errors = hata
all-workers = tümü ({ $count })
rest-more = ve { $count } tane daha
rest-hosts = { $count } ana makine
rest-workers = { $count } işçi
rest-errors = { $errors ->
    [one] { $rest }: { $count } hata
    *[other] { $rest }: { $count } hata
    }
rest-and = { $rest }: { $workers }
rest-errors-and = { $rest }; { $workers }
slowest-fastest = en yavaş { $slowest }; en hızlı { $fastest }
slowest-fastest-of-all = tümü içinde en yavaş { $slowest }; en hızlı { $fastest }
slowest = en yavaş { $slowest }
slowest-of-all = tümü içinde en yavaş { $slowest }
worker-rate = { $worker }: { $rate } IOPS
worker-rate-and-time = { $worker }: { $rate } IOPS, p99 { $p99 }

## plimsoll watch

row-offered = sunulan
row-achieved = gerçekleşen
row-syncs = eşitleme
row-bytes = bayt/s
row-mean = yanıt süresi ortalama
row-p50 = yanıt süresi p50
row-p95 = yanıt süresi p95
row-p99 = yanıt süresi p99
row-max = yanıt süresi en yüksek
row-outstanding = bekleyen G/Ç
row-not-finished = tamamlanmayan
row-own-lag = ölçüm makinesi gecikmesi p99
row-before-submit = gönderim öncesi ortalama
row-errors = hata
row-now = şimdi
row-most = en yüksek
the-last = son { $time }
no-interval = henüz tamamlanan zaman aralığı yok
watch-title = kampanya { $number } ({ $name }): { $state }
watch-title-late = kampanya { $number } ({ $name }): { $state }; sonuç dosyasından, en çok { $seconds } s gecikmeli
watch-running = sürüyor
watch-stopping = durduruluyor
watch-point = ölçüm noktası { $number } / { $total }, { $done } tamamlandı: { $asks }
watch-run = { $number } numaralı koşu: { $asks }; ölçülen birim: { $target }
watch-run-unkept = koşu: { $asks }; ölçülen birim: { $target }
workers = { $workers ->
    [one] { $workers } işçi
    *[other] { $workers } işçi
    }
workers-depth = { $workers ->
    [one] { $workers } işçi × kuyruk derinliği { $depth }
    *[other] { $workers } işçi × kuyruk derinliği { $depth }
    }
workers-hosts = { $workers ->
    [one] { $hosts } ana makinede { $workers } işçi
    *[other] { $hosts } ana makinede { $workers } işçi
    }
workers-depth-hosts = { $workers ->
    [one] { $hosts } ana makinede { $workers } işçi × kuyruk derinliği { $depth }
    *[other] { $hosts } ana makinede { $workers } işçi × kuyruk derinliği { $depth }
    }
watch-starting = başlatılıyor
watch-phase-warmup = ısınma: { $elapsed } / { $limit } s
watch-phase-measure = ölçüm: { $elapsed } / { $limit } s
watch-phase-drain = boşaltma: { $elapsed } / { $limit } s
watch-left = toplamda yaklaşık { $left } kaldı
watch-doing-left = { $doing }, toplamda yaklaşık { $left } kaldı
interval-closed-loop = kapalı döngü, gerçekleşen { $achieved } IOPS
interval-offered = sunulan { $offered } IOPS, gerçekleşen { $achieved } IOPS
interval-times = yanıt süresi: ortalama { $mean }, p50 { $p50 }, p95 { $p95 }, p99 { $p99 }, en yüksek { $max }
interval-outstanding = bekleyen G/Ç { $mean }
interval-backlog = aralık sonunda tamamlanmayan { $operations }
interval-own-lag = en geç kalan işçide ölçüm makinesinin gecikmesi p99 { $lag }
interval-before-submission = gönderim öncesi ortalama { $mean }
interval-errors = HATA { $errors }
cpu = CPU
cpu-shares = { $busy } (kullanıcı { $user }, sistem { $system }, çalınan { $steal })
io-pressure = G/Ç baskısı
disk = disk { $disk }
disk-load = doluluk { $busy }, kuyruk { $queue }
run = { $number } numaralı koşu
last-run = son koşu
run-of-role = { $run } ({ $role })
outcome-and-verdict = { $outcome }, { $verdict }
run-ended = { $run }: { $outcome }; { $achieved } IOPS, p99 { $p99 }
run-ended-offered = { $run }: { $outcome }; sunulan { $offered } IOPS, gerçekleşen { $achieved } IOPS, p99 { $p99 }

## Answers of run, find and demo

answer-basis = Dayanak
# Of a number that the headline has not.
answer-number = { $value }, { $basis }
minute-of-demo = demonun bir dakikalık süresi
drawing-report = rapor çiziliyor
test-file = Test dosyası: { $file }
lines-with-objective = Yük sınırları (IOPS), hedef: { $objective }
total-test-time = Toplam test süresi: { $time } (ısınma ve boşaltma dahil).
estimated-note = { "*" } sınırın tüm koşularından tahmin edildi, doğrulanmadı; uçlar %95 aralığının uçlarıdır.
compared-with-grid = { $rates } hızlı, hız başına { $seconds } s süren ve iki kez çalıştırılan ızgara ile karşılaştırma:
stopped-early = Erken durduruldu. Şu ana kadarki sonuçlar:
kept-as-campaigns = { $store } dosyasına şu numaralı kampanyalar olarak kaydedildi: { $numbers }.
needs-wider-terminal = { $runs } koşuluk tablo için daha geniş bir terminal veya plimsoll report gerekir.
demo-kept = Tüm koşular: { $store } (kampanya { $campaign })
demo-kept-and-report = Rapor: { $report }   Tüm koşular: { $store } (kampanya { $campaign })
filling = { $file } dolduruluyor
filled = { $done } / { $total }
demo-in-memory = { $folder } bellekte; orada ölçülecek depolama yok
demo-in-memory-now = --dir ile disk üzerindeki bir klasörü belirtin
stopped-unfilled = Test dosyası doldurulurken durduruldu. Hiçbir şey ölçülmedi.
stopped-unopened = Test dosyası doldurulduktan sonra durduruldu. Hiçbir şey ölçülmedi.
metrics-here = metrik adresi: { $address }
metrics-open = metrik adresi: { $address }; bu adrese ulaşan her makine okuyabilir, parola yoktur
stage-maximum = en yüksek değer ölçülüyor
stage-reference = hafif yükte ölçülüyor
stage-probe = yük sınırı aranıyor
stage-hold = iki uç doğrulanıyor
kept-as-campaign = { $store } dosyasına kampanya { $campaign } olarak kaydedildi; rapor komutu: { $command }
table-title = { $title }:
step = { $name }: { $words }
line-name = sınır
line-low = önerilen
line-high = üst uç
line-itself = yük sınırı
line-of-maximum = en yükseğe oranı
line-held = korunan süre
line-reason = bitiş nedeni
line-runs = koşu
line-time = test süresi
line-estimate = { $rate } *
line-estimated = tahmini
line-not-confirmed = doğrulanmadı
grid-name = sınır
grid-search = arama
grid-grid = ızgara
grid-again = ikinci ızgara
grid-search-grids = arama-ızgara farkı
grid-grid-grid = ızgaralar arası fark
grid-search-time = arama süresi
grid-time = bir ızgaranın süresi
scaling-run = ölçekleme koşusu
scaling-rate = IOPS (yatışmış)
scaling-outstanding = bekleyen G/Ç
scaling-latency = tamamlanma gecikmesi
phase-warmup = ısınıyor
phase-measure = ölçülüyor
phase-drain = boşaltılıyor
run-rate = { $rate } IOPS
warning = UYARI: { $text }

## Answers of other commands

config-store = sonuç dosyası: { $store } ({ $origin })
element-parameter = { $unit } (varsayılan: { $default })
element-scope = group | disk | vm | host | node (varsayılan: { $default })
element-scope-about = öğenin sayısı: tümü için bir tane (group) ya da her volüm (disk), sanal makine (vm), ana makine (host) veya veri tutan ana makine (node) için bir tane
element-ends-path = Veriyi tutar ve yolun sonunda yer alır. Örnek:
element-goes-on = Yolda ardından başka bir öğe gelmelidir. Örnek:
marked-run = { $number } numaralı koşu: “{ $text }”, { $at }
marked-campaign = kampanya { $number }: “{ $text }”, { $at }
prepared = { $target }: { $time } içinde { $written } yazıldı, { $speed }/s
prepared-in-passes = { $target }: { $time } içinde { $passes } geçişte { $written } yazıldı, { $speed }/s
fill-progress = { $done } / { $total }, { $speed }/s
fill-line = { $doing }: { $progress }
fill-line-left = { $doing }: { $progress } (yaklaşık { $left } kaldı)
report-written = kampanya { $campaigns } ({ $kind }), rapor { $report }: { $file }
written-beside = ek dosya: { $file }
no-charts = Kampanya { $campaign } için “{ $report }” raporunda grafik yok.
charts-of = Grafikler: { $report }, kampanya { $campaign }
reports = Raporlar
forms = Biçimler
no-store-to-list = { $store } sonuç dosyası bulunamadı: --store ile bir dosya belirtin.
campaigns-of = Kampanyalar: { $store }
campaigns-number = kampanya
campaigns-kind = tür
campaigns-name = ad
campaigns-job = iş
campaigns-state = durum
campaigns-objective = hedef
campaigns-runs = koşu
campaigns-began = başlangıç
is-baseline = referans
is-archived = arşivlendi
serving = hizmet veriliyor; Ctrl-C ile sonlandırılır
may-grow = { $file } { $size } kadar büyüyebilir, ancak dosya sisteminde yalnızca { $free } boş yer var: dolduğunda yazmalar başarısız olur
still-attached = { $device } hâlâ bağlı ve bundan sonraki her istekte hata verir; ayırma komutu: losetup --detach { $device }
connections = { $connections ->
    [one] { $count } bağlantı
    *[other] { $count } bağlantı
    }
serve-statistics = { $connections }, { $rate } IOPS, { $speed }/s, süren işlem { $operations }, geç kalma p99 { $late }
served-operations = İşlemler ve tamamlanma gecikmeleri (ortalamadan en yükseğe)
served-volume = volüm
served-n = n
served-errors = hata
served-bytes = bayt
served-mean = ortalama
served-p50 = p50
served-p99 = p99
served-max = en yüksek
served-kind-read = okuma
served-kind-write = yazma
served-kind-trim = kırpma
served-kind-flush = eşitleme
served-connections = { $connections }, { $cut } koparıldı, { $refused } reddedildi
served-connections-cut = { $connections }, { $cut } koparıldı, { $refused } reddedildi; son koparılan: { $latest }
cut-handshake_flags = istemci, sunulmayan el sıkışma bayraklarını ({ $value }) kullandı
cut-option_magic = istemcinin bir seçeneği { $value } ile başlıyor; bu geçerli bir sihirli sayı değil
cut-no_volume = istemci var olmayan bir volüm istedi
cut-too_many_options = istemci çok fazla seçenek gönderdi
cut-request_magic = istemcinin bir isteği { $value } ile başlıyor; bu geçerli bir sihirli sayı değil
cut-handshake_time = istemci el sıkışmayı zamanında tamamlamadı
cut-payload_time = istemci veri göndermeyi yarıda bıraktı ve diğer istemcilerin bu belleğe ihtiyacı vardı
cut-operations_left = ayrılan istemciler “{ $volume }” volümünde { $value } işlem bıraktı; bir kısmı bitene kadar volüm yeni istemci kabul etmiyor
served-late = yanıtların geç kalması: p50 { $p50 }, p99 { $p99 }, en yüksek { $max }; hem 30 us hem de kendi gecikmesinin %5'i aşılarak geç kalan işlemler: { $share }
held-up = istemcilerin beklettiği işlemler: { $operations }
sockets-hold-rate = hızı yığın değil, istemcilerin soketleri sınırladı: doluyken { $speed }/s taşıdılar ve işlemlerin { $share } kadarı soketlerde yer olmadığı için geç kaldı; daha küçük bloklar, daha çok bağlantı veya daha az yük kullanın
machine-does-not-keep-up = bu makine yetişemiyor: işlemlerin { $share } kadarı geç yanıtlandı, gecikme 30 us değerini ve yığındaki gecikmenin %5'ini aştı; daha az yük verin veya daha yavaş bir yığın kullanın
serve-warning = uyarı: { $text }
reachable-here = yalnızca bu makineden erişilebilir; diğer kullanıcılara belirteç (token) gerekir
reachable-here-token = yalnızca bu makineden erişilebilir; diğer kullanıcılar için belirteç (token): { $token }
reachable-by-others = diğer makinelerden erişilebilir ve şifreli değildir: ortak ağda TLS arkasına alın veya ssh -L kullanın
serving-pages = hizmet veriliyor; Ctrl-C sunucuyu sonlandırır, başlattığı kampanyalar sürer
made-from = Ortalama { $reads } okuma ve { $writes } yazma IOPS değerinden oluşturuldu
offered-rate = Sunulan hız: { $flag }. Bu bir ortalamadır: tepelerin ne kadar yüksek olduğuna bakın
assumed-read = Okuma boyutu verilmedi: 4k varsayıldı. Daha büyük okumalar daha ağır yük oluşturur
assumed-write = Yazma boyutu verilmedi: 4k varsayıldı. Daha büyük yazmalar daha ağır yük oluşturur
assumed-read-and-write = Okuma ve yazma boyutları verilmedi: 4k varsayıldı. Daha büyük boyutlar daha ağır yük oluşturur
mean-read-kept = Ortalama okuma boyutu { $mean }: { $smaller } ve { $larger } bu ortalamayı koruyan paylarla
mean-write-kept = Ortalama yazma boyutu { $mean }: { $smaller } ve { $larger } bu ortalamayı koruyan paylarla
mean-read-more = Ortalama okuma boyutu { $mean }; { $size } bundan { $share } fazla
mean-read-less = Ortalama okuma boyutu { $mean }; { $size } bundan { $share } az
mean-write-more = Ortalama yazma boyutu { $mean }; { $size } bundan { $share } fazla
mean-write-less = Ortalama yazma boyutu { $mean }; { $size } bundan { $share } az

## A described stack

stack-carries = kapasite IOPS
stack-bound = sınır IOPS
stack-badge = Hesaplandı
stack-at-most = Tüm istemciler birlikte en çok { $rate }. En dar yer: { $narrowest }.
stack-down =
    { $lost ->
        [0] Bu { $hosts } ana makine kapalıyken hiçbir volüm kaybolmaz.
       *[other] Bu { $hosts } ana makine kapalıyken { $volumes } volümün { $lost } tanesi kaybolur.
    }
stack-unbounded = Sınır yok: hiçbir öğe zaman almıyor.
stack-source-client_outstanding = { $name } istemcileri, her birinde { $figure } bekleyen G/Ç
stack-source-client_processor = { $name } istemcileri, işlem başına { $figure } CPU süresi
stack-source-host_cores = { $name } ana makineleri, her birinde { $figure } çekirdek
stack-only-client_outstanding = istemci, { $figure } bekleyen G/Ç
stack-only-client_processor = istemci, işlem başına { $figure } CPU süresi
stack-why-client_outstanding = her istemci bir sonraki işlemden önce yanıtı bekliyor
stack-why-client_processor = işlemci dolu
stack-why-host_cores = çekirdekler dolu
stack-reason-servers = { $count } sunucu, her biri istek başına { $time } meşgul
stack-reason-time = her istek öğeyi { $time } meşgul ediyor
stack-reason-in_flight = arkasında aynı anda en çok { $count } istek, her biri en az { $time } sürüyor
stack-reason-requests = { $reason }; işlem başına { $requests } istek
stack-reason-background = { $reason }; arka plan yükünün payı düşülmüştür
stack-reason-others = { $reason }; diğer istemcileri sınırlayan: { $sources }
stack-row-why = neden
stack-row-all-up = hepsi açıkken
stack-row-bound-too = diğer sınırlar
stack-row-unloaded = yüksüz
stack-row-at-once = aynı anda
stack-row-columns = sütunlar
stack-row-note = not
stack-row-down = kapalı
stack-row-lost = kaybolan
stack-row-degraded = kopyası eksik
stack-row-no-host = makinesiz
stack-row-worst = en kötü durum
stack-bound-of = { $source }: { $rate }
stack-unloaded = yanıt süresi { $time }
stack-unloaded-knee = yanıt süresi { $time }; bekleyen G/Ç sayısı { $outstanding } değerini aşınca kuyruk oluşur
stack-columns = kapasite: bir öğenin tüm örneklerinin taşıdığı; sınır: bunun yığının tümüne izin verdiği
stack-clients = istemciler
stack-any-number = sınırsız
stack-none = yok
stack-names = { $count }: { $names }
stack-no-client = istemci yok
stack-no-loss = { $hosts ->
     [one] bir ana makinenin
    *[other] { $hosts } ana makinenin
    } kaybı hiçbir volümün kaybına yol açmaz ({ $sets } bileşim)
stack-no-loss-sampled = { $hosts ->
     [one] bir ana makinenin
    *[other] { $hosts } ana makinenin
    } kaybı hiçbir volümün kaybına yol açmaz ({ $sets } bileşimlik örneklem)
stack-worst = { $hosts } kaybedilirse { $lost } volüm kaybolur; { $down } makinelik { $sets } bileşimde ortalama { $mean }, kayıp olan bileşimlerin oranı { $share }
stack-worst-sampled = { $hosts } kaybedilirse { $lost } volüm kaybolur; { $down } makinelik { $sets } bileşimlik örneklemde ortalama { $mean }, kayıp olan bileşimlerin oranı { $share }
stack-note-fitted = uydurulan değerler: { $text }
stack-note-unused_volumes = hiçbir istemcinin kullanmadığı volümlere yük gelmez
stack-note-any_mix = istemcilerin yükü nasıl paylaştığı verilmemiş: sınırlar en elverişli karışım içindir, yalnızca bazılarının kullandığı bir öğenin sınırı yoktur
stack-note-not_reached = { $element }: bu işlemlerin hiçbiri bu öğeye ulaşmıyor
stack-note-overload = { $element }: arka plan yükü tek başına öğenin kapasitesini aşıyor
stack-note-work_left = hesaba katılmayan: işlem onaylandıktan sonra kalan iş (diske boşaltma, geç kopya); her işlem böyle iş bıraksa { $element } sürekli { $rate } taşırdı
stack-note-queueing = kuyrukta bekleme hesaba katılmaz: sınır her yükte geçerlidir, yanıt süreleri ise sınırdan çok önce yükselir
stack-not-counted-rejected = { $element } için hesaba katılmayan: reddettiği ve hemen biten istekler
stack-not-counted-burst_credit = { $element } için hesaba katılmayan: bitene kadar hızının üzerinde geçiren ani yük kredisi
stack-not-counted-credits_and_bursts = { $element } için hesaba katılmayan: bitene kadar hızının üzerinde geçiren krediler ve ani yükler
stack-not-counted-cheaper_sequential = { $element } için hesaba katılmayan: sıralı isteklerin bütçeden daha az harcaması; tümü rastgele sayılır
stack-not-counted-sequential_arm = { $element } için hesaba katılmayan: kolun sıralı adreslerde daha hızlı olması; tümü rastgele sayılır
stack-not-counted-write_cliff = { $element } için hesaba katılmayan: yazma hızındaki ani düşüş; yazmalar düşüşten önceki hızda sayılır
stack-not-counted-slow_times = { $element } için hesaba katılmayan: yavaş olduğu zamanlar
stack-not-counted-fault_times = { $element } için hesaba katılmayan: donma, kesinti ve yavaş zamanların aldığı süre
