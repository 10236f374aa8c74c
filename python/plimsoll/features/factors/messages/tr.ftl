## Answer

not-ranked = Sıralama yapılamadı: { $runs } koşunun { $bounded } tanesinde ortak bir düzey yok ve yalnızca sınır değer elde edildi ({ $bound }).
not-ranked-short = Sıralama yapılamadı: { $runs } koşunun { $bounded } tanesinde yalnızca sınır değer elde edildi.
level-without-figure = Karar verilemedi: { $levels } düzeyindeki koşuların hiçbirinde değer yok, bu düzey en kötüsü olabilir.
level-without-figure-short = Karar verilemedi: bir düzeyde hiç değer yok.
no-factor-matters = Hiçbir faktör { $response } değerini { $limit } veya daha fazla değiştirmiyor.
no-effect-seen = { $response } değerini değiştiren bir faktör görülmedi; { $limit } altındaki bir değişim görülemezdi.
no-effect-seen-short = Etki görülmedi; { $limit } altındaki bir etki görülemezdi.
prediction-failed = Bu etkilere güvenmeyin: tahmin { $predicted } iken bu ayarla yapılan koşularda { $measured } ölçüldü.
prediction-failed-short = Tahminle uyuşmuyor: { $predicted } yerine { $measured } ölçüldü.
matter = { $count ->
        [one] { $factors } faktörün { $count } tanesi etkili.
       *[other] { $factors } faktörün { $count } tanesi etkili.
    }
matter-names = { $count ->
        [one] { $factors } faktörün { $count } tanesi etkili: { $names }.
       *[other] { $factors } faktörün { $count } tanesi etkili: { $names }.
    }
matter-most = { $count ->
        [one] { $factors } faktörün { $count } tanesi etkili; { $most }.
       *[other] { $factors } faktörün { $count } tanesi etkili; { $most }.
    }
matter-names-most = { $count ->
        [one] { $factors } faktörün { $count } tanesi etkili: { $names }; { $most }.
       *[other] { $factors } faktörün { $count } tanesi etkili: { $names }; { $most }.
    }
most = en etkilisi: { $name }
most-of-factor = en etkilisi: { $factor }, { $low } → { $high } geçişinde { $response } { $change }
most-together = en etkilisi: { $name }, { $change }
or-alike = { $names } (veya ayırt edilemeyen bir etkileşim)
or-other = { $factor } (veya { $other })
or-others = { $factor } (veya { $other } ya da { $second })
bound-at_least = en az { $value }
bound-at_most = en çok { $value }
response-bound-at_least = { $response } en az { $value }
response-bound-at_most = { $response } en çok { $value }
levels-with = { $levels } ve { $more }
curve = { $factor } (eğrisellik)
and-more = { $names } ve { $count } tane daha
and-others = { $names } ve diğerleri
range = { $low } ile { $high } arası
bounded = { $count } koşuda yalnızca sınır değer elde edildi: { $bound } ({ $reason }). Bu koşuların ortak bir düzeyi yok; aşağıdaki etkiler diğer koşulara aittir. Daha düşük bir hız sunun veya birbirine daha yakın düzeyler seçin.
bounded-at = { $levels } düzeyindeki { $runs } koşunun { $count } tanesinde yalnızca sınır değer elde edildi: { $bound } ({ $reason }). Diğer tüm etkiler, değeri olan koşulardan hesaplandı.
bounded-at-all = { $levels } düzeyindeki { $runs } koşunun tümünde yalnızca sınır değer elde edildi: { $bound } ({ $reason }). Diğer tüm etkiler, değeri olan koşulardan hesaplandı.
factors-alone = { $response } üzerindeki etkisi { $limit } altında kaldığından değiştirilmesi gerekmeyenler: { $names }.
factors-small = Etkisi görülen, ancak { $limit } altında kalanlar: { $names }.
factors-not-decided = Karar verilemeyenler: { $names }. { $response } değerini { $limit } değiştirip değiştirmediklerini belirlemek için daha fazla koşu, daha uzun koşular veya ana etkileri etkileşimlerden ayıran bir tasarım gerekir.
factors-not-told = Kalan koşularla belirlenemeyenler: { $names }.
interaction-curved = { $names } eğrisel: orta düzeyi, uçları birleştiren doğrunun dışında kalıyor ({ $change }; { $interval }).
interaction-curved-alike = { $names } eğrisel: orta düzeyi, uçları birleştiren doğrunun dışında kalıyor ({ $change }; { $interval }); tasarım bunu şunlardan ayırt edemiyor: { $others }.
interaction-together = { $names }: birinin etkisi diğerine bağlı ({ $change }; { $interval }).
interaction-together-alike = { $names }: birinin etkisi diğerine bağlı ({ $change }; { $interval }); tasarım bunu şunlardan ayırt edemiyor: { $others }.
setting-either = { $levels }; iki düzeyi de uygun olanlar: { $factors }
best-not-confirmed = En iyi ayar: { $setting }: tahmin { $predicted } ({ $low } ile { $high } arası), ayrı bir koşuyla doğrulanmadı.
best-as-predicted = { $runs ->
        [one] En iyi ayar: { $setting }: tahmin { $predicted } ({ $low } ile { $high } arası); bu ayarla yapılan { $runs } koşuda { $measured } ölçüldü, tahminle uyumlu.
       *[other] En iyi ayar: { $setting }: tahmin { $predicted } ({ $low } ile { $high } arası); bu ayarla yapılan { $runs } koşuda { $measured } ölçüldü, tahminle uyumlu.
    }
best-not-as-predicted = { $runs ->
        [one] En iyi ayar: { $setting }: tahmin { $predicted } ({ $low } ile { $high } arası); bu ayarla yapılan { $runs } koşuda { $measured } ölçüldü, tahminin dışında: faktörler arasında bu tasarımın göstermediği bir etkileşim var. Tahmine değil, koşulara güvenin.
       *[other] En iyi ayar: { $setting }: tahmin { $predicted } ({ $low } ile { $high } arası); bu ayarla yapılan { $runs } koşuda { $measured } ölçüldü, tahminin dışında: faktörler arasında bu tasarımın göstermediği bir etkileşim var. Tahmine değil, koşulara güvenin.
    }
spent-screening = { $runs ->
        [one] tarama için { $runs } koşu ({ $time })
       *[other] tarama için { $runs } koşu ({ $time })
    }
spent-tell_apart = { $runs ->
        [one] { $names } ayrımı için { $runs } koşu ({ $time })
       *[other] { $names } ayrımı için { $runs } koşu ({ $time })
    }
spent-narrow = { $runs ->
        [one] { $names } hakkında karar için { $runs } koşu ({ $time })
       *[other] { $names } hakkında karar için { $runs } koşu ({ $time })
    }
spent-confirm = { $runs ->
        [one] doğrulama için { $runs } koşu ({ $time })
       *[other] doğrulama için { $runs } koşu ({ $time })
    }
time-so-far = Kullanılan süre: { $spent } / { $time }: { $parts }.
time-decided = Kullanılan süre: { $spent } / { $time }: { $parts }; daha fazla koşu sonucu değiştirmeyeceğinden sonlandırıldı.
time-time = Kullanılan süre: { $spent } / { $time }: { $parts }; süre dolduğundan sonlandırıldı.
time-no_rows = Kullanılan süre: { $spent } / { $time }: { $parts }; başka koşu mümkün olmadığından sonlandırıldı.
noise-pure = Bir koşunun gürültüsü: { $noise } (ana etkilerin ve etkileşimlerin açıklamadığı bölüm); güven aralıkları tüm etkiler için birlikte { $confidence } güven düzeyinde geçerlidir.
noise-sparse = Bir koşunun gürültüsü: { $noise } (etkilerin çoğunun sıfır olduğu varsayımıyla); güven aralıkları tüm etkiler için birlikte { $confidence } güven düzeyinde geçerlidir.
valid-resolution-2 = Geçerli koşularda ana etkiler birbirine karışıyor: örtüşmeler tablosuna bakın.
valid-resolution-3 = Geçerli koşularda ana etkiler birbirinden ayrık, ancak iki faktörlü etkileşimlerle karışıyor: örtüşmeler tablosuna bakın.
lost = { $count ->
        [one] { $runs } koşunun { $count } tanesinde kullanılabilir sonuç yok ve dışarıda bırakıldı: { $reason }.
       *[other] { $runs } koşunun { $count } tanesinde kullanılabilir sonuç yok ve dışarıda bırakıldı: { $reason }.
    }
lost-at = Kaybedilen koşuların tümü { $levels } düzeyindeydi: bu rastlantı değildir ve o faktörün sonucu olduğundan iyi görünebilir.
waiting = { $runs } koşunun { $count } tanesi henüz yapılmadı.
drifted = Değerler çalışma boyunca { $change } kaydı ({ $interval }); bu etki çıkarıldı.
carried-over = Art arda gelen koşuların artıkları ilişkili ({ $correlation }): ölçülen birime koşular arasında daha uzun yatışma süresi tanıyın.
no-answer-yet = henüz sonuç yok: tasarımın geçerli koşuları, etkileri gürültüden ayırmak için çok az
title-factors = Faktörler
about-factors = ayarlardan hangisi ne kadar etkili, birlikte nasıl etki ediyorlar, en iyi ayar

## Design

design-full = tam faktöriyel
design-fraction = kesirli faktöriyel
design-plackett_burman = Plackett-Burman
design-folded_plackett_burman = katlanmış Plackett-Burman
design-definitive_screening = kesin tarama tasarımı
resolution-2 = ana etkiler birbirine karışıyor
resolution-3 = ana etkiler birbirinden ayrık, ancak iki faktörlü etkileşimlerle karışıyor
resolution-4 = ana etkiler iki faktörlü etkileşimlerden ayrık
resolution-5 = ana etkiler ve iki faktörlü etkileşimlerin tümü birbirinden ayrık
design = { $design }, { $parts }: { $resolution }
design-runs = { $runs } koşu
design-replicates = toplam { $count } yineleme
design-centre-points = { $count } merkez noktası
design-blocks = { $count } blok
design-plots = { $count } ana parsel
judged-more = { $response }, yüksek olan daha iyi; etkiler oran olarak verilir
judged-less = { $response }, düşük olan daha iyi; etkiler oran olarak verilir
power = özdeş koşular arasındaki fark { $noise } ise { $effect } büyüklüğünde bir etkinin görülme olasılığı { $chance }
power-too-low = özdeş koşular arasındaki fark { $noise } ise { $effect } büyüklüğünde bir etkinin görülme olasılığı { $chance }; oysa { $wanted } büyüklüğünde bir etki görülebilmelidir: study.replicates değerini artırın, koşuları uzatın veya study.effect değerini büyütün
plan-time = { $time } içinde: önce bu koşular, ardından sonucu değiştirebilecekleri yerlerde ek koşular
plan-time-virtual = { $time } sanal süre içinde: önce bu koşular, ardından sonucu değiştirebilecekleri yerlerde ek koşular
plan-design = tasarım: { $design }
plan-judged = değerlendirilen: { $response }
plan-power = istatistiksel güç: { $power }
plan-block = blok
plan-plot = parsel

## Responses and reasons

response-iops = gerçekleşen IOPS
response-maximum = en yüksek IOPS
response-load_line = yük sınırı
response-mean = ortalama yanıt süresi
response-p99 = p99 yanıt süresi
response-cpu_per_io = G/Ç başına CPU süresi
verdict-matters = etkili
verdict-small = görüldü, ancak küçük
verdict-leave_alone = değiştirilmesi gerekmez
verdict-not_decided = gürültünün altında
verdict-not_told = bu koşularla belirlenemedi
missing-not_asked_yet = henüz yapılmadı
missing-point_has_no_answer = { $told }
missing-no_run = koşu yok
missing-no_record = kayıt yok
missing-nothing_completed = tamamlanan işlem yok
missing-no_processor_time = sanal saatte işlemci süresi yok
missing-too_few_operations = { $told ->
        [mean] ortalama için işlem sayısı çok az
       *[other] { $told } için işlem sayısı çok az
    }
missing-no_maximum = en yüksek değer yok
missing-no_load_line = yük sınırı yok
missing-generator_full = yük üreteci sınırına ulaştı, ölçülen birim daha fazlasını yapabilir
missing-backlog_grows = ölçülen birim hıza yetişemiyor, yanıt süreleri sürekli artıyor
missing-never_finished = tamamlanmayan işlemler var
missing-carries_every_rate = denenen her hız karşılandı
missing-carries_no_rate = denenen hiçbir hız karşılanamadı

## First screen

number-bounded = bu düzeylerden birindeki koşularda yalnızca sınır değer var
number-interval = { $interval }; tüm etkiler için birlikte { $confidence } güven düzeyinde
row-predicted = Bu ayarla tahmin
row-together = Birlikte etkili
row-alone = Değiştirilmesi gerekmeyen
row-not-decided = Karar verilemeyen
row-not-confirmed = { $predicted }, doğrulanmadı
row-as-predicted = { $predicted }; bu ayarla yapılan koşular: { $measured }
row-not-as-predicted = { $predicted }; bu ayarla yapılan koşular: { $measured }, tahminle uyuşmuyor
badge-waiting = Henüz sonuç yok
badge-confirmed = Doğrulandı
badge-not-as-predicted = Tahminle uyuşmuyor
badge-decided-in-part = Kısmen karara bağlandı
badge-estimated = Tahmini
obstacle-bounded = { $count } koşuda yalnızca sınır değer elde edildi: { $reason }.
obstacle-bounded-at = { $levels } düzeyindeki { $count } koşuda yalnızca sınır değer elde edildi: { $reason }.
obstacle-lost-at = Kaybedilen koşuların tümü { $levels } düzeyindeydi.
obstacle-lost = { $runs } koşunun { $count } tanesinde kullanılabilir sonuç yok: { $reason }.
obstacle-carried-over = Koşular sonraki koşuları etkiledi.
todo-resume = Kampanyayı sürdürün: plimsoll campaign resume.
todo-more-runs = { $names } hakkında karar için daha fazla koşu gerekir.

## Tables

page-title = { $campaign } için faktörler
number-of-factors-name = Etkili faktörler
number-of-factors = { $count } / { $factors }
number-of-factors-note = tek başına veya bir diğeriyle birlikte { $limit } veya daha fazla, { $confidence } güven düzeyinde
noise-note = { $limit } altında değişime yol açan bir faktör görülemez
best-setting = En iyi ayar
best-setting-note = tahmin: { $low } ile { $high } arası
factor = Faktör
low = Düşük
high = Yüksek
effect = Etki
effect-on = Etki: { $response }
interval = Güven aralığı
share-of-variation = Değişkenlikteki pay
verdict = Karar
mixed-with = Karıştığı etkiler
table-factors = Faktörler ({ $count })
table-factors-caption = Etki: diğer faktörlerin ortalamasında düşük düzeyden yüksek düzeye değişim. Güven aralıkları tüm etkiler için birlikte { $confidence } güven düzeyinde geçerlidir. Değişkenlikteki pay: faktörün bu düzeyler içindeki önemi. Etkinin gerçek olup olmadığı güven aralığından anlaşılır.
table-interactions = Görülen etkileşimler ({ $count })
table-interactions-caption = Etki: bir faktörün etkisinin, diğer faktörün yüksek düzeyinde ortalamaya göre ne kadar güçlü olduğu.
interaction = Etkileşim
not-told-from = Ayırt edilemediği etkiler
best-none = Hiçbir etki görülmedi: daha iyi bir ayar yok.
either-level = iki düzey de uygun (burada { $level })
predicted = Tahmin
predicted-between = { $predicted } ({ $low } ile { $high } arası)
confirmed = Doğrulama
confirmed-no-run = yok: bunun için koşu yapılmadı
confirmed-as-predicted = { $runs } koşu: { $measured }, tahminle uyumlu
confirmed-not-as-predicted = { $runs } koşu: { $measured }, tahminle uyuşmuyor
checks = Tasarım ve denetimler
check-design = Tasarım
check-judged = Değerlendirilen
check-power = Planlanan güç
check-time = Süre
noise = Bir koşunun gürültüsü
check-noise-sparse = { $noise }, seyrek etki varsayımıyla (Lenth), { $contrasts } karşıtlıktan
check-noise-pure = { $noise }, saf hata, { $contrasts } karşıtlıktan
check-order = Sıra
order-at-random = rastgele, tohum { $seed }; kesintiden sonra da korunur
check-drift = Çalışma boyunca kayma
drift-unknown = belirlemek için koşu sayısı çok az
drift-seen = { $change } ({ $interval }): görüldü ve çıkarıldı
drift-not-seen = { $change } ({ $interval }): görülmedi
check-carry-over = Koşudan koşuya taşınan etki
correlation-seen = korelasyon { $correlation }, p = { $chance }: görüldü
correlation-not-seen = korelasyon { $correlation }, p = { $chance }: görülmedi
check-bounded = Yalnızca sınır değeri olan koşular
bounded-anywhere = { $points }: { $bound }, belirli bir düzeyde değil; etkilere katılmadı
bounded-at-levels = { $points }: { $bound }, düzey: { $levels }; etkilere katılmadı
check-lost = Kaybedilen koşular
lost-none = yok
table-time = Sürenin dağılımı
spent-on = Amaç
about = Konu
runs = Koşu
test-time = Test süresi
purpose-screening = tarama
purpose-tell_apart = etkileşimleri ayırma
purpose-narrow = faktörler hakkında karar
purpose-confirm = en iyi ayarı doğrulama
table-aliases = Örtüşmeler ({ $count })
table-aliases-caption = Bir etkinin değerine diğer etkinin hangi oranda karıştığı. 1,00: ikisi ayırt edilemez. Küçük oranlar dışarıda bırakılan koşulardan kaynaklanır.
aliases-left-out = { $count } tanesi daha gösterilmedi.
term = Terim
share = Pay
table-runs = Tasarımın koşuları ({ $count })
point = Ölçüm noktası
block = Blok
plot = Parsel
confirms = doğrulama

## Charts

chart-effects = Etkiler, en büyükten küçüğe
axis-effects = Faktör veya etkileşim
panel-effects = Düşük düzeyden yüksek düzeye değişim: { $response }
axis-ratio = Oran, yüksek / düşük (1: değişim yok)
mark-seen = görüldü
hover-change = Düşükten yükseğe
hover-mean = Ortalama
mark-no-change = değişim yok
chart-whiskers = Hata çubukları tüm etkiler için birlikte { $confidence } güven düzeyinde geçerlidir (bu tasarım üzerinde benzetimle hesaplandı).
chart-half-normal = Gürültüye karşı etkiler (yarı normal)
axis-quantile = Yarı normal dağılım kantili
panel-half-normal = Her etkinin büyüklüğü
axis-change = Düşükten yükseğe değişim, %
note-half-normal = Yalnızca gürültüden oluşan etkiler sıfırdan geçen bir doğru üzerinde yer alır. Doğrunun üzerinde kalan etkiler gerçektir.
chart-together = { $names }: birinin etkisi diğerine bağlı
panel-mean = Ortalama: { $response }
note-together = Koşuların geometrik ortalamaları. Paralel doğrular: etkileşim yok.

## Progress

best-setting-not-set = en iyi ayar ({ $name }) doğrulanmadı: plan bu ayarı yapamıyor
trying = { $name } deneniyor
step-tell_apart = adım { $step }: { $names } ayrımı için { $runs } koşu daha
step-narrow = adım { $step }: { $names } hakkında karar için { $runs } koşu daha
step-spent = { $step }; { $time } sürenin { $spent } kadarı kullanıldı

## What has no answer

no-factor-study = bu bir faktör çalışması değil (campaign.strategy = "factors")
too-few-runs = { $runs } koşunun { $valid } tanesi geçerli: etkileri gürültüden ayırmak için çok az

## The strategy

design-label = faktörler
design-summary = birden çok ayardan hangilerinin etkili olduğu
design-each = faktörler için bir deney tasarımı
design-question = Bu ayarlardan hangileri, ne kadar etkili?
