## Answer

headline-measured = { $suite }: { $total } testten { $count } tanesi ölçüldü.
headline-saturated = { $rounds ->
       *[other] { $suite }: { $rounds } turda kapasitenin { $written } katı yazıldı.
    }
headline-saturated-rest = { $rounds ->
       *[other] { $suite }: { $rounds } turda kapasitenin { $written } katı yazıldı (dinlenme: { $rest }, { $where }).
    }
headline-saturated-rests = { $rounds ->
       *[other] { $suite }: { $rounds } turda kapasitenin { $written } katı yazıldı ({ $rests } dinlenme, sonuncusu: { $rest }, { $where }).
    }
headline-steady = { $rounds ->
       *[other] { $suite }: standardın ölçütüne göre { $rounds } turda kararlı duruma ulaşıldı; { $drift }.
    }
headline-steady-rest = { $rounds ->
       *[other] { $suite }: standardın ölçütüne göre { $rounds } turda kararlı duruma ulaşıldı (dinlenme: { $rest }, { $where }); { $drift }.
    }
headline-steady-rests = { $rounds ->
       *[other] { $suite }: standardın ölçütüne göre { $rounds } turda kararlı duruma ulaşıldı ({ $rests } dinlenme, sonuncusu: { $rest }, { $where }); { $drift }.
    }
headline-not_steady = { $rounds ->
       *[other] { $suite }: { $rounds } turda kararlı duruma ulaşılmadı, bu nedenle sonuç yok: değerler son turlara ait; { $drift }.
    }
headline-not_steady-rest = { $rounds ->
       *[other] { $suite }: { $rounds } turda kararlı duruma ulaşılmadı (dinlenme: { $rest }, { $where }), bu nedenle sonuç yok: değerler son turlara ait; { $drift }.
    }
headline-not_steady-rests = { $rounds ->
       *[other] { $suite }: { $rounds } turda kararlı duruma ulaşılmadı ({ $rests } dinlenme, sonuncusu: { $rest }, { $where }), bu nedenle sonuç yok: değerler son turlara ait; { $drift }.
    }
headline-partial = { $suite }: { $total } testten { $count } tanesinin sonucu var.
headline-running = { $suite } hâlâ sürüyor: şimdiye kadar { $total } testten { $count } tanesinin sonucu var.
headline-nothing = { $suite }: hiçbir testin sonucu yok.
drift-steady = son turlarda kayma görülmüyor
drift-drifting = son turlarda kayma var
drift-unknown = son turlarda kayma olup olmadığına karar verilemedi
drift-too-few = tur sayısı karar vermek için yetersiz
drift-too-few-since = dinlenmenin ardından gelen tur sayısı karar vermek için yetersiz
window-passes = { $mean }; aralık { $range }, eğim { $slope } ({ $low } – { $high }): ölçütü sağlıyor, { $steadiness }
window-does-not-pass = { $mean }; aralık { $range }, eğim { $slope } ({ $low } – { $high }): ölçütü sağlamıyor, { $steadiness }
steadiness-steady = kararlı
steadiness-drifting = kayma var
steadiness-unknown = bilinmiyor
purged = Ölçülen birimin içeriği önceden silindi: { $purged }.
too-few-rounds = { $test }: tur sayısı karar vermek için yetersiz.
too-few-rounds-since = { $test }: ölçülen birimin dinlenmesinin ardından gelen tur sayısı karar vermek için yetersiz.
marked = { $mark }: { $tests }.
title = { $suite }, { $target }
title-with-deviations = { $suite }, { $target }; sapmalar: { $deviations }
title-suite = Test takımı
about-suite = standart bir test takımı: kendi sırasıyla testleri, kararlı duruma kadar turları, sapmalar

## Deviations

deviation-key = { $key }: { $usual } yerine { $value }
deviation-not-purged = içeriği önceden silinmedi
deviation-write-cache-not-on = yazma önbelleğinin açık olduğu doğrulanmadı
deviation-write-cache-not-off = yazma önbelleğinin kapalı olduğu doğrulanmadı
deviation-without-small-blocks = { $sizes } dışarıda bırakıldı: ölçülen birimin blokları { $block } bayt
deviation-one-file = { $files } dosya yerine { $size } boyutunda tek dosya
deviation-one-file-of-parts = { $each } boyutunda { $files } dosya yerine { $size } boyutunda tek dosya
deviation-file-of = { $size } boyutunda bir dosya
deviation-shared-file = tüm işçiler { $size } boyutunda tek bir dosyayı paylaşır
deviation-no-mixed-test = aynı anda okuma ve yazma yapılan test yok
deviation-caches-not-warmed = ana makinenin önbellekleri ısıtılmadı
deviation-written-before = yeni dosyalara değil, önceden tümüyle yazılmış bir dosyaya yazılır
deviation-written-before-etcd = önceden tümüyle yazılmış bir dosyaya yazılır; etcd (server/storage/wal: fallocate ile önceden ayrılmış 64 MB segmentler) ve fio (fallocate=native) ise ayrılmış dosyanın her baytını ilk kez yazar: burada 10 ms sınırını aşan disk etcd için fazla yavaştır, ama sınırı sağlayan disk de gerçekte aşabilir, çünkü ext4 gibi bir dosya sistemi o durumda her eşitlemede günlüğünü de commit eder
deviation-written-before-kubestr = önceden tümüyle yazılmış bir dosyaya yazılır; kubestr ise yeni bir dosyaya yazar, ext4 bunda daha yavaştır
deviation-on-linux = yük Windows üzerindeki DiskSpd yerine Linux üzerindeki Plimsoll ile üretilir
deviation-in-rounds = testler art arda beşer kez değil, turlar hâlinde yapılır
deviation-no-pause = testler arasında ara verilmez
deviation-no-fsync = sonda fsync yapılmaz
deviation-one-device = iki aygıt yerine tek aygıt
deviation-whole-device = iş parçacıkları aygıtın kendi on altıda birine değil, tamamına yazar
deviation-reads-by-libaio = kuyruk derinliği 1 olan okumalar pread yerine libaio ile gönderilir
deviation-laid-out = dosya, test yazmaya başlamadan önce oluşturulup doldurulur
deviation-whole-file = rastgele okumalar iş parçacığının kendi on altıda birinde değil, dosyanın tamamında yapılır
deviation-writes-by-libaio = yazmalar pwrite yerine libaio ile gönderilir
deviation-longer = özgün test { $size } yazıldığında biter, burada aynı { $size } üzerine { $time } boyunca yazılır
deviation-no-batches = işlemler kuyruk derinliği kadar topluca değil, yer açıldıkça gönderilir
deviation-worker-per-disk = her ana makinede { $disks } diskli { $vms } sanal makine yerine, adı verilen her disk için bir işçi
deviation-disks-as-they-are = diskler olduğu gibi kullanılır, yeniden kurulup doldurulmaz
deviation-one-after-another = testler tek bir dosyada art arda yapılır; kubestr ise dört işini aynı anda ayrı dosyalarda çalıştırır: IOPS değerleri kubestr değerleriyle karşılaştırılamaz
deviation-one-client-of-hosts = { $hosts } ana makine yerine tek istemci
deviation-older-text = bu test PTS-E 1.1 metnine göredir: 2.0.2 metni okunamadı
deviation-one-client-of-vms = çok sayıda sanal makine yerine tek istemci
deviation-write-shares = yazma payları %0, %10 ve %30; profil bunları kullanıcıya bırakır
deviation-data-then-log = veri ve günlük art arda ölçülür
deviation-reads-then-writes = okumalar ve yazmalar art arda ölçülür
deviation-evenly = erişimlerin %95’i verinin %5’ine değil, tümüne eşit dağılır
deviation-not-throttled = hız sınırı yok
deviation-dsync-cached = dsync sayfa önbelleğinden geçer; pg_test_fsync ise O_DIRECT ile açar
deviation-block-in-turn = { $size } sırayla yazılır; pg_test_fsync ise ilk bloğunu tekrar tekrar yazar
rested = { $rest } dinlenme ({ $where })
none = yok

## First screen

badge-measured = Tamamlandı
badge-missed = Düzeyler sağlanmadı
badge-saturated = Doydu
badge-steady = Standardın ölçütüne göre kararlı
badge-drifting = Standardın ölçütüne göre kararlı, ancak kayma var
badge-not_steady = Kararlı değil: sonuç yok
badge-partial = Kısmen tamamlandı
badge-running = Henüz sonuç yok
badge-nothing = Sonuç yok
head-measured = { $suite }: tamamlandı.
head-missed = { $suite }: düzeyler sağlanmadı.
head-saturated = { $suite }: doydu.
head-steady = { $suite }: standardın ölçütüne göre kararlı.
head-drifting = { $suite }: standardın ölçütüne göre kararlı, ancak kayma var.
head-not_steady = { $suite }: kararlı değil: sonuç yok.
head-partial = { $suite }: kısmen tamamlandı.
head-running = { $suite }: henüz sonuç yok.
head-nothing = { $suite }: sonuç yok.
todo-partial = Sürdürmek için: plimsoll campaign resume. Neden: plimsoll campaign status.
todo-not_steady = Aşağıdaki yakınsama grafiğine bakın; daha fazla tur için: --set campaign.repeats=50.
mean-of-rounds = turların ortalaması ({ $first } – { $last })
highest = En yüksek
row-levels = Düzeyler
row-throughput = En yüksek aktarım hızı
rounds = Turlar
rounds-of-at-most = { $rounds } (en çok { $most })

## Tables

facts = Test takımı ve değerlerinin kaynakları
fact-suite = Test takımı
suite-version = { $suite }, sürüm { $version }
fact-origin = Kaynak
fact-repeats = Tekrarlar
repeats-best = en iyisi
repeats-mean = ortalaması
head-of-test = test
head-of-iops = IOPS
head-of-throughput = aktarım hızı
head-of-mean = ortalama
head-of-p99 = p99
rate-and-commits = { $rate } (saniyede { $commits } kalıcı commit)
head-of-commits = commit/s
head-of-commit-mean = ortalama commit
head-of-write-p99 = yazma p99
head-of-sync-p99 = eşitleme p99
head-of-outcome = sonuç
tests = Testler
test = Test
column-spread = En düşük – en yüksek
column-throughput = Aktarım hızı
column-mean = Ortalama { $latency }
column-longest = En uzun { $latency }
column-outcome = Sonuç
caption-best = Değerler en iyi tekrara ait.
caption-mean = Değerler tekrarların ortalaması, yüzdelikler birleştirilmiş dağılımlarına ait.
caption-rounds = Değerler karara esas turların ortalaması, yüzdelikler birleştirilmiş dağılımlarına ait.
steady-state = Kararlı durum
tracked = İzlenen
mean = Ortalama
column-range = Aralık
column-rise = Değişim
standards-test = Standardın ölçütü
passes = sağlıyor
does-not-pass = sağlamıyor
rise-interval = Değişim, %95 güven aralığı
drift = Kayma
column-too-few = tur sayısı yetersiz
range = { $low } – { $high }
caption-steadiness = Karara esas turlarda aralık ortalamanın en çok { $range } kadarı ve uydurulan doğrunun artışı veya azalışı en çok { $slope } ise standardın ölçütü sağlanır. %10 gürültü ve yavaş bir düşüş de ara sıra bu ölçütü sağlar: yanındaki güven aralığı bu turların ne kadar kesin olduğunu gösterir.
matrix = Blok boyutuna ve okuma/yazma oranına göre IOPS
block-size = Blok boyutu
matrix-caption = Karara esas turların ortalaması.

## Charts

unit-rate = IOPS
unit-bytes = Saniyede bayt
unit-latency = Ortalama yanıt süresi
chart-tests-rate = Testlerin IOPS değerleri
chart-tests-bytes = Testlerin aktarım hızları
bars-best = Her çubuk en iyi tekrarı gösterir.
bars-mean = Her çubuk tekrarların ortalamasını gösterir.
chart-convergence = Yakınsama: tüm turlar
chart-window = Karara esas turlar
chart-by-block-size-rate = Blok boyutuna göre IOPS
chart-by-block-size-latency = Blok boyutuna göre ortalama yanıt süresi
chart-matrix-rate = Okuma/yazma oranına ve blok boyutuna göre IOPS
chart-matrix-latency = Okuma/yazma oranına ve blok boyutuna göre ortalama yanıt süresi
chart-saturation-time = Zamana göre yazma doygunluğu
chart-saturation-written = Yazılan miktara göre yazma doygunluğu
axis-saturation-time = Yazma süresi, dakika
axis-saturation-written = Toplam yazılan, GiB
axis-mix = Okuma/yazma oranı
round = Tur
rule-rest = dinlenme { $rest }
rule-above-mean = ortalamanın %110 düzeyi
rule-below-mean = ortalamanın %90 düzeyi
mark-round = tur
mark-judged = karara esas
line-straight = uydurulan doğru
hover-value = değer
hover-mix = okuma/yazma oranı
hover-block-size = blok boyutu
no-figure = değer yok
note-until-steady = Ölçülen birim kararlı duruma ulaşınca turlar biter.
note-until-full = Kapasitenin { $times } katı yazılınca turlar biter.
note-mean-of-rounds = Her nokta karara esas turların ortalamasıdır.
note-matrix = Standardın üç boyutlu grafiğinin harita biçimi.
judgement-passes = { $test }: y = { $start } { $slope } × (tur - { $round }); aralık ortalamanın { $range } kadarı (en çok { $most_range }), değişim { $rise } (en çok { $most_rise }): ölçütü sağlıyor. Değişimin %95 güven aralığı { $low } – { $high }: { $steadiness }.
judgement-does-not-pass = { $test }: y = { $start } { $slope } × (tur - { $round }); aralık ortalamanın { $range } kadarı (en çok { $most_range }), değişim { $rise } (en çok { $most_rise }): ölçütü sağlamıyor. Değişimin %95 güven aralığı { $low } – { $high }: { $steadiness }.
no-suite = standart bir test takımı değil
no-points = ölçüm noktası yok

## Before it runs

run-it = Çalıştırmak için --plan seçeneğini kaldırın.
would-make = Oluşturulup doldurulacak dosyalar: { $files }.
would-not-run = Şu anda çalıştırılamaz: { $reason }
time-rounds = { $tests ->
       *[other] süre: tur başına { $tests } test, { $first } – { $last } tur: { $least } – { $most }
    }
time-rounds-virtual = { $tests ->
       *[other] süre: tur başına { $tests } test, { $first } – { $last } tur: sanal zamanda { $least } – { $most }, hesaplama daha hızlı
    }
time-tests = süre: { $tests } test: yaklaşık { $time }
time-tests-virtual = süre: { $tests } test: sanal zamanda yaklaşık { $time }, hesaplama daha hızlı
time-repeats = süre: { $tests } test, her biri { $repeats } kez: yaklaşık { $time }
time-repeats-virtual = süre: { $tests } test, her biri { $repeats } kez: sanal zamanda yaklaşık { $time }, hesaplama daha hızlı
writes-nothing = yazılan: yok
writes-described = yazılan: yalnızca tanımlanmış depolamaya
writes = yazılan: { $parts }
writes-and-wears = yazılan: { $parts } (bu hızda { $size } kapasitenin { $times } katı)
part-fill = doldurmak için { $size }
part-at-rate = { $rate } hızında { $size }, ölçülen birim daha hızlıysa daha fazla
cost-deviates = test takımından sapmalar: { $deviations }
filling = dolduruluyor: { $path }
filled = { $done } / { $total }

## History

history-title = { $name }: zaman içindeki değişim
figure-rate = IOPS
figure-throughput = Aktarım hızı
figure-mean = Ortalama gecikme
figure-p99 = p99 gecikmesi
not-decided = { $tests ->
       *[other] { $name }: karar verilemedi: en yeni kampanyada değer yok veya bir testin { $least } değerinden azı var (değişen bir ayar yeni bir seri başlatır); { $tests } testten { $judged } tanesi değerlendirilebildi, kötüleşme yok.
    }
not-enough = { $name }: geçmiş yetersiz: gereken { $least } kampanyadan { $most } tanesi var.
became-worse = { $tests ->
       *[other] { $name }: { $tests } testten { $count } tanesi yakın zamanda kötüleşti: { $worse }.
    }
none-worse = { $tests ->
       *[other] { $name }: { $tests } testin hiçbiri yakın zamanda kötüleşmedi.
    }
none-worse-older = { $name }: { $tests ->
       *[other] { $tests } testin hiçbiri yakın zamanda kötüleşmedi
    } ({ $older ->
       *[other] { $older } eski değişim
    }).
and-more = { $names } ve { $count } tane daha
target-host = ana makine { $name }
target-path = { $name }
target-disk = disk { $name }
not-recorded = kaydedilmemiş
several-targets = { $name } adında { $count } ölçülen birim var, her birinin geçmişi ayrı: { $targets }. Tek birim saymak için: --by-name.
reach-test = Testin bugünkü düzeyde yalnızca { $values } değeri var. { $change } veya daha büyük bir değişim, sonraki { $campaigns } kampanya içinde yaklaşık { $cases } olasılıkla bildirilir; daha küçük değişimler için daha fazla kampanya veya daha uzun koşular gerekir.
reach-one = Testlerden birinin bugünkü düzeyde yalnızca { $values } değeri var. { $change } veya daha büyük bir değişim, sonraki { $campaigns } kampanya içinde yaklaşık { $cases } olasılıkla bildirilir; daha küçük değişimler için daha fazla kampanya veya daha uzun koşular gerekir.
reach-several = Testlerden { $count } tanesinin bugünkü düzeyde yalnızca { $values } değeri var. { $change } veya daha büyük bir değişim, sonraki { $campaigns } kampanya içinde yaklaşık { $cases } olasılıkla bildirilir; daha küçük değişimler için daha fazla kampanya veya daha uzun koşular gerekir.
several-engines = Birden fazla motorla ({ $engines }) ölçüldü: { $tests }. Motor değişikliği tek başına değerleri değiştirebilir.
left-out = dışarıda bırakıldı: { $reason }
left-out-not_finished = kampanya { $campaign }, { $store }: durumu { $state }
left-out-archived = kampanya { $campaign }, { $store }: arşivlenmiş
left-out-not_steady = kampanya { $campaign }, { $store }: ölçülen birim kararlı duruma ulaşmadı, bu nedenle sonuç yok
left-out-no_value = kampanya { $campaign }, { $store }, { $test }: { $reason }
no-such-figure = böyle bir değer yok
short-not-enough = Geçmiş, karar vermek için yetersiz.
short-none-worse = { $tests } testin hiçbiri yakın zamanda kötüleşmedi.
short-worse = { $tests } testten { $count } tanesi yakın zamanda kötüleşti.
change-worse = { $test }: { $date } tarihinden önce { $before }, sonra { $after } (kampanya { $campaign }, { $store }), { $change }: daha kötü; kaydedilen ayarların hiçbiri o sırada değişmedi.
change-better = { $test }: { $date } tarihinden önce { $before }, sonra { $after } (kampanya { $campaign }, { $store }), { $change }: daha iyi; kaydedilen ayarların hiçbiri o sırada değişmedi.
change-worse-with = { $test }: { $date } tarihinden önce { $before }, sonra { $after } (kampanya { $campaign }, { $store }), { $change }: daha kötü; o sırada değişenler: { $differences }.
change-better-with = { $test }: { $date } tarihinden önce { $before }, sonra { $after } (kampanya { $campaign }, { $store }), { $change }: daha iyi; o sırada değişenler: { $differences }.
as-asked = istendiği gibi
axis-campaigns = Kampanya, zaman sırasıyla
chart-series = { $test }, { $target }
no-change = Düzey değişmedi.
hover-date = tarih
mark-campaign = kampanya
campaign-of = { $campaign }, { $store }
every-test = Tüm testler
target = Ölçülen birim
campaigns = Kampanyalar
newest-rate = En yeni IOPS
newest-throughput = En yeni aktarım hızı
newest-mean = En yeni ortalama gecikme
newest-p99 = En yeni p99 gecikmesi
last-change = Son değişim
since = Değişim tarihi
standing = Durum
standing-steady = sabit
standing-worse = daha kötü
standing-better = daha iyi
standing-too_few = çok az
history-caption = Daha kötü veya daha iyi: en yeni { $recent } değer arasındaki bir değişime göre.
history-left-out = Dışarıda bırakılanlar
badge-history-steady = Kötüleşme yok
badge-history-worse = Daha kötü
badge-history-too_few = Kampanya sayısı yetersiz
changed-by = Değişim
date = Tarih
todo-changed = O sırada değişen ayarlar aşağıda.
head-of-target = ölçülen birim
head-of-campaigns = kampanyalar
head-newest-rate = en yeni IOPS
head-newest-throughput = en yeni aktarım hızı
head-newest-mean = en yeni ortalama gecikme
head-newest-p99 = en yeni p99 gecikmesi
head-of-last-change = son değişim
too-few-values = değer sayısı yetersiz
