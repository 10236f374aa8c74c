## Answer

subject-disk =
    { $place ->
        [inside] bu disk
       *[start] Bu disk
    }
subject-memory =
    { $place ->
        [inside] bellekteki bu dosya (depolama değil)
       *[start] Bellekteki bu dosya (depolama değil)
    }
subject-stack =
    { $place ->
        [inside] { $name } yığını
       *[start] { $name } yığını
    }
subject-null =
    { $place ->
        [inside] null birimi (yük üretecinin kendisi)
       *[start] Null birimi (yük üretecinin kendisi)
    }
subject-target =
    { $place ->
        [inside] ölçülen birim
       *[start] Ölçülen birim
    }
subject-page-cache =
    { $place ->
        [inside] sayfa önbelleği (depolama değil; ölçülen: { $subject })
       *[start] Sayfa önbelleği (depolama değil; ölçülen: { $subject })
    }
workload-asked-for = istendiği gibi
workload-with-commits = { $workload } (saniyede { $commits } kalıcı commit)
question =
    { $objective ->
        [none] { $workload }
       *[other] { $workload }, hedef: { $objective }
    }
question-denied =
    { $objective ->
        [none] { $workload }
       *[other] { $workload }, hedef: { $objective }
    }
interval =
    { $sure ->
        [none] { $rate } IOPS ({ $low } – { $high })
       *[other] { $rate } IOPS ({ $low } – { $high }, güven düzeyi { $sure })
    }
run-did =
    { $offered ->
        [none] { $subject }: { $rate }, iş yükü: { $workload }
       *[other] { $subject }: { $rate }, iş yükü: { $workload }, sunulan hız: { $offered } IOPS
    }
facts = { $facts }.
latency = { $name } { $value }
latency-name =
    { $operations ->
        [none] { $figure } { $latency }
       *[other] { $figure } { $latency } ({ $operations })
    }
latency-with-submit-call = gecikme (gönderim çağrısı dahil)
latency-within = { $low } – { $high }
statistic-mean = ortalama
statistic-max = en yüksek
statistic-min = en düşük
metric-response_time =
    { $place ->
        [start] Yanıt süresi
       *[inside] yanıt süresi
    }
metric-completion_latency =
    { $place ->
        [start] Tamamlanma gecikmesi
       *[inside] tamamlanma gecikmesi
    }
metric-submission_latency =
    { $place ->
        [start] Gönderim gecikmesi
       *[inside] gönderim gecikmesi
    }
metric-slot_wait =
    { $place ->
        [start] Yuva bekleme süresi
       *[inside] yuva bekleme süresi
    }
metric-own_lag =
    { $place ->
        [start] Ölçüm makinesinin gecikmesi
       *[inside] ölçüm makinesinin gecikmesi
    }
metric-total_latency =
    { $place ->
        [start] Toplam gecikme
       *[inside] toplam gecikme
    }
maximum-limited-by = En yüksek değeri sınırlayan: { $limiter }.
limiter-not-determined = Sınırlayan: bilinmiyor.
limited-by = Sınırlayan: { $limiter }.
runs =
    { $runs ->
       *[other] { $count } koşu
    }
runs-interrupted =
    { $runs ->
       *[other] { $count } koşu yarıda kesildi ve kaydı yok; tamamlanan zaman aralıkları saklandı.
    }
nothing-to-draw = Tamamlanan koşu yok: çizilecek veri bulunmuyor.
failed-in-runs =
    { $runs ->
        [one] tek koşusunda
       *[other] { $count } koşunun tümünde
    }
test-time = Test süresi
test-time-basis = { $runs }, ısınma ve boşaltma dahil
upper-end = üst uç { $high }
upper-end-by-probes = üst uç { $high }, yalnızca yoklamalara göre
upper-end-not-reached = üst uca ulaşılmadı
maximum-rate =
    { $bound ->
        [least] ≥ { $rate } IOPS
       *[exact] { $rate } IOPS
    }
highest-achieved-so-far = Şimdiye kadar gerçekleşen en yüksek hız
maximum-sentence = { $name } (hedefsiz): { $rate }.
maximum-sentence-noted = { $name } (hedefsiz): { $rate } ({ $notes }).
closed-loop = kapalı döngü
closed-loop-noted = kapalı döngü ({ $notes })
at-load =
    { $workers ->
       *[other] { $count } işçi × kuyruk derinliği { $depth }
    }
smaller = { $workers } × { $depth } ile de { $rate } IOPS alınmıştı
lower-bound-rising = alt sınır: bekleyen G/Ç artırıldığında hız hâlâ biraz yükseldi
lower-bound-of-runs = alt sınır: bu koşular hızın nerede artmayı bıraktığını göstermiyor
lower-bound-generator = alt sınır: yük üreteci doygunluğa ulaştı
others-had = diğer programların kullandığı işlemci payı: { $share }
in-run =
    { $rate ->
        [none] { $run } numaralı koşu: { $facts }.
       *[other] { $run } numaralı koşu ({ $rate } IOPS): { $facts }.
    }
counts-as-miss = { $failures }; her birinde hedef sağlanmamış sayılır
imported-mean = { $subject }: ortalama { $mean } IOPS ({ $low } – { $high }, { $runs }), iş yükü: { $workload }.
runs-imported =
    { $runs ->
       *[other] { $count } koşu içe aktarıldı: { $rate }; iş yükü: { $workload }.
    }
holds-for =
    { $written ->
        [none] { $time } boyunca sürdürüldü ({ $operations } işlem).
       *[other] { $time } boyunca sürdürüldü ({ $operations } işlem, yazılan: { $written }).
    }
held-operations =
    { $written ->
        [none] Alt uç { $operations } işlem boyunca sürdürüldü.
       *[other] Alt uç { $operations } işlem boyunca sürdürüldü; yazılan: { $written }.
    }
regimes-found = { $n } farklı durum bulundu: düşük hızlardan ve yüksek hızlardan yaklaşıldığında yük sınırı farklı çıkıyor.
at-rate = { $rate } IOPS hızında
hold-missed = hedef sağlanmadı
hold-undecided = karar verilemedi
throughput = Aktarım hızı
ended-because = Aramanın bitiş nedeni: { $why }.
ended-because-stopped = Arama, sonuç elde edilmeden durduruldu.
ended-because-failed = Arama, ölçülen birim arızalandığı için sona erdi.
ended-because-stopped_answering = Arama, ölçülen birim art arda birkaç koşuda yanıt vermediği için sona erdi.
ended-because-client_bound = Arama, yük üreteci ölçülen birimden önce sınırına ulaştığı için sona erdi.
ended-because-time_limit = Arama, süre sınırına ulaşıldığı için sona erdi.
ended-because-both_held = Arama, her iki uç da doğrulama koşularıyla doğrulandığı için sona erdi.
ended-because-line_moves = Arama, yük sınırı ölçüm sırasında değiştiği için sona erdi.
ended-because-interval_narrow_enough = Arama, güven aralığı istenen kadar daraldığı için sona erdi.
ended-because-too_close_to_decide = Arama, yük sınırına daha yakın koşular karar verilemeyecek kadar yakın olduğu için sona erdi.
ended-because-probe_limit = Arama, koşu sayısı sınırına ulaşıldığı için sona erdi.
ended-because-no_upper_end = Arama, sunulan her hızda hedef sağlandığı için sona erdi.
ended-because-objective_not_met = Arama, sunulan hızların hiçbirinde hedef sağlanmadığı için sona erdi.
ended-because-above_range = Arama, arama aralığının en yüksek hızında da hedef sağlandığı için sona erdi.
ended-because-below_range = Arama, arama aralığının en düşük hızında bile hedef sağlanmadığı için sona erdi.
ended-because-not_confirmed = Arama, izin verilen sınırlar içinde alt uçta hiçbir doğrulama koşusu geçemediği için sona erdi.
ended-because-undecided = Arama, izin verilen sınırlar içinde hiçbir koşuda karar verilemediği için sona erdi.
ended-because-objective_needed = Arama, uygun bir varsayılan hedef olmadığı için sona erdi: hedef belirtin.
ended-because-target_changed = Arama, ölçülen birim arama sırasında değiştiği için sona erdi.
ended-because-machine_disturbed = Arama, ölçüm makinesi dış etkilerle ölçüm yapılamayacak kadar bozulduğu için sona erdi.
ended-because-pauses_break_objective = Arama, depolamanın duraklamaları her hızda hedefi bozduğu için sona erdi.
mean-and-p99 = ortalama { $mean }, p99 { $p99 }
no-figures-interrupted = Henüz ölçüm değeri yok: yarıda kesildi.
no-figures-abandoned = Henüz ölçüm değeri yok: yarım bırakıldı.
statistic-stddev = standart sapma

## Verdict on a Run

outcome-ok = geçerli
outcome-cached = önbellekten yanıt
outcome-cannot_carry = sunulan hız karşılanamadı
outcome-generator_limited = yük üreteci sınırladı
outcome-not_steady = kararlı değil
outcome-failed = başarısız
judged-met = sağlandı
judged-missed = sağlanmadı
judged-undecided = karar verilemedi
run-complete = tamamlandı
ended-not-judged = { $outcome }, hedef değerlendirilmedi
ended-without-objective = { $outcome }, hedef belirlenmemiş
verdict-because = { $verdict }: { $why }
no-objective-carried = hedef yok: sunulan hız karşılandı
no-objective = hedef yok: { $why }
says-nothing-schedule = karar yok: yük üreteci zamanlamasına uyamadı
says-nothing-not-steady = karar yok: ölçülen birim kararlı duruma ulaşmadı
says-nothing-disturbed = karar yok: ölçüm makinesi dış etkiyle bozuldu
met-with-runs-at-rate = hedef sağlandı (en çok %15 daha yüksek hızlardaki koşularla birlikte)
missed-without-machine = hedef sağlanmadı (ölçüm makinesinin kendi gecikmeleri çıkarıldığında da)

## Answer of a search: badges

no-answer = Sonuç yok
no-answer-yet = Henüz sonuç yok
interrupted = Yarıda kesildi
confirmed =
    { $machine ->
        [busy] Doğrulandı (ölçüm makinesi meşguldü)
       *[quiet] Doğrulandı
    }
at-least = En az
estimated-badge = Tahmini
no-plan = Planlamada kullanılabilir hız yok
not-placed = Sonuç yok: yeri belirlenemedi
seen-at-least = En az, doğrulanmadı
at-most = En çok, doğrulanmadı
unconfirmed = Sonuç yok: doğrulanmadı
missed = Sağlanmadı
target-changed = Sonuç yok: ölçülen birim değişti
machine-disturbed = Sonuç yok: ölçüm makinesi dış etkiyle bozuldu
storage-pauses = Sağlanmadı: depolama duraklıyor
page-cache-badge = Sonuç yok: sayfa önbelleğinden

## Answer of a search: headlines

still-running-headline = Henüz yük sınırı yok: arama sürüyor.
interrupted-headline = Yük sınırı yok: arama sonuç elde edilmeden yarıda kesildi.
plan-headline =
    { $objective ->
        [none] Planlamada kullanılabilir: { $plan } IOPS.
       *[other] Planlamada kullanılabilir: { $plan } IOPS ({ $objective }).
    }
at-least-short =
    { $objective ->
        [none] En az { $low } IOPS.
       *[other] En az { $low } IOPS ({ $objective }).
    }
at-least-headline =
    { $objective ->
        [none] En az { $low } IOPS; sınıra ulaşılmadı.
       *[other] En az { $low } IOPS ({ $objective }); sınıra ulaşılmadı.
    }
at-least-missed-headline =
    { $objective ->
        [none] En az { $low } IOPS; yalnızca { $missed } IOPS hızındaki kısa koşularda sağlanmadı.
       *[other] En az { $low } IOPS ({ $objective }); yalnızca { $missed } IOPS hızındaki kısa koşularda sağlanmadı.
    }
estimated-headline =
    { $objective ->
        [none] Planlamada kullanılabilir: { $plan } IOPS, doğrulanmadı.
       *[other] Planlamada kullanılabilir: { $plan } IOPS ({ $objective }), doğrulanmadı.
    }
no-plan-above-headline =
    { $objective ->
        [none] En az { $low } IOPS; planlamada kullanılamayacak kadar belirsiz.
       *[other] En az { $low } IOPS ({ $objective }); planlamada kullanılamayacak kadar belirsiz.
    }
no-plan-between-headline =
    { $objective ->
        [none] { $low } – { $high } IOPS; planlamada kullanılamayacak kadar belirsiz.
       *[other] { $low } – { $high } IOPS ({ $objective }); planlamada kullanılamayacak kadar belirsiz.
    }
not-placed-headline =
    { $objective ->
        [none] Yeri belirlenemedi: { $rates }.
       *[other] Yeri belirlenemedi: { $rates } ({ $objective }).
    }
seen-at-least-headline =
    { $objective ->
        [none] En az { $low } IOPS, doğrulanmadı.
       *[other] En az { $low } IOPS ({ $objective }), doğrulanmadı.
    }
at-most-headline =
    { $objective ->
        [none] { $high } IOPS altında, doğrulanmadı.
       *[other] { $high } IOPS altında ({ $objective }), doğrulanmadı.
    }
unconfirmed-headline =
    { $objective ->
        [none] Yük sınırı yok: hiçbir hız doğrulama koşusuyla doğrulanmadı.
       *[other] Yük sınırı yok ({ $objective }): hiçbir hız doğrulama koşusuyla doğrulanmadı.
    }
storage-pauses-headline =
    { $objective ->
        [none] Depolamanın duraklamaları her hızda hedefi bozuyor.
       *[other] Depolamanın duraklamaları her hızda hedefi bozuyor: { $objective }.
    }
no-answer-because = Sonuç yok: { $why }.
no-line-headline =
    { $objective ->
        [none] Yük sınırı yok: { $why }.
       *[other] Yük sınırı yok ({ $objective }): { $why }.
    }
no-line-short = Yük sınırı yok.
missed-headline =
    { $objective ->
        [none] Sağlanmadı: yük sınırı { $high } IOPS altında.
       *[other] Sağlanmadı: yük sınırı { $high } IOPS altında ({ $objective }).
    }
machine-busy-headline = Sonuç yok: ölçüm makinesi diğer programlarla meşguldü.
page-cache-headline =
    { $objective ->
        [none] Değerler depolamanın değil, sayfa önbelleğinin: { $low } IOPS.
       *[other] Değerler depolamanın değil, sayfa önbelleğinin: { $low } IOPS ({ $objective }).
    }
page-cache-answered = Değerler depolamanın değil, sayfa önbelleğinin.

## Answer of a search: sentences

still-running-whole = Henüz yük sınırı yok: kampanya sürüyor ({ $runs } saklandı).
interrupted-whole = Henüz yük sınırı yok: kampanya sonuç elde edilmeden yarıda kesildi ({ $runs } saklandı).
carries = { $subject } { $interval } taşıyor; iş yükü: { $question }.
carries-at-least = { $subject } en az { $low } IOPS taşıyor; iş yükü: { $question }. Yük sınırının kendisine ulaşılmadı.
carries-client-bound = { $subject } en az { $low } IOPS taşıyor (sınırlayan: yük üreteci); iş yükü: { $question }. Yük sınırının kendisine ulaşılmadı.
carries-probes-missed = { $subject } en az { $low } IOPS taşıyor; iş yükü: { $question }. Yoklamalarda { $missed } IOPS hızında hedef sağlanmadı, ancak bu uç doğrulama koşusuyla doğrulanmadı.
estimated = Tahmini: { $subject } yaklaşık { $interval } taşıyor; iş yükü: { $question }; doğrulanmadı.
not-placed-below = Yük sınırı bulunamadı: { $subject } { $high } IOPS altında bir hız taşıyor; iş yükü: { $question }.
not-placed-between = Yük sınırı bulunamadı: { $subject } { $low } ile { $high } IOPS arasında bir hız taşıyor; iş yükü: { $question }.
bounded = Yalnızca alt sınır: { $subject } en az { $low } IOPS taşıyor; iş yükü: { $question }; doğrulanmadı.
at-most-whole = Yük sınırı belirlenemedi, yalnızca { $high } IOPS altında olduğu biliniyor; iş yükü: { $question }.
unconfirmed-passed = Doğrulanmış yük sınırı yok: yoklamalar { $low } IOPS hızına kadar geçti, ancak hiçbir doğrulama koşusu geçemedi; iş yükü: { $question }. Bu sonuca güvenmeyin.
unconfirmed-leaned = Doğrulanmış yük sınırı yok: karar verilemeyen yoklamalar { $low } IOPS hızına kadar geçmeye yakındı, ancak hiçbir doğrulama koşusu geçemedi; iş yükü: { $question }. Bu sonuca güvenmeyin.
no-answer-for = Sonuç yok (iş yükü: { $question }): { $why }.
no-line-for = Yük sınırı yok (iş yükü: { $question }): { $why }.
no-line-below = Yük sınırı belirlenemedi, { $high } IOPS altında (iş yükü: { $question }): { $why }.
stopped-early = Erken durduruldu.
stopped-early-nothing = Erken durduruldu: yük sınırı yok, henüz hiçbir ölçüm yapılmadı.
stopped-early-known = Erken durduruldu: yük sınırı yok (iş yükü: { $question }). O ana kadar bilinenler: { $facts }.
target-failed-nothing = Ölçülen birim arızalandı: yük sınırı yok, henüz hiçbir ölçüm yapılmadı.
target-failed-known = Ölçülen birim arızalandı: yük sınırı yok (iş yükü: { $question }). O ana kadar bilinenler: { $facts }.
fact-maximum =
    { $bound ->
        [least] en yüksek değer en az { $rate } IOPS
       *[about] en yüksek değer yaklaşık { $rate } IOPS
    }
fact-highest =
    { $bound ->
        [least] hedefsiz en yüksek hız en az { $rate } IOPS
       *[about] hedefsiz en yüksek hız yaklaşık { $rate } IOPS
    }
fact-met = tek bir kısa koşuda hedefin sağlandığı en yüksek hız { $rate } IOPS
fact-missed = hedefin sağlanmadığı en düşük hız { $rate } IOPS
fact-undecided = sunulan hızlardaki koşuların hiçbirinde kesin karar verilemedi
plan = Planlamada kullanılabilir hız: { $plan } IOPS.
plan-of-files = Planlamada kullanılabilir hız: { $plan } IOPS; dosyalarda hedefin açıkça sağlandığı en yüksek hız.
plan-lower-than-range = Planlamada kullanılabilir hız: { $plan } IOPS; sonuçlar testten teste değiştiği için aralığın altında.
plan-passed =
    { $test ->
        [old] Planlamada kullanılabilir hız: { $plan } IOPS; bu hız bir testi geçti, { $high } IOPS geçemedi.
       *[fresh] Planlamada kullanılabilir hız: { $plan } IOPS; bu hız yeni bir testi geçti, { $high } IOPS geçemedi.
    }
plan-a-little-lower =
    { $test ->
        [old] Planlamada kullanılabilir hız: { $plan } IOPS, aralığın biraz altında; { $low } IOPS bir testi geçti, { $high } IOPS geçemedi.
       *[fresh] Planlamada kullanılabilir hız: { $plan } IOPS, aralığın biraz altında; { $low } IOPS yeni bir testi geçti, { $high } IOPS geçemedi.
    }
plan-lower =
    { $test ->
        [old] Planlamada kullanılabilir hız: { $plan } IOPS; sonuçlar testten teste değiştiği için aralığın altında. { $low } IOPS bir testi geçti, { $high } IOPS geçemedi.
       *[fresh] Planlamada kullanılabilir hız: { $plan } IOPS; sonuçlar testten teste değiştiği için aralığın altında. { $low } IOPS yeni bir testi geçti, { $high } IOPS geçemedi.
    }
no-plan-varied = Planlamada kullanılabilir hız yok: sonuçlar testten teste çok fazla değişti.
no-plan-of-files = Planlamada kullanılabilir hız yok: dosyalarda, yük sınırına dörtte birden yakın olup hedefi açıkça sağlayan bir hız bulunmuyor.
no-plan-rejudged = Planlamada kullanılabilir hız yok: bu koşular bu hedefe göre değerlendirilmedi. Önce bu hedefle ölçün.
no-plan-no-retest = Planlamada kullanılabilir hız yok: aralığın alt ucu yakınında hiçbir yeniden test geçemedi.
open-none-missed = Hedefin açıkça sağlanmadığı bir koşu yok, bu nedenle yük sınırının kendisine ulaşılmadı.
open-missed = Yük sınırının kendisine ulaşılmadı, ancak { $rate } IOPS hızındaki koşularda hedef sağlanmadı.
open-several = Yük sınırının kendisine ulaşılmadı, ancak { $low } – { $high } IOPS hızlarındaki koşularda hedef sağlanmadı.
open-no-plan = Planlamada kullanılabilir hız yok: hedefi sağlayan her hızın altında hedefin sağlanmadığı bir hız var.
missed-below = Bu hızda veya altında hedefin sağlanmadığı koşular: { $missed } / { $of }.
lightest-load = Denenen en hafif yükteki ({ $rate } IOPS) sonuç: { $latencies }.
and = { " ve " }

## Reasons for which a search ended

reason-stopped = sonuç elde edilmeden durduruldu
reason-failed = ölçülen birim arızalandı
reason-stopped_answering = ölçülen birim art arda birkaç koşuda yanıt vermedi
reason-client_bound = yük üreteci ölçülen birimden önce sınırına ulaştı
reason-time_limit = süre sınırına ulaşıldı
reason-both_held = her iki uç da doğrulama koşularıyla doğrulandı
reason-line_moves = yük sınırı ölçüm sırasında değişti
reason-interval_narrow_enough = güven aralığı istenen kadar daraldı
reason-too_close_to_decide = yük sınırına daha yakın koşular karar verilemeyecek kadar yakın
reason-probe_limit = koşu sayısı sınırına ulaşıldı
reason-no_upper_end = sunulan her hızda hedef sağlandı
reason-objective_not_met = sunulan hızların hiçbirinde hedef sağlanmadı
reason-above_range = arama aralığının en yüksek hızında da hedef sağlandı
reason-below_range = arama aralığının en düşük hızında bile hedef sağlanmadı
reason-not_confirmed = alt uçta, verilen sınırlar içinde, hiçbir doğrulama koşusu geçemedi
reason-undecided = verilen sınırlar içinde hiçbir koşuda karar verilemedi
reason-objective_needed = uygun bir varsayılan hedef yok, hedef belirtin
reason-target_changed = ölçülen birim arama sırasında değişti
reason-machine_disturbed = ölçüm makinesi dış etkilerle ölçüm yapılamayacak kadar bozuldu
reason-pauses_break_objective = depolamanın duraklamaları her hızda hedefi bozuyor
reason-none = arama yük sınırı bulunmadan sona erdi

## Answer of a search: names and bases of its figures

iops = { $rate } IOPS
about = yaklaşık { $rate }
range = { $low } – { $high } IOPS
less-than = { $high } IOPS altında
at-least-rate = en az { $low } IOPS
ends = { $low } – { $high }
ends-not-confirmed = { $low } – { $high }; doğrulanmadı
ends-no-plan = { $low } – { $high }; planlamada kullanılabilir hız yok
plan-with = Planlamada kullanılabilir
less = Bu değerin altında
load-line = Yük sınırı
line-estimated = Yük sınırı, tahmini
line-bounded = Yük sınırı, yalnızca alt sınır
line-not-placed = Yük sınırı, yeri belirlenemedi
recommended-rate = Önerilen hız
probes-passed = Yoklamaların geçtiği en yüksek hız
page-cache-name = Sayfa önbelleğinden
recommended-basis = önerilen hız; { $upper }
no-plan-basis = planlamada kullanılabilir hız yok; { $upper }
line-basis =
    { $sure ->
        [none] yük sınırı { $rate } ({ $low } – { $high })
       *[other] yük sınırı { $rate } ({ $low } – { $high }, güven düzeyi { $sure })
    }
line-basis-above =
    { $sure ->
        [none] yük sınırı { $rate }; { $high } hızında hedef sağlanmadı
       *[other] yük sınırı { $rate }; { $high } hızında hedef sağlanmadı (güven düzeyi { $sure })
    }
estimated-basis =
    { $sure ->
        [none] yük sınırı yaklaşık { $rate } ({ $low } – { $high })
       *[other] yük sınırı yaklaşık { $rate } ({ $low } – { $high }, güven düzeyi { $sure })
    }
plan-below-range = aralığın altında: sonuçlar testten teste değişti
passed-test =
    { $test ->
        [old] bir testi geçti
       *[fresh] yeni bir testi geçti
    }
hold-passed-basis = bir doğrulama koşusu geçti; üst uç doğrulanmadı
not-confirmed = doğrulanmadı
not-confirmed-by-hold = doğrulama koşusuyla doğrulanmadı
not-confirmed-not-reached = doğrulanmadı; sınıra ulaşılmadı
missed-at-lowest = denenen en düşük hızda sağlanmadı
probes-passed-basis = yük sınırı yok: doğrulama koşusuyla doğrulanmadı

## Answer of a search: in a list of lines

no-load-line = yük sınırı yok
no-answer-yet-row = henüz sonuç yok
confirmed-row =
    { $machine ->
        [busy] { $low } IOPS, doğrulandı (ölçüm makinesi meşguldü); { $high } geçemedi
       *[quiet] { $low } IOPS, doğrulandı; { $high } geçemedi
    }
confirmed-plan-row =
    { $machine ->
        [busy] { $low } IOPS, doğrulandı (ölçüm makinesi meşguldü); { $high } geçemedi; planlamada kullanılabilir: { $plan }
       *[quiet] { $low } IOPS, doğrulandı; { $high } geçemedi; planlamada kullanılabilir: { $plan }
    }
at-least-row = en az { $low } IOPS; sınıra ulaşılmadı
estimated-row = yaklaşık { $rate } IOPS, tahmini, doğrulanmadı; planlamada kullanılabilir: { $plan }
no-plan-above-row = en az { $low } IOPS; planlamada kullanılamaz
no-plan-between-row = { $low } – { $high } IOPS; planlamada kullanılamaz
no-plan-estimated-row = yaklaşık { $rate } IOPS, tahmini; planlamada kullanılamaz
not-placed-row = sonuç yok: yeri belirlenemedi
seen-at-least-row = en az { $low } IOPS, doğrulanmadı
page-cache-row = sonuç yok: sayfa önbelleğinden

## Answer of a search: the verdict above a signature

no-result-yet = henüz sonuç yok
interrupted-verdict = yarıda kesildi
carries-verdict = { $low } IOPS taşıyor
at-least-verdict = en az { $low } IOPS taşıyor
estimated-verdict = tahmini, doğrulanmadı: { $rate } IOPS
no-plan-above-verdict = planlamada kullanılabilir hız yok: yük sınırı { $low } IOPS üzerinde
no-plan-between-verdict = planlamada kullanılabilir hız yok: yük sınırı { $low } ile { $high } IOPS arasında
not-placed-verdict = yeri belirlenemedi: { $rates }
page-cache-verdict = { $verdict } (sayfa önbelleğinden)

## First screen

about-name = Ad
about-job = İş
about-date = Tarih
about-host = Ana makine
about-target = Ölçülen birim
and-rows = Ayrıca
more-rows = { $n } satır daha, aşağıda
short-list = { $values } ve { $more } tane daha

## First screen: what stands in the way, and what to do

moved-target_changed = Aynı yükteki koşular birbiriyle çelişiyor.
moved-machine_disturbed = Ölçüm makinesi sürenin büyük bölümünde donmuştu.
moved-todo-target_changed = Ölçülen birim boştayken ölçümü yineleyin.
moved-todo-machine_disturbed = Boşta olan bir makineden ölçün (bu makineyi neyin etkilediğini plimsoll doctor gösterir).
others-todo-target_changed = Bitmesini bekleyin, sonra bu komutu yineleyin.
others-todo-machine_disturbed = Bu programları durdurun ya da boşta olan bir makineden ölçün.
find-pauses = Nedenini disk dizisinin kendi günlüğünde arayın.
ask-for-less = Daha düşük bir yüzdelik belirleyin: { $percentile }.
reserve-processors = Ana makinenin işlemcilerini bu sanal makineye ayırtın ya da başka bir makineden ölçün.
stop-others = Bu programları durdurun (plimsoll doctor gösterir) ya da boşta olan bir makineden ölçün.
find-failures = İşlemlerin neden başarısız olduğunu bulun: plimsoll run --on-error stop ilk hatada durur.
obstacle-at_least = Üst uç doğrulama koşusuyla doğrulanmadı.
obstacle-estimated = Doğrulanmadı: aralığın bir ucundaki yeniden testte karar verilemedi.
obstacle-not_to_plan_with = Aralığın alt ucu yakınında hiçbir yeniden test geçemedi.
obstacle-not_placed = Sonuçlar testten teste çok fazla değişti.
obstacle-unconfirmed = Hiçbir yeniden test geçemedi.
obstacle-seen_at_least = Var olan koşulardan okundu: doğrulama koşusuyla doğrulanmadı.
obstacle-at_most = Var olan koşulardan okundu: doğrulama koşusuyla doğrulanmadı.
file-obstacle-estimated = Başka bir programın dosyalarından okundu: doğrulama koşusuyla doğrulanmadı.
file-obstacle-not_to_plan_with = Dosyalarda, yük sınırı yakınında hedefi açıkça sağlayan bir hız bulunmuyor.
file-obstacle-not_placed = Dosyalardaki hızlar birbirinden çok uzak ya da değerler çok dağınık.
confirm-it = Bir aramayla doğrulayın: plimsoll find.
search-longer = Daha uzun arayın: --time 30m.
todo-client_bound = Yük üreteci ekleyin: --workers ya da --hosts FILE.
todo-objective_not_met = İşlem başına daha uzun süreye izin verin ya da hafif yükteki yavaşlığın nedenini bulun.
todo-above_range = Daha yüksek hızları deneyin: --between.
todo-below_range = Daha düşük hızları deneyin: --between.
todo-objective_needed = Hedef belirtin: --objective 'p99 <= 5ms'.
todo-failed = Ölçülen birimin günlüğünü inceleyin, sonra aramayı yineleyin.
todo-stopped_answering = Yanıtların ne zaman kesildiğine plimsoll timeline ile ve ölçülen birimin günlüğünden bakın.
todo-stopped = Aramayı kesintiye uğratmadan yineleyin.

## First screen of a search

target-stopped-answering = Ölçülen birim yanıt vermez oldu.
but-operations-failed = { $badge }, ancak başarısız işlemler var
use-name = Kullanılabilirlik
use-of-runs = { $unusable ->
    [0] { $of } koşudan { $limited } tanesi yalnızca sınırlı ölçüde kullanılabilir; bulgular “Denetlenmeyen etkenler” altında
   *[other] { $of } koşudan { $unusable } tanesi kullanılamaz, { $limited } tanesi yalnızca sınırlı ölçüde kullanılabilir; bulgular “Denetlenmeyen etkenler” altında
}
operations-lost = Kaybedilen işlemler
objective = Hedef
lightest-load-row = { $rate } IOPS hızında { $latencies }
lightest-load-name = En hafif yük
at-that-load = Bu yükte
limit-of-maximum = En yüksek değeri sınırlayan
limiter-of-tests = { $limiter } ({ $count } test)
limited-by-name = Sınırlayan
maximum-reached =
    { $bound ->
        [least] ≥ { $rate } IOPS (hedefsiz)
       *[exact] { $rate } IOPS (hedefsiz)
    }
maximum-and-plan = { $rate } IOPS (hedefsiz); planlamada kullanılabilir hızın buna oranı: { $share }
this-machine = Ölçüm makinesi
held-for = Sürdürülen süre
virtual-time = { $time } sanal süre
held-on-savings = { $held }; ancak { $element } biriktirdiklerini harcadı: kendi hızının { $times } katıyla çalıştı. Yükün ne kadar sürmesi gerektiğini --horizon ile verin.
latency-in-hold = { $name } { $value } (doğrulama koşusu: { $rate } IOPS)
figure-as-seen = { $figure }; ölçüm makinesinden görülen: { $measured }
disturbed-share = dış etkiyle bozulmuş süre: { $share } (hesaba katılmadı)
highest-achieved = Gerçekleşen en yüksek hız
best-of-short-runs = Kısa koşuların en iyisi
maximum = En yüksek değer

## First screen of a Run

badge-cached = Sonuç yok: sayfa önbelleğinden
badge-generator_limited = Sonuç yok: yük üreteci gecikti
badge-not_steady = Sonuç yok: kararlı duruma ulaşılmadı
badge-failed = Başarısız
badge-met = Sağlandı
badge-missed = Sağlanmadı
badge-undecided = Karar verilemedi
badge-complete = Tamamlandı, hedef yok
badge-not-carried = Sunulan hız karşılanamadı
badge-missed-so-far = Karar verilemedi, şimdilik sağlanmıyor
complete = Tamamlandı
but-outage = { $badge }, ancak kesinti var
but-not-recorded = { $badge }, ancak bir bölümü kaydedilmedi
outcome-todo-cached = --cached seçeneğini kaldırın, bellekteki bir dosya yerine bir diski ölçün ya da ölçüm makinesinin belleğinden büyük bir alanı adresleyin.
outcome-todo-generator_limited = Daha çok işçi kullanın ya da ölçüm makinesinin işlemcilerini boşaltın (plimsoll doctor).
outcome-todo-cannot_carry = Daha düşük bir hız sunun ya da taşınan en yüksek hızı bulun: plimsoll find.
outcome-todo-not_steady = Daha uzun ısıtın: --warmup-for.
outcome-todo-failed = Neyin başarısız olduğunu inceleyin ya da durmak yerine hataları sayın: --on-error count.
no-figures-running = Henüz ölçüm değeri yok: koşu sürüyor.
no-figures-finished = Henüz ölçüm değeri yok: tamamlanan koşu yok.
from-page-cache = { $figure }; depolamadan değil, sayfa önbelleğinden
achieved = Gerçekleşen hız
closed-for =
    { $length ->
        [none] kapalı döngü, süresi bilinmiyor
       *[other] kapalı döngü, { $length } boyunca
    }
offered-for =
    { $length ->
        [none] sunulan hız { $rate } IOPS, süresi bilinmiyor
       *[other] sunulan hız { $rate } IOPS, { $length } boyunca
    }
what-happened = Gözlenen olaylar
durable-commits = Kalıcı commit
commits = saniyede { $commits }
commits-at-plan = { $rate } IOPS hızında saniyede { $commits }
sync-latency = Eşitleme gecikmesi
bytes = Aktarılan veri
latency-not-told = gecikme bilinmiyor
latency-and-syncs = { $latency }, eşitlemelerde { $syncs }
undecided-so-far = hedef için karar verilemedi, şimdilik sağlanmıyor
measure-longer = Daha uzun ölçün: --measure-for.
undecided-by-outage = Yavaş G/Ç kesinti sırasında görüldü; tek bir ölçüm bunun ne sıklıkla olduğunu göstermez.
todo-outage = Nedenini araştırın; ne zaman olduğunu plimsoll report time gösterir.

## First screen of a Run over time

no-interval-kept = Saklanan zaman aralığı yok: gösterilecek veri bulunmuyor.
no-record = Kayıt yok
note-at = { $mark } ({ $time })
back-to-normal = Normale dönüş
mean-rate = Ortalama hız
episodes = Olaylar
marks = İşaretler
outcome = Koşunun sonucu
of-time = toplam { $time } içinde
over-time = { $time } boyunca
over-time-but = { $time } boyunca; kaydedilmeyen: { $missing }
no-operation-succeeded = Başarılı işlem olmayan süre
several-outages = { $n } kesinti, toplam { $time }.
one-outage = { $length } kesinti; başlangıcı: { $time }.
outage-not-recovered = { $length } kesinti; başlangıcı: { $time }; koşunun sonuna kadar düzelmedi.
outage-recovered = { $length } kesinti; başlangıcı: { $time }; düzelmesi: başladıktan { $recovered } sonra.
gap-headline = { $time } anında: { $words }.
time-of-unrecorded = Kaydedilmeyen süre: { $missing } (toplam { $time }).
named-episode-at = { $episode } ({ $time })
named-episode-in = { $time } süren ölçümde: { $episode }.
episode-outage = Kesinti
episode-gap = Kayıt boşluğu
episode-errors = Hatalar
episode-dip = Geçici düşüş
episode-slow = Geçici yavaşlama
episode-drop = Kalıcı düşüş
episode-slower = Kalıcı yavaşlama
episode-drift = Kayma
episode-surge = Geçici artış
episode-rise = Kalıcı artış
episode-quick = Geçici hızlanma
episode-quicker = Kalıcı hızlanma
episode-periodic = Periyodik değişim
too-few-intervals-of = Bir olay olup olmadığını belirlemek için zaman aralığı sayısı çok az ({ $n }).
nothing-stands-out = { $time } boyunca dikkat çeken bir şey yok: kesinti, düşüş ya da kalıcı değişim görülmedi.
longest-wait = En uzun bekleme
usually = { $time } (normalde { $usual })
mean-before-and-worst = önceki ortalama { $before }, en kötü anda { $worst }
after-it-began = başladıktan { $time } sonra
in-table-below = { $n }, aşağıdaki tabloda

## First screen of several load lines

offered-rates = Sunulan hızlarda yanıt süresi; yük sınırı istenmedi.
offered-rates-between = { $low } – { $high } IOPS sunulan hızlarda yanıt süresi; yük sınırı istenmedi.
search-again = Bunları daha uzun süreyle ya da başka bir hedefle yeniden arayın.
named = { $name }: { $text }
event-named = { $kind ->
    [mark] İşaret
    [note] Not
    [collector] Toplayıcı
   *[other] { $kind }
}: { $text }
more-without-line = yük sınırı olmayan { $n } tane daha
iops-from-page-cache = { $rate } IOPS (sayfa önbelleğinden)
few-closed-loops = Kapalı döngüler: { $rates }; yük sınırı istenmedi.
closed-loops = { $n } kapalı döngü; yük sınırı istenmedi.
no-line-found = Yük sınırı bulunamadı.
no-line-found-in =
    { $objective ->
        [several] Her biri kendi hedefiyle yapılan { $n } aramada yük sınırı bulunamadı.
        [none] { $n } aramada yük sınırı bulunamadı.
       *[other] { $n } aramada yük sınırı bulunamadı ({ $objective }).
    }
lines-listed =
    { $objective ->
        [several] { $lines } IOPS, her biri kendi hedefiyle.
        [none] { $lines } IOPS.
       *[other] { $lines } IOPS ({ $objective }).
    }
lines-between =
    { $objective ->
        [several] { $n } yük sınırı, { $low } – { $high } IOPS, her biri kendi hedefiyle.
        [none] { $n } yük sınırı, { $low } – { $high } IOPS.
       *[other] { $n } yük sınırı, { $low } – { $high } IOPS ({ $objective }).
    }
highest-line = En yüksek yük sınırı
highest-but-close = { $name }; karar verilemeyecek kadar yakın: { $others }
highest-and-lowest = { $name }; en düşüğü { $lowest }: { $rate }
n-confirmed = Doğrulanan: { $n } / { $of }
standing-mixed = Doğrulandı (ölçüm makinesi meşguldü)
standing-estimated = Tahmini
standing-bounded = En az
standing-missed = Sağlanmadı
some-badge = { $badge }: { $n } / { $of }

## First screen of a campaign

without-verdict-running = Sonuç yok: kampanya sürüyor ({ $runs } saklandı).
without-verdict-interrupted = Sonuç yok: yarıda kesildi ({ $runs } saklandı).
without-verdict-finished = Sonuç yok: sonuç elde edilmeden sona erdi ({ $runs } saklandı).
without-verdict-abandoned = Sonuç yok: sonuç elde edilmeden sona erdi ({ $runs } saklandı).
ends-of-rates = { $low } – { $high }
rate-everywhere = tümünde { $rate }
outages = Kesintiler
not-recorded = Kaydedilmeyen
levels = Düzeyler
ended-ok = Geçerli biten
places-met = { $places } hedefi sağladı ({ $objective })
n-of = { $n } / { $of }
met-the-objective = Hedefi sağlayan
mean-of-runs =
    { $runs ->
        [one] tek koşu
       *[other] { $count } koşunun ortalaması
    }
lowest-rate = en düşük { $rate } IOPS
everywhere = tümünde
highest = En yüksek
partly-carried = Kısmen karşılandı
partly-complete = Kısmen tamamlandı
complete-with-outages = Tamamlandı, ancak kesintiler var
met-not-judged = Sağlandı, ancak değerlendirilmedi
met-with-failures = Sağlandı, başarısız işlemler var
partly-met = Kısmen sağlandı
resume-it = Kaldığı yerden sürdürün: plimsoll campaign resume.
ask-points-again = Nedenini plimsoll campaign status ile bulun, sonra bu ölçüm noktalarını yeniden çalıştırın.
rates-of-places =
    { $spread ->
        [range] { $low } – { $high }
        [everywhere] tümünde { $high }
       *[one] { $high }
    }
column-unnamed = Ad
iops-reach = IOPS: { $reach }
up-to-iops = en çok { $rate } IOPS
iops-of-places =
    { $spread ->
        [range] { $low } – { $high } IOPS
        [everywhere] tümünde { $high } IOPS
       *[one] { $high } IOPS
    }

# Bir ızgaranın sonucu. $other ve $base: iki yapılandırmanın veya ölçülen birimin adı. $where: farkın olduğu yer (up-to, from, at, everywhere). $last ve $next: sınırın iki yanındaki değerler. $at ve $same_at: farkın olduğu ve olmadığı değerler.
pairs-cap-counted = { $other }: { $of } çiftin { $n } tanesinde en çok { $cap } IOPS
pairs-cap-long =
    { $where ->
        [up-to] { $other }: en çok { $cap } IOPS ({ $last } ve altında); { $next } ve üstünde fark yok
        [from] { $other }: { $next } ve üstünde en çok { $cap } IOPS; { $last } ve altında fark yok
        [at] { $other }: en çok { $cap } IOPS ({ $at }); fark yok ({ $same_at })
       *[everywhere] { $other }: tümünde en çok { $cap } IOPS, { $base } daha yüksek
    }
pairs-cap-short =
    { $where ->
        [up-to] { $other }: en çok { $cap } IOPS ({ $last } ve altında)
        [from] { $other }: { $next } ve üstünde en çok { $cap } IOPS
        [at] { $other }: en çok { $cap } IOPS ({ $at })
       *[everywhere] { $other }: tümünde en çok { $cap } IOPS
    }
pairs-cap-name = En çok
pairs-fewer-counted = { $other }: { $of } çiftin { $n } tanesinde { $change } daha az IOPS
pairs-fewer-long =
    { $where ->
        [up-to] { $other }: { $change } daha az IOPS ({ $last } ve altında); { $next } ve üstünde fark yok
        [from] { $other }: { $next } ve üstünde { $change } daha az IOPS; { $last } ve altında fark yok
        [at] { $other }: { $change } daha az IOPS ({ $at }); fark yok ({ $same_at })
       *[everywhere] { $other }, { $base } ile karşılaştırıldığında { $change } daha az IOPS
    }
pairs-fewer-short =
    { $where ->
        [up-to] { $other }: { $change } daha az IOPS ({ $last } ve altında)
        [from] { $other }: { $next } ve üstünde { $change } daha az IOPS
        [at] { $other }: { $change } daha az IOPS ({ $at })
       *[everywhere] { $other }: { $change } daha az IOPS
    }
pairs-fewer-name = Daha az IOPS
pairs-more-counted = { $other }: { $of } çiftin { $n } tanesinde { $change } daha çok IOPS
pairs-more-long =
    { $where ->
        [up-to] { $other }: { $change } daha çok IOPS ({ $last } ve altında); { $next } ve üstünde fark yok
        [from] { $other }: { $next } ve üstünde { $change } daha çok IOPS; { $last } ve altında fark yok
        [at] { $other }: { $change } daha çok IOPS ({ $at }); fark yok ({ $same_at })
       *[everywhere] { $other }, { $base } ile karşılaştırıldığında { $change } daha çok IOPS
    }
pairs-more-short =
    { $where ->
        [up-to] { $other }: { $change } daha çok IOPS ({ $last } ve altında)
        [from] { $other }: { $next } ve üstünde { $change } daha çok IOPS
        [at] { $other }: { $change } daha çok IOPS ({ $at })
       *[everywhere] { $other }: { $change } daha çok IOPS
    }
pairs-more-name = Daha çok IOPS
pairs-fewer = { $change } daha az IOPS
pairs-more = { $change } daha çok IOPS
pairs-latency = { $measure } { $before } → { $after }
pairs-same = { $other } ile { $base } arasında { $pairs } çiftin hiçbirinde fark yok
pairs-same-within = aynı ({ $margin } tolerans içinde)
pairs-that-differ = Farklı çiftler
pairs-of = { $other } ile { $base } karşılaştırması, { $pairs } çift
pairs-all = Tümünde
pairs-joined = Noktalı çizgi aynı ölçüm noktasını birleştirir.
factor-rise = IOPS { $first } ({ $where_first }) değerinden { $last } ({ $where_last }) değerine çıkıyor
factor-fall = IOPS { $first } ({ $where_first }) değerinden { $last } ({ $where_last }) değerine iniyor
factor-range = { $first } IOPS ({ $where_first }) – { $last } IOPS ({ $where_last })
lowest-rate-at = en düşük { $rate } IOPS ({ $where })
no-effect = Etkisiz
no-effect-of = { $name } (en çok { $change })

## Objectives

objective-term =
    { $operations ->
        [none] { $figure } <= { $bound }
       *[other] { $figure } ({ $operations }) <= { $bound }
    }
objective-term-over =
    { $operations ->
        [none] her { $period } için { $figure } <= { $bound }
       *[other] her { $period } için { $figure } ({ $operations }) <= { $bound }
    }
figure-of-latency = { $figure } { $latency }
## Levels and objectives in charts and tables

objective-level = hedef { $figure } <= { $bound }
level-met =
    { $kind ->
        [questions] { $of } senaryodan { $n } tanesi “{ $level }” düzeyini sağlıyor
       *[Points] { $of } ölçüm noktasından { $n } tanesi “{ $level }” düzeyini sağlıyor
    }
level-missed =
    { $kind ->
        [questions] { $of } senaryodan { $n } tanesi “{ $level }” düzeyini sağlamıyor, en kötü değer: { $worst } ({ $place })
       *[Points] { $of } ölçüm noktasından { $n } tanesi “{ $level }” düzeyini sağlamıyor, en kötü değer: { $worst } ({ $place })
    }
none-misses = sağlamayan yok: { $levels }
missed-level = { $of } taneden { $n } tanesi “{ $level }” düzeyini sağlamıyor
missed-level-too = “{ $level }” düzeyini { $n } tanesi sağlamıyor
missed-level-and-more = { $of } taneden { $n } tanesi “{ $level }” düzeyini sağlamıyor; { $more } düzey daha sağlanmadı
measure-rate =
    { $leaves ->
        [maximum] En yüksek değer
        [line] Yük sınırı
       *[run] Gerçekleşen hız
    }
bytes-per-second = Aktarım hızı
estimated-rate = tahmini { $rate }

## Points and their outcomes

mark-cannot_carry = sunulan hız karşılanamadı
mark-generator_limited = yük üreteci sınırladı
mark-cached = önbellekten yanıt
mark-not_steady = kararlı değil
mark-failed = başarısız
mark-stopped = durduruldu
mark-skipped = atlandı
mark-not_asked_yet = henüz çalıştırılmadı
mark-under_way = sürüyor
mark-no_record = kayıt yok
mark-no_line = yük sınırı yok
mark-no_maximum = en yüksek değer yok
mark-not_confirmed = doğrulanmadı
mark-not_valid = geçersiz
repeats-marked = { $of } tekrardan { $n } tanesi: { $mark }
marked-cannot_carry = sunulan hız karşılanamadı: { $count }
marked-generator_limited = yük üreteci sınırladı (depolama değil): { $count }
marked-cached = yanıtlar sayfa önbelleğinden (depolamadan değil): { $count }
marked-not_steady = kararlı değil: { $count }
marked-failed = başarısız: { $count }
marked-stopped = durduruldu: { $count }
marked-skipped = atlandı: { $count }
marked-not_asked_yet = henüz çalıştırılmadı: { $count }
marked-under_way = sürüyor: { $count }
marked-no_record = kayıt yok: { $count }
marked-no_line = yük sınırı yok: { $count }
marked-no_maximum = en yüksek değer yok: { $count }
marked-not_confirmed = doğrulama koşusuyla doğrulanmadı: { $count }
marked-not_valid = geçerli sonuç yok: { $count }
count-marked = { $mark }: { $count }
count-undecided = karar verilemedi: { $count }
count-unknown = bilinmiyor: { $count }
miss-it =
    { $n ->
       *[other] sağlanmadı: { $count }
    }
without-answer = sonuç yok
run-ended = { $run } numaralı koşu: { $outcome }
outcome-stopped = durduruldu
outcome-running = sürüyor
outcome-interrupted = yarıda kesildi
outcome-abandoned = yarım bırakıldı
outcome-finished = tamamlandı
points-of =
    { $total ->
       *[other] { $of } ölçüm noktasından { $n } tanesi
    }
questions-of =
    { $total ->
       *[other] { $of } senaryodan { $n } tanesi
    }
places-meet = { $places } { $objective } hedefini sağlıyor
places-met-objective =
    { $judged ->
        [compared] { $places } hedef değerinin içinde (kapalı döngüler yalnızca karşılaştırılır, haklarında karar verilmez)
       *[judged] { $places } hedefi sağladı
    }
closed-loops-compared = kapalı döngüler hedef değeriyle yalnızca karşılaştırılır, haklarında karar verilmez
objective-met = Hedef sağlandı
ok-of =
    { $kind ->
        [Runs] { $of } koşudan { $ok } tanesi
        [questions] { $of } senaryodan { $ok } tanesi
       *[Points] { $of } ölçüm noktasından { $ok } tanesi
    }
ended-ok-of =
    { $kind ->
        [Runs] { $of } koşudan { $ok } tanesi geçerli
        [questions] { $of } senaryodan { $ok } tanesi geçerli
       *[Points] { $of } ölçüm noktasından { $ok } tanesi geçerli
    }
ended-ok-so-far =
    { $kind ->
        [Runs] Şimdiye kadar { $of } koşudan { $ok } tanesi geçerli
        [questions] Şimdiye kadar { $of } senaryodan { $ok } tanesi geçerli
       *[Points] Şimdiye kadar { $of } ölçüm noktasından { $ok } tanesi geçerli
    }
all-ended-ok =
    { $kind ->
        [Runs] { $of } koşunun tümü geçerli
        [questions] { $of } senaryonun tümü geçerli
       *[Points] { $of } ölçüm noktasının tümü geçerli
    }
one-ended-ok =
    { $kind ->
        [Runs] Koşu geçerli
        [questions] Senaryo geçerli
       *[Points] Ölçüm noktası geçerli
    }
did-not = { $n } tanesi geçerli değil ({ $outcomes })
no-answer-yet-counts = henüz sonuç yok ({ $outcomes })
no-answer-counts = sonuç yok ({ $outcomes })
ended-ok-name =
    { $kind ->
        [Runs] Geçerli koşular
        [questions] Geçerli senaryolar
       *[Points] Geçerli ölçüm noktaları
    }
all-asked-for = istenenlerin tümü
all-runs = tüm koşular
n-is = n = { $n }
n-not-told = n bilinmiyor
n-beside =
    { $errors ->
       *[other] n = { $n }, ayrıca { $count } hata
    }
n-not-told-beside =
    { $errors ->
       *[other] n bilinmiyor, ayrıca { $count } hata
    }
failed-of = { $of } işlemden { $failed } tanesi başarısız ({ $share })
unfinished-of = { $of } işlemden { $unfinished } tanesi hiç tamamlanmadı
operations-failed = Başarısız işlemler
operations-unfinished = Tamamlanmayan işlemler
failed-basis = { $share }, { $basis }; yanıt sürelerine dahil değil
unfinished-basis = { $basis }; o ana kadarki bekleme süreleriyle sayıldı
count-and-share = { $count } ({ $share })
outages-in-runs = { $outages }, { $runs } içinde
time-in-runs = { $time }, { $runs } içinde
not-recorded-in-runs = { $runs } içinde toplam { $time } kaydedilmedi
time-not-recorded = { $time } kaydedilmedi
time-stood-still = bu makine { $time } durdu
outages-of =
    { $n ->
        [one] { $time } süren bir kesinti
       *[other] { $count } kesinti (toplam { $time })
    }
passing-dip =
    { $n ->
        [one] hızda geçici bir düşüş ({ $time })
       *[other] hızda { $n } geçici düşüş ({ $time })
    }
passing-slow =
    { $n ->
        [one] geçici bir yavaşlama ({ $time })
       *[other] { $n } geçici yavaşlama ({ $time })
    }
unended-dip =
    { $n ->
        [one] hızda bir düşüş (sona ermedi)
       *[other] hızda { $n } düşüş (sona ermedi)
    }
unended-slow =
    { $n ->
        [one] bir yavaşlama (sona ermedi)
       *[other] { $n } yavaşlama (sona ermedi)
    }
lasting-drop = hız düştü ve düşük kaldı
lasting-rise = hız yükseldi ve yüksek kaldı
lasting-slower = { $latency } uzadı ve uzun kaldı
lasting-quicker = { $latency } kısaldı ve kısa kaldı
lasting-drift = düzey zamanla kaydı
pattern-every = { $time } aralıkla yinelenen bir örüntü

## Properties

labelled-value = { $name } { $value }
# Two properties as one: `random, all reads`.
pattern-and-reads = { $pattern }, { $reads }
by-default = varsayılan
yes = evet
no = hayır
value-closed-loop = kapalı döngü
workers-per-volume = volüm başına { $workers }
property-configuration =
    { $place ->
        [start] Yapılandırma
       *[inside] yapılandırma
    }
property-target =
    { $place ->
        [start] Ölçülen birim
       *[inside] ölçülen birim
    }
property-pattern =
    { $place ->
        [start] Erişim düzeni
       *[inside] erişim düzeni
    }
property-block_size =
    { $place ->
        [start] Blok boyutu
       *[inside] blok boyutu
    }
property-write_block_size =
    { $place ->
        [start] Yazma blok boyutu
       *[inside] yazma blok boyutu
    }
property-read =
    { $place ->
        [start] Okuma oranı
       *[inside] okuma oranı
    }
property-trim =
    { $place ->
        [start] Kırpma oranı
       *[inside] kırpma oranı
    }
property-working_set =
    { $place ->
        [start] Çalışma kümesi
       *[inside] çalışma kümesi
    }
property-workers =
    { $place ->
        [start] İşçi sayısı
       *[inside] işçi sayısı
    }
property-queue_depth =
    { $place ->
        [start] Kuyruk derinliği
       *[inside] kuyruk derinliği
    }
property-offered_rate =
    { $place ->
        [start] Sunulan hız
       *[inside] sunulan hız
    }
property-access =
    { $place ->
        [start] Erişim
       *[inside] erişim
    }
property-engine =
    { $place ->
        [start] Motor
       *[inside] motor
    }
property-role =
    { $place ->
        [start] Rol
       *[inside] rol
    }
property-outcome =
    { $place ->
        [start] Bitiş durumu
       *[inside] bitiş durumu
    }
property-operations =
    { $place ->
        [start] İşlem türü
       *[inside] işlem türü
    }
access-direct = doğrudan
access-cached = sayfa önbelleği üzerinden
role-maximum = en yüksek değer
role-reference = hafif yük
role-probe = yoklama
role-hold_low = doğrulama koşusu (alt uç)
role-hold_high = doğrulama koşusu (üst uç)
role-run = koşu
role-scaling = ölçekleme
role-settle = yatışma
property-arrivals =
    { $place ->
        [start] Geliş süreci
       *[inside] geliş süreci
    }
property-repeat =
    { $place ->
        [start] Tekrar
       *[inside] tekrar
    }
property-rate =
    { $place ->
        [start] Hız
       *[inside] hız
    }

## Origin and date of the figures

date-not-told = dosyalarda tarih yok
some-undated = { $dates } (tarihsiz: { $n })
without-zone = { $time } (saat dilimi bilinmiyor)
origin-none = Ölçüm yok
origin-measured = Ölçüm
origin-emulated = Öykünüm
origin-simulated = Benzetim
partly-modelled =
    { $kind ->
        [simulated] Kısmen benzetim
       *[emulated] Kısmen öykünüm
    }
fitted-as = Model uyarlaması: { $fit }.
fitted-target = Model uyarlaması ({ $target }): { $fit }.

## Verdict on a campaign

ended-ok-and-rest = { $ended } ({ $rest })
compares-nothing = bu Plimsoll karşılaştırma yapamaz: karşılaştırma özelliği kurulu değil
or = { " veya " }

## Load lines: names and comparability

arrivals = { $process } geliş süreci
repeat = { $n }. tekrar
workers =
    { $workers ->
       *[other] { $count } işçi
    }
stack-with = { $name } ({ $parameters })
line = yük sınırı
nth-line = no. { $n }
line-of-campaign = { $campaign } numaralı kampanya
none = yok
objectives-differ = Hedefler farklı ({ $each }): daha yüksek bir yük sınırı yalnızca daha gevşek bir hedeften kaynaklanabilir. Yük sınırlarını değil, eğrileri karşılaştırın.
lines-differ = Yük sınırları birden çok özellikte ayrılıyor: { $things }. Hiçbiri tek başına bir farkı açıklamaz.
different-machine = Ölçüm makinesi farklı: { $each }.
different-clock = Saat farklı: { $each }.
clock =
    { $clock ->
        [real] gerçek saat
        [virtual] sanal saat
       *[other] { $clock }
    }
different-arrivals = Geliş süreci farklı: { $each }.
different-version = Plimsoll sürümü farklı: { $each }.
workloads-differ = Yük sınırlarının iş yükleri şu anahtarda da farklı: { $key } ({ $each }).
workload-key =
    { $key ->
        [align_bytes] hizalama
        [trim_percent] kırpma oranı
        [working_set_bytes] çalışma kümesi
        [working_set_offset_bytes] çalışma kümesinin başlangıcı
        [sync] eşitleme
        [durable_writes] kalıcı yazma
        [payload] yazılan veri
        [verify] doğrulama
       *[other] { $name }
    }
smallest-block = en küçük blok

## Load lines

no-points-with-lines = ölçüm noktalarının hiçbirinde ne yük sınırı arandı ne de birden çok sunulan hızda ölçüm yapıldı
asks-several-questions = kampanya birden çok senaryoyu kapsıyor
only-closed-loops = yük sınırı aranmadı ve koşuları kapalı döngü
one-offered-rate = yük sınırı aranmadı ve tüm koşuların sunulan hızı aynı
no-target = ölçülen birim yok
load-line-of = Yük sınırı: { $target }
run-on = Koşu: { $target }
footer-campaigns = { $footer } (kampanyalar: { $campaigns })
runs-in-no-line = Yük sınırlarının dışında kalan koşular ({ $n })
why-in-no-line = Bunların ölçüm noktaları başarısız oldu, yerlerini daha sonraki bir deneme aldı veya birden çok sunulan hızda ölçülmedi.
points-waiting =
    { $n ->
       *[other] { $campaign } numaralı kampanyada { $of } ölçüm noktasından { $n } tanesinin henüz sonucu yok ({ $became }).
    }
points-unanswered =
    { $n ->
       *[other] { $campaign } numaralı kampanyada { $of } ölçüm noktasından { $n } tanesinin sonucu yok ({ $became }).
    }
search = arama
n-targets = { $n } ölçülen birim
closed-loops-title =
    { $properties ->
        [none] Kapalı döngüler: { $target }
       *[other] Kapalı döngüler: { $target } (ayrım: { $properties })
    }
load-lines-title =
    { $properties ->
        [none] Yük sınırları: { $target }
       *[other] Yük sınırları: { $target } (ayrım: { $properties })
    }
curves-title =
    { $properties ->
        [none] { $latency }, sunulan hıza göre: { $target }
       *[other] { $latency }, sunulan hıza göre: { $target } (ayrım: { $properties })
    }
none-searched-loops =
    { $n ->
        [one] Yük sınırı aranmadı: bu bir kapalı döngüdür.
       *[other] Yük sınırı aranmadı: { $n } kapalı döngü var.
    }
none-searched-curves =
    { $n ->
        [one] Yük sınırı aranmadı: bu, sabit sunulan hızlardaki koşuların eğrisidir.
       *[other] Yük sınırı aranmadı: sabit sunulan hızlardaki koşuların { $n } eğrisi var.
    }
no-line-of = Yük sınırı bulunmayanlar: { $names }.
intervals-overlap = Güven aralıkları örtüşüyor, karar verilemeyecek kadar yakın: { $pairs }.
lines-of-memory = Yanıtlar sayfa önbelleğinden geldiği için şu yük sınırları depolamaya değil belleğe aittir: { $names }.
read-a-line = Bu koşuların hedefi yoktu. Bu koşulardan bir yük sınırı çıkarmak için: plimsoll find --from { $store } --objective '{ $figure } <= 5ms'.
failures-not-shown = { $failures }; yanıt sürelerinde görünmez.
limiters-not-determined = Sınırlayan: bilinmiyor.
all-limited-by = Tümünü sınırlayan: { $limiter }.
each-limited-by = Sınırlayan: { $each }.
lines-read-from-runs =
    { $lines ->
        [one] Yük sınırı, sabit sunulan hızlardaki koşulardan çıkarıldı ({ $runs }); arama yapılmadı.
       *[other] { $lines } yük sınırı, sabit sunulan hızlardaki koşulardan çıkarıldı ({ $runs }); arama yapılmadı.
    }
what-an-estimate-is = Tahmin, yük sınırının tüm koşularından elde edilen ortanca ve %95 güven aralığıdır.
basis-and-plan = { $basis }; planlamada kullanılabilir: { $plan }
latency-by = { $latency }, sunulan hıza göre (ayrım: { $properties })
line-passes-most-operations = Çizgi, her hızda en çok işlem içeren koşudan geçer; kanıt sayılmayan koşular birleştirilmez.
search-axis = Arama
rate-axis = Hız, IOPS
whiskers =
    { $sure ->
        [none] Bıyıklar, yük sınırının güven aralığını gösterir.
       *[other] Bıyıklar, yük sınırının güven aralığını gösterir ({ $sure }).
    }
no-line-names = Yük sınırı yok: { $names }.
line-and-maximum-by = Yük sınırı ve en yüksek değer (ayrım: { $properties })
line-maximum = en yüksek değer
line-load-line = yük sınırı
legend-maximum = en yüksek değer: kapalı döngü, hedefsiz
legend-bound = en az bu kadar: yük üreteci doygundu veya arama en yüksek değeri bulmadan bitti
legend-knee = dirsek noktası: ortalama tamamlanma gecikmesi hafif yüktekinin iki katı
legend-load-line = yük sınırı: korunabilen en yüksek hız; hata çubuğu, hedefin sağlanmadığı en düşük hızda biter
legend-estimated = tahmini, doğrulanmadı: hata çubuğu %95 güven aralığıdır
legend-not-confirmed = doğrulanmadı: bulunan aralığın alt ucu
figure-at-line = yük sınırında { $figure }
latency-at-line =
    { $operations ->
        [none] { $latency }, yük sınırında
       *[other] { $latency } ({ $operations }), yük sınırında
    }
iops-not-confirmed = { $rate } IOPS, doğrulanmadı
hover-line = yük sınırı
hover-recommended = önerilen
hover-up-to = üst uç
hover-estimated = tahmini
hover-interval = güven aralığı
hover-knee = dirsek noktası
hover-maximum = en yüksek değer
hover-runs = koşu sayısı
column-line = Yük sınırı
column-recommended = Önerilen, IOPS
column-up-to = Üst uç
column-knee = Dirsek noktası
column-of-maximum = En yüksek değere oranı
column-mean-there = Oradaki ortalama
column-p99-there = Oradaki p99
column-ended-because = Bitiş nedeni
column-runs = Koşu sayısı
the-lines = Yük sınırları ({ $n })
lines-caption = Tire: değer yok veya doğrulanmadı. Ortalama ve p99, yük sınırının alt ucundaki doğrulama koşusuna aittir ({ $latency }).
sweep-caption = Taramadan çıkarılan yük sınırında doğrulama koşularının yerini, hakkında karar verilmiş sabit süreli koşular alır.
objective-caption = Hedef: { $objective }.
limiter-target = ölçülen birim
limiter-policy_cap = politika üst sınırı
limiter-client_cpu = yük üretecinin CPU'su
limiter-client_outstanding = yük üretecinin bekleyen G/Ç'si
limiter-cache = önbellek
limiter-schedule = sunulan hız
limiter-unknown = bilinmiyor
read-from-runs = koşulardan çıkarıldı
no-objective-set = hedef belirlenmedi
estimate-note = { $mark }: doğrulanmadı; yük sınırının tüm koşularından elde edilen %95 güven aralığına ait değer veya (≥, ≤) bir sınır değer.
rates-note = Önerilen: planlamada kullanılabilecek hız; bu hızda veya üzerinde bir doğrulama koşusu hedefi sağladı. Üst uç: bir doğrulama koşusunun hedefi sağlamadığı en düşük hız.
runs-of-lines =
    { $lines ->
       *[other] { $lines } yük sınırının tüm koşuları ({ $runs })
    }
no-line-to-lay-over = { $campaign } numaralı kampanyanın üst üste çizilecek yük sınırı yok: { $why }
no-line-to-lay-over-now = Yalnızca aramaları belirtin; `plimsoll report compare` her kampanyanın koşularını karşılaştırır.

## Charts

log-scale = { $label }, logaritmik ölçek
offered-rate-axis = Sunulan hız, IOPS
achieved-rate-axis = Gerçekleşen hız, IOPS
share-of-time = { $title }, zaman payı
runs-with-offered-rate =
    { $runs ->
       *[other] Sunulan hızı olan { $count } koşu.
    }
beyond-scale =
    { $runs ->
       *[other] Ölçeğin dışında, üst kenara çizildi: { $runs } koşu.
    }
drawn-at-top-edge =
    { $runs ->
       *[other] Yanıt süresi yalnızca koşunun uzunluğuna bağlı olan { $runs } koşu çizgilerin dışında bırakıldı; işaretleri üst kenardadır, aynı hızdakiler yan yanadır.
    }
no-evidence-in-place =
    { $runs ->
       *[other] { $runs } koşu çizgilerin dışında bırakıldı: ölçülen birim için kanıt sayılmaz, işaretleri ölçüldükleri yerdedir.
    }
beyond-right-edge = Sağ kenarın dışında, tabloda yer alanlar: { $each }.
latency-over-rate = { $latency }, sunulan hıza göre
latency-of-workload = { $latency }, sunulan hıza göre: { $workload }
line-passes-middle = Her çizgi, her hızdaki tekrarların ortancasından geçer. Yük sınırı, varyantın tek bir araması varsa çizilir.
workload-of-target = { $target }, { $workload }
variant-legend = { $letter } = { $variant }
curve-line = { $curve }: yük sınırı { $low } – { $high }
curve-line-from = { $curve }: yük sınırı { $low }
curve-estimate = { $curve }: tahmini { $low } – { $high }
legend-held = yük sınırı: korunabilen en yüksek hız
legend-at-least = { $figure } en az bu kadar: bazı işlemler hiç tamamlanmadı
legend-above-scale = ölçeğin üstünde
equals-offered = = sunulan
system-disk = Disk meşguliyeti
system-processors = Ana makinenin işlemcileri (kullanıcı, sistem, çalınan)
hover-run = koşu
hover-offered = sunulan
hover-achieved = gerçekleşen
hover-outcome = bitiş durumu
flaw-cannot_carry = dışarıda bırakıldı, sunulan hız karşılanamadı: bekleyenler birikti
flaw-unsettled = dışarıda bırakıldı: yatışmadan bitti, hedeften çok uzak
flaw-generator_limited = dışarıda bırakıldı, yük üreteci sınırladı: ölçülen birim için kanıt değil
flaw-own_lag = dışarıda bırakıldı, yalnızca ölçüm makinesinin gecikmesi yüzünden sağlanmadı: ölçülen birim için kanıt değil
flaw-cached = dışarıda bırakıldı, önbellekten yanıt: yanıtlar sayfa önbelleğinden geldi
flaw-not_steady = dışarıda bırakıldı: kararlı değil
flaw-failed = dışarıda bırakıldı, başarısız: hata oluştu
flaw-stopped = dışarıda bırakıldı: erken durduruldu
far-none = { $n } koşu
far-cannot_carry = sunulan hız karşılanamadı: { $n }
far-unsettled = yatışmadan, hedeften çok uzakta bitti: { $n }
far-generator_limited = yük üreteci sınırladı: { $n }
far-own_lag = yalnızca ölçüm makinesinin gecikmesi yüzünden sağlanmadı: { $n }
far-cached = önbellekten yanıt: { $n }
far-not_steady = kararlı değil: { $n }
far-failed = başarısız: { $n }
far-stopped = durduruldu: { $n }
runs-with-failures =
    { $runs ->
       *[other] Sunulan hızı olan { $count } koşu; { $failures }; yanıt sürelerinde görünmez.
    }
lines-join-evidence = Çizgiler, ölçülen birim hakkında kanıt sayılan ve birbiriyle çelişmeyen koşuları birleştirir.
beyond-up-to = Ölçeğin dışında, üst kenara çizildi: { $n } koşu, en uzunu { $longest }.
no-system-load = Sistem yükü yok: toplanmadı (sanal saatte sistem yükü olmaz).
latency-and-rate-over-rate = { $latency } ve gerçekleşen hız, sunulan hıza göre
share-above-over-rate = Sunulan hıza göre { $bound } değerini aşan işlemlerin payı
share-above-axis = { $bound } değerini aşan işlemlerin payı
share-allowed = izin verilen { $share }
fitted-curve = uydurulan eğri
fit-basis = Arama bu eğriyi { $n } koşuya uydurur; hedef değerine yakın koşuların ağırlığı en büyüktür. Sonraki hızlar bu eğriden seçilir, kararı ise yalnızca koşular verir. Noktalı çizgiler iki standart hatadır. Eğri, koşuların en düşük hızından en yüksek hızına kadar ({ $low } – { $high } IOPS) çizilir.
fit-without-any = { $bound } değerini aşan işlemi olmayan { $n } koşu bu ölçekte gösterilemez.
rule-knee = dirsek noktası { $rate }
rule-maximum =
    { $bound ->
        [least] en yüksek değer ≥ { $rate }
       *[exact] en yüksek değer { $rate }
    }
rule-line =
    { $high ->
        [none] yük sınırı { $low }
       *[other] yük sınırı { $low } – { $high }
    }
rule-estimate = tahmini yük sınırı { $low } – { $high }
rule-not-placed =
    { $low ->
        [none] yük sınırı belirlenemedi, { $high } değerinin altında
       *[other] yük sınırı belirlenemedi, { $low } – { $high }
    }
rule-unconfirmed = doğrulanmış yük sınırı yok; hedefi sağlayan en yüksek yoklama: { $low }
rule-offered = sunulan { $rate }
legend-not-in-file = { $figure } dosyada yok
legend-too-few = { $figure } için işlem sayısı yetersiz
all-operations = tüm işlemler
latency-axis = { $latency } ({ $operations }), logaritmik ölçek
line-achieved = gerçekleşen
state-pass = yoklama: sağlandı
state-fail = yoklama: sağlanmadı
state-undecided = yoklama: karar verilemedi
state-hold-pass = doğrulama koşusu: sağlandı
state-hold-fail = doğrulama koşusu: sağlanmadı
state-hold-undecided = doğrulama koşusu: karar verilemedi
state-cannot_carry = sunulan hız karşılanamadı: bekleyenler birikiyor (yanıt süresi yalnızca koşunun uzunluğuna bağlı)
state-generator_limited = yük üreteci sınırladı: ölçülen birim için kanıt değil
state-cached = önbellekten yanıt: yanıtlar sayfa önbelleğinden geldi
state-not_steady = kararlı değil
state-failed = başarısız: hata oluştu
state-stopped = durduruldu
state-run-pass = hedef sağlandı
state-run-fail = hedef sağlanmadı
state-run-undecided = karar verilemedi
state-reference = hafif yük: her seferinde aynı
state-carried = hız karşılandı; hedef belirlenmedi
state-ok = koşu
hover-judgement = karar
hover-failed = başarısız
hover-seconds = ölçüm süresi
hover-percentile = yüzdelik
system-load-cpu-user = CPU, kullanıcı
system-load-cpu-system = CPU, sistem
system-load-cpu-steal = CPU, çalınan
system-load-io-pressure = G/Ç baskısı
system-load-disk-busy = disk meşguliyeti
axis-system-load = Sistem yükü, zaman payı
lowest-interval = en düşük aralık
highest-interval = en yüksek aralık
time-axis = Ölçümün başından beri geçen süre
percentile-axis = Tüm işlemlerin yüzdeliği
run-intervals =
    { $n ->
        [none] { $run } numaralı koşu, { $role }: { $intervals } zaman aralığı, işlem sayısı bilinmiyor
       *[other] { $run } numaralı koşu, { $role }: { $intervals } zaman aralığı, n = { $n } işlem
    }
longest-run-over-time = En uzun koşu, zaman içinde (son doğrulama koşusu yok)
final-hold-over-time = Son doğrulama koşusu, zaman içinde
highest-run-over-time = { $run } numaralı koşu, zaman içinde: yük sınırında veya altında hedefin sağlandığı en yüksek hız
merged-note = Her nokta { $length } uzunluğunda bir bölümü gösterir: tüm işlemlerinin yüzdelikleri ile zaman aralıklarındaki en düşük ve en yüksek hız.
distribution-basis =
    { $failures ->
        [none] { $run } numaralı koşu, n = { $n } işlem; ötesinde on işlem bulunan son yüzdeliğe kadar çizildi.
       *[other] { $run } numaralı koşu, n = { $n } işlem; ötesinde on işlem bulunan son yüzdeliğe kadar çizildi; { $failures }, dağılıma dahil değil.
    }
distribution-of-hold = Son doğrulama koşusunda dağılım: { $latency }
distribution-of-run = Zaman içinde gösterilen koşuda dağılım: { $latency }

## Load line: slow operations over time

slow-intervals-title =
    { $lengths ->
        [quarter]
            { $operations ->
                [all] Her çeyrek saniyede { $bound } üstündeki işlemlerin payı
               *[some] Her çeyrek saniyede { $bound } üstündeki işlemlerin payı ({ $operations })
            }
        [equal]
            { $operations ->
                [all] { $bound } üstündeki işlemlerin payı, { $longest } uzunluğunda aralıklarla
               *[some] { $bound } üstündeki işlemlerin payı ({ $operations }), { $longest } uzunluğunda aralıklarla
            }
       *[several]
            { $operations ->
                [all] { $bound } üstündeki işlemlerin payı, { $shortest } – { $longest } uzunluğunda aralıklarla
               *[some] { $bound } üstündeki işlemlerin payı ({ $operations }), { $shortest } – { $longest } uzunluğunda aralıklarla
            }
    }
share-above-bound = { $bound } üstündeki pay
rate-of-each-run =
    { $order ->
        [time] Her koşunun sunulan hızı, IOPS; koşu sırasıyla, ilki en üstte
       *[rate] Her koşunun sunulan hızı, IOPS
    }
legend-machine-stood-still = ölçüm makinesi dondu: hesaba katılmadı
legend-storage-paused = depolamanın duraklaması, ayrıca sayıldı
cell-stood-still = dondu
hover-time = zaman
seconds-within = { $low } – { $high } s
hover-stood-still = ölçüm makinesinin donduğu süre
hover-pause = depolamanın duraklaması
cells-show-share =
    { $allowed ->
        [none] Her satır bir koşudur. Renk, o sürede { $latency } değeri { $bound } üstünde olan işlemlerin payını gösterir.
       *[share] Her satır bir koşudur. Renk, o sürede { $latency } değeri { $bound } üstünde olan işlemlerin payını gösterir. Hedefin izin verdiği pay: { $allowed }.
    }
intervals-merged = Bir hücre, art arda gelen en çok { $most } zaman aralığını birleştirir.
hatched-from = Ölçüm makinesi, hücrenin süresinin { $share } kadarı veya daha fazlası boyunca donmuşsa hücre taralıdır. Diğer hücrelerde bu süre hesaba katılmaz.
first-objective-drawn = Birden çok hedeften ilki gösterilmiştir.

## Run

has-no-runs = hiç koşusu yok
distribution-of = { $run } numaralı koşuda dağılım: { $latency }
run-title = { $run } numaralı koşu, { $role }
no-such-run = { $campaign } numaralı kampanyada { $run } numaralı koşu yok
no-such-run-now = Koşu numaraları { $low } ile { $high } arasındadır: birini --run ile belirtin.
run-over-time = { $run } numaralı koşu, zaman içinde
run-state-why = { $state } ({ $why })
run-without-record = { $run } numaralı koşunun kaydı yok (durum: { $state }); tamamlanan zaman aralığı da yok.
run-without-record-kept = { $run } numaralı koşunun kaydı yok (durum: { $state }); tamamlanan zaman aralıkları saklandı: ölçümün { $time } süren bölümü.
mean-latency-and-p99 = ortalama { $latency } { $mean }, p99 { $p99 }
run-answer = { $run } numaralı koşu: { $workload }, { $load }; gerçekleşen { $rate }, { $latency }
no-reason-recorded = neden kaydedilmedi
run-outcome-because = Bitiş durumu: { $outcome }: { $because }.
iops-offered = sunulan hız { $rate } IOPS
depth-not-told = kuyruk derinliği bilinmiyor
workers-and-depth = { $workers } işçi × kuyruk derinliği { $depth }
this-run-is-hold = Bu koşu, sonucun dayandığı doğrulama koşusudur; --run N ile { $n } koşudan bir başkası gösterilebilir.
this-run-is-last = Bu koşu, kaydı bulunan son koşudur; --run N ile { $n } koşudan bir başkası gösterilebilir.
this-run-is-answer = Bu koşu, sonucun dayandığı koşudur; --run N ile { $n } koşudan bir başkası gösterilebilir.
run-is-no-evidence = Bu koşu kanıt sayılmaz: koşu sırasında bir ayar değişti veya yerini daha sonraki bir deneme aldı.
judgement = Karar: { $judgement }.
sync-mean = Eşitlemelerin ortalama gecikmesi
sync-p99 = Eşitlemelerin p99 gecikmesi
of-offered =
    { $issued ->
        [none] sunulan { $rate }
       *[other] sunulan { $rate }, gönderilen { $issued }
    }
in-measure = ölçüm evresinde
mean-of-latency = Ortalama { $latency }
p99-of-latency = p99 { $latency }
outstanding = Bekleyen G/Ç
on-average = ortalama
on-average-at-most = ortalama, en çok { $most }
limited-by-basis = sınırlayan: { $limiter }
described-limiter = tanımlanan depolama: { $bottleneck }
unknown-limiter =
    { $basis ->
        [single] tek koşudan belirlenemedi
       *[scaling] belirlenemedi
    }
found-limiter =
    { $basis ->
        [single] { $limiter } (yalnızca bu koşudan, güven { $sure })
       *[scaling] { $limiter } (ölçekleme koşularından, güven { $sure })
    }
would-decide = belirlemek için: { $would }
errors-in-measure = ölçüm evresinde { $of } işlemden { $n } tanesi (yanıt süreleri yok); ısınma ve boşaltma dahil tüm koşuda: { $errors }
cpu-per-operation = işlem başına kullanıcı { $user }, sistem { $system }
cpu-not-measured = ölçülmedi (sanal saatte bu değer yoktur)
cpu-per-job = iş başına bir işlemcinin kullanıcı { $user }, sistem { $system } payı
cpu-of-machine =
    { $system ->
        [none] makinesindeki tüm işlemcilerin kullanımı { $used }; kendi payı dosyada yok
       *[other] makinesindeki tüm işlemcilerin kullanımı { $used }, bunun sistem payı { $system }; kendi payı dosyada yok
    }
not-told-by-file = dosyada yok
steady-state = Kararlı durum
verified-units = { $units } veri birimi
verified-units-unknown = { $units } veri birimi (ayrıca { $unknown } veri birimi bu günlükle hiç yazılmadı veya denetim sırasında değişti)
nothing-verified = { $units }: okunan hiçbir veri doğrulanamadı
mismatches =
    { $kind ->
        [corrupt] { $count } bozuk
        [misplaced] { $count } yanlış yerde
        [torn] { $count } bölünmüş yazma
        [lost] { $count } kayıp yazma
        [stale] { $count } eski okuma
        [lost_or_stale] { $count } kayıp yazma veya eski okuma
        [newer] { $count } kayıttan yeni
       *[other] { $count } { $kind }
    }
every-block-as-written = { $units }: her blok yazıldığı gibi
storage-alone-figures = ortalama { $mean }, p99 { $p99 }; ölçüm makinesinin geciktirdiği veya bunların arkasında bekleyen işlemler hariç (pay: { $share })
storage-alone-bound = { $figures }; hariç tutulanların hepsi en yavaş sayılırsa p99 { $p99 }
storage-alone-as-seen = { $figures }; ölçüm makinesinden görülen değer { $p99 }
storage-alone-unbounded = { $figures }; hariç tutulanlar p99 için sınır verilemeyecek kadar çok: ölçüm makinesinden görülen değer { $p99 }
stalled-for =
    { $n ->
        [one] ölçüm süresinde { $share } oranında donma (bir kez, { $longest })
       *[other] ölçüm süresinde { $share } oranında donma ({ $count } kez, en uzunu { $longest })
    }
kept-waiting = başka programlar yüzünden hazır iş parçacıklarının işlemci beklemesi ({ $share })
no-stalls = donma yok: hazır iş parçacıkları bekletilmedi
storage-alone = Yalnızca depolama
best-comes-first = { $spread }. En iyisi (ortalama { $latency } değeri en düşük olan) başta yer alır.
csv-has-each = CSV her biri için bir satır içerir.
each-of = Tek tek: { $parts }

## Run on the terminal

timeline-shows-when = { $episodes }: zamanı 'plimsoll timeline' ile görülebilir
objective-because = { $objective } ({ $why })
objective-was-undecided = hedef hakkında karar verilemedi: { $objective }
objective-was-missed = hedef sağlanmadı: { $objective }
rates-line = sunulan: { $offered } · gönderilen: { $issued } · gerçekleşen: { $achieved } · { $bytes } · bekleyen G/Ç: ortalama { $outstanding }
latency-of-kind = { $kind }, { $latency }
limited-by-line =
    { $known ->
        [unknown] sınırlayan: { $limiter }
       *[known] sınırlayan: { $limiter }
    }
generator-cpu = Yük üretecinin CPU'su
errors = Hatalar
engine-line = motor { $engine }, { $access ->
        [cached] sayfa önbelleği üzerinden
        [direct] doğrudan
       *[other] { $access }
    }, tohum { $seed }
fitted = Model uyarlaması
verified-line = denetim: { $result }
note = Not
worker-with = { $worker } numaralı işçi, { $rate } IOPS (p99 { $p99 })
workers-line = { $n } işçi: en yavaşı { $slowest }, en hızlısı { $fastest }
head-client = istemci
head-bytes = bayt/s
head-outstanding = bekleyen G/Ç
head-element = öğe
head-type = tür
head-used = kullanım
head-visits = geliş/s
head-mean-wait = ort. bekleme
head-mean-service = ort. hizmet
head-mean-queue = ort. kuyruk
head-waiting = bekleme
head-working = işleme
waiting-and-working = bekleme, işleme: istemcilerin tamamlanma gecikmesindeki paylar.
bottleneck-line = darboğaz: { $bottleneck }
used-and-most = { $used } (en çok { $most })
objective-was-met = hedef sağlandı: { $objective }

## Run: tables and facts

run-of-campaign = { $run }, { $role }, { $campaign } numaralı kampanya
fact-run = Koşu
fact-point = Ölçüm noktası
fact-started = Başlangıç
point-described = { $point }, { $repeat }. tekrar, yapılandırma “{ $configuration }”, ölçülen birim “{ $target }”
point-no-evidence = { $point } (kanıt sayılmaz: yerini daha sonraki bir deneme aldı veya koşu sırasında bir ayar değişti)
what-was-asked = İstek
as-it-was-sent = Gönderildiği hâliyle: kayıt olmadığından kesinleşen değerler bilinmiyor.
engine-and-clock = { $engine }, { $clock ->
        [virtual] sanal saat
        [real] gerçek saat
       *[other] { $clock }
    }
version-and-build = { $version } ({ $build } derlemesi)
fact-engine = Motor
fact-workload = İş yükü
fact-load = Yük
fact-seed = Tohum
checked-figure = { $figure }: dosyada { $told }, yeniden hesaplanan { $recomputed }
checked-name = { $kind ->
    [read] { $figure } (okuma)
    [write] { $figure } (yazma)
    [trim] { $figure } (trim)
    [flush] { $figure } (eşitleme)
    [worker] { $figure } (bir işçi)
   *[other] { $figure }
}
checked-rate_per_s = IOPS
checked-rate = günlüklerin IOPS değeri
checked-bytes_per_s = saniyedeki bayt
checked-bytes = bayt
checked-operations = işlem sayısı
checked-mean = ortalama gecikme
checked-mean_latency = günlüklerin ortalama gecikmesi
checked-p50 = ortanca gecikme
checked-outstanding = bekleyen G/Ç
checked-measure_s = ölçüm süresi
imported-from = Kaynak
fact-digest = Özet değeri
fact-latency = Gecikme
fact-percentiles = Yüzdelikler
fact-derived = Türetilen değer
fact-not-known = Bilinmeyen değer
fact-checked = Denetim
does-not-agree = Uyuşmayan değer
checked =
    { $disagree ->
        [0] dosyadaki { $n } değer, dosyanın diğer değerlerinden yeniden hesaplandı; tümü uyuşuyor
       *[other] dosyadaki { $n } değer, dosyanın diğer değerlerinden yeniden hesaplandı; { $disagree } tanesi uyuşmuyor
    }
where-from = Değerlerin kaynağı
what-came-of-it = Sonuç
no-interval = zaman aralığı yok
intervals-of-measure = { $n } zaman aralığı, ölçüm süresi { $time }
has-no-record = { $state }; kaydı yok
completed-before = O ana kadar tamamlanan
rates = Hızlar
rates-of-run =
    { $offered ->
        [none] sunulan yok (kapalı döngü), gönderilen { $issued }, gerçekleşen { $achieved }
       *[other] sunulan { $offered }, gönderilen { $issued }, gerçekleşen { $achieved }
    }
operations-in-measure = Ölçüm evresindeki işlemler
operations-of-them = { $operations }, bunlardan { $errors }, { $lost }
first-error = İlk hata
outstanding-of-run = ortalama { $mean }, en çok { $most }; sonda biriken { $backlog }
fact-judgement = Karar
phases = Evreler
phases-took = ısınma { $warmup }, ölçüm { $measure }, boşaltma { $drain }
verified = Veri denetimi
stamps = Zaman damgaları
bottleneck = Darboğaz
system-load = Sistem yükü
column-operations = İşlemler
column-metric = Ölçüt
own-findings = Dağılımlar ve saatler
every-metric = Tüm ölçütler
metrics-caption = n: değerlerin dayandığı işlem sayısı; başarısız işlemler dahil değildir, gönderim gecikmesi yalnızca bir örneklemde ölçülür. Tire: ötesinde ondan az işlem bulunduğu için örneklem bu değere yetmez. > : bazı işlemler hiç tamamlanmadığı için alt sınır.
worker-by-worker = İşçi işçi
column-worker = İşçi
column-achieved = Gerçekleşen, IOPS
column-bytes = Bayt/s
column-outstanding = Bekleyen G/Ç, ortalama
column-mean-response = Ortalama yanıt süresi
column-own-lag = Ölçüm makinesinin gecikmesi, p99
column-unfinished = Tamamlanmayan
workers-caption = Sayıların toplamı koşunun sayılarını verir; yüzdelikler her işçinin kendisine aittir ve toplanamaz. n: yanıt sürelerinin dayandığı işlem sayısı.
column-element = Öğe
column-type = Tür
column-instances = Örnek sayısı
column-used = Kullanım
column-mean-wait = Ortalama bekleme
column-mean-service = Ortalama hizmet
column-mean-queue = Ortalama kuyruk
column-longest-queue = En uzun kuyruk
column-passed = Geçen işlem
element-by-element = Tanımlanan depolama, öğe öğe
not-judged = karar yok: sunulan hız ve hedef gerekir
judgement-with-confidence = { $judgement }, güven { $confidence }
objective-judged =
    { $of ->
        [mean] { $verdict } ({ $value }, { $low } – { $high }; izin verilen { $allowed })
        [failed] { $verdict } (daha yavaş veya başarısız işlemlerin payı { $value }, { $low } – { $high }; izin verilen { $allowed })
       *[slower] { $verdict } (daha yavaş işlemlerin payı { $value }, { $low } – { $high }; izin verilen { $allowed })
    }
stationary = durağanlık: { $verdict ->
        [yes] var
        [no] yok
       *[unknown] bilinmiyor
    }
told-written =
    { $value ->
        [none] toplam yazılan bilinmiyor
       *[other] toplam yazılan { $value }
    }
told-errors =
    { $value ->
        [none] hata sayısı bilinmiyor
       *[other] { $value } hata
    }
told-unfinished =
    { $value ->
        [none] tamamlanmayanların sayısı bilinmiyor
       *[other] { $value } tamamlanmayan
    }
told-arrivals =
    { $value ->
        [none] geliş süreci bilinmiyor
       *[other] { $value } geliş süreci
    }
told-in-flight =
    { $value ->
        [none] bekleyen işlemlerin üst sınırı bilinmiyor
       *[other] aynı anda en çok { $value } işlem
    }
load-workers-not-told = işçi sayısı bilinmiyor
load-closed =
    { $workers ->
       *[other] kapalı döngü, { $count } işçi × kuyruk derinliği { $depth }
    }
load-open = açık döngü, sunulan hız { $rate } IOPS
phase-warmup_ns = ısınma { $time }
phase-measure_ns = ölçüm { $time }
phase-drain_limit_ns = boşaltma en çok { $time }
phase-interval_ns = zaman aralığı { $time }
phase-io_deadline_ns = { $time } içinde yanıtlanmayan işlem kayıp sayılır
phases-asked-for = İstenen evreler
fact-ends = Bitiş koşulu
ends-fixed = sabit süre sonunda
ends-decided = hedef hakkında karar verilince
stamps-of-run = zaman damgası hatası: en çok { $most }, ortalama en çok { $mean }; işlem başına { $reads } saat okuması ve { $calls } sistem çağrısı
machine-load-cpu = CPU { $shares }
machine-load-pressure = görevlerin beklediği süre: { $shares }
machine-share-idle = boşta { $share }
machine-share-iowait = G/Ç bekleme { $share }
machine-share-steal = çalınan { $share }
machine-share-system = sistem { $share }
machine-share-user = kullanıcı { $share }
machine-share-cpu_some = CPU (bazıları) { $share }
machine-share-io_full = G/Ç (tümü) { $share }
machine-share-io_some = G/Ç (bazıları) { $share }
machine-share-memory_full = bellek (tümü) { $share }
machine-share-memory_some = bellek (bazıları) { $share }
disk-busy = { $disk } meşguliyeti { $share }
io-all = tümü
io-read = okuma
io-write = yazma
io-trim = kırpma
io-flush = eşitleme
## Run over time

timeline-head =
    { $run } numaralı koşu ({ $role ->
        [maximum] en yüksek değer
        [reference] hafif yük
        [probe] yoklama
        [hold_low] alt uç doğrulama koşusu
        [hold_high] üst uç doğrulama koşusu
        [run] ölçüm koşusu
        [scaling] ölçekleme
        [settle] yatışma
       *[other] { $role }
    }, { $state ->
        [ok] geçerli
        [cannot_carry] karşılanamadı
        [cached] önbellekten
        [generator_limited] yük üreteci sınırladı
        [not_steady] kararlı değil
        [failed] başarısız
        [stopped] durduruldu
        [running] sürüyor
        [finished] tamamlandı
        [interrupted] yarıda kesildi
        [abandoned] yarım bırakıldı
       *[other] { $state }
    }): { $length }
too-few-intervals = Zaman aralığı sayısı, bir olay olup olmadığını belirlemek için yetersiz.
nothing-from-noise = Gürültünün üzerinde bir değişim yok: kesinti, geçici düşüş, düzey değişimi, örüntü veya kayma görülmedi.
timeline-note = not: { $note }
timeline-no-intervals =
    { $loop ->
        [open] zaman aralığı yok, açık döngü
        [closed] zaman aralığı yok, kapalı döngü
       *[other] zaman aralığı yok, { $loop } döngü
    }
timeline-length =
    { $intervals ->
       *[other] { $length } uzunluğunda { $count } zaman aralığı, { $loop ->
            [open] açık döngü
            [closed] kapalı döngü
           *[other] { $loop } döngü
        }, ortalama { $rate } IOPS
    }
timeline-length-but = { $length }; bunun { $missing } kadarı kaydedilmedi
words-at-mark =
    { $where ->
        [with] “{ $mark }” ile aynı anda: { $words }
        [before] “{ $mark }” işaretinden { $time } önce: { $words }
       *[after] “{ $mark }” işaretinden { $time } sonra: { $words }
    }
words-confidence = { $words } (güven { $confidence })
whole-run = koşunun tümü
bound-of-intervals = zaman aralıklarının en büyük p99 değeri
bound-slowest = p99 için işlem sayısı yetersizse en yavaş işlem
strip-column = bir sütun: { $time }
strip-nothing = · başarılı işlem yok
strip-unknown = ? kayıt yok
strip-marks = işaret
rule-recovered = { $time } sonra toparlandı
rule-outage = kesinti { $time }
rule-errors = { $count } hata
kind-outage = kesinti
kind-gap = kayıt boşluğu
kind-errors = hatalar
kind-dip = geçici düşüş
kind-slow = geçici yavaşlama
kind-drop = kalıcı düşüş
kind-slower = kalıcı yavaşlama
kind-drift = kayma
kind-surge = geçici artış
kind-rise = kalıcı artış
kind-quick = geçici hızlanma
kind-quicker = kalıcı hızlanma
kind-periodic = periyodik değişim
level-moved-to = { $kind }: { $worst }
episodes-caption = Süreler ölçümün başlangıcından itibaren, bir zaman aralığı hassasiyetiyle verilir. Derinlik: hızdaki düşüş. Kesinti: neredeyse hiçbir işlemin başarılı olmadığı saniyeler. Toparlanma: olayın başlangıcından hızın %95 düzeyine döndüğü ve { $latency } değerinin de toparlandığı ana kadar geçen süre; tire: toparlanma olmadı veya değişim kalıcı. Kullanılan { $latency }, zaman aralıklarının ortalamalarıdır; en uzun bekleme: olaydaki en yavaş işlem.
gaps-caption = Kaydedilmeyen: hiçbir kaydın bulunmadığı saniyeler; bu sürede bir kesinti olmuş olabilir.
column-what = Olay
column-after-mark = İşarete göre zaman
column-began = Başlangıç
column-rate-moves = Hız, önce → en kötü
column-latency-moves = { $latency }, önce → en kötü
column-depth = Derinlik
column-time-to-worst = En kötüye kadar süre
column-recovered = Toparlanma süresi
column-backlog = En büyük birikme
column-confidence = Güven
note-text = { $kind ->
    [mark] işaret
    [note] not
    [collector] toplayıcı
   *[other] { $kind }
} “{ $text }”
quoted = “{ $text }”
event-kind =
    { $kind ->
        [mark] işaret
        [note] not
        [collector] toplayıcı
       *[other] { $kind }
    }
away-from-mark =
    { $where ->
        [before] “{ $mark }” işaretinden { $time } önce
       *[after] “{ $mark }” işaretinden { $time } sonra
    }
worst-second = En kötü saniye
worst-interval = En kötü zaman aralığı
periods-caption = Süreler ölçümün başlangıcından itibaren sayılır. Yüzdelikler satırdaki tüm işlemlere aittir. En düşük: { $length } uzunluğundaki zaman aralıklarının en yavaşının IOPS değeri. { $worst }: hiçbir işlemin başarılı olmadığı aralık; böyle bir aralık yoksa ortalaması en büyük olan.
episodes-in-row = Olaylar: satırın kapsadığı sürede başlayanlar.
episodes-but = Olaylar: satırın kapsadığı sürede başlayanlar; koşunun tümüne yayılan { $n } olay sayılmadı.
objective-of-row = Hedef: satırın kendi değerlerinin sınırla karşılaştırılması; veriler yetmediğinde karar verilemedi.
column-lowest = En düşük
column-mean = Ortalama
day-by-day = Günlere göre
hour-by-hour = Saatlere göre
worst-nothing = { $time } başarılı işlem yok
worst-mean = { $time } ortalama { $mean }
day = { $n }. gün
hour = { $n }. saat
part-of-period = { $period } ({ $time })
time-of-day = { $n }. gün, { $time }

## Tables of Runs

all-runs-title = Tüm koşular ({ $n })
runs-caption-response_time = Yanıt süreleri tüm işlemlere aittir ve planlanan andan itibaren ölçülür; n, dayandıkları işlem sayısıdır. Tire: örneklem bu değer için çok küçük veya değer yok.
runs-caption-completion_latency = Gecikmeler, tüm işlemlerin gönderildikleri andan itibaren ölçülen tamamlanma gecikmeleridir; içe aktarılan dosyalarda yanıt süresi bulunmaz. n, dayandıkları işlem sayısıdır. Tire: örneklem bu değer için çok küçük veya değer yok.
what-is-cached = Önbellekten: değerler depolamaya değil, sayfa önbelleğine aittir.
what-is-generator_limited = Yük üreteci sınırladı: değerler ölçüm makinesinin kendi gecikmesini içerir ve ölçülen birim hakkında kanıt sayılmaz.
what-is-not_steady = Kararlı değil: ölçüm, ölçülen birimin durumu değişirken yapıldı.
errors-caption = Hatalar: ölçümde planlanan işlemlerden başarısız olanlar; yanıt süreleri yoktur ve n içinde sayılmaz.
column-role = Rol
column-offered = Sunulan, IOPS
column-issued = Gönderilen, IOPS
column-own-lag-p99 = Ölçüm makinesinin gecikmesi p99
column-measured = Ölçüm süresi
closed-outstanding = kapalı, bekleyen G/Ç: ortalama { $outstanding }
closed-depth-not-told = kapalı, derinlik bilinmiyor
closed-depth = kapalı, { $depth } × { $workers }
syncs-title = Eşitleme gecikmesi ({ $n })
column-syncs = Saniyedeki eşitleme
column-max = En yüksek
syncs-caption =
    { $counted ->
        [yes] fsync veya fdatasync çağrısından dönüşüne kadar geçen süredir. Diğer tabloların hızları yalnızca veri işlemlerini sayar, eşitlemeleri saymaz; tüm işlemlerin gecikmelerine eşitlemeler dahildir. Tire: örneklem çok küçük.
        [some] fsync veya fdatasync çağrısından dönüşüne kadar geçen süredir. Diğer tabloların hızları yalnızca veri işlemlerini sayar, eşitlemeleri saymaz; tüm işlemlerin gecikmelerine Plimsoll'un ölçtüğü koşuların eşitlemeleri dahildir, içe aktarılan koşularınki değildir. Tire: değer dosyada yok veya örneklem çok küçük.
       *[no] fsync veya fdatasync çağrısından dönüşüne kadar geçen süredir. Eşitlemeler diğer tabloların hız ve gecikmelerinde yer almaz. Tire: değer dosyada yok veya örneklem çok küçük.
    }
same-in-every-row = Tüm satırlarda aynı: { $values }.
in-no-row = Tüm satırlarda boş: { $columns }.

## Hosts

host-by-host = Ana makinelere göre
column-ended = Bitiş
column-workers = İşçiler
column-host-cpu = Ana makine CPU
column-steal = Çalınan CPU
column-clock = Saatin belirsizliği
host-lost = kayboldu
hosts-caption = Sayıların toplamı koşunun sayılarına eşittir; yüzdelikler her ana makineye özeldir ve toplanmaz. Koşunun değerleri, tüm ana makinelerin dağılımlarından hesaplanır.
host-because = { $host }: { $because }.
hosts-achieved_rate_per_s = Gerçekleşen IOPS
hosts-response_time_p99_ns = Yanıt süresi p99
hosts-own_lag_p99_ns = Ölçüm makinesinin gecikmesi p99
hosts-cpu_busy_share = İşlemci kullanımı
by-host = { $figure }, ana makinelere göre
grid-of-hosts = Her satır bir ana makine, her hücre { $time } uzunluğunda bir süredir ve ortalamayı, p99 için ise en yüksek zaman aralığını gösterir. Zeminden daha çok ayrılan renk daha yüksek değerdir. Hücre yoksa ana makineden bildirim gelmedi veya işlem sayısı bu değer için yetersiz.
some-hosts-drawn = Gösterilen: { $of } ana makineden, p99 değeri en çok yükselen { $n } tanesi; tabloda tümü yer alır.
time-in-measure = Ölçümdeki süre
hosts-over-time = Ana makineler, zamana göre
hover-host = ana makine

## Grid

only-rate-varies = sunulan hız dışında değişen bir ayar yok
asks-one-question = yalnızca bir senaryo var
nothing-varies = ölçüm noktaları arasında hiçbir ayar değişmiyor
has-no-points = ölçüm noktası yok
points-have-no-answer = ölçüm noktalarının durumu: { $no_answer }
figure-shown = Gösterilen değer: { $chart }
switch-iops = IOPS
label-iops = { $label }, IOPS
column-ratio = Oran: { $version } / { $reference }
ratios-caption = Oranlar hızlara aittir.
marks-caption = Yanında açıklama bulunan değer, o açıklamadaki nedenle ölçülen birim hakkında kanıt sayılmayan bir koşudandır. Oranlarda, en yüksek ve en düşük değerlerde ve hedefi sağlayanların sayısında dikkate alınmaz.
means-caption = Tekrarların ortalamaları, en düşük – en yüksek değerlerle birlikte.
low-ends-caption = Yük sınırlarının alt uçları; parantez içinde üst uçlar.
compared-configuration = Yapılandırmaların karşılaştırması
compared-target = Ölçülen birimlerin karşılaştırması
compared-access = Erişim yöntemlerinin karşılaştırması
compared-engine = G/Ç motorlarının karşılaştırması
column-repeats = Tekrar
places-caption = Tire: örneklem bu değer için çok küçük veya değer yok. n: { $latency } değerinin dayandığı işlem sayısı.
failed-caption = Hatalar: tüm koşularında, planlanan işlemlerden başarısız olanlar; yanıt süreleri yoktur.
repeats-caption = Hızlar ve ortalamalar, geçerli tekrarların ortalamalarıdır; yüzdelikler, birleştirilmiş dağılımlarındandır; parantez içinde en düşük – en yüksek.
lines-in-grid-caption = Yük sınırı için: alt uç, parantez içinde üst uç; bayt ve yanıt süreleri, alt uçtaki doğrulama koşusuna aittir.
every-place =
    { $kind ->
        [questions] Tüm senaryolar ({ $n })
       *[Points] Tüm ölçüm noktaları ({ $n })
    }
grid-measure =
    { $leaves ->
        [maximum] En yüksek değer
        [line] Yük sınırı
       *[run] Gerçekleşen hız
    }
grid-answer =
    { $objective ->
        [none] { $measure }, IOPS: { $reaches }.
       *[other] { $measure }, IOPS ({ $objective } hedefiyle): { $reaches }.
    }
grid-means =
    { $objective ->
        [none] { $measure }, IOPS (en çok { $n } tekrarın ortalaması): { $reaches }.
       *[other] { $measure }, IOPS (en çok { $n } tekrarın ortalaması, { $objective } hedefiyle): { $reaches }.
    }
closed-loops-not-judged = Kapalı döngüler için karar verilmez: değerleri hedefle yalnızca karşılaştırılır.
why-marked = { $mark } ({ $why })
highest-of-grid =
    { $leaves ->
        [maximum] En yüksek değerlerin en büyüğü
        [line] En yüksek yük sınırı
       *[run] En yüksek gerçekleşen hız
    }
lowest-of-grid =
    { $leaves ->
        [maximum] En yüksek değerlerin en küçüğü
        [line] En düşük yük sınırı
       *[run] En düşük gerçekleşen hız
    }
questions-times = { $n } senaryo, her biri en çok { $times } kez
measured-no-evidence = { $rates } ölçüldü, ancak ölçülen birim hakkında kanıt sayılan koşu yok
no-evidence = ölçülen birim hakkında kanıt sayılan koşu yok
grid-range = { $low } ({ $where_low }) ile { $high } ({ $where_high }) arasında
it-is-interrupted = Kampanya yarıda kesildi.
it-is-running = Kampanya hâlâ sürüyor.
mark-too-few = işlem sayısı yetersiz
mark-not-in-file = dosyada yok
heat-title = { $measure }, bayt ve { $latency }; { $x } ve { $y } eksenlerinde
heat-title-alone = { $measure }; { $x } ve { $y } eksenlerinde
bars-title =
    { $x ->
        [none] { $measure } ve { $latency }
       *[other] { $measure } ve { $latency }; { $x } ekseninde
    }
bars-title-alone =
    { $x ->
        [none] { $measure }
       *[other] { $measure }; { $x } ekseninde
    }
figure-not-in-file = { $figure }: dosyada yok.
figure-of-run = Her değer tek bir koşuya aittir.
figure-of-search = Her değer tek bir aramaya aittir.
figure-of-repeats = Her değer { $n } tekrara aittir: hızlar ve ortalamalar tekrarların ortalamaları, yüzdelikler birleştirilmiş dağılımların yüzdelikleridir.
rate-is-low-end = Hız, yük sınırının doğrulama koşusuyla doğrulanan alt ucudur; aralığı üst uca kadar uzanır. Diğer değerler bu doğrulama koşusuna aittir.
bytes-at-maximum = Bayt ve yanıt süreleri, en yüksek değerdeki koşuya aittir.
whiskers-of-repeats = Hata çubukları: en düşük tekrardan en yüksek tekrara.
some-marked = { $of } değerden { $n } tanesi işaretlidir: ya ölçülen birim hakkında kanıt sayılmama nedeniyle (değer yine de gösterilir) ya da geçerli tekrar sayısıyla.
hover-spread = en düşük – en yüksek
hover-repeats = tekrar
hover-because = neden
places-without-figure = { $figure }: { $of } noktadan { $n } tanesinde değer yok ({ $why }).
n-of-repeats = ({ $n }/{ $of })

## Imported results

untold-asked_without_latency = { $program }, gecikmeyi ölçen -L seçeneği olmadan çalıştırıldı
untold-starts_at_submission = { $program } bir işlemi planlanan andan değil, gönderildiği andan itibaren ölçer
untold-percentiles_of_parts = dosyada yüzdelikler yalnızca parça parça var ve yüzdelikler birleştirilemez
untold-first_threads_counted_again = Linux için diskspd, okuma ve yazmaların ortak yüzdeliklerinde, birden çok iş parçacığından ilkini kendisini izleyen her biri için bir kez daha sayar; okumaların ve yazmaların ayrı yüzdelikleri doğrudur
untold-not_told = dosyada yok
untold-not_in_terse = fio'nun terse çıktısında yok
untold-syncs_before_3_4 = fio eşitleme sürelerini 3.4 sürümünden itibaren ölçer
untold-syncs_put_together = unified_rw_reporting kullanıldığında fio bu değeri yazmaz
untold-figures_disagree = dosyanın bu konudaki değerleri birbiriyle çelişiyor
untold-no_latency = { $program } gecikme ölçmez
untold-contradicted = dosyanın diğer değerleri bu değerle çelişiyor
derived-little = hız × ortalama gecikme
derived-little_with_syncs = hız × ortalama gecikme + saniyedeki eşitleme × ortalama eşitleme gecikmesi
derived-block_by_bytes = bayt ÷ işlem
derived-operations_by_rate = hız × saniye
derived-operations_by_bytes = bayt ÷ blok boyutu
derived-rate_by_operations = işlem ÷ saniye
derived-bytes_by_block_size = işlem × blok boyutu
derived-bytes_by_block_size_rate = saniyedeki bayt ÷ blok boyutu
derived-most_outstanding_seen = tablosundaki en yüksek bekleyen G/Ç
derived-mean_of_directions = yazdırılan değer ÷ (okuma payı² + yazma payı²): KDiskMark, okuma ve yazmaların paylarına göre ağırlıklı ortalamasını yazdırır
derived-sum_of_parts = parçaların toplamı
derived-difference = iki okuma değerinin farkı
derived-seconds_by_rate = işlem ÷ hız
derived-by_share_asked = senaryo adında belirtilen okuma payı
derived-by_percentile_of_hcibench = (95%tile_LAT − LATENCY) ÷ 1,645; HCIBench, 95%tile_LAT değerini bundan hesaplar
derived-cpu_by_share = CPU payı × saniye ÷ işlem
remark-clat_without_submission = Gecikme, gönderim çağrısından sonra başlayan fio clat değeridir. Gönderimi de içeren lat değerinin yüzdelikleri bu dosyada yok: bunlar için fio programını --lat_percentiles=1 ile çalıştırın.
remark-percentiles_told = Yüzdelikler dosyada verildiği gibidir: dağılım olmadan diğer koşularınkilerle birleştirilemez. fio, dağılımı --output-format=json+ ile yazar.
remark-short = Koşu 0,1 s süresinden kısa sürdü ve fio süreyi tam milisaniye olarak verir; bu nedenle hız yalnızca yaklaşıktır.
remark-microseconds_by_debug = Dosya debug=23 ile yazıldı: süreleri mikrosaniyedir.
remark-no_percentiles = Dosyada yalnızca ortalamalar ve en yüksek değerler var, yüzdelikler yok.
remark-percentiles_told_alone = Yüzdelikler dosyada verildiği gibidir: dosyada dağılım bulunmadığı için diğer koşularınkilerle birleştirilemez.
remark-coarse_steps = Dağılımın basamakları geniştir; çoğunun sonu başlangıcının iki katıdır. Yüzdelik, bir basamağın içinde bir yerdedir ve basamağın ortası gösterilir.
remark-hcibench_means = HCIBench gecikmeleri, her sanal makinenin ortalamasının sanal makineler üzerindeki ortalamasıdır. 95. yüzdelik diye verdiği değer tüm işlemlerin yüzdeliği değildir (ortalama artı 1,645 standart sapma veya yüzdeliklerin ortalaması) ve dışarıda bırakıldı: tüm işlemlerin değerleri için senaryonun klasörünü içe aktarın.
remark-histogram_with_warmup = vdbench histogramı ısınmayı içerir; yüzdelikler de öyle. Hızlar ve ortalamalar içermez.
remark-vms_missing = Bazı sanal makinelerin sonucu yok: değerler diğerlerine aittir; tümünün toplamı daha yüksektir.
remark-zone_not_told = Dosyada saat dilimi belirtilmiyor: zamanlar UTC kabul edildi.
remark-no_latency_bound = ndisk64 gecikme ölçmez. Süreç başına aynı anda tek bir işlem olduğunda, ortalama gecikme en az süreç sayısı ÷ hız kadardır.
remark-rates_by_time_asked = Linux için diskspd, gerçek çalışma süresine değil, ayarlanan süreye böler: gerçek süre daha uzunsa hızları olduğundan yüksektir.
remark-best_of_passes = CrystalDiskMark, geçişlerinin ortalamasını değil, en iyisini verir.
remark-percentiles_are_bounds = Yüzdelikler, her biri bir öncekinden %19 geniş olan elbencho basamaklarının üst uçlarıdır: gerçek değerler bu basamağın içindedir. Dağılım --lathisto ve --jsonfile ile elde edilir.
remark-live_figures = Bunlar elbencho'nun canlı değerleridir: son satırdan sonra yapılanları içermez. --jsonfile, dağılımıyla birlikte aşamanın tümünü içerir.
remark-mean_of_passes = KDiskMark'ın Default profili, geçişlerinin ortalamasını verir.
remark-best_of_passes_of_kdiskmark = KDiskMark'ın bu profili, geçişlerinin ortalamasını değil, en iyisini verir.
remark-block_size_of_version = Metinde sıralı testlerin blok boyutu yok. CrystalDiskMark'ın bu sürümü, kuyrukla 128 KiB, kuyruksuz 1 MiB kullanır.
remark-rate_not_told = Bir hız ayarlanıp ayarlanmadığı bu çıktıdan anlaşılmıyor: koşu kapalı döngü kabul edildi.
remark-jobs_put_together = fio, seçenekleri farklı işleri tek iş olarak bildirdi (group_reporting): gösterilen seçenekler hepsinde ortak olanlardır, rakamlar hepsinin toplamıdır. Her işin rakamlarını almak için group_reporting seçeneğini kaldırın.
remark-logs_alone = Yalnızca günlüklerden blok boyutu, derinlik ve ayarlanan hız öğrenilemez. Aynı önekli günlükler, aynı anda çalışan işler kabul edildi; emin olmak için koşunun JSON sonucunu yanlarına koyun.
remark-nanoseconds_assumed = Gecikmeler, fio 3'ün yazdığı gibi nanosaniye kabul edildi; fio 2 mikrosaniye yazardı ve bu günlüklerden hangi sürümün yazdığı anlaşılmıyor.
remark-jobs_in_one_log = Günlükteki zamanlar baştan başlıyor; demek ki birden çok iş içeriyor (per_job_logs=0). Bunlar aynı anda çalışan işler kabul edildi. fio'nun aynı dosyaya eklediği, art arda çalışan koşularsa hız olduğundan yüksektir.
remark-rows_lost = Günlük, fio 2'nin kaybettiği satırların yerine yazdığı sıfır satırlarıyla bitiyor: sonrası bilinmiyor.
remark-jobs_ended_apart = İşlerin süreleri farklı veya bazılarında bitişten önce tamamlanan işlem yok: zaman çizelgesi, tümünün satırlarının bulunduğu süreyi kapsar.
remark-windows_without_rows = Satırı olmayan pencereler 0 IOPS sayıldı: fio, hiçbir işlemin tamamlanmadığı pencere için satır yazmaz. fio'nun satırları yazan iş parçacığı durduğunda da günlük aynı görünür; farkı yalnızca koşunun JSON sonucu gösterir.
remark-windows_of_nothing = Satırı olmayan pencerelerde hiçbir işlem tamamlanmadı: fio o zaman satır yazmaz ve JSON sonucundaki işlemlerin tümü mevcut satırlarda yer alıyor.
remark-nothing_waited = Satırı olmayan pencerelerde, sonrasındaki gecikmelere göre hiçbir işlem beklemedi: fio durdu veya işlem göndermedi; neden depolama değildir. Zaman çizelgesi bu süreyi dışarıda bırakır.
remark-latencies_without_rates = IOPS satırları eksik: o sürede gecikme satırları yazıldığına göre işlemler tamamlandı. Hız kaydı bulunmadığından zaman çizelgesi bu süreyi dışarıda bırakır.
remark-rows_missing = Satırlar eksik: JSON sonucuna göre, satır yazılmayan sürede de işlemler tamamlandı. Kayıt bulunmadığından zaman çizelgesi bu süreyi dışarıda bırakır.
remark-logs_go_back = Bir işin günlüğünde zamanlar geriye gidiyor: bir saat geri alındı veya satırlar fio'nun yazdığı gibi değil. Zaman aralıkları gösterilmiyor.
remark-logs_disagree = Sonucun yanında aynı adlı günlükler var, ancak hızları farklı (uyuşmayan değerlere bakın): zaman çizelgesi olarak gösterilmiyorlar.
remark-latencies_of_logs_disagree = Günlüklerin gecikmeleri sonuçla uyuşmuyor (uyuşmayan değerlere bakın): zaman çizelgesinde yalnızca hızlar var.
remark-logs_of_another_run = Zaman çizelgesi yok: bu klasördeki daha yeni bir sonuç aynı günlükleri gösteriyor veya günlüklerin hangi sonuca ait olduğu belirlenemiyor; fio yalnızca son koşunun günlüklerini saklar.
remark-logs_not_told_apart = Zaman çizelgesi yok: sonucun yanında aynı adlı günlükler var, ancak hangilerinin bu işlere ait olduğu belirlenemiyor.
remark-logs_give_no_rate = Zaman çizelgesi yok: her işin IOPS günlüğü bulunmadığından günlüklerden hız elde edilemiyor.
remark-logs_of_ones = Zaman çizelgesi yok: IOPS günlüğünün her satırı 1. log_compression kullanıldığında fio hızı değil, tek tek işlemleri ortalar.
remark-maxima_in_logs = Gecikme günlüklerinde pencere başına en yüksek değer var (log_window_value=max), ortalama yok: gösterilmiyorlar.
remark-lines_of_one_name = Dosyada bu adla birden çok satır var. Ayrı koşular kabul edildiler; tek bir işin kopyalarıysa (group_reporting olmadan numjobs) hızları toplanır. terse çıktısından ayırt edilemez: --output-format=json+ kullanın.
remark-words_within = JSON belgesinin satırları arasında başka bir programın satırları vardı; atlandılar.
remark-ran_beside = Aynı dosyanın diğer işleri aynı anda çalıştı.
remark-unfinished_status = Dosyadaki son durum, iş bitmeden yazıldı.
remark-reads_and_writes_together = Okuma ve yazmalar birlikte raporlandı (unified_rw_reporting).
remark-microseconds_before_3 = 3 öncesi fio sürümleri gecikmeleri mikrosaniye olarak verir.
starts-intended = yanıt süresi: Plimsoll bunu başka bir yerde, planlanan andan itibaren ölçtü
starts-submission = tamamlanma gecikmesi: { $program } saati, işlemi gönderdiğinde başlatır; bu nedenle sıra bekleme süresini içermez. İşlemin planlanan anından itibaren sayılan yanıt süresi bilinmiyor
starts-after_submission = tamamlanma gecikmesi: { $program } saati gönderim çağrısından sonra başlattı (clat); bu nedenle ne çağrıyı ne de sıra bekleme süresini içerir. Yanıt süresi bilinmiyor
figure-of-file-response_time_ns = yanıt süresi
figure-of-file-completion_latency_ns = tamamlanma gecikmesi
figure-of-file-completion_latency_ns-percentiles = tüm işlemlerin yüzdelikleri
figure-of-file-bytes_per_s = saniyedeki bayt
figure-of-file-warmup_s = ısınma
figure-of-file-measure_s = ölçüm süresi
figure-of-file-errors = hatalar
figure-of-file-flush = eşitleme gecikmesi (fsync, fdatasync)
figure-of-file-outstanding_mean = bekleyen G/Ç
import-ended-finished = { $program } kaynağından içe aktarıldı, orada tamamlandı
import-ended-fell_behind = { $program } kaynağından içe aktarıldı: ayarlanan hıza ulaşılamadı
import-ended-client_full = { $program } kaynağından içe aktarıldı: ayarlanan hıza ulaşılamadı ve programın kendi CPU'su doymuştu
import-ended-cached = { $program } kaynağından içe aktarıldı: G/Ç'yi depolama değil, bellekteki bir önbellek karşıladı
import-ended-errors = { $program } kaynağından içe aktarıldı, orada hatalarla sona erdi
import-ended-cut = { $program } kaynağından içe aktarıldı: dosya, koşudan önce bitiyor
starts-none = { $program }, bu dosyada gecikme vermiyor
latency-of-file =
    { $kind ->
        [all] gecikme
        [read] okuma gecikmesi
        [write] yazma gecikmesi
        [trim] kırpma gecikmesi
        [flush] eşitleme gecikmesi
       *[other] { $kind } gecikmesi
    }
latency-of-file-start =
    { $kind ->
        [all] Gecikme
        [read] Okuma gecikmesi
        [write] Yazma gecikmesi
        [trim] Kırpma gecikmesi
        [flush] Eşitleme gecikmesi
       *[other] Gecikme
    }
finding-more_outstanding_than_depth = Hız × gecikme { $outstanding } bekleyen işlem veriyor, oysa en çok { $depth } ayarlanmıştı: gecikme veya derinlik başka bir şeye ait (bir saat, tek bir yön, başka bir iş). Gecikme gösterilmiyor.
finding-depth_not_reached = Ayarlanan { $depth } işlemden ortalama { $outstanding } tanesi bekliyordu: depolamadan önceki bir etken (her işlemi ayrı bekleyen bir motor, gönderim çağrısı, CPU) işlemleri tuttu; bu nedenle bu değer, depolamanın o derinlikteki performansı değildir.
finding-depth_or_rate = Ayarlanan { $depth } işlemden ortalama { $outstanding } tanesi bekliyordu: bu çıktıda görünmeyen bir hız sınırı veya depolamadan önceki bir etken (her işlemi ayrı bekleyen bir motor, gönderim çağrısı, CPU) işlemleri tuttu. Bu değer, depolamanın o derinlikteki performansı değildir.
finding-least_above_most = En kısa { $latency } { $min_ns }, en uzunu ise { $max_ns }: ikisi de gösterilmiyor.
finding-mean_beyond_extremes = Ortalama { $latency } { $mean_ns }; bu değer en kısa ile en uzun arasında değil ({ $min_ns } ile { $max_ns }): gösterilmiyor.
finding-percentile_below_shortest = { $latency }, p{ $percent }: { $value_ns }; bu değer en kısa değerden ({ $min_ns }) küçük: yüzdelikler gösterilmiyor.
finding-percentile_above_longest = { $latency }, p{ $percent }: { $value_ns }; bu değer en uzun değerden ({ $max_ns }) büyük: yüzdelikler gösterilmiyor.
finding-percentile_below_lower = { $latency }, p{ $percent }: { $value_ns }; bu değer daha düşük bir yüzdelikten ({ $before_ns }) küçük: yüzdelikler gösterilmiyor.
finding-mean_above_percentiles = Ortalama { $latency } { $mean_ns }, oysa yüzdeliklere göre en çok { $most_ns } olabilir: yüzdelikler gösterilmiyor.
finding-mean_below_percentiles = Ortalama { $latency } { $mean_ns }, oysa yüzdeliklere göre en az { $least_ns } olmalıdır: yüzdelikler gösterilmiyor.
finding-distribution_against_mean = Ortalama { $latency } { $mean_ns }, dağılımınki ise { $distribution_ns }: dağılım başka işlemleri (bir ısınmayı) kapsıyor ve yüzdelikleri gösterilmiyor.
finding-longer_without_submission = { $latency_start } gönderim hariç { $without_ns }, gönderim dahil { $with_ns }: ikisi de gösterilmiyor.
finding-submit_held = { $latency } içinde gönderim çağrısının payı vardı: çağrı dahil { $with_ns } (fio lat), hariç { $without_ns } (clat).
finding-cache_answered = G/Ç'yi depolama değil, bir önbellek karşıladı: bir işlem { $each_ns } sürdü; { $block } için her diske en az { $least_ns } gerekir. Dosya, işletim sisteminin önbelleği üzerinden açıldı; onsuz ölçün (fio direct=1, diskspd -Sh).
finding-memory_answered = G/Ç'yi depolama değil, bellek karşıladı: bir işlem { $each_ns } sürdü; bu, her diskin gerektirdiğinden kısadır.
finding-above_disk_link = { $bytes_per_s } GB/s, bir NVMe diskin bağlantısının taşıyabileceğinden fazla (PCIe 6.0 x4: { $one_disk } GB/s) ve ölçülen birim tek bir disk: G/Ç'yi, bağlantının önündeki bir önbellek karşıladı.
finding-beyond_one_disk = { $bytes_per_s } GB/s, tek bir diskin taşıyabileceğinden fazla (PCIe 6.0 x4: { $one_disk } GB/s) ve dosya, önbelleklerin atlandığını göstermiyor: G/Ç'yi birden çok disk veya bir önbellek karşıladı.
finding-cache_rate = G/Ç'yi depolama değil, bir önbellek karşıladı: { $bytes_per_s } GB/s, tek bir diskin taşıyabileceğinden fazla (PCIe 6.0 x4: { $one_disk } GB/s) ve dosya, işletim sisteminin önbelleği üzerinden açıldı.
finding-depth_partly_used = Ayarlanan { $depth } işlemden ortalama { $outstanding } tanesi bekliyordu; oysa kapalı döngüde hepsi sürekli bekler: programın kendisi bir bölümünü tuttu ya da hız ile gecikme farklı zamanlara veya işlemlere ait.
finding-sync_time_missing = Hız × gecikme, bekleyen { $outstanding } işlem verir; ayarlanan sayı ise { $depth }: kalan süre, gecikmeye katılmayan eşitlemelere (fsync) gitti. Kalıcı bir yazma, gösterilenden uzun sürer.
finding-latency_of_a_queue = { $depth } işlemin tümü sürekli bekliyordu; bu nedenle { $mean_ns } gecikme, derinlik ÷ hızdır ({ $depth } ÷ { $rate_per_s } IOPS): bir üst sınırın önündeki kuyruk. Depolamanın ne kadar hızlı yanıt verdiğini göstermez.
finding-too_short = Koşu { $length_s } sürdü: bu kadar kısa bir yükü yalnızca önbellekler ve yazma arabellekleri karşılayabilir.
finding-ended_early = Koşu, ayarlanan { $configured_s } yerine { $length_s } sürdü: erken sona erdi.
finding-ran_over = Koşu { $length_s } sürdü, ayarlanan süre ise { $configured_s }: sonunda, tamamlanmayan G/Ç'yi bekledi.
finding-operations_failed = Başarısız işlemler: { $errors }. Süreleri değerlere dahildir.
finding-many_failed = Başarısız işlemler: { $errors }, en az yüzde bir. Hız ve gecikme, başarısız işlemlerin değerleridir.
finding-data_zeros = Koşu yalnızca sıfır yazdı: sıkıştıran, yinelenenleri ayıklayan veya sıfırları atlayan depolama neredeyse hiçbir şey saklamaz ve ortamını kullanmaz.
finding-data_pattern = Koşu hep aynı deseni yazdı: sıkıştıran veya yinelenenleri ayıklayan depolama neredeyse hiçbir şey saklamaz ve ortamını kullanmaz.
finding-data_compressible = Verinin { $data_percent } kadarı sıkıştırılabilir: sıkıştıran depolamada bu değerler yalnızca böyle veriler için geçerlidir.
finding-data_duplicates = Verinin { $data_percent } kadarı yinelenen veridir: yinelenenleri ayıklayan depolamada bu değerler yalnızca böyle veriler için geçerlidir.
finding-small_working_set = Koşu yalnızca { $working_set } adresledi: denetleyicinin, disk dizisinin veya diskin önbelleği bunun tümünü tutabilir.
finding-percentile_is_longest = { $n } işlemin p{ $percent } değeri, en uzun işlemin ta kendisidir: bu kadar az işlemin p{ $percent } değeri yoktur.
finding-one_direction_timed = Dosyada yalnızca { $latency } var: öteki yön ölçülmedi.
finding-directions_apart = Okumalar { $read_s }, yazmalar { $write_s } sürdü: her zaman yan yana çalışmadılar, hızlarının toplamı sürenin yalnızca bir bölümü için geçerlidir.
finding-sync_in_cache = Kalıcı bir yazma { $durable_ns } sürdü; bu, flaşın veya bir disk plakasının gerektirdiğinden kısadır: onu bir yazma önbelleği onayladı. Veriler, yalnızca bu önbellek elektrik kesintisinde korunuyorsa güvendedir.
finding-faster_than_flash = { $block } boyutunda bir doğrudan okuma { $each_ns } sürdü; flaş en az { $least_ns } gerektirir: veri, doğrudan G/Ç'nin atlamadığı bir önbellekten (dosya sistemi, hipervizör, denetleyici, disk) ya da depolama olarak kullanılan bellekten geldi.
finding-two_modes = İşlemler iki gruba ayrılıyor ({ $latency }): { $share_percent } kadarı en çok { $fast_ns }, ötekiler en az { $slow_ns } sürdü. Önbellek isabetleri ve ıskaları böyle görünür. Ne ortalama ne de ortanca iki gruptan birini betimler.
finding-level_changed = Hız aynı kalmadı: en iyi { $high_per_s } IOPS, { $at_s } ile { $until_s } arasında { $low_per_s } IOPS. Ortalama ikisini de betimlemez.
finding-clock_set_back = Dosyanın saati { $at_s } anında { $back_s } geri alınmış: o an çevresindeki aralıklar fazla uzun veya fazla kısa, koşunun yanında kaydedilen sayaçlar da koşuyla eşleşmiyor.
finding-clock_set_back_within = Koşu sırasında makinenin saati { $back_s } geri alınmış. Ölçüm değerleri bundan etkilenmez; saat bilgileri ve koşunun yanında kaydedilen sayaçlar koşuyla eşleşmez.
finding-clock_leapt = Dosyanın saati { $at_s } anında { $ahead_s } ileri atlamış: o an çevresindeki aralıklar fazla uzun veya fazla kısa, koşunun yanında kaydedilen sayaçlar da koşuyla eşleşmiyor.
finding-clock_leapt_within = Koşu sırasında makinenin saati { $ahead_s } ileri atlamış. Ölçüm değerleri bundan etkilenmez; saat bilgileri ve koşunun yanında kaydedilen sayaçlar koşuyla eşleşmez.
finding-processors_full = Yükü üreten işlemciler { $used_percent } doluydu: depolama daha fazlasını yapabilir.
finding-bytes_against_operations = Bayt ÷ işlem { $each } veriyor, oysa ayarlanan blok boyutu { $block }: baytlar gösterilmiyor.
gap-of-file = { $total } boyunca kayıt yok (ölçümün bölümü: { $places })
gaps-of-file = Toplam { $total }, { $n } boşlukta kayıt yok (ölçümün bölümleri: { $places })
gaps-and-more = Toplam { $total }, { $n } boşlukta kayıt yok (ölçümün bölümleri: { $places } ve { $more } boşluk daha)
stood-still = Kaydedici, { $time } anında { $length } süreyle durdu: o sürenin satırları sonradan, bir kerede yazıldı.
imported-origin = { $program }, { $file }, { $at }
imported-at-line = { $program }, { $file }, { $at } (satır { $line })
program-and-format = { $program } ({ $format })
percentiles-as-given = dosyada verildiği gibi; dağılım olmadığı için birleştirilmez
percentiles-of-distribution = dosyadaki dağılımdan
percentiles-in-steps = dosyadaki dağılımdan; basamaklar en çok değerin { $step } kadarı

## Conditions of the figures

footer = Plimsoll { $version }, { $store }, kampanya { $campaign }
fact-campaign = Kampanya
fact-machine = Ölçüm makinesi
fact-figures = Değerler
fact-loads = Yükler
fact-store = Sonuç dosyası
campaign-seed = { $campaign }; tohum { $seed }
all-simulated = Benzetim: sanal saatte, tanımlanmış bir depolama sistemi
all-emulated = Öykünüm: gerçek saatte, tanımlanmış bir depolama sistemi
some-simulated = { $of } koşudan { $n } tanesi benzetim: sanal saatte, tanımlanmış bir depolama sistemi
some-emulated = { $of } koşudan { $n } tanesi öykünüm: gerçek saatte, tanımlanmış bir depolama sistemi
nothing-on-a-device = { $parts }; hiçbir aygıtta ölçüm yapılmadı.
every-run-imported = Tüm koşular başka bir programdan içe aktarıldı; Plimsoll tarafından ölçülmedi.
some-runs-imported = { $of } koşudan { $n } tanesi başka bir programdan içe aktarıldı; Plimsoll tarafından ölçülmedi.
every-run-measured = Ölçüm: tüm koşular ölçülen birimin kendisinde yapıldı.
conditions = Ölçüm ortamı
unknown = bilinmiyor
completions-noticed = tamamlanma en çok { $most }, ortalama en çok { $mean } geç fark edildi
seeds = kampanya { $seed }; her koşunun tohumu kendi kaydındadır
values-and-more = { $values }; ve { $more } tane daha
nothing = yok
blocks-of = { $size } blok
name-and-facts = { $name } ({ $facts })
target-sets = { $target }, { $sets } farklı parametre takımıyla
target-kind =
    { $kind ->
        [file] dosya
        [block_device] blok aygıtı
        [stack] yığın
        [nbd] NBD
        [several] birden çok birim
       *[other] { $kind }
    }
device-kind =
    { $kind ->
        [disk] disk
        [partition] bölüm
        [device_mapper] device mapper
        [multipath] çoklu yol
        [md] yazılım RAID'i
        [loop] döngü aygıtı
        [nbd] NBD
        [memory] bellek
       *[other] { $kind }
    }
campaign-kind =
    { $kind ->
        [run] tek ölçüm
        [find] yük sınırı araması
        [demo] tanıtım
        [campaign] kampanya
        [grid] ızgara
        [import] içe aktarma
        [check] taahhüt denetimi
        [limits] üst sınır ölçümü
        [depth] kuyruk derinliği ölçümü
       *[other] { $kind }
    }
strategy =
    { $strategy ->
        [run] tek ölçüm
        [grid] ızgara
        [maximum] en yüksek değer
        [load_line] yük sınırı
        [limits] üst sınır
        [factors] etkenler
       *[other] { $strategy }
    }
arrival-process =
    { $process ->
        [constant] eşit aralıklı
        [poisson] Poisson
        [trace] iz kaydı
       *[other] { $process }
    }
engine-and-access =
    { $access ->
        [direct] { $engine }, sayfa önbelleği atlanarak (direct)
        [cached] { $engine }, sayfa önbelleği üzerinden
       *[other] { $engine }, sayfa önbelleği kullanımı bilinmiyor
    }
version-imported = { $version } (içe aktaran)
several-values = { $n } farklı değer: { $values }
machine-not-told = içe aktarılan dosyada yok
machine-none = yok: koşular sanal saatte yapıldı
no-file-system = arada yok
mounted = { $source } üzerinde { $type }, { $options }
machine-described = { $host }, { $cpu }, { $cores } çekirdek, { $memory } bellek
processor-unknown = işlemci bilinmiyor
chain-not-reported = ölçüm makinesi bildirmiyor
device-chain = Aygıt zinciri
file-system = Dosya sistemi
kernel = Çekirdek
kernel-and-clock = Linux { $kernel }, saat kaynağı { $clock }
device-scheduler = zamanlayıcı { $value }
device-requests = { $value } istek
device-depth = kuyruk derinliği { $value }
device-cache = önbellek { $value }
closed-loop-runs = { $n } kapalı döngü
open-loop-runs = { $n } açık döngü ({ $load })
settling-runs = ölçüm noktaları arasında, ölçülen birimi yatıştırmak için { $n } koşu daha
lengths-warmup = ısınma { $time }
lengths-measure = ölçüm { $time }
lengths-drain = boşaltma { $time }
store-place =
    { $where ->
        [on] { $store } (ölçülen aygıtta)
        [off] { $store } (ölçülen aygıtta değil)
       *[unknown] { $store } (ölçülen aygıtta olup olmadığı bilinmiyor)
    }
campaign-described =
    { $begun ->
        [imported] { $campaign }, { $kind }, strateji { $strategy }, içe aktarma { $time }, { $state ->
            [running] sürüyor
            [finished] tamamlandı
            [interrupted] yarıda kesildi
            [abandoned] yarım bırakıldı
           *[other] { $state }
        }
       *[started] { $campaign }, { $kind }, strateji { $strategy }, başlangıç { $time }, { $state ->
            [running] sürüyor
            [finished] tamamlandı
            [interrupted] yarıda kesildi
            [abandoned] yarım bırakıldı
           *[other] { $state }
        }
    }
not-controlled = Denetlenmeyen etkenler
not-known = Bilinen bir şey yok: hiçbir koşunun kaydı yok.
another-program-measured = Ölçümü başka bir program yaptı: makine, önbellekleri ve üzerindeki diğer yükler hakkında Plimsoll'da kayıt yok.
opened-through-cache = Dosya, işletim sisteminin önbelleği üzerinden açıldı: önbelleğin kaç işlemi karşıladığı ve kaç yazmanın depolamaya ulaştığı bilinmiyor.
on-virtual-clock = Koşular sanal saatte yapıldı: ölçülen birim bir modeldir ve çevresinden etkilenmez.
no-real-storage = Ölçülen birim gerçek bir depolama değil: değerler modele veya yük üretecine aittir.
caches-not-emptied = Aygıt veya disk dizisi içindeki önbellekler bilerek boşaltılmadı veya doldurulmadı.
file-system-between = Arada { $type } dosya sistemi var: günlüğü ve blok ayırması değerlere dahildir.
store-on-device = Sonuç dosyası ölçülen aygıtta: koşuların saklanması birkaç saniyede bir aygıta az miktarda yazar.
machine-is-guest = Ölçüm makinesi bir konuk ({ $guest }): işlemcileri ve depolaması paylaşılıyor olabilir.
governor-unknown = İşlemcinin frekans yöneticisi okunamadı; saat hızı değişmiş olabilir.
governor-is = İşlemcinin frekans yöneticisi: { $governor }; saat hızı yükü izler.
processor-time-stolen = Hipervizör, işlemci zamanını başkalarına verdi: bir zaman aralığında en çok { $most }, ortalama { $mean }.
other-processes = Başka süreçler veya çekirdek iş parçacıkları işlemcileri kullandı: bir zaman aralığında en çok { $most }, ortalama { $mean }.
no-other-load = Ölçüm makinesinde başka yük görülmedi.
note-of-all = { $note } ({ $of } koşunun tümü)
note-of-runs = { $note } ({ $of } koşudan { $n } tanesi)
words = Terimler
word-load-line = Yük sınırı
meaning-load-line = ölçülen birimin hedefi sağlayarak kararlı biçimde taşıdığı en yüksek sunulan hız; önerilen değer, alt ucudur
word-offered = Sunulan, gönderilen, gerçekleşen hız
meaning-offered = ölçüm sırasında planlanan, gönderilen ve tamamlanan IOPS
word-response-time = Yanıt süresi
meaning-response-time = bir işlemin planlanan anından tamamlanmasına kadar: beklemeler dahil, kullanıcının hissedeceği süre
word-completion-latency = Tamamlanma gecikmesi
meaning-completion-latency = gönderimden tamamlanmaya kadar: kuyrukları dahil, ölçülen birim
word-own-lag = Ölçüm makinesinin gecikmesi
meaning-own-lag = yük üretecinin kendi gecikmesi; sınırının üzerinde koşu, ölçülen birim hakkında kanıt sayılmaz
word-p99 = p99
meaning-p99 = işlemlerin %99'u en az bu kadar hızlıydı; ötesinde on veya daha çok işlem olduğunda gösterilir
word-probe = Yoklama, doğrulama koşusu
meaning-probe = kararı verilince biten koşu; sabit süreli, doğrulayan koşu
word-maximum = En yüksek değer
meaning-maximum = yalnızca tamamlanmaların sınırladığı kapalı döngüde ulaşılan hız; hedef uygulanmaz
word-knee = Dirsek noktası
meaning-knee = ortalama tamamlanma gecikmesinin, en yüksek değerin onda birindekinin iki katı olduğu hız
word-horizon = Ufuk
meaning-horizon = yük sınırının korunduğunun gözlendiği süre, işlem sayısı ve bayt miktarı
word-system-load = Sistem yükü
meaning-system-load = tüm makinenin işlemci zamanı, görevlerin G/Ç beklediği süre, diskin meşgul olduğu süre

## Campaign

every-run-on = Tüm koşular: { $subject }
curve-crosses = eğrisi yaklaşık { $rate } IOPS hızına kadar hedefi sağlıyor, ancak bunu doğrulayan bir koşu yok
work-without-verdict =
    { $state ->
        [running] { $work }, hâlâ sürüyor ({ $runs } saklandı).
        [interrupted] { $work }, yarıda kesildi ({ $runs } saklandı).
       *[other] { $work }, karar verilmeden sona erdi ({ $runs } saklandı).
    }
verdict-of-runs = { $verdict ->
        [better] Daha iyi
        [worse] Daha kötü
        [same] Aynı
        [mixed] Karışık
        [kept] Tutuldu
        [broken] Tutulmadı
        [inconclusive] Belirsiz
        [found] Bulundu
        [absent] Bulunamadı
        [met] Sağlandı
        [missed] Sağlanmadı
        [undecided] Karar verilemedi
        [confirmed] Doğrulandı
        [estimated] Tahmini
       *[other] { $verdict }
    }: { $because } ({ $runs }).
point-not-valid = { $point } (geçersiz)
plan-without-points = Kampanya “{ $name }”, strateji { $strategy }: ölçüm noktası yok.
plan-of-points =
    { $objective ->
        [none] Kampanya “{ $name }”, strateji { $strategy }: { $points } ({ $counts }).
       *[other] Kampanya “{ $name }”, strateji { $strategy }, hedef { $objective }: { $points } ({ $counts }).
    }
points =
    { $n ->
       *[other] { $count } ölçüm noktası
    }
targets =
    { $n ->
       *[other] { $count } ölçülen birim
    }
configurations = { $count } yapılandırma
repeats = { $n } tekrar
import-of = içe aktarma: { $files }
import-of-more = içe aktarma: { $files } ve { $more } tane daha

## Clients

points-are-searches = ölçüm noktaları arama olduğundan her istemci için ayrı değer yok
too-few-clients = koşularında kendi değerleri olan istemci türü sayısı ikiden az
clients-title = İstemciler: { $subject }
client-with = { $client } ({ $rest })
client-changed =
    { $factor ->
        [none] { $client }: { $setting } için { $value } → { $value_after } değişiminde p99 { $p99 } → { $p99_after } (neredeyse değişmedi), hız { $rate } → { $rate_after } IOPS.
       *[other] { $client }: { $setting } için { $value } → { $value_after } değişiminde p99 { $p99 } → { $p99_after } ({ $factor } kat), hız { $rate } → { $rate_after } IOPS.
    }
badge-measured = Ölçüldü
too-few-for-p99 = p99 için işlem sayısı yetersiz.
not-hurt = Etkilenmedi
hurt-in = { $of } durumdan { $n } tanesinde etkilendi
no-client-hurt = Hiçbir istemci etkilenmedi: p99 neredeyse değişmedi.
client-hurt = { $client }: p99 { $low } → { $high }, { $factor } kat.
worst-p99 = En kötü p99
worst-p99-of-client = Bir istemcinin en kötü p99 değeri
p99-range = p99 { $low } → { $high }
client = İstemci
p99-of-response-time = İşlemin planlanan anından itibaren sayılan yanıt süresinin p99 değeri.
not-drawn = Çizilmeyen: { $n } tane daha, aşağıdaki tabloda.
what-clients-got = Her istemcinin aldığı hizmet
head-offered = sunulan IOPS
head-achieved = gerçekleşen IOPS
head-bytes-per-second = saniyedeki bayt
every-client = Tüm istemciler ({ $n })
clients-caption = Ortalama ve p99, yanıt süresine aittir; > işareti, depolamanın yükü taşıyamadığını ve bu değerlerin koşu uzadıkça büyüdüğünü gösterir. Tire: örneklem çok küçük veya hız sunulmadı.
n-offered-rates =
    { $n ->
       *[other] { $count } sunulan hız
    }
rate-grid-finished =
    { $objective ->
        [none] Izgara ölçümü: { $rates }, { $runs }
       *[other] Izgara ölçümü: { $rates }, { $runs }, hedef { $objective }
    }
rate-grid-running =
    { $objective ->
        [none] Izgara ölçümü: { $rates }, { $runs }, hâlâ sürüyor
       *[other] Izgara ölçümü: { $rates }, { $runs }, hedef { $objective }, hâlâ sürüyor
    }
rate-grid-interrupted =
    { $objective ->
        [none] Izgara ölçümü: { $rates }, { $runs }, yarıda kesildi
       *[other] Izgara ölçümü: { $rates }, { $runs }, hedef { $objective }, yarıda kesildi
    }
rate-grid-abandoned =
    { $objective ->
        [none] Izgara ölçümü: { $rates }, { $runs }, karar verilmeden sona erdi
       *[other] Izgara ölçümü: { $rates }, { $runs }, hedef { $objective }, karar verilmeden sona erdi
    }

## Summary to sign

letter-subject = Konu
letter-customer = Müşteri
letter-author = Hazırlayan
letter-document = Belge no.
letter-stamps = Onay
letter-logo = Logo
footer-with-own = { $own } · { $footer }
accepted-by = Onaylayan
name-and-date = Ad soyad, tarih
signature = İmza
more-remarks = Ayrıntılı raporda { $n } açıklama daha var.
in-full-report = Ayrıntılı raporda: { $panels }.
question-lines = Her biri için hedefi sağlayan en yüksek sunulan hız nedir?
question-differ = Bunlar nasıl farklılık gösteriyor?
question-of-points =
    { $leaves ->
        [line] Her ölçüm noktası için hedefi sağlayan en yüksek sunulan hız nedir?
        [maximum] Her ölçüm noktasının kapalı döngüdeki en yüksek değeri nedir?
       *[run] Ölçülen birimin, ızgaranın her noktasındaki performansı nedir?
    }
asked = Araştırılan soru
no-run-finished = yok: tamamlanan koşu yok
the-question = Ölçümün amacı
none-was-set = belirlenmedi
n-workloads = { $n } iş yükü. { $differences }
fact-campaigns = Kampanyalar
more-in-full-report = Ayrıntılı raporda { $n } tane daha.
conditions-in-brief = Ölçüm ortamının özeti
campaign-in-brief =
    { $begun ->
        [imported] { $campaign }, içe aktarma { $time }, { $state ->
            [running] sürüyor
            [finished] tamamlandı
            [interrupted] yarıda kesildi
            [abandoned] yarım bırakıldı
           *[other] { $state }
        }, tohum { $seed }
       *[started] { $campaign }, başlangıç { $time }, { $state ->
            [running] sürüyor
            [finished] tamamlandı
            [interrupted] yarıda kesildi
            [abandoned] yarım bırakıldı
           *[other] { $state }
        }, tohum { $seed }
    }
summary-title = Özet: { $title }
summary-of-line = Özet: yük sınırı, { $target }
summary-of-run = Özet: koşu, { $target }
remarks-on-steps =
    { $n ->
       *[other] Ayrıntılı raporda aramanın adımlarıyla ilgili { $n } açıklama var.
    }
no-result = sonuç yok
more-lines = Ayrıntılı raporda { $n } yük sınırı daha var.
no-line-searched = yük sınırı aranmadı
n-estimated = { $of } sınırdan { $n } tanesi tahmini, doğrulanmadı
n-without-plan = { $of } sınırdan { $n } tanesinde planlamada kullanılabilir hız yok
no-verdict = karar yok
one-of-charts = Benzer { $of } grafikten biri; tümü ayrıntılı raporda.
charts-with-ends =
    { $n ->
        [one] Benzer { $of } grafikten en düşük ve en yüksek hızları içeren biri. Tümü ayrıntılı raporda.
       *[other] Benzer { $of } grafikten { $n } tanesi: en düşük ve en yüksek hızları içerenler. Tümü ayrıntılı raporda.
    }
charts-most =
    { $n ->
        [one] Benzer { $of } grafikten biri: en düşük hızı ve yukarıda adı geçenlerin çoğunu içeren. Tümü ayrıntılı raporda.
       *[other] Benzer { $of } grafikten { $n } tanesi: en düşük hızı ve yukarıda adı geçenlerin çoğunu içerenler. Tümü ayrıntılı raporda.
    }

## Collected counters

counter-of = { $counter } (toplayıcı { $collector })
line-rise = artış/s
line-value = değer
hover-rise = saniyedeki artış
means-over-measure = Ölçüm içindeki örneklerden ortalamalar; örneği olmayan koşu boşluktur.
counters-over-rate = Toplanan sayaçlar, sunulan hıza göre
counters-of-run = { $run } numaralı koşu; zaman aralıklarıyla aynı eksende, geliş anıyla damgalı.
gaps-where-missing = Değerlerin eksik olduğu yerde boşluk vardır.
means-of-parts = Uzun seriler, { $n } eşit parçanın ortalamaları olarak çizilir.
counters-over-time = Toplanan sayaçlar, aynı zaman ekseninde
rise-of = { $counter }, saniyedeki artış
axis-not-from-zero = { $title }; eksen 0'dan başlamıyor
column-counter = Sayaç
column-rise = Saniyedeki artış
counters-caption = { $run } numaralı koşu, ölçüm sırasında. Birimler adlardaki gibidir; tire: değer yok veya geçerli değer yok.
counters-of-whole-run = { $run } numaralı koşunun tümü, ısınma ve boşaltma dahil: kaydında ölçümün başlangıcı bulunmadığından çizim yok. Birimler adlardaki gibidir; tire: değer yok veya geçerli değer yok.
collected-counters = Toplanan sayaçlar ({ $n })
source-every = { $source }, { $time } aralıkla
values-kept = { $n } değer saklandı
first-failure = ilk hata: { $why }
collectors = Toplayıcılar

## Live page

neither-met-nor-missed = Henüz hedefi sağlayan veya sağlamayan koşu yok.
met-so-far = { $met } IOPS hızına kadar bir koşuda sağlandı; henüz doğrulanmadı.
missed-so-far = { $missed } IOPS hızından itibaren sağlanmadı; henüz doğrulanmadı.
met-and-missed = { $met } IOPS hızına kadar bir koşuda sağlandı, { $missed } IOPS hızından itibaren sağlanmadı; henüz doğrulanmadı.

## Lists of reports and forms

title-load-line = Yük sınırı
about-load-line = sunulan hıza göre yanıt süresi ve gerçekleşen hız: dirsek noktası, yük sınırı, güven aralığı, ölçüm ufku; üst üste çizilmiş eğriler
title-grid = Tüm ölçüm noktaları
about-grid = istenen her şey bir arada: yan yana tablolar, çubuklar, ısı haritaları
title-runs = Tüm koşular
about-runs = herhangi bir kampanyanın tüm koşuları ve ayarları
title-clients = İstemciler
about-clients = tanımlı bir depolamanın her istemci türü, değiştirilen koşula göre: komşunun maliyeti
title-point = Tek koşu
about-point = tek bir koşuyla ilgili her şey
title-summary = İmza için
about-summary = imzalanacak tek sayfa: soru, sonuç, karar, grafikler, denetlenmeyen etkenler
form-html = çevrimdışı çalışan tek sayfa: seçme, üzerine gelme, yazdırma
form-pdf = yazdırılıp imzalanacak belge
form-xlsx = Excel çalışma kitabı: grafikler, özet tablolar, dilimleyiciler, koşular ve zaman aralıkları
form-md = Markdown: talep kayıtları, e-postalar ve wikiler için
form-json = sonuç ve koşular, belge olarak
form-csv = koşular, tablo olarak
form-parquet = koşular, türleri belirli tablo olarak; veri çerçeveleri için
form-hlog = dağılımlar, HdrHistogram günlüğü olarak
form-openmetrics = koşular ve dağılımları, OpenMetrics olarak
form-svg = tek grafik, çizim olarak; sayfa veya slayt için
form-png = tek grafik, resim olarak; e-posta veya slayt için
form-card = sonuç ve grafik, 1200 × 630 piksellik resim olarak; gönderiler ve bağlantılar için

## Forms

theme-auto = otomatik
theme-light = açık
theme-dark = koyu
colours = Renkler
log-axis = logaritmik eksen
linear-axis = doğrusal eksen
none-of-chosen-runs = Bunların hiçbiri seçilen koşulara ait değil.
verdict-is = Karar: { $verdict }
in-the-way = Engel
what-to-do = Yapılacak
first-rows = { $of } satırın ilk { $n } tanesi; tümü HTML raporunda.
contents = İçindekiler
reset = Sıfırla
choose-runs = Koşu seçimi
how-to-choose = Bir değeri açıp kapatmak için tıklayın; Ctrl veya Shift ile yalnızca o değer açık kalır. Üstteki sonuç ve tek bir koşuya ait olmayan her şey değişmez.
choose-all = tümü
choose-none = hiçbiri
script-runs-with-others =
    { $runs ->
        [one] diğer seçimlerle { $count } koşu
       *[other] diğer seçimlerle { $count } koşu
    }
script-no-run-with-others = diğer seçimlerle koşu yok
script-runs-shown =
    { $runs ->
        [one] gösterilen koşu: { $shown } / { $count }
       *[other] gösterilen koşu: { $shown } / { $count }
    }
script-chosen = { $name }: { $values }
script-chosen-none = { $name }: hiçbiri
script-not-drawn = Bu grafik çizilemedi: { $reason }
script-all-shown = Tümü gösteriliyor.
script-range-shown = Gösterilen: { $low } – { $high }.
script-range-begun = Başlangıç { $low }: ilerleyin ve yeniden Enter tuşuna basın.
script-show-all = Tümünü göster
script-named-figure = { $name }: { $figure }
script-save = Kaydet:
script-save-picture = Bu grafiği { $form } olarak kaydet
script-save-data = Bu grafiğin verilerini { $form } olarak kaydet
charts-need = Grafikler burada yok ({ $names }): çizim için gereken { $package } kurulu değil.
charts-beside-file = Grafikler burada yok ({ $names }): rapor dosyaya yazıldığında onun yanına kaydedilir.
part-of-columns = Sütunlar, bölüm { $n } / { $of }
heat-legend =
    { $scale ->
        [log] { $name }: soldan sağa { $low } ile { $high } arası, logaritmik ölçek
       *[linear] { $name }: soldan sağa { $low } ile { $high } arası
    }
heat-legend-flat = { $name }: { $low } ile { $high } arası, fark %2 içinde: tek renk
heat-legend-marked = renksiz: sonuç geçerli değil
panel-sentence = { $panel }: { $contents }. Değerler tüm koşuların tablosundadır.
drawn-marks = { $count } işaret
drawn-bars = { $count } çubuk
drawn-cells = { $count } hücre

## Document

evidence-heading = Dayanak: { $title }
page-of = sayfa { $page } / { $pages }
verdict-label = Karar:

## Workbook

grid-of-sheet = { $name }; aşağı: { $down }; sağa: { $across }
line-of-sheet = çizgi: { $name }
framed-of-sheet = çerçeveli: { $words }
more-charts-in-html = Bu raporun HTML biçiminde { $n } grafik daha var: bir çalışma kitabındaki { $most } grafikten fazlası onu yavaşlatır.
down-to = { $name }: alt sınır
whiskers-up-to = { $name }: üst sınır
share-slower = { $title }: bundan yavaş olanların payı (%1, p99'dur)
row-per-run = Her koşu için bir satır. Renkli ve işaretli: sonuç geçerli değil veya koşu geçersiz. Yanıt süresi planlanan andan itibaren sayılır. Boş: işlem sayısı bu değer için yetersiz.
prints-charts-above = Yalnızca yukarıdaki grafikler yazdırılır; aşağıdakiler için yazdırma alanını temizleyin.
prints-first-page = Yalnızca ilk sayfa yazdırılır; tümü için yazdırma alanını temizleyin.
row-per-interval = Bir koşunun her zaman aralığı için bir satır, ısınma dahil; start, ölçümün başlangıcından itibaren sayılır.
first-intervals = { $of } zaman aralığının ilk { $n } tanesi; tümü, bu dosyanın yanında, adı { $ending } ile biten dosyadadır.
explore-achieved_rate_per_s = Gerçekleşen hız
explore-bytes_per_s = Aktarım hızı
explore-response_time_ns_mean = Ortalama yanıt süresi
explore-response_time_ns_p99 = Yanıt süresi p99
choose-and-see = Seç ve gör: { $n } koşu
marks-are-runs = Grafikteki her işaret, aşağıdaki tablonun bir koşusudur. Soldaki dilimleyicilerden değer seçin: bu sayfadaki tüm grafikler ve tablo yalnızca seçilenleri gösterir.
without-slicers = Dilimleyici yoksa (LibreOffice): tablo başlıklarındaki oklarla filtreleyin.
runs-without-rate = Sunulan hızı olmayan koşular, yalnızca tabloda: { $n }.
runs-no-results = Sonuç sayılmayan koşular, yalnızca Data sayfasında: { $n }.
of-each-run = { $figure }, dilimleyicilerde kalan her koşu için, { $unit }
pivot-achieved_rate_per_s = Gerçekleşen, IOPS (ortalama)
pivot-bytes_per_s = MiB/s (ortalama)
pivot-response_time_ns_mean = Ortalama yanıt süresi, ms (ortalama)
pivot-response_time_ns_p99 = Yanıt süresi p99, ms (en büyük)
pivot-run = Koşular
pivot-slicers = Sağdaki dilimleyicilerden değer seçin: bu tabloyu etkilerler (Explore sayfasındaki grafikleri değil).
pivot-means = Bir satır birden çok koşuyu kapsıyorsa hızlar ve ortalamalar, koşuların ağırlıksız ortalamalarıdır; son sütunda koşu sayısı vardır. Yüzdeliklerin ortalaması alınmaz: p99, koşulardaki en büyük değerdir.
pivot-filled = Excel tabloyu dosya açıldığında ve Veri, Tümünü Yenile komutuyla doldurur.
in-this-file = Bu dosyada
sheet-explore = seç ve gör: yanlarındaki dilimleyicileri izleyen grafikler
sheet-charts = raporun tüm koşuları gösteren grafikleri
sheet-pivot = dilimleyicileriyle, koşuların özet tablosu
sheet-data = her koşu için bir satır, tüm değerlerle
sheet-intervals = her koşunun her zaman aralığı için bir satır
sheet-tables = raporun tabloları
sheet-chart-data = grafiklerin verileri
series-no-objective = hedef yok
without-property = { $name } yok
run-in-words = Koşu açıklaması
axis-on-log-scale = { $title }; logaritmik ölçek
