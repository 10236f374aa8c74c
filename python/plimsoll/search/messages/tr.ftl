## Strategies of a campaign

strategy-grid = ızgara
strategy-grid-summary = her yük sabit bir süre boyunca
strategy-grid-each = her yük sabit bir süre boyunca
strategy-maximum = en yüksek değer
strategy-maximum-summary = ölçülen birimin ulaşabildiği en yüksek değer
strategy-maximum-each = her birinin en yüksek değeri
strategy-load_line = yük sınırı
strategy-load_line-summary = hedefi sağlayan en yüksek hız
strategy-load_line-each = her birinin yük sınırı

## Progress of a search

load-rate = { $rate } IOPS
load-depth = kuyruk derinliği { $depth } × { $workers } işçi
role-maximum = en yüksek değer
role-reference = hafif yük
role-probe = yoklama
role-hold_low = doğrulama (alt uç)
role-hold_high = doğrulama (üst uç)
role-run = koşu
role-grid = ızgara
probe-carried = karşılandı
probe-pass = geçti
probe-fail = başarısız
probe-undecided = karar verilemedi
progress = { $role } { $load }: { $found }, gerçekleşen { $achieved }
progress-why = { $role } { $load }: { $found } ({ $why }), gerçekleşen { $achieved }
progress-p99 = { $role } { $load }: { $found }, gerçekleşen { $achieved }, p99 { $p99 }
progress-why-p99 = { $role } { $load }: { $found } ({ $why }), gerçekleşen { $achieved }, p99 { $p99 }

## Why a search ended

reason-interval_narrow_enough = güven aralığı istenen genişliğe indi
reason-both_held = doğrulama koşuları iki ucu da doğruladı
reason-line_moves = doğrulama koşuları iki ucu da doğruladı, ancak başka koşular bu uçların ötesinde hedefi sağladı veya sağlamadı: yük sınırı oynuyor, güven aralığı tüm koşulara dayanıyor
reason-too_close_to_decide = yük sınırına daha yakın yoklamalar için limitler içinde karar verilemedi: güven aralığı daha geniş
reason-probe_limit = yoklama sayısı limitine ulaşıldı: güven aralığı daha geniş
reason-time_limit = test süresi limitine ulaşıldı: güven aralığı daha geniş
reason-client_bound = ölçülen birimden önce istemcinin sınırına ulaşıldı: yük sınırı en az alt uç kadar
reason-no_upper_end = limitler içinde başarısız olan yoklama yok: yük sınırı en az alt uç kadar
reason-not_confirmed = limitler içinde alt uçta hiçbir doğrulama koşusu geçmedi
reason-objective_not_met = hedef hiçbir hızda sağlanmıyor
reason-above_range = hedef, aralığın en yüksek hızında da sağlandı: yük sınırı bunun üstünde
reason-below_range = hedef, aralığın en düşük hızında da sağlanmadı: yük sınırı bunun altında
reason-objective_needed = uygun bir varsayılan hedef yok: hedef belirtin
reason-target_changed = ölçülen birim arama sırasında değişti: aynı yükteki koşular birbiriyle çelişiyor
reason-machine_disturbed = ölçüm makinesi sürenin büyük bölümünde donmuş durumdaydı; bu nedenle depolama çok az ölçülebildi
reason-pauses_break_objective = depolamanın duraklamaları nedeniyle hedef hiçbir hızda sağlanmıyor
reason-undecided = limitler içinde hiçbir yoklama için karar verilemedi
reason-read_from_runs = saklanan koşulardan okundu, arama yapılmadı
reason-closed_loop_only = yalnızca kapalı döngü koşuları var: bunlar yük sınırını sadece üstten sınırlar
reason-stopped = arama yarıda kesildi
reason-failed = ölçülen birim arızalandı
reason-stopped_answering = ölçülen birim art arda koşularda yanıt vermez oldu
no-pass-not-met = hedef hiçbir hızda sağlanmıyor
no-pass-not-met-p99 = hedef hiçbir hızda sağlanmıyor ({ $rate } IOPS hızında p99: { $p99 })
no-pass-late = hafif yükte bile istemci gecikti
no-pass-late-p99 = hafif yükte bile istemci gecikti ({ $rate } IOPS hızında p99: { $p99 })
no-pass-undecided = limitler içinde hiçbir yoklama için karar verilemedi
no-pass-undecided-p99 = limitler içinde hiçbir yoklama için karar verilemedi ({ $rate } IOPS hızında p99: { $p99 })
no-objective-no-p99 = varsayılan hedef belirlenemedi: en yüksek değerin onda birinde p99 için yeterli işlem yok (1.000 işlemden az). Hedefi --objective ile belirtin
no-objective = en yüksek değerin onda birindeki p99 değerine ({ $p99 }) uygun bir varsayılan hedef yok: hedefi --objective ile belirtin
nothing-completed = kapalı döngüde hiçbir işlem tamamlanmadı

## Remarks beside the answer of a search

event-objective_chosen-alone = hedef: { $objective } (otomatik seçildi: en yüksek değerin onda birindeki p99 değerinin ({ $p99_ns }) en az dört katı)
event-objective_chosen-intervals = hedef: { $objective } (otomatik seçildi: en yüksek değerin onda birinde her on zaman aralığından dokuzunun aşmadığı p99 değerinin ({ $p99_ns }) en az iki katı)
event-objective_chosen-completion = hedef: { $objective } (otomatik seçildi: en yüksek değerin onda birindeki p99 tamamlanma gecikmesinin ({ $p99_ns }) en az dört katı; burada ölçüm makinesi işlemlerin çoğunu geciktirdi)
event-objective_chosen-before = hedef: { $objective } (bu sonuç dosyasındaki { $campaign } numaralı kampanya seçti; sonuçlar karşılaştırılabilsin diye korundu; en yüksek değerin onda birinde p99: { $p99_ns })
event-maximum_is_a_lower_bound-most_workers = bir işçi daha eklendiğinde IOPS %5'ten fazla arttı: en yüksek değer bir alt sınırdır
event-maximum_is_a_lower_bound-most_outstanding = bekleyen G/Ç { $outstanding } iken IOPS hâlâ artıyordu: en yüksek değer bir alt sınırdır
event-started_nearby = benzer iş yüklerinin yük sınırı, en yüksek değerlerine oranla { $share } düzeyinde: arama buradan başlıyor
event-horizon_counts = { $rate } hızında hedef { $passed_for_s } boyunca sağlandı, { $failed_at } hızında { $failed_for_s } süren testte sağlanmadı: testin uzunluğu belirleyici (dolan bir önbellek, tükenen ani yük kredisi)
event-high_capped = kapalı döngüde ulaşılan değer { $maximum }: yük sınırı { $rate } değerinin altında
event-machine_was_busy = başka programların veya hipervizörün ölçüm makinesinin işlemcilerinden aldığı pay { $others }, etkilenen işlemlerin payı { $disturbed }: sonuç, depolamanın sınırı değil, bu makinenin elde ettiği hızdır
event-throttle_seen = { $shallow } ile { $deep } bekleyen G/Ç arasındaki her derinlikte { $rate }: bir kısıtlayıcı var, arama onun hızından başlıyor
event-target_changed-reference_moved = aynı { $rate } hızında yanıt süresi, aramanın { $earlier_at_s } anında { $earlier_ns }, { $later_at_s } anında { $later_ns } oldu
event-target_changed-runs_contradict = kararı net olan { $clear } koşunun { $dismissed } tanesi, yük sınırı nerede olursa olsun diğerleriyle çelişiyor
event-machine_disturbed = ölçüm makinesinin donmuş veya başka işlerle meşgul olduğu sürenin payı { $disturbed }
event-pauses_seen-one = depolama { $watched } içinde bir kez, { $longest } süreyle durakladı: sürenin { $share } kadarı, hedefin payı buna yetiyor
event-pauses_seen-several = depolama { $watched } içinde { $pauses } kez, en uzunu { $longest } olmak üzere durakladı: sürenin { $share } kadarı ({ $low } ile { $high } arası), hedefin payı buna yetiyor
event-pauses_seen-broken = depolama { $watched } içinde { $pauses } kez, en uzunu { $longest } olmak üzere durakladı: sürenin { $share } kadarı, hedefin izin verdiğinden fazla
event-pauses_seen-broken_once = depolama { $watched } içinde bir kez, { $longest } süreyle durakladı: sürenin { $share } kadarı, hedefin izin verdiğinden fazla
event-percentile_kept = { $percentile }, { $rate } hızına kadar izin verilen değeri aşmıyor
event-more_time = güven aralığının genişliğini yarıya indirmek için dört kat süre gerekir: find --time { $minutes }m
event-read_from_runs-one = saklanan 1 koşudan okundu (süre { $length }, hız { $rate }), yeni koşu yapılmadı
event-read_from_runs-one_rate = saklanan { $runs } koşudan okundu (süre { $length }, hız { $rate }), yeni koşu yapılmadı
event-read_from_runs-several = saklanan { $runs } koşudan okundu (süre { $length }, { $lowest } ile { $highest } arasında { $rates } farklı sunulan hız), yeni koşu yapılmadı
event-rejudged-one = 1 koşu bu hedefe göre değerlendirilmemişti: hedefi aşan işlemlerin sayısı histogramından tahmin edildi; bu bir karar değildir ve iki ucu da doğrulamaz
event-rejudged-several = { $runs } koşu bu hedefe göre değerlendirilmemişti: hedefi aşan işlemlerin sayısı histogramlarından tahmin edildi; bu bir karar değildir ve iki ucu da doğrulamaz
event-rejudged-file_one = 1 koşu içe aktarılmış: dosyasındaki değer karşılaştırıldı; bu bir karar değildir ve iki ucu da doğrulamaz
event-rejudged-file_several = { $runs } koşu içe aktarılmış: dosyalarındaki değerler karşılaştırıldı; bu bir karar değildir ve iki ucu da doğrulamaz
event-between_rows-latencies = hedef { $met_at } hızında sağlandı ({ $met_ns }), { $rate } hızında sağlanmadı ({ $missed_ns }); aradaki yük sınırı, tüm hızlardan geçen eğriyi izliyor
event-between_rows-full = hedef { $met_at } hızında sağlandı, { $rate } değerinden yüksek hız karşılanamadı: yük sınırı bu ikisinin arasında
event-between_rows-closed = hedef { $met_at } hızında sağlandı, kapalı döngüde { $rate } hızında sağlanmadı: yük sınırı bu ikisinin arasında
event-latency_taken-completion = bu dosyalarda yanıt süresi yok: tamamlanma gecikmesi karşılaştırıldı; { $program } bunu gönderimden itibaren ölçer, yuva bekleme süresi dahil değildir
event-latency_taken-after_submission = bu dosyalarda yanıt süresi yok: clat değeri ({ $program }) karşılaştırıldı; gönderimden sonra başlar, gönderim ve yuva bekleme süresi dahil değildir
event-latency_taken-total = bu dosyalarda yanıt süresi yok: lat değeri ({ $program }) karşılaştırıldı; gönderim dahildir, yuva bekleme süresi dahil değildir
event-rate_taken = bu dosyalarda sunulan hız yok: bekleyen G/Ç döngünün izin verdiğinden çok daha az olduğundan, yerine gerçekleşen hız kullanıldı
event-lacking_figure-one = 1 koşu dışarıda bırakıldı: dosyasında hedefin değeri yok
event-lacking_figure-several = { $runs } koşu dışarıda bırakıldı: dosyalarında hedefin değeri yok
event-runs_left_out-one = 1 koşu yük sınırı için kanıt sayılmıyor: { $reasons }
event-runs_left_out-several = { $runs } koşu yük sınırı için kanıt sayılmıyor: { $reasons }
event-closed_loop_only = { $because }
event-late = yük üreteci { $rate } hızında gecikti: bu hız yeniden sunuluyor
event-more_workers = yük üreteci gecikti: bundan sonra { $workers } işçi kullanılıyor
event-cached-because = yanıtlar sayfa önbelleğinden geldi: değerler depolamayı değil, önbelleği gösteriyor ({ $because })
event-cached-seen = yanıtlar sayfa önbelleğinden geldi: değerler depolamayı değil, önbelleği gösteriyor
event-failure_by_chance-probe = { $rate } hızı bir kez başarısız oldu, tekrarlandığında geçti
event-failure_by_chance-hold = { $rate } hızı, yeniden yapılan doğrulama koşularında, aşırı yükten sonra da, iki kez geçti
event-pass_by_chance = { $rate } hızı bir kez geçti, tekrarlandığında geçmedi
event-non_monotone-twice = hedef { $rate } hızında sağlanmadı, { $met_at } hızında sağlandı (her ikisi de ikişer kez): yük sınırının altındaki her hızda sağlanmıyor
event-non_monotone-moved = hedef { $rate } hızında sağlanmadı, { $met_at } hızında sağlandı: yük sınırı bu koşular arasında oynadı
event-non_monotone-moved_often = hedef { $rate } hızında sağlanmadı, { $met_at } hızında sağlandı; { $more } hızda daha aynısı görüldü: yük sınırı bu koşular arasında oynadı
event-two_regimes = { $rate } hızı, boşta kaldıktan sonra geçiyor, aşırı yükten sonra başarısız oluyor (ikişer kez)
event-client_bound = doğrulama koşusu süresince istemcinin sunamadığı hız: { $rate }
event-high_passed = üst uç olması beklenen { $rate } hızındaki doğrulama koşusu geçti
event-high_undecided-undecided = { $rate } hızındaki doğrulama koşusu, karar verilemeyecek kadar yakın sonuçlandı
event-high_undecided-disturbed = { $rate } hızındaki doğrulama koşusu ölçüm makinesinin etkisiyle bozuldu ve hiçbir şeyi doğrulamıyor
event-high_undecided-client = doğrulama koşusu süresince istemcinin sunamadığı hız: { $rate }
event-high_not_confirmed = { $rate } hızında başarısız olan bir doğrulama koşusu yok: bu uç yalnızca yoklamalara dayanıyor
event-low_failed = alt uç olması beklenen { $rate } hızındaki doğrulama koşusu başarısız oldu
event-raised_from_below = { $rate } hızındaki doğrulama koşusu, daha hafif bir testten sonra geçti: bu arada biriken ani yük kredisi ve benzeri birikimler yardımcı olmuş olabilir
event-low_undecided-undecided = { $rate } hızındaki doğrulama koşusu, karar verilemeyecek kadar yakın sonuçlandı
event-low_undecided-disturbed = { $rate } hızındaki doğrulama koşusu ölçüm makinesinin etkisiyle bozuldu ve hiçbir şeyi doğrulamıyor
event-low_undecided-client = doğrulama koşusu süresince istemcinin sunamadığı hız: { $rate }
event-end_not_narrowed = yük sınırına daha yakın olan { $rate } hızındaki doğrulama koşusu, karar verilemeyecek kadar yakın sonuçlandı: güven aralığı daralmadı
event-low_not_confirmed = { $rate } hızında hiçbir doğrulama koşusu geçmedi: bu değere güvenmeyin

## Why a Point of a campaign has no answer

point-error = { $error }
point-run_ended = { $outcome }: { $because }
point-nothing_completed = kapalı döngüde hiçbir işlem tamamlanmadı
point-search_ended = { $because }
point-setting_changed = “{ $setting }” ayarı değişti: “{ $was }” → “{ $now }”
point-setting_changed-times = “{ $setting }” ayarı { $times } kez değişti: “{ $was }” → “{ $now }”
point-setting_unreadable = “{ $setting }” ayarı geri okunamıyor: { $error }
point-setting_unreadable-times = “{ $setting }” ayarı { $times } kez geri okunamadı: { $error }
point-time_limit = sıra bu noktaya gelmeden süre sınırına ({ $limit }) ulaşıldı
point-rounds_steady = { $round }. turda kararlı duruma ulaşıldı
point-rounds_written = { $round }. tura kadar kapasitenin { $written } katı yazıldı
point-share_of_lower_bound = oran { $share }, temel alınan değer { $maximum }, ancak bu ölçülen birimin en yüksek değeri değil: yük üreteci doymuştu veya yanıtlar sayfa önbelleğinden geldi

## A line that was read from Runs

no-evidence = koşuların hiçbiri ölçülen birim için kanıt sayılmıyor
none-missed = hedefin sağlanmadığı bir sunulan hız yok
none-met = hedefin sağlandığı bir sunulan hız yok
none-met-silent = hedefin sağlandığı bir sunulan hız yok; { $runs } koşunun { $silent } tanesi kanıt sayılmıyor
not-offered = istemcinin sunamadığı hız: { $rate }; yük sınırı en az alt uç kadar
figure-without-distribution = içe aktarılan dosyalarda bu değer var, ancak kaynağı olan dağılım yok; yalnız bu değerle yük sınırı belirlenemiyor
none-clear = hiçbir koşu hedefin sağlandığını veya sağlanmadığını açıkça göstermedi: karar için daha uzun koşular gerekir
not-judged = değerlendirilmedi
runs-and-why = { $runs } koşu: { $why }
length-unknown = bilinmiyor
lengths = { $shortest } ile { $longest } arasında
closed-without-figure = yalnızca kapalı döngü koşuları var ve hiçbirinde hedefin değeri yok
latency-figure = { $statistic } { $value }
latency-range = { $statistic } { $low } ile { $high } arasında
step-depth = { $outstanding } bekleyen G/Ç ({ $rate }, { $latency })
step-depth-followed = { $outstanding } bekleyen G/Ç ({ $rate }, { $latency } = bekleyen G/Ç ÷ hız)
step-rate = { $rate } ({ $latency })
step-rate-followed = { $rate } ({ $latency } = bekleyen G/Ç ÷ hız)
closed-met-unbound = kapalı döngüde hedef şu düzeye kadar sağlandı: { $met }; sağlanmadığı düzey yok. Açık döngü yükü çalıştırılmadığından onun yük sınırı belirlenemiyor
closed-met-missed = kapalı döngüde hedef şu düzeye kadar sağlandı: { $met }; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz
closed-met-one-depth = kapalı döngüde hedef şu düzeye kadar sağlandı: { $met }; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz; tek bir derinlikte gecikme, derinlik ÷ hız değerinden ibarettir, bu nedenle daha hafif bir yük çok daha hızlı olabilir
closed-met-clearly-unbound = kapalı döngüde hedef şu düzeye kadar açıkça sağlandı: { $met }; açıkça sağlanmadığı düzey yok. Açık döngü yükü çalıştırılmadığından onun yük sınırı belirlenemiyor
closed-met-clearly-missed = kapalı döngüde hedef şu düzeye kadar açıkça sağlandı: { $met }; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz
closed-met-clearly-one-depth = kapalı döngüde hedef şu düzeye kadar açıkça sağlandı: { $met }; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz; tek bir derinlikte gecikme, derinlik ÷ hız değerinden ibarettir, bu nedenle daha hafif bir yük çok daha hızlı olabilir
closed-no-depth-unbound = kapalı döngüde hiçbir derinlikte hedefin sağlandığı veya sağlanmadığı görülmedi. Açık döngü yükü çalıştırılmadığından onun yük sınırı belirlenemiyor
closed-no-depth-missed = kapalı döngüde hedefin sağlandığı derinlik yok; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz
closed-no-depth-one-depth = kapalı döngüde hedefin sağlandığı derinlik yok; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz; tek bir derinlikte gecikme, derinlik ÷ hız değerinden ibarettir, bu nedenle daha hafif bir yük çok daha hızlı olabilir
closed-no-depth-clearly-unbound = kapalı döngüde hiçbir derinlikte hedefin açıkça sağlandığı veya sağlanmadığı görülmedi. Açık döngü yükü çalıştırılmadığından onun yük sınırı belirlenemiyor
closed-no-depth-clearly-missed = kapalı döngüde hedefin açıkça sağlandığı derinlik yok; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz
closed-no-depth-clearly-one-depth = kapalı döngüde hedefin açıkça sağlandığı derinlik yok; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz; tek bir derinlikte gecikme, derinlik ÷ hız değerinden ibarettir, bu nedenle daha hafif bir yük çok daha hızlı olabilir
closed-no-rate-unbound = kapalı döngüde hiçbir hızda hedefin sağlandığı veya sağlanmadığı görülmedi. Açık döngü yükü çalıştırılmadığından onun yük sınırı belirlenemiyor
closed-no-rate-missed = kapalı döngüde hedefin sağlandığı hız yok; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz
closed-no-rate-one-depth = kapalı döngüde hedefin sağlandığı hız yok; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz; tek bir derinlikte gecikme, derinlik ÷ hız değerinden ibarettir, bu nedenle daha hafif bir yük çok daha hızlı olabilir
closed-no-rate-clearly-unbound = kapalı döngüde hiçbir hızda hedefin açıkça sağlandığı veya sağlanmadığı görülmedi. Açık döngü yükü çalıştırılmadığından onun yük sınırı belirlenemiyor
closed-no-rate-clearly-missed = kapalı döngüde hedefin açıkça sağlandığı hız yok; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz
closed-no-rate-clearly-one-depth = kapalı döngüde hedefin açıkça sağlandığı hız yok; sağlanmadığı düzey: { $missed }. Tamamlanmaları beklemeyen açık döngü yükü de orada hedefi sağlamaz; tek bir derinlikte gecikme, derinlik ÷ hız değerinden ibarettir, bu nedenle daha hafif bir yük çok daha hızlı olabilir
file-steps-too-wide = dosyalardaki dağılımlar çok kaba: izin verilen değer bir basamağın içinde kalıyor, bu nedenle onu aşan işlemlerin payı bilinmiyor
file-full-at-every-rate = her hızda yük üreteci bekleyen G/Ç için kendi üst sınırına ulaştı
file-full-above = bunun üzerindeki hızlarda yük üreteci bekleyen G/Ç için kendi üst sınırına ulaştı: yük sınırı en az alt uç kadar
file-nothing-carried = dosyalarda karşılanabilen bir hız yok
file-none-missed = dosyalarda hedefin sağlanmadığı bir hız yok
file-no-upper-end = { $runs } koşunun { $missed } tanesinde hedef sağlanmadı, ancak dosyalardaki hızlar bir arada üst uç göstermiyor
file-none-met = dosyalarda hedefin sağlandığı bir hız yok
file-none-clearly-met = { $runs } koşunun { $met } tanesinde hedef sağlandı, ancak dosyalarda hedefin açıkça sağlandığı bir hız yok
file-too-close = dosyalardaki değerler izin verilen değere karar verilemeyecek kadar yakın
runs-disagree = aynı hızdaki koşular uyuşmuyor ({ $rate } hızında { $low } ve { $high }), dolayısıyla tek bir sisteme ait değiller: birini --configuration ile seçin veya ayrı ayrı içe aktarın
