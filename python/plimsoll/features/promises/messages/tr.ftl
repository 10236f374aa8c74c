## Answer

verdict-kept = tutuldu
verdict-broken = tutulmadı
verdict-inconclusive = belirsiz
verdict-kept-ideal = tutuldu, ideal düzeyde
verdict-kept-tolerable = tutuldu, kabul edilebilir düzeyde
sentence-kept = Tutuldu: { $promise }: { $because }.
sentence-broken = Tutulmadı: { $promise }: { $because }.
sentence-inconclusive = Belirsiz: { $promise }: { $because }.
would-decide = Karar için: { $decide }
because-verdict = { $verdict }: { $promise }: { $because }.
because-verdict-decide = { $verdict }: { $promise }: { $because }. Karar için: { $decide }.
overall-kept =
    { $promises ->
        [one] taahhüt tutuldu
        [2] her iki taahhüt de tutuldu
       *[other] { $promises } taahhüdün tümü tutuldu
    }
overall-broken-because = { $promises } taahhütten { $count } tanesi tutulmadı: { $because }
overall-inconclusive-because = { $promises } taahhütten { $count } tanesi belirsiz: { $because }
promise-because = { $promise }: { $because }
promise-on = { $promise } ({ $target })
and = { $names } ve { $last }
or = { $names } veya { $last }

offered = { $rate } IOPS
offered-on = { $offered } ({ $target })
served = { $rate } IOPS karşılandı
answer-mean = ortalama { $latency }
answer-p99 = p99 { $latency }
yes = Evet: { $offered } yükünde { $objective } hedefi { $time } boyunca sağlandı ({ $figures }).
no = Hayır: { $offered } yükünde { $objective } hedefi { $time } içinde sağlanmadı ({ $figures }).
no-served = Hayır: { $offered } yükünün { $time } içinde yalnızca { $served } IOPS kadarı karşılandı ({ $figures }).
undecided = Karar verilemedi: { $because }.
undecided-on = Karar verilemedi ({ $target }): { $because }.
undecided-rate = Karar verilemedi: { $offered }: { $because }.
undecided-served = Karar verilemedi: { $offered } yükünün yalnızca { $served } IOPS kadarı karşılandı ({ $figures }) ve bu istemci kendi bekleyen G/Ç sınırına ulaşmıştı. Sınırı yükseltin: --max-outstanding.
undecided-advice = Karar verilemedi: { $offered }, şimdiye kadar { $figures }. { $advice }.
undecided-longer = Karar verilemedi: { $offered }, şimdiye kadar { $figures }. { $time } karar için çok kısa. Ölçümü --measure-for { $longer } ile yineleyin.
undecided-others = Karar verilemedi: { $offered }, şimdiye kadar { $figures }. { $time } karar için çok kısa. Diğer programların CPU kullanımı: { $share }. Önce plimsoll doctor çıktısına bakın, ardından ölçümü --measure-for { $longer } ile yineleyin.
title-promises = Taahhütler
about-promises = her taahhüt: tutuldu, tutulmadı veya belirsiz; taahhüt edilenle karşılaştırmalı ölçüm

## First screen

badge-kept = Tutuldu
badge-broken = Tutulmadı
badge-inconclusive = Belirsiz
badge-kept-tolerable = Tutuldu, kabul edilebilir düzeyde
head-kept = { $promises ->
     [1] Taahhüt tutuldu.
     [2] Her iki taahhüt de tutuldu.
    *[other] { $promises } taahhüdün tümü tutuldu.
    }
head-kept-named = { $promises ->
     [1] “{ $name }” taahhüdü tutuldu.
     [2] “{ $name }” için her iki taahhüt de tutuldu.
    *[other] “{ $name }” için { $promises } taahhüdün tümü tutuldu.
    }
head-kept-tolerable = { $promises ->
     [1] Taahhüt tutuldu, ancak yalnızca kabul edilebilir düzeyde.
     [2] Her iki taahhüt de tutuldu; { $tolerable } tanesi yalnızca kabul edilebilir düzeyde.
    *[other] { $promises } taahhüdün tümü tutuldu; { $tolerable } tanesi yalnızca kabul edilebilir düzeyde.
    }
head-kept-tolerable-named = { $promises ->
     [1] “{ $name }” taahhüdü tutuldu, ancak yalnızca kabul edilebilir düzeyde.
     [2] “{ $name }” için her iki taahhüt de tutuldu; { $tolerable } tanesi yalnızca kabul edilebilir düzeyde.
    *[other] “{ $name }” için { $promises } taahhüdün tümü tutuldu; { $tolerable } tanesi yalnızca kabul edilebilir düzeyde.
    }
head-one-broken = Tutulmadı, { $which }.
head-one-inconclusive = Belirsiz, { $which }.
head-one-broken-named = Tutulmadı: { $name }, { $which }.
head-one-inconclusive-named = Belirsiz: { $name }, { $which }.
head-one-broken-short = Tutulmadı.
head-one-inconclusive-short = Belirsiz.
head-one-broken-short-named = Tutulmadı: { $name }.
head-one-inconclusive-short-named = Belirsiz: { $name }.
head-broken = { $promises } taahhütten { $count } tanesi tutulmadı.
head-inconclusive = { $promises } taahhütten { $count } tanesi belirsiz.
head-broken-which = { $promises } taahhütten { $count } tanesi tutulmadı: { $which }.
head-inconclusive-which = { $promises } taahhütten { $count } tanesi belirsiz: { $which }.
head-broken-named = “{ $name }” için { $promises } taahhütten { $count } tanesi tutulmadı: { $which }.
head-inconclusive-named = “{ $name }” için { $promises } taahhütten { $count } tanesi belirsiz: { $which }.
figure-kept = Tutulan taahhütler
figure-kept-basis = her birinin kanıtı aşağıdadır
row-caveat = Dikkat
caveat-shown = her biri en az { $time } sınandı; daha uzun ani yükler, krediler ya da önbellekler görülmez
count-of = { $count } / { $promises }
count-ideal = { $promises } ideal düzeyde
count-tolerable = { $promises } kabul edilebilir düzeyde
promises = taahhüt
promises-below = aşağıdaki { $promises } taahhüt
table-promises = Taahhütler ({ $promises })
table-promises-more = Tam raporda { $promises } taahhüt daha yer alıyor; hiçbirinin sonucu buradakilerden kötü değildir.
level-objective = hedef
level-ideal = ideal
level-tolerable = kabul edilebilir
level-at_least = { $promise } (en az { $rate })
level-at_most = { $promise } (en çok { $rate })
level-equals = { $promise } (tam { $rate })

## What is promised

promised-at_least = en az { $value }
promised-at_most = en çok { $value }
promised-equals = tam { $value }
within-objective = { $objective } koşuluyla { $promise }
levels = { $objective } <= { $tolerable } (kabul edilebilir)
levels-ideal = { $objective } <= { $tolerable } (kabul edilebilir), { $ideal } (ideal)
objective-at = { $rate } hızında { $objective }
objective-with = { $workers } × { $queue_depth } bekleyen G/Ç ile { $objective }
in-units = saniyede { $size } boyutunda { $units } parça; { $block_size } için { $cost }
at-size = { $promise } ({ $size })
this-objective = bu hedef
this-rate = bu hız
subject-throttle = kısıtlayıcı
subject-media = depolama ortamı
subject-system = sistem

## Reasons

with-ends = { $value } ({ $low } – { $high })
rate-with = { $load } ile { $rate }
outstanding = { $workers } × { $queue_depth } bekleyen G/Ç
bound-and = { $bound } ({ $promised } artı %{ $margin })
bound-less = { $bound } ({ $promised } eksi %{ $margin })

steps-one_amount = bekleyen G/Ç için yalnızca tek bir değer denendi
steps-did_not_grow = bekleyen G/Ç, kuyruk derinliğiyle birlikte artmadı: { $low } – { $high }

reason-no_run = bu taahhüdü sınayan bir koşu yok
reason-no_run_in_campaign = kampanya { $campaign } içinde bu iş yükü ve bu yük ile yapılmış bir koşu yok
reason-no_run_of_level = şu hedefe göre değerlendirilmiş bir koşu yok: { $objective }
reason-cached = G/Ç depolamadan değil önbellekten karşılandı: { $because }
reason-failed = bazı işlemler başarısız oldu: { $because }
reason-client_bound = sınırlayan istemci: { $because }
reason-not_settled = hız, ölçümün ikinci yarısında düştü: henüz yatışmadı
reason-no_intervals = koşularda zaman aralıkları yok, bu yüzden hızların hata payı bilinmiyor
reason-too_few_intervals = güven aralığı için zaman aralığı sayısı yetersiz

reason-above = { $rate } ölçüldü; { $bound } değerinin üzerinde
reason-reached = { $rate } ölçüldü; { $bound } değerine ulaşıldı
reason-too_low = { $rate } ölçüldü; { $bound } değerinin altında ve bekleyen G/Ç artırıldığında yükselmiyor: { $steps }
reason-too_low_or_client-outstanding = sınırlayan istemci: { $rate } ölçüldü; { $bound } değerinin altında, ancak sınırlayan, istemcinin kendi bekleyen G/Ç sayısıydı
reason-too_low_or_client-processors = sınırlayan istemci: { $rate } ölçüldü; { $bound } değerinin altında, ancak istemcinin CPU kapasitesi doluydu
reason-too_low_or_client-workers = sınırlayan istemci: { $rate } ölçüldü; { $bound } değerinin altında, ancak her işçinin CPU kapasitesi doluydu ve daha çok işçi denenmedi
reason-too_low_so_far = sınırlayan istemci: { $rate } ölçüldü; { $bound } değerinin altında, ancak daha çok bekleyen G/Ç ile ulaşılabilir ({ $steps })
reason-interval_includes = { $rate } ölçüldü; güven aralığı { $bound } değerini içeriyor
reason-cap_or_client-outstanding-may-be = sınırlayan istemci: { $rate } ölçüldü; { $promised } değerinin üzerinde olabilir, ancak sınırlayan, istemcinin kendi bekleyen G/Ç sayısıydı
reason-cap_or_client-outstanding-is-not = sınırlayan istemci: { $rate } ölçüldü; { $promised } değerinin üzerinde değil, ancak sınırlayan, istemcinin kendi bekleyen G/Ç sayısıydı
reason-cap_or_client-processors-may-be = sınırlayan istemci: { $rate } ölçüldü; { $promised } değerinin üzerinde olabilir, ancak istemcinin CPU kapasitesi doluydu
reason-cap_or_client-processors-is-not = sınırlayan istemci: { $rate } ölçüldü; { $promised } değerinin üzerinde değil, ancak istemcinin CPU kapasitesi doluydu
reason-cap_or_client-workers-may-be = sınırlayan istemci: { $rate } ölçüldü; { $promised } değerinin üzerinde olabilir, ancak her işçinin CPU kapasitesi doluydu ve daha çok işçi denenmedi
reason-cap_or_client-workers-is-not = sınırlayan istemci: { $rate } ölçüldü; { $promised } değerinin üzerinde değil, ancak her işçinin CPU kapasitesi doluydu ve daha çok işçi denenmedi
reason-no_proof_of_a_cap-may-be = sınırlayan istemci: { $rate } ölçüldü; { $promised } değerinin üzerinde olabilir; bu, üst sınırı kanıtlamaz: { $steps }
reason-no_proof_of_a_cap-is-not = sınırlayan istemci: { $rate } ölçüldü; { $promised } değerinin üzerinde değil; bu, üst sınırı kanıtlamaz: { $steps }
reason-equals_and_capped = { $rate } ölçüldü; { $promised } değerinden farkı en çok %{ $margin } ve üst sınır kanıtlandı: { $steps }
reason-within_and_capped = { $rate } ölçüldü; { $bound } değerini aşmıyor ve üst sınır kanıtlandı: { $steps }

reason-rate_of_file = dosyadaki hız { $rate }, karşılaştırılan değer { $bound }; dosyada yalnızca tüm koşunun hızı var, bu yüzden hata payı bilinmiyor
reason-rate_of_file-below = dosyadaki hız { $rate }, karşılaştırılan değer { $bound }: %{ $apart } altında; dosyada yalnızca tüm koşunun hızı var, bu yüzden hata payı bilinmiyor
reason-rate_of_file-above = dosyadaki hız { $rate }, karşılaştırılan değer { $bound }: %{ $apart } üzerinde; dosyada yalnızca tüm koşunun hızı var, bu yüzden hata payı bilinmiyor
reason-near_in_file = { $finding }: tüm koşuya ait tek bir değerle karar verilemeyecek kadar yakın; bu değer koşudan koşuya dörtte bir oranında değişebilir
reason-not_carried_in_file = { $finding }; sınırlayan depolama veya yük üreteci olabilir, dosyada bunu belirleyecek değer yok
reason-no_run_alike = bu taahhüde uyan bir içe aktarılmış koşu yok
reason-several_questions = { $parts } içe aktarılan koşularda farklı ve taahhütte belirtilmemiş

at-unknown-load = bilinmeyen bir yükte
at-offered = sunulan hız { $rate }
at-load = { $load } ile
level-served = yalnızca { $rate } karşılandı
level-nothing = hiçbir işlem tamamlanmadı
level-share-errors = { $objective }: başarısız işlemlerin oranı { $share }
level-share-achieved = { $objective }: sunulan yükün gerçekleşmeyen oranı { $share }
level-share-beyond = { $objective }: bunu aşanların oranı { $share }
level-against = { $statistic ->
     [mean] ortalama
    *[other] { $statistic }
    } { $value }, karşılaştırılan değer { $bound }
met-as-well = { $finding }; ayrıca sağlandı: { $others }
reason-met-tolerable = { $finding }, kabul edilebilir düzeyde
reason-met-ideal = { $finding }, ideal düzeyde
also-undecided = { $level ->
     [ideal] ideal düzeyde olup olmadığına karar verilemedi
     [tolerable] kabul edilebilir düzeyde olup olmadığına karar verilemedi
    *[other] { $level } düzeyinde olup olmadığına karar verilemedi
    }
also-undecided-unsettled = { $level ->
     [ideal] ortalama yatışmadığı için ideal düzeyde olup olmadığına karar verilemedi: başta { $first }, sonda { $last }. Daha uzun bir koşu karar verdirir
     [tolerable] ortalama yatışmadığı için kabul edilebilir düzeyde olup olmadığına karar verilemedi: başta { $first }, sonda { $last }. Daha uzun bir koşu karar verdirir
    *[other] ortalama yatışmadığı için { $level } düzeyinde olup olmadığına karar verilemedi: başta { $first }, sonda { $last }. Daha uzun bir koşu karar verdirir
    }
reason-undecided = { $finding }: karar verilemedi
reason-undecided-because = { $finding }: karar verilemedi ({ $why })
reason-undecided-unsettled = { $finding }: ortalama yatışmadığı için karar verilemedi: başta { $first }, sonda { $last }
reason-undecided-because-unsettled = { $finding }: ortalama yatışmadığı için karar verilemedi ({ $why }): başta { $first }, sonda { $last }

line = yük sınırı { $low } – { $high } arasında
line-no-low = yük sınırı { $high } değerinin altında (alt uç doğrulanmadı)
line-no-high = yük sınırı { $low } değerinin üzerinde (üst uca ulaşılmadı)
line-open = yük sınırının iki ucu da bulunamadı
reason-line_reaches = { $line }: alt ucu { $bound } değerine ulaşıyor
reason-line_too_low = { $line }: üst ucu { $bound } değerinin altında
reason-line_missed_below = { $line }, ancak { $missed }
reason-line_includes = { $line }; bu, { $bound } değerini dışlamıyor

reason-may_be_a_cache = { $volume } içinden { $addressed } adreslendi (%{ $share }): bu bölüm önbellekten karşılanmış olabilir, depolama ortamı sınanmadı

## What would decide it

decide-measure = ölçün
decide-measure_promised = ölçün: plimsoll check, --campaign olmadan
decide-use_direct = doğrudan G/Ç kullanın
decide-mend = başarısızlığın nedenini giderin, ardından yeniden sınayın
decide-client_on_time = zamanında gönderim yapabilen bir istemci kullanın
decide-to_the_end = yeniden ve sonuna kadar sınayın
decide-steady_or_longer = kararlı bir birim ölçün veya daha uzun ölçün
decide-with_intervals = zaman aralıkları içeren koşular (koşuyu yapan programın günlükleri veya aralık çıktısı) kullanın ya da ölçün: plimsoll check, --campaign olmadan
decide-steady = kararlı bir birim ölçün
decide-settle = { $time } süresinden uzun ısıtın veya daha uzun ölçün
free-own-lag = ölçüm makinesinin yükünü azaltın veya başka bir makineden ölçün: hedefin sağlanmamasının tek nedeni bu makinenin kendi gecikmesidir, daha uzun ölçüm bunu değiştirmez; nedenleri plimsoll doctor gösterir
free-own-lag-busy = ölçüm makinesinin yükünü azaltın (diğer programların CPU kullanımı: { $share }) veya başka bir makineden ölçün: hedefin sağlanmamasının tek nedeni bu makinenin kendi gecikmesidir, daha uzun ölçüm bunu değiştirmez; nedenleri plimsoll doctor gösterir
free-others = önce ölçüm makinesinin yükünü azaltın; nedenleri plimsoll doctor gösterir
free-others-busy = önce ölçüm makinesinin yükünü azaltın (diğer programların CPU kullanımı: { $share }); nedenleri plimsoll doctor gösterir
decide-longer = daha uzun ölçün
decide-longer-about = yaklaşık { $time } ölçün
decide-free-then-longer = { $free }; ardından daha uzun ölçün
decide-free-then-longer-about = { $free }; ardından yaklaşık { $time } ölçün
decide-wider_margin = toleransı genişletin: hız tam sınır değerinde
decide-larger_client = daha çok işlemcili bir istemci veya birden çok istemci kullanın
decide-faster_client = daha hızlı bir istemci veya birden çok istemci kullanın
decide-higher_in_flight_cap = load.max_outstanding değerini yükseltin
decide-more_outstanding = bekleyen G/Ç sayısını artırın: --most-outstanding { $most } veya üzeri (şimdiye kadar { $asked })
decide-longer_or_more_outstanding = daha uzun ölçün veya bekleyen G/Ç sayısını artırın: --most-outstanding { $most } veya üzeri (şimdiye kadar { $asked })
decide-holds_below = taahhüt edilen hızın altındaki hızlarda doğrulama koşuları yapın
decide-hold_at_promised = taahhüt edilen hızda doğrulama koşusu yapın: plimsoll check, --campaign olmadan
decide-larger_working_set = en az { $wanted } büyüklüğünde bir çalışma kümesi kullanın (volümün %{ $share } kadarı)
decide-intervals_or_measure = koşunun zaman aralıklarını (saniyelik günlükler veya her aralığın çıktısı) sağlayın ya da ölçün: plimsoll check, --campaign olmadan
decide-state_it = taahhütte belirtin ([workload], [load]); yapılandırma --configuration ile seçilir
decide-deeper_run = daha çok bekleyen G/Ç içeren bir koşu içe aktarın (plimsoll import) ya da ölçün: plimsoll check, --campaign olmadan
decide-import_or_measure = koşullara uyan bir koşu içe aktarın (plimsoll import) ya da ölçün: plimsoll check, --campaign olmadan

## Beside the verdict

note-media_not_examined = depolama ortamı sınanmadı: { $volume } içinden { $addressed } adreslendi (%{ $share })
note-not_reached_again = { $time } boyunca ölçülen { $rate } değerine, aynı yükteki daha uzun bir koşuda yeniden ulaşılmadı: ani yük veya krediden kaynaklanmış olabileceği için sayılmadı
note-settled_later = { $load } ile yapılan bir koşu yatışmamıştı; yerine aynı yükteki daha uzun bir koşu sayıldı
note-burst_kept_out = baştaki ani yük ({ $time } içinde hızın üzerinde { $amount } işlem) dışarıda bırakıldı
note-burst_kept_out-bytes = baştaki ani yük ({ $time } içinde hızın üzerinde { $amount } bayt) dışarıda bırakıldı
note-shown = { $time } ve { $operations } işlem boyunca gösterildi
note-shown_so_long = { $time } ve { $operations } işlem boyunca gösterildi; daha uzun süren krediler veya önbellekler görünmez
note-reached_with_more = { $asked } bekleyen G/Ç ile ulaşıldı; belirtilen { $stated } ile hızı gecikme sınırlıyor
note-no_throttle_proven = bu hıza ulaşılması, bir kısıtlayıcının varlığını kanıtlamaz
note-missed_below = hedef { $missed } hızında sağlanmadı; daha yüksek olan { $met } hızında ise sağlandı
note-imported = Koşular içe aktarıldı: dosyalarında bulunmayan ayrıntılar (yazılan veri, eşitlenen yazmalar, istemcinin işlemcileri) taahhütle karşılaştırılmadı.
note-imported_without_intervals = Zaman aralığı içermeyen dosyalarda hızın hata payı bilinmediği için hiçbir karar bunlara dayandırılmadı.
note-run_shown = { $run } numaralı koşu: { $shown } ({ $load })
note-run_shown-unlike = { $run } numaralı koşu (farklı: { $parts }): { $shown } ({ $load })
note-more_runs = ve { $runs } koşu daha
note-imported_question = şu içe aktarılmış koşulara göre karar verildi: { $load }
note-imported_question-free = şu içe aktarılmış koşulara göre karar verildi: { $load }; taahhütte belirtilmeyen: { $parts }
note-taken_as = taahhütte belirtilmeyen: { $parts }; varsayılan: { $load }
note-not_finished = sayılmadı: bu kampanyanın tamamlanmayan { $runs } koşusu
note-other_target = taahhütte adı geçen birim { $named }, bu koşularda ölçülen birim ise { $target }
note-two_regimes = birbirinden farklı iki rejim bulundu ({ $ends }): aşırı yükten sonra yük sınırı, dinlenmeden sonrakine göre daha düşük
regime-below = aşağıdan { $rate }
regime-above = yukarıdan { $rate }
unknown-target = bilinmeyen bir birim
latency-not-told = gecikme bilinmiyor
mean-of = ortalama { $latency }
schedule-issued = gönderim planının tamamı gönderildi; ölçüm makinesinin gecikmesi yalnızca başka bir hedefi etkiliyor

part-read_percent = okuma oranı
part-trim_percent = kırpma oranı
part-pattern = erişim düzeni
part-sync = eşitlemeler
part-durable_writes = yazmaların kalıcılığı
part-payload = yazılan veri
part-align_bytes = hizalama
part-blocks = blok boyutu
part-working_set_bytes = çalışma kümesi
part-load = yük
part-no-rate = yük (sunulan hız yok)
part-a-rate = yük (sunulan hız var)
part-offered-rate = sunulan hız
part-amount-outstanding = bekleyen G/Ç sayısı
part-outstanding = bekleyen G/Ç
part-configuration = yapılandırma
part-target = ölçülen birim

## Charts and tables

chart-kept = Tutuldu: ölçülen ve taahhüt edilen
chart-broken = Tutulmadı: ölçülen ve taahhüt edilen
chart-inconclusive = Belirsiz: ölçülen ve taahhüt edilen
axis-promises = Taahhüt ve kararı
axis-rate = Hız, IOPS
axis-bytes_per_s = Bayt/saniye
axis-time = Yanıt süresi (taahhüt edilen değer), logaritmik ölçek
axis-share = Oran
axis-not-from-0 = { $axis }; eksen sıfırdan başlamıyor
chart-measured-whiskers = Ölçülen değerlerin hata çubukları: %{ $confidence }.
chart-promised-whiskers = Taahhüt edilen değerlerin hata çubukları: tolerans, { $margin }.
chart-nothing-measured = Ölçüm yok: { $promises }.
legend-at_least = taahhüt: en az bu değer, toleransıyla
legend-at_most = taahhüt: en çok bu değer, toleransıyla
legend-equals = taahhüt: tam bu değer, toleransıyla
legend-ideal = ideal: en çok bu değer
legend-tolerable = kabul edilebilir: en çok bu değer
legend-promised = taahhüt: en çok bu değer
legend-kept = ölçülen: tutuldu
legend-broken = ölçülen: tutulmadı
legend-inconclusive = ölçülen: belirsiz
hover-promise = taahhüt
hover-promised = taahhüt edilen
hover-measured = ölçülen
hover-verdict = karar
hover-margin = tolerans
table-all = Taahhütler ({ $promises })
table-all-caption = Alt ve üst: güven aralığı.
table-runs = Kararların dayandığı koşular
column-promise = Taahhüt
column-verdict = Karar
column-promised = Taahhüt edilen
column-of = Konu
column-measured = Ölçülen
column-low = Alt
column-high = Üst
column-margin = Tolerans
column-because = Gerekçe
column-decides = Karar için
column-run = Koşu
column-load = Yük
column-outcome = Sonuç
column-held-against = Karar ölçütü
column-latency = Ortalama tamamlanma gecikmesi
column-limited-by = Sınırlayan
load-closed = kapalı döngü, { $queue_depth } × { $workers }
met = sağlandı
missed = sağlanmadı
level-undecided = karar verilemedi
facts-beside = Kararlara ilişkin notlar
report-does-not-fit = hiçbir taahhüt sınanmadı; koşularına göre bir taahhüdü değerlendirmek için: plimsoll check PROMISE --store { $store } --campaign { $campaign }

## The kind of campaign

kind-question = Ölçülen birim taahhüt edileni sağlıyor mu?
kind-title = Taahhütler: { $where }
kind-work = Taahhüt sınaması

## On the terminal

line-promise = taahhüt ({ $subject }): { $promised }
line-would-decide = karar için gereken: { $decide }
line-note = not: { $note }
line-length = koşuların süresi: { $time }
line-no-length = koşuların süresi: bilinmiyor
load-not-told = bilinmiyor
the-same-run = aynı koşu
terminal-load = yük
terminal-outcome = sonuç
terminal-judged-against = karar ölçütü
terminal-low = alt
terminal-high = üst
terminal-latency = ortalama gecikme

## Progress

step-target = ölçülen birim { $number } / { $targets }: { $target }
times-as-long = { $load }, { $times } kat uzun
offered-against = sunulan { $rate } IOPS, hedef { $objective }
