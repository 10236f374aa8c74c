## Answer

sentence = { $text }.
because = { $verdict }: { $reason }
is-better = { $name }, { $first } ile karşılaştırıldığında daha iyi
is-worse = { $name }, { $first } ile karşılaştırıldığında daha kötü
is-same = { $name } ile { $first } aynı
is-mixed = { $name } ile { $first } karşılaştırması: karışık
is-not-enough-data = { $name } ile { $first } karşılaştırması için veri yetersiz
is-not-comparable = { $name } ile { $first } karşılaştırılamaz
same-within = { $name } ile { $first } arasında { $margin } toleransı aşan fark yok
verdict-seen = { $verdict } (gözlenen: { $seen })
verdict-effect = { $verdict }: { $figure } { $change }
verdict-counts = { $name } ile { $first } karşılaştırması: { $counts } (toplam { $questions })
in-better = { $count } senaryoda daha iyi
in-worse = { $count } senaryoda daha kötü
in-same = { $count } senaryoda aynı
in-mixed = { $count } senaryoda karışık
in-not-enough-data = { $count } senaryoda veri yetersiz
in-not-comparable = { $count } senaryoda karşılaştırılamaz
verdict-better = daha iyi
verdict-worse = daha kötü
verdict-same = aynı
verdict-mixed = karışık
verdict-not-enough-data = veri yetersiz
verdict-not-comparable = karşılaştırılamaz
verdict-differs-by-question = senaryoya göre değişiyor
verdict-better-in-part = kısmen daha iyi
verdict-worse-in-part = kısmen daha kötü
verdict-same-in-part = kısmen aynı
verdict-mixed-in-part = kısmen karışık
conclusion-times = { $name } için { $figure }, { $first } için ölçülenin { $size }
conclusion-longer = { $name } için { $figure }, { $first } için ölçülenden { $size } daha uzun
conclusion-shorter = { $name } için { $figure }, { $first } için ölçülenden { $size } daha kısa
conclusion-higher = { $name } için { $figure }, { $first } için ölçülenden { $size } daha yüksek
conclusion-lower = { $name } için { $figure }, { $first } için ölçülenden { $size } daha düşük
carries-times = { $name } için gerçekleşen IOPS, { $first } için ölçülenin { $size }
carries-more = { $name } için gerçekleşen IOPS, { $first } için ölçülenden { $size } daha fazla
carries-fewer = { $name } için gerçekleşen IOPS, { $first } için ölçülenden { $size } daha az
carries-by-times = { $name } için gerçekleşen IOPS, { $first } için ölçülenin { $size } ({ $figure })
carries-by-more = { $name } için gerçekleşen IOPS, { $first } için ölçülenden { $size } daha fazla ({ $figure })
carries-by-fewer = { $name } için gerçekleşen IOPS, { $first } için ölçülenden { $size } daha az ({ $figure })
size-times = { $size } katı
size-times-between = { $size } katı ({ $low } ile { $high } arası)
size-percent = %{ $size }
size-percent-between = %{ $size } (%{ $low } ile %{ $high } arası)
change-between = { $change } ({ $low } ile { $high } arası)
neither-carried = ne { $first } ne de { $name } bu hızı karşılayabildi
carried-short = bu hız, { $first } için { $runs } koşunun { $carried } tanesinde, { $name } için { $runs_other } koşunun { $carried_other } tanesinde karşılandı
mixed = { $name } ile { $first } karşılaştırması: karışık: { $contradiction }
contradiction-better = daha iyi olan: { $figures }
contradiction-worse = daha kötü olan: { $figures }
no-data-carried = { $name } ile { $first } karşılaştırması için veri yetersiz: bu hız, { $first } için { $runs } koşunun { $carried } tanesinde, { $name } için { $runs_other } koşunun { $carried_other } tanesinde karşılandı; diğer koşular hesaba katılmadığından { $figure } ile karar verilemez
no-data-carried-p = { $name } ile { $first } karşılaştırması için veri yetersiz: bu hız, { $first } için { $runs } koşunun { $carried } tanesinde, { $name } için { $runs_other } koşunun { $carried_other } tanesinde karşılandı (p = { $p }); diğer koşular hesaba katılmadığından { $figure } ile karar verilemez
no-data-failed = { $name } ile { $first } karşılaştırması için veri yetersiz: { $first } için { $runs } koşunun { $failed } tanesinde (işlemlerin { $share } kadarı), { $name } için { $runs_other } koşunun { $failed_other } tanesinde ({ $share_other }) başarısız olan veya tamamlanmayan işlemler var; bu nedenle { $figure } ile karar verilemez
no-data-client-bound = { $name } ile { $first } karşılaştırması için veri yetersiz: { $first } için { $runs } koşunun { $bound } tanesinde, { $name } için { $runs_other } koşunun { $bound_other } tanesinde hızı yük üretecinin işlemcisi sınırladı; ölçülen birim daha fazlasını yapabileceğinden { $figure } ile karar verilemez
no-data-seen-carried = { $name } ile { $first } karşılaştırması için veri yetersiz: bu hız, { $first } için { $runs } koşunun { $carried } tanesinde, { $name } için { $runs_other } koşunun { $carried_other } tanesinde karşılandı; diğer koşular hesaba katılmadığından { $figure } (gözlenen: { $change }, { $verdict }) ile karar verilemez
no-data-seen-carried-p = { $name } ile { $first } karşılaştırması için veri yetersiz: bu hız, { $first } için { $runs } koşunun { $carried } tanesinde, { $name } için { $runs_other } koşunun { $carried_other } tanesinde karşılandı (p = { $p }); diğer koşular hesaba katılmadığından { $figure } (gözlenen: { $change }, { $verdict }) ile karar verilemez
no-data-seen-failed = { $name } ile { $first } karşılaştırması için veri yetersiz: { $first } için { $runs } koşunun { $failed } tanesinde (işlemlerin { $share } kadarı), { $name } için { $runs_other } koşunun { $failed_other } tanesinde ({ $share_other }) başarısız olan veya tamamlanmayan işlemler var; bu nedenle { $figure } (gözlenen: { $change }, { $verdict }) ile karar verilemez
no-data-seen-client-bound = { $name } ile { $first } karşılaştırması için veri yetersiz: { $first } için { $runs } koşunun { $bound } tanesinde, { $name } için { $runs_other } koşunun { $bound_other } tanesinde hızı yük üretecinin işlemcisi sınırladı; ölçülen birim daha fazlasını yapabileceğinden { $figure } (gözlenen: { $change }, { $verdict }) ile karar verilemez
not-comparable = { $name } ile { $first } karşılaştırılamaz: { $reasons }
no-line = { $campaign } numaralı kampanyada yük sınırı yok ({ $reason })
no-search = { $name } ile { $first } karşılaştırması için veri yetersiz: bu aramaların ortak bir doğrulanmış yük sınırı, en yüksek değeri, dirsek noktası veya aynı blok boyutunda sınırı yok
no-run = { $name } ile { $first } karşılaştırması için veri yetersiz: en az birinin geçerli koşularında { $figure } yok
undecided = { $name } ile { $first } karşılaştırmasında { $figure } için veri yetersiz: { $reason }. { $advice }
undecided-seen = { $name } ile { $first } karşılaştırmasında { $figure } için veri yetersiz (gözlenen: { $seen }): { $reason }. { $advice }
same = { $name } ile { $first } arasında { $margin } toleransı aşan fark yok: { $figure } { $change } ({ $low } ile { $high } arası); { $reason }
same-but = { $name } ile { $first } arasında { $margin } toleransı aşan fark yok: { $figure } { $change } ({ $low } ile { $high } arası); { $reason }; ancak { $contradiction }
overall-decided = { $conclusion } ({ $questions } senaryonun tümü; { $higher } senaryoda yüksek, { $lower } senaryoda düşük)
overall-same = { $name } ile { $first } arasında { $margin } toleransı aşan fark yok: { $figure } { $change } ({ $low } ile { $high } arası) ({ $questions } senaryonun tümü; { $higher } senaryoda yüksek, { $lower } senaryoda düşük)
overall-mixed = { $name } ile { $first } karşılaştırması senaryoya göre değişiyor: { $figure } { $change } ({ $low } ile { $high } arası) ({ $questions } senaryonun tümü; { $higher } senaryoda yüksek, { $lower } senaryoda düşük)
overall-not-enough-data = { $name } ile { $first } karşılaştırması için veri yetersiz: { $figure } { $change } ({ $low } ile { $high } arası) ({ $questions } senaryonun tümü; { $higher } senaryoda yüksek, { $lower } senaryoda düşük)
title-compare = Karşılaştırma
about-compare = kampanyaların, yapılandırmaların veya ölçülen birimlerin karşılaştırması: daha iyi, daha kötü, aynı ya da veri yetersiz

## What it rests on

reason-ruled_out = toleransı aşan bir fark her iki yönde de dışlandı
reason-too_small_to_matter = toleransı aşan bir fark her iki yönde de dışlandı: fark var, ancak önemsiz büyüklükte
reason-equality_excluded = güven aralığı eşitliği dışlıyor
reason-drift_or_difference = ölçümler sırasında test düzeneğindeki kayma da bu büyüklükte, bu nedenle aradaki fark kaymadan ayırt edilemiyor
reason-both_included = güven aralığı hem farksızlığı hem de toleransı aşan farkları içeriyor
reason-no_room = güven aralıkları toleransı aşan bir farka yer bırakmıyor
reason-apart = güven aralıkları örtüşmüyor
reason-apart_beyond_margin = güven aralıkları örtüşmüyor ve aralarındaki uzaklık toleransı aşıyor
reason-apart_within_drift = güven aralıkları örtüşmüyor, ancak test düzeneğindeki kayma tek başına da bu uzaklığa yol açabilir; her ölçümü tekrarlayın
reason-overlap = güven aralıkları örtüşüyor ve ikisinden birinin yalnızca bir tekrarı var
reason-no_repeat = iki varyanttan birinin tekrarı yok, bu nedenle koşular arası gürültü bilinmiyor
reason-one_repeat = iki varyanttan birinin yalnızca bir tekrarı var, bu nedenle koşular arası gürültü bilinmiyor
repeat-each = Her birini dönüşümlü olarak (A B B A) en az iki kez ölçün; başlangıç için beş kez önerilir. Bir sonuç dosyasındaki tüm koşuları karşılaştırmak için STORE#all kullanın.
repeats-not-enough = Koşular arası gürültü bu düzeydeyken makul bir tekrar sayısı yeterli olmaz: daha uzun koşular veya daha sakin bir test düzeneği gerekir.
repeats-usual = Dönüşümlü ölçümde (A B B A) { $difference } büyüklüğünde bir fark için genellikle her birinden { $repeats } tekrar yeterlidir.
repeats-needed = Dönüşümlü ölçümde (A B B A) { $difference } büyüklüğünde bir farkı %80 istatistiksel güçle belirlemek için her birinden yaklaşık { $repeats } tekrar gerekir.
omitted-carried = bu hız, { $first } için { $runs } koşunun { $carried } tanesinde, { $name } için { $runs_other } koşunun { $carried_other } tanesinde karşılandı; diğer koşular hesaba katılmadı
omitted-carried-p = bu hız, { $first } için { $runs } koşunun { $carried } tanesinde, { $name } için { $runs_other } koşunun { $carried_other } tanesinde karşılandı (p = { $p }); diğer koşular hesaba katılmadı
omitted-failed = başarısız olan veya tamamlanmayan işlemler var: { $first } için { $runs } koşunun { $failed } tanesinde (işlemlerin { $share } kadarı), { $name } için { $runs_other } koşunun { $failed_other } tanesinde ({ $share_other })
omitted-client-bound = hızı yük üretecinin işlemcisi sınırladı: { $first } için { $runs } koşunun { $bound } tanesinde, { $name } için { $runs_other } koşunun { $bound_other } tanesinde; ölçülen birim daha fazlasını yapabilir
rests-on-intervals = { $figure }: { $reason }; tekrar olmadığından koşular arası gürültü hesaba katılmadı
noise = { $figure } için koşular arası gürültü: { $noise } (serbestlik derecesi: { $freedom })
drift = tüm koşular boyunca kayma: { $drift }
drift-within = kayma: { $first } içinde { $first_drift }, { $name } içinde { $drift }
design-blocks = zaman blokları içindeki farklar kullanıldı, böylece yavaş kayma birbirini götürüyor
design-time = zamana bağlı doğrusal eğilim çıkarıldı
design-apart = biri diğerinden sonra ölçüldü, güven aralığı yalnızca bu kaymayı hesaba katıyor
design-plain = kayma olmadığı varsayıldı
design-intervals = tekrar yok: karar, her birinin kendi güven aralığına göre verildi
kept-out = { $name }: { $outcomes }: hesaba katılmadı
outcome-count = { $outcome } ({ $count } koşu)
percentiles-not-merged = { $percentiles }: değer yok, yalnızca koşular arası oran var; dosyalarda dağılım bulunmuyor ve birden çok koşunun yüzdeliklerinin ortalaması alınamıyor
own-intervals = yük sınırları ve kendi güven aralıkları (aramalar arası gürültü dahil değil): { $intervals }
own-interval = { $name } { $low } – { $high }
measured-once = Her biri yalnızca bir kez ölçüldü, bu nedenle koşular arası gürültü bilinmiyor: her birini dönüşümlü olarak (A B B A; kampanya dosyasında: repeats) en az iki kez ölçün, başlangıç için beş kez önerilir.
not-compared = Karşılaştırılmayan: { $question }.
not-compared-more = Karşılaştırılmayan { $count } senaryo daha var.
not-corrected = { $verdicts } karar çoklu karşılaştırma için düzeltilmedi: gerçekte fark olmasa da kararların en çok { $share } kadarında rastlantısal fark görülür.

## First screen

badge-better = Daha iyi
badge-worse = Daha kötü
badge-same = Aynı
badge-mixed = Karışık
badge-differs-by-question = Senaryoya göre değişiyor
badge-better-in-part = Kısmen daha iyi
badge-worse-in-part = Kısmen daha kötü
badge-same-in-part = Kısmen aynı
badge-mixed-in-part = Kısmen karışık
badge-not-enough-data = Veri yetersiz
badge-not-comparable = Karşılaştırılamaz
head-counts = { $others } ile { $first } karşılaştırması: { $counts } (toplam { $total }).
head-verdict = { $others } ile { $first } karşılaştırması: { $verdict }.
head-counts-alone = { $counts } (toplam { $total }).
todo-not-enough-data = Her birini dönüşümlü olarak en az iki kez ölçün.
todo-not-comparable = Yük sınırı olmayanlarda aramayı yineleyin.
todo-mixed = Sonuç senaryoya göre değişiyor: aşağıdaki tabloya bakın.
todo-mixed-above = Sonuç senaryoya göre değişiyor: yukarıdaki tabloya bakın.
faster = { $fast }, { $slow } ile karşılaştırıldığında { $times } ± { $half } kat hızlı.
as-fast = { $fast } ile { $slow } aynı hızda: { $times } ± { $half } kat.
row-base = Referans
row-against = Karşılaştırılan
row-seen = Gözlenen
row-questions = Senaryolar
row-also-different = Diğer farklar
row-compared = Karşılaştırma
also-different-besides = Diğer farklar: { $difference }.
not-compared-count = { $count ->
        [one] Karşılaştırılmayan { $count } senaryo var; ayrıntılı raporda yer alıyor.
       *[other] Karşılaştırılmayan { $count } senaryo var; ayrıntılı raporda yer alıyor.
    }

## Questions

on-target = ölçülen birim { $target }
line-for = { $objective } için yük sınırı
arrivals-not-told = geliş süreci bilinmiyor
arrivals =
    { $arrivals ->
        [poisson] Poisson
        [constant] eşit aralıklı
        [trace] iz kaydı
       *[other] { $arrivals }
    }
profile =
    { $kind ->
        [flat] sabit
        [ramp] rampa
        [steps] basamaklı
       *[other] { $kind }
    }
setting =
    { $name ->
        [bytes] bant genişliği { $value }
        [digest] özet { $value }
        [exponential] üstel dağılım { $value }
        [file] dosya { $value }
        [for] süre { $value }
        [from] başlangıç { $value }
        [mean] ortalama { $value }
        [off] dinlenme { $value }
        [on] yük { $value }
        [operations] işlem { $value }
        [rate] hız { $value }
        [span] uzunluk { $value }
        [stretch] esnetme { $value }
        [to] bitiş { $value }
       *[other] { $name } { $value }
    }
offered = sunulan hız { $rate } IOPS ({ $arrivals })
unit-closed_loop = kapalı döngü
unit-search = arama, IOPS
depth = kuyruk derinliği { $depth }
depth-of-workers = kuyruk derinliği { $depth } × { $workers }
only-in = { $question }: yalnızca { $names }
campaign = kampanya { $campaign }
differs-engine = motor
differs-version = Plimsoll sürümü
differs-host = ana makine
differs-measure_s = ölçüm süresi
differs-workers = işçi sayısı
differs-working_set_bytes = çalışma kümesi
differs-program = ölçüm aracı
differs-max_outstanding = bekleyen G/Ç üst sınırı
value-and = { $value } ve { $more }
value-of = { $value } ({ $name })
values-of-each = { $aspect }: { $each }
value-none = yok
value-not-told = belirtilmemiş
value-unknown = bilinmiyor
value-on = açık
value-off = kapalı
value-line-or-maximum = yük sınırı veya en yüksek değer
value-bytes = { $size } bayt
apart = { $aspect } ({ $first } ile { $other })
apart-kind = biri sabit süreli koşulardan, diğeri aramalardan oluşuyor
aspect-asked = aranan değer
aspect-configuration = yapılandırma
aspect-target = ölçülen birim
aspect-objective = hedef
aspect-block_size = blok boyutu
aspect-block_size-writes = yazma blok boyutu
aspect-align = hizalama
aspect-mix = okuma/yazma oranı
aspect-pattern = erişim düzeni
aspect-working_set = çalışma kümesi
aspect-working_set_offset = çalışma kümesinin başlangıcı
aspect-flushes = eşitlemeler
aspect-durable_writes = kalıcı yazma
aspect-payload = yazılan veri
aspect-verify = doğrulama
aspect-load = yük
aspect-profile = hızın zaman içindeki seyri
aspect-bursts = ani yükler
aspect-think = düşünme süresi
aspect-cap = üst sınır
aspect-trace = iz kaydı
aspect-arrivals = geliş süreci
aspect-clock = saat
aspect-access = erişim yöntemi

## Figures

figure-achieved-rate = gerçekleşen hız
figure-load-line = yük sınırı
figure-maximum = en yüksek değer
figure-knee = dirsek noktası
figure-cap = üst sınır
figure-limits = sınırlar
figure-mean = ortalama
figure-of-volume = { $volume } numaralı volüm için { $figure }
figure-reached = { $size } { $mix }
figure-and-values = { $figure } { $values }
figure-response_time = { $figure ->
        [mean] ortalama yanıt süresi
       *[other] { $figure } yanıt süresi
    }
figure-completion_latency = { $figure ->
        [mean] ortalama tamamlanma gecikmesi
       *[other] { $figure } tamamlanma gecikmesi
    }
figure-sync_latency = { $figure ->
        [mean] ortalama eşitleme gecikmesi
       *[other] { $figure } eşitleme gecikmesi
    }
latency-response_time = yanıt süresi
latency-completion_latency = tamamlanma gecikmesi
number-better = Daha iyi
number-worse = Daha kötü
number-same = Aynı
number-mixed = Karışık
number-not-enough-data = Veri yetersiz
number-not-comparable = Karşılaştırılamaz
of-questions = { $count } / { $total }
number-note = senaryo
margin = Tolerans
margin-note = bu değere kadar olan farklar önemsiz
repeats = Tekrar
repeats-note = her varyant ve senaryo için
range = { $low } ile { $high } arası
noise-between = Gürültü
noise-note = aynı varyantın koşuları arasındaki standart sapma

## Tables

page-title = Karşılaştırma: { $variants }
legend = { $letter } = { $name }: { $targets }; kampanya { $campaigns }; { $counts }
legend-runs = { $runs ->
        [one] { $runs } koşu
       *[other] { $runs } koşu
    }
legend-searches = { $count ->
        [one] { $count } arama
       *[other] { $count } arama
    }
left-out = dışarıda bırakılan: { $reason }
left-out-more = dışarıda bırakılan: { $count } tane daha (liste: --json)
also-different = diğer farklar: { $difference }
column-ratio = oran
ratio-interval = { $low } – { $high } ({ $confidence })
effect-interval = güven aralığı
effect-size = etki
effect-verdict = karar
row-grade = kesinlik
column-question = senaryo
column-figure = gösterge
column-variant = varyant
column-it = değeri
column-change = değişim
single-run = tek koşu
against = { $name } ile { $first }
table-verdicts = Kararlar ({ $count })
table-question = Senaryo
table-figure = Gösterge
table-decided-by = Karar ölçütü
table-compared = Karşılaştırılan
table-first = Referans
table-other = Diğeri
table-effect = Etki
table-interval = Güven aralığı
table-repeats = Karar için gereken tekrar
table-verdict = Karar
table-verdicts-caption = Etki: referansa göre diğerinin değişimi; aralık, fark testinin güven aralığıdır. Aynı: fark her iki yönde de { $margin } içinde. n: referans ve diğeri için kullanılan koşu (aramalarda arama) sayısı. Gürültü: aynı varyantın koşuları arasındaki standart sapma. Çizgi (–): gürültünün bilinmesi için her birinden iki tekrar gerekir.
decided-by-carried = hızı karşılayan koşuların oranı
decided-by-failed = başarısız işlemler
decided-by-client_bound = yük üretecinin işlemcisi
interval = { $low } ile { $high } arası ({ $confidence })
table-figures = Tüm göstergeler
deciding-figure = { $figure } (karar ölçütü)
table-effect-in-noise = Gürültü cinsinden etki
table-finding = Bulgu
table-figures-caption = Yüzdelikler birleştirilmiş dağılımlardan, hızlar tekrarların ortalamasından alınır; istatistikler her koşudan bir değer kullanır. p: böyle bir farkın rastlantısal olma olasılığı. Gürültü cinsinden etki: koşular arası standart sapma birimiyle fark (Hedges g).
outcomes = { $outcomes } (koşu { $runs })
outcomes-title = Hesaba katılmayan koşular

## Charts

chart-margin = tolerans ± { $margin }
chart-effects-on = Etki: { $figure } (tolerans: { $margin })
chart-effects = Karar ölçütlerine etki (tolerans: { $margin })
axis-question = { $subject }: { $first } değerine oran
axis-question-log = { $subject }: { $first } değerine oran, logaritmik ölçek
axis-variant = { $subject } / { $first } oranı
axis-variant-log = { $subject } / { $first } oranı, logaritmik ölçek
mark-better = daha iyi
mark-worse = daha kötü
mark-same = aynı (tolerans içinde)
mark-mixed = karışık: bir gösterge daha iyi, bir diğeri daha kötü
mark-not-enough-data = veri yetersiz
mark-not-comparable = karşılaştırılamaz
hover-compared = karşılaştırılan
over = { $name } / { $first }
chart-effects-of = Etkisi gösterilenler: { $figures }.
chart-whiskers = Hata çubukları: etkinin güven aralığı. Çubuk yoksa tekrar sayısı gürültüyü belirlemeye yetmiyor.
chart-not-drawn = Çizilmeyen { $count } senaryo daha var; tabloda yer alıyor.
decides-at-rate = { $figure } (eşit sunulan hızda { $latency }: düşük olan daha iyi)
decides-closed_loop = { $figure } (kapalı döngü: yüksek olan daha iyi)
decides-search = { $figure } (aramalar: yüksek olan daha iyi)

## Curve

curve-line-estimated = tahmini yük sınırı { $rate } IOPS ({ $low } – { $high }; { $objective })
curve-line-not-confirmed = doğrulanmış yük sınırı yok ({ $low } IOPS üzerinde olabilir)
curve-line = yük sınırı { $low } – { $high } IOPS ({ $objective })
curve-line-or-more = yük sınırı { $low } IOPS veya daha yüksek ({ $objective })
curve-knee = dirsek noktası { $rate } IOPS ({ $low } – { $high })
curve-maximum = en yüksek değer { $rate } IOPS
curve-maximum-at-least = en yüksek değer ≥ { $rate } IOPS
curve-asymptote = asimptot { $rate } IOPS
curve-no-fit = eğri uydurulamadı: { $reason }
curve-fit-service = uydurulan eğri: r0 + a · ρ^p / (1 − ρ), ρ = hız / asimptot: r0 { $r0 }, a { $a }, p { $p }; { $low } ile { $high } arası { $runs } koşu, artık { $residual }
curve-fit-usl-peak = uydurulan eğri: λN / (1 + σ(N − 1) + κN(N − 1)): λ { $rate }, σ { $sigma }, κ { $kappa }; tepe noktası: { $peak }; { $low } ile { $high } arası { $runs } koşu, artık { $residual }
curve-fit-usl = uydurulan eğri: λN / (1 + σ(N − 1) + κN(N − 1)): λ { $rate }, σ { $sigma }, κ { $kappa }; erişilebilir aralıkta tepe noktası yok; { $low } ile { $high } arası { $runs } koşu, artık { $residual }
curve-client-bound = bunların { $count } tanesinde hızı ölçülen birim değil, yük üretecinin işlemcisi sınırladı
no-fit-too_few_values = { $values ->
        [one] eğri için { $least } farklı değer gerekiyor ({ $over }), { $values } değer ölçüldü
       *[other] eğri için { $least } farklı değer gerekiyor ({ $over }), { $values } değer ölçüldü
    }
no-fit-latency_does_not_rise = gecikme hızla birlikte artmıyor
no-fit-too_few_runs = koşu sayısı çok az
over-rate = hız
over-workers = işçi sayısı
over-hosts = ana makine sayısı
over-queue_depth = kuyruk derinliği
curve-at-rate = tahmin noktası, IOPS
curve-at = tahmin noktası, { $over }
curve-rate = hız, IOPS
curve-further-runs = sonraki koşuların %95'i için aralık
curve-mean-response_time = ortalama yanıt süresi
curve-mean-completion_latency = ortalama tamamlanma gecikmesi
curve-mean-either = ortalama yanıt süresi veya ortalama tamamlanma gecikmesi
curve-extrapolated = ekstrapolasyon
curve-beyond = asimptotun ötesinde
curve-not-bounded = bu koşularla sınırlandırılamıyor
curve-between = { $low } – { $high }
curve-value = { $value } ({ $low } – { $high })

## Terminal

overview-title = { $count } senaryo, farkı en büyük olanlar önce:
all-figures = her senaryonun tüm göstergeleri: --all
all-and-rows = { $count } satır daha ve her senaryonun tüm göstergeleri: --all
left-unmatched = karşılaştırılmayan: { $question }
left-unmatched-more = karşılaştırılmayan: { $count } senaryo daha (liste: --all)
drawn = grafik yazıldı: { $chart }
no-chart-without-rate = grafik yok: bu koşuların hiçbirinde sunulan hız yok
no-chart-several = grafik yok: { $count } farklı iş yükü tek grafiğe sığmıyor; plimsoll report compare her birini ayrı çizer

## What cannot be compared

nothing-to-compare = tek yapılandırma ve tek ölçülen birim var, bu nedenle karşılaştırılacak varyant yok
nothing-to-compare-now = Yanına başka bir kampanya belirtin: --campaign A --campaign B.
no-comparison = karşılaştırılacak bir şey yok: { $reason }
no-comparison-now = Hepsini aynı koşullarda ölçün. Diğer farklara bakmadan yalnızca yüke göre karşılaştırmak için: plimsoll compare --across.
nothing-comparable = “{ $name }” ile “{ $other }” için karşılaştırılabilir sonuç yok; farklar: { $difference }
same-conditions-or-across = İkisini de aynı koşullarda ölçün veya --across ile bu hâliyle karşılaştırın.
same-conditions = İkisini de aynı koşullarda ölçün.
