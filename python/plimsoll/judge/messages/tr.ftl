## Verdict of a Run

verdict-met = hedef sağlandı
verdict-missed = hedef sağlanmadı
verdict-undecided = hedef için karar verilemedi
undecided-beyond = hedef için karar verilemedi (şu ana kadar sağlanmadı: { $figures })
undecided-beyond-with-lag = hedef için karar verilemedi (ölçüm makinesinin gecikmesi dahil, şu ana kadar sağlanmadı: { $figures })
missed-so-far = şu ana kadar sağlanmadı: { $figures }
missed-so-far-with-lag = ölçüm makinesinin gecikmesi dahil, şu ana kadar sağlanmadı: { $figures }
beyond = { $statistic } { $measured } (izin verilen: { $allowed })
beyond-of-kind = { $kind }: { $statistic } { $measured } (izin verilen: { $allowed })
errors-beyond = hata oranı { $measured } (izin verilen: { $allowed })
errors-beyond-of-kind = { $kind }: hata oranı { $measured } (izin verilen: { $allowed })
judged-objective_met = hedef sağlandı
judged-objective_missed = hedef sağlanmadı
judged-far_beyond_objective = hedeften çok uzak
judged-cannot_carry = sunulan hız karşılanamadı
judged-too_short = ölçüm süresi çok kısa
judged-not_yet_steady = henüz kararlı durumda değil
judged-from_histogram = histograma göre
judged-from_file = dosyadaki değere göre
judged-met-so-far = şu ana kadar sağlandı, kesin karar için süre çok kısa
judged-from_histogram-meets = bu hedefe göre karar verilmedi; histogramı hedefi sağlıyor
judged-from_histogram-misses = bu hedefe göre karar verilmedi; histogramı hedefi sağlamıyor
judged-from_file-meets = bu hedefe göre karar verilmedi; dosyasındaki değer hedefi sağlıyor
judged-from_file-misses = bu hedefe göre karar verilmedi; dosyasındaki değer hedefi sağlamıyor
judged-coarse_steps = bu hedefe göre karar verilmedi; histogramının basamakları çok geniş
judged-too_close = karar verilemeyecek kadar yakın
judged-too_correlated = yavaş G/Ç'ler kümeler hâlinde geldi; karar için süre çok kısa
judged-own_lag = yalnızca yük üretecinin kendi gecikmesi nedeniyle sağlanmadı
short-objective_met = hedef sağlandı
short-objective_missed = hedef sağlanmadı
short-far_beyond_objective = hedeften çok uzak
short-cannot_carry = karşılanamadı
short-too_correlated = yavaş G/Ç'ler kümelenmiş
short-too_short = ölçüm süresi çok kısa
short-too_close = karar verilemeyecek kadar yakın
short-not_yet_steady = henüz kararlı değil
short-own_lag = ölçüm makinesinin gecikmesi
short-coarse_steps = histogram basamakları çok geniş
short-from_histogram = histograma göre
short-from_file = dosyadaki değere göre
judged-otherwise = bu sürümün bilmediği bir nedenle
short-otherwise = bilinmeyen neden

## Why a Run ended as it did

cause-interrupted = koşu yarıda kesildi; değerler o ana kadarki süreye ait
cause-mismatch = veriler yazılanlarla aynı değil: { $found }
cause-every_operation_failed = tüm işlemler başarısız oldu
cause-target_gone = ölçülen birim ortadan kalktı ({ $errno })
cause-operations_failed = { $count } işlem başarısız oldu; ilki: { $first }
cause-nothing_measured = ölçüm süresine hiçbir işlem rastlamadı: hiçbir şey ölçülmedi. Daha uzun ölçün
cause-target_in_memory = ölçülen birim bellekteki bir dosya sisteminde: depolama kullanılmadı
cause-loop_through_page_cache = { $device } arkasındaki dosyaya sayfa önbelleği üzerinden erişiyor; baytların sayfa önbelleğinden gelen payı { $share }. losetup --direct-io=on ile bağlayın
cause-page_cache_answered = okunan baytların sayfa önbelleğinden gelen payı { $share }
cause-not_from_storage = okunan baytların depolamadan gelmeyen payı { $share }: hiç yazılmamış bloklar veya dosya sisteminin altındaki bir önbellek. Önce ölçülen birimi doldurun: plimsoll prepare
cause-writes_to_page_cache = yazmalar sayfa önbelleğine gitti; bu önbellek, veriler depolamaya ulaşmadan onay verir
cause-host_lost = { $host } başlangıçtan { $after_s } sonra kayboldu: diğer makineler onun yük payını sunmaz
cause-hosts_apart = { $host } saatindeki belirsizlik { $by_ns }; bu nedenle makineler birlikte başlamamış olabilir. Aralarındaki ağı inceleyin: plimsoll hosts doctor
cause-not_steady = ölçülen birim { $within_ns } içinde kararlı duruma gelmedi ({ $test }); yine de ölçüldü
cause-closed_loop = kapalı döngü: bu kadar bekleyen G/Ç ile ulaşılan hız
cause-closed_loop-rests = düşünme süresi, boş süreleri veya kendi üst sınırı olan kapalı döngü: hız, yükün istediği veya ölçülen birimin verdiği hızdır
cause-rate_changed = sunulan hız ölçüm sırasında değişti: bu koşu nereye bakılacağını gösterir, ancak karar verdirmez
cause-too_short_to_judge = ölçülen birimin hıza yetişip yetişmediğini söylemek için süre çok kısa
cause-keeps_up-surely = ölçülen birim sunulan hıza yetişiyor
cause-keeps_up-so-far = ölçülen birimin geri kaldığına dair bir belirti yok, ancak kesin karar için süre çok kısa
cause-keeps_up-surely-late = ölçülen birim sunulan hıza yetişiyor; yük üreteci gecikti (ölçüm makinesinin gecikmesinin p99 değeri { $late_ns }), bu gecikme yanıt sürelerine dahil
cause-keeps_up-so-far-late = ölçülen birimin geri kaldığına dair bir belirti yok, ancak kesin karar için süre çok kısa; yük üreteci gecikti (ölçüm makinesinin gecikmesinin p99 değeri { $late_ns }), bu gecikme yanıt sürelerine dahil
cause-falls_behind = ölçülen birim yetişemiyor: sunulan { $offered_per_s } IOPS, gerçekleşen { $achieved_per_s } IOPS; birikim saniyede { $backlog_slope_per_s } işlem artıyor
cause-falls_behind-at-cap = ölçülen birim yetişemiyor: sunulan { $offered_per_s } IOPS, gerçekleşen { $achieved_per_s } IOPS; birikim saniyede { $backlog_slope_per_s } işlem artıyor; bekleyen G/Ç üst sınırına ({ $at_cap }) ulaşıldı
cause-none_completed = ölçülen birim yetişemiyor: ölçümdeki { $count } işlemin hiçbiri, boşaltma dahil, tamamlanmadı
cause-not_answered = ölçülen birim yanıt vermez oldu: ölçümdeki { $count } işlemin { $unfinished } tanesi, { $waited_s } süren boşaltma dahil, hiç tamamlanmadı
cause-silent = ölçülen birim ölçümden önce yanıt vermez oldu: bekleyen G/Ç ({ $outstanding }), boşaltma dahil { $waited_s } içinde tamamlanmadı
cause-client_not_carried = ölçülen birim şu yüke yetişemiyor: { $name }; sunulan { $scheduled_per_s } IOPS, gerçekleşen { $achieved_per_s } IOPS
cause-not_issued = yük üreteci, planlanan { $scheduled_per_s } IOPS yerine { $issued_per_s } IOPS gönderdi; bu, ölçülen birim için kanıt sayılmaz
cause-none_issued = yük üreteci { $late_ns } gecikti ve ölçüm süresinde hiçbir işlem göndermedi; bu, ölçülen birim için kanıt sayılmaz. Daha uzun ölçün
cause-backlog_not_issued = yük üreteci planının gerisinde kalıyor: birikim saniyede { $backlog_slope_per_s } işlem artıyor ve bunların çoğu gönderilmedi; bu, ölçülen birim için kanıt sayılmaz
cause-missed_through_lateness = hedef bu makineden bakıldığında sağlanmıyor, ancak yalnızca depolama yüzünden sağlanmadığı gösterilmiş değil: yük üretecinin kendi gecikmesinin etkilediği işlemlerin payı { $share }
cause-client_cap = istemcinin kendi bekleyen G/Ç üst sınırına ({ $outstanding }) ulaşıldı: bu, ölçülen birim için kanıt sayılmaz
cause-client_cap_reached = istemcilerin kendi bekleyen G/Ç üst sınırına ({ $outstanding }) ulaşıldı
cause-client_full = { $name } CPU kullanımı { $used }: istemcide boş kapasite yok
cause-client_full-generator = yük üretecinin CPU kullanımı { $used }: istemcide boş kapasite yok
cause-late_while_idle = her işçinin CPU kullanımı yalnızca { $used } olduğu hâlde yük üreteci gecikti: ölçüm makinesi dondu veya CPU başka işlerle meşguldü
cause-workers_busy = her işçinin CPU kullanımı { $used }; işini sistem çağrıları içinde yapan bir ölçülen birim de aynı görünürdü
cause-own_rate_cap = yükün kendi üst sınırına ulaşıldı: { $achieved_per_s } IOPS
cause-not_filled = istenen { $asked } bekleyen G/Ç yerine yalnızca { $outstanding } gönderilmişti: işçiler göndermeye yetişemedi
cause-not_filled-idle = istenen { $asked } bekleyen G/Ç yerine yalnızca { $outstanding } gönderilmişti: her birinin CPU kullanımı yalnızca { $idle_at } olduğu hâlde işçiler göndermeye yetişemedi; ölçüm makinesi dondu
cause-one_run_cannot_tell = { $outstanding } bekleyen G/Ç ile { $achieved_per_s } IOPS elde edildi: daha çok bekleyen G/Ç veya daha çok işçinin hızı artırıp artırmayacağını tek bir koşu gösteremez
cause-element_full = { $name } kullanımı { $used }: boş kapasitesi yok
cause-element_full-instance = { $name } ({ $instance }) kullanımı { $used }: boş kapasitesi yok
cause-element_waiting = tamamlanma gecikmesinin şu öğede beklemeye giden payı { $share }: { $name }
cause-nothing_full = doymuş bir öğe yok
cause-nothing_full-most = doymuş bir öğe yok: en yoğun öğenin ({ $busiest }) kullanımı { $used }; tamamlanma gecikmesinin { $longest } öğesindeki işe giden payı { $share }

## What held a Run on described storage back

held-back-client-cpu = istemcinin işlemcisi: { $because }
held-back-none = yok: { $because }
held-back-none-capped = yok: sunulan hız karşılandı; istemcilerin bekleyen G/Ç üst sınırına ({ $cap }) zaman zaman ulaşıldı
held-back-element = { $element }: kullanım { $used }; yaklaşık { $carries } IOPS bu öğeyi doldururken { $offered } IOPS sunuldu, bu nedenle istemcilerin bekleyen G/Ç üst sınırına ({ $cap }) ulaşıldı
held-back-cap = istemcilerin bekleyen G/Ç üst sınırı ({ $cap }): en yoğun öğenin ({ $element }) kullanımı { $used }
held-back-cap-idle = istemcilerin bekleyen G/Ç üst sınırı ({ $cap }): öğeler boşta

## Two steps of outstanding I/O

flatness-cap = bekleyen G/Ç { $outstanding_factor } katına ({ $low } → { $high }) çıkarıldığında hız { $rate_factor } kat, gecikme { $latency_factor } kat oldu: üst sınır var
flatness-still_rises = bekleyen G/Ç { $outstanding_factor } katına ({ $low } → { $high }) çıkarıldığında hız { $rate_factor } kat, gecikme { $latency_factor } kat oldu; hız hâlâ artıyor
flatness-neither = bekleyen G/Ç { $outstanding_factor } katına ({ $low } → { $high }) çıkarıldığında hız { $rate_factor } kat, gecikme { $latency_factor } kat oldu: hız ne sabit kaldı ne de yeterince arttı
flatness-imprecise = bekleyen G/Ç { $outstanding_factor } katına ({ $low } → { $high }) çıkarıldığında hız { $rate_factor } kat, gecikme { $latency_factor } kat oldu, ancak hızlardaki belirsizlik { $error }
flatness-client_workers = bekleyen G/Ç { $outstanding_factor } katına ({ $low } → { $high }) çıkarıldığında hız { $rate_factor } kat, gecikme { $latency_factor } kat oldu, ancak her işçinin işlemci kullanımı { $busy } düzeyindeydi: sınırın bu olup olmadığı daha çok işçiyle görülür
flatness-client_machine = bekleyen G/Ç { $outstanding_factor } katına ({ $low } → { $high }) çıkarıldığında hız { $rate_factor } kat, gecikme { $latency_factor } kat oldu, ancak istemci makinesinin işlemci kullanımı { $busy } düzeyindeydi

## What a limiter rests on

sign-of_the_run = { $words }
sign-for_longer = daha uzun bir koşuda: { $words }
sign-generator_late = yük üreteci gecikti
sign-kept_by_more_workers = işçi sayısı iki katına çıkarıldığında gönderim zamanlamasına uyuldu
sign-late_with_more_workers = işçi sayısı iki katına çıkarıldığında da gecikme oldu
sign-higher_cap = bekleyen G/Ç üst sınırı { $cap } yerine { $higher } olduğunda hız { $gain } arttı
sign-met_then_missed = hedef bir hızda sağlandı, hemen üstündeki hızda sağlanmadı
sign-missed_when_light = denenen en hafif yükte bile hedef sağlanmadı
sign-cap_was_full = başarısız olan testte bekleyen G/Ç üst sınırına ({ $cap }) ulaşıldı
sign-target_or_cap = ölçülen birimin kendisi veya önündeki bir üst sınır
sign-not_confirmed = yük sınırı doğrulanmadı
sign-offered_rates_alone = yalnızca sunulan hızlarla yapılan koşular, yük sınırını neyin belirlediğini göstermez
sign-target_changed = ölçülen birim arama sırasında değişti
sign-paused = G/Ç durakladı: nedeni depolamanın kendisi, bir kısıtlayıcı veya komşu bir yük
sign-far_below_maximum = en yüksek değer bunun kat kat üzerinde: aralıklı bir kısıtlayıcı veya uzun bir gecikme kuyruğu, yük sınırını bu kadar aşağıda tutuyor
sign-not_placed = yük sınırı geniş bir aralığın herhangi bir yerinde olabilir
sign-machine_disturbed = ölçüm makinesi sürenin büyük bölümünde donmuş durumdaydı
sign-flat_ladder = { $shallow } ile { $deep } bekleyen G/Ç arasındaki her derinlikte { $rate } IOPS ve derinlikle orantılı yanıt süreleri: bir kısıtlayıcı
sign-others_had_processors = ölçüm makinesinin CPU süresinin büyük bölümünü başka programlar kullandı
sign-step = bekleyen G/Ç { $outstanding_factor } katına ({ $low } → { $high }) çıkarıldığında hız { $rate_factor } kat (± { $error }), gecikme { $latency_factor } kat oldu
sign-step-exact = bekleyen G/Ç { $outstanding_factor } katına ({ $low } → { $high }) çıkarıldığında hız { $rate_factor } kat, gecikme { $latency_factor } kat oldu
sign-still_rose = bekleyen G/Ç { $outstanding } iken hız hâlâ artıyordu
sign-most_outstanding = bekleyen G/Ç { $outstanding } düzeyine çıktı: daha fazlası denenmedi
sign-depth_not_used = iki kat kuyruk derinliğinde bekleyen G/Ç yalnızca { $outstanding } oldu
sign-not_filled = bekleyen G/Ç istenen düzeye çıkmadı: { $low_asked } yerine { $low }, { $high_asked } yerine { $high }
sign-never_more = bekleyen G/Ç hiçbir zaman { $most } değerini aşmadı ve sürekli bu düzeyde kaldı
sign-not_submitted = işçiler istenen miktarda G/Ç gönderemiyor
sign-one_more_worker = bir işçi daha eklendiğinde hız hâlâ %5'ten fazla arttı
sign-more_workers_raised = işçi sayısı iki katına çıkarıldığında hız { $gain } arttı
sign-more_workers_not_run = daha çok işçi denenmedi
sign-more_workers_did_not = daha çok işçi hızı artırmadı
sign-neither_raised = hızı ne daha çok bekleyen G/Ç ne de daha çok işçi artırdı
sign-workers_busy = her işçinin işlemci kullanımı { $busy } düzeyindeydi
sign-workers_idle = her işçinin işlemci kullanımı yalnızca { $busy } düzeyindeydi
sign-workers_not_full = işçilerin işlemcileri doymuş değildi
sign-generator_used = tüm işlemcilerin yük üreteci tarafından kullanılan payı: { $used }
sign-machine_full = başka programların işi dahil, ölçüm makinesinin işlemci kullanımı { $busy } düzeyindeydi
sign-not_stationary = hız × gecikme, bekleyen G/Ç miktarının { $share } katı: yük durağan değildi
sign-run_failed = “{ $run }” koşusu reddedildi veya başarısız oldu
sign-too_few_runs = henüz yeterli koşu yok
sign-nothing_alone = hafif yükte hiçbir işlem tamamlanmadı
sign-alone = tek başına bir işlemin süresi: { $ns }
sign-faster_than_storage = her tür depolamadan daha hızlı: yanıtlar bellekten geldi
sign-too_few_to_say = tamamlanmaların düzenliliğini değerlendirmek için işlem sayısı çok az
sign-even = tamamlanmalar eşit aralıklı (dağılım indeksi { $dispersion })
sign-even_seconds = her saniyede aynı sayıda tamamlanma var (dağılım indeksi { $dispersion }), tamamlanmalar gruplar hâlinde geliyor
sign-even_seconds_alone = her saniyede aynı sayıda tamamlanma var (dağılım indeksi { $dispersion })
sign-even_batches = tamamlanmalar gruplar hâlinde geliyor ve toplamları düzenli artıyor (sapma { $wander })
sign-even_mostly = donmalar dışında tamamlanmalar eşit aralıklı (dağılım indeksi { $dispersion })
sign-uneven = tamamlanmalar düzensiz aralıklı (dağılım indeksi { $dispersion })
sign-as_service_varies = hizmet süreleri değişken olduğunda bu beklenen bir durumdur
sign-too_even = tamamlanmalar doymuş sunucularda olacağından daha düzenli (dağılım indeksi { $dispersion }): tek başına hizmet sürelerinin değişkenliği { $share }
sign-service_is_alike = tek başına hizmet sürelerinin değişkenliği yalnızca { $share }, bu da durumu açıklamıyor: zaman dilimleri dağıtan bir kısıtlayıcı veya aralıklı bir arka plan işi olabilir
sign-idle_servers = aynı anda ortalama yalnızca { $places } işlem hizmet görüyor: depolama zamanın bir bölümünde boşta
sign-unseen_work = depolamada arka plan işi veya rahatsız edici bir komşu yük
sign-most_pass = gecikmenin ortancası, ortalamasının { $share } katı: işlemlerin çoğu hemen geçiyor, birkaçı kısıtlayıcının sonraki payını bekliyor
sign-few_wait = gecikmenin ortancası, ortalamasının { $share } katı: işlemlerin çoğu hemen geçiyor, birkaçı uzun bekliyor; bu hem bir kısıtlayıcıda hem de duraklayan depolamada görülür
sign-longer_than_a_round = bekleyen G/Ç azken gecikme, ortalamasının { $share } katı kadar değişiyor, tamamlanmalar ise düzenli kalıyor: işlemler bir sunucuyu değil, kısıtlayıcının sonraki payını bekliyor
sign-rounds = bazı işlemler tam bir hizmet süresi bekliyor, diğerleri hiç beklemiyor: sunucu sayısı { $places }, tümü meşgul
sign-differ_alone = tek başına hizmet sürelerinin değişkenliği { $share }: tek bir sunucunun hızı da bu kadar değişirdi
sign-one_server = hizmet süresi sabit olan tek bir sunucu da aynı görünürdü
sign-no_size_told = denenen hiçbir blok boyutu, IOPS üst sınırını hizmet süresi sabit { $places } sunucudan ayırt edemedi
sign-other_size = { $block_size_bytes } bloklarla { $rate_per_s }, tek başına { $alone_ns }
sign-same_rate = işlem başına düşen iş farklı olduğu hâlde hız aynı
sign-same_work = işlem başına düşen iş neredeyse hiç değişmedi: sınır bayt üzerinden uygulanıyor veya kovada ani yük kredisi kalmıştı
sign-rate_follows_work = hız, işlem başına düşen işe göre değişiyor

## Questions that a further Run answers

question-workers_processor = sınırlayan, işçilerin işlemcisi miydi?
question-carried = sunulan hız karşılandı mı?
question-own_cap = sınırlayan, yük üretecinin kendi üst sınırı mıydı?
question-as_long = diğerleri kadar uzun süreyle aynı yük
question-outstanding = daha çok bekleyen G/Ç hızı artırıyor mu?
question-workers = daha çok işçi hızı artırıyor mu?
question-alone = bekleme yokken bir işlem ne kadar sürüyor?
question-rounds = bazı işlemler tam bir hizmet süresi bekleyip diğerleri hiç beklemiyor mu?
question-size = hız, işlem başına düşen işe göre değişiyor mu?
question-size_alone = bu boyutta bir işlem ne kadar sürüyor?

## Names of further Runs

run-name-again = yineleme
run-name-longer = daha uzun süreyle aynısı
run-name-more-workers = bu hızda daha çok işçi
run-name-higher-cap = daha yüksek bekleyen G/Ç üst sınırı
run-name-light = hafif yük
run-name-depth = derinlik { $depth }
run-name-round = derinlik { $depth }, bir buçuk tur
run-name-workers = { $workers } işçi
run-name-size = { $size } bloklar
run-name-size-light = { $size } bloklar, hafif yük

## What would decide a limiter

decides-of_the_run = { $words }
decides-run = { $run }: { $question }
decides-light_run = hafif yükte bir koşu
decides-for_longer = daha uzun süreyle aynı koşu
decides-runs_for_longer = daha uzun süreyle aynı koşular
decides-quieter = daha sakin bir ölçüm makinesinde aynı koşu
decides-longer_and_quieter = daha uzun süreyle ve daha sakin bir ölçüm makinesinde aynı koşular
decides-quieter_other_engine = daha sakin bir ölçüm makinesinde ve ayrıca başka bir motorla aynı koşular
decides-higher_cap = aynı arama, { $cap } değerinden yüksek bir --max-outstanding ile
decides-engine_or_cap = başka bir motor veya istemcide daha yüksek bir üst sınır
decides-without_rests = aynı yük, ara vermeden: ara veren bir yuva, gönderebileceğinden az G/Ç gönderir
decides-larger_working_set = verileri tutabilecek bellekten daha büyük bir çalışma kümesi
decides-other_sizes = daha küçük ve daha büyük bloklarla koşular: doymuş sunucuların hızı işlem başına düşen işe göre değişir, kısıtlayıcınınki değişmez
decides-sizes_or_settings = işlem başına düşen işin farklı olduğu blok boyutları veya birimin ayarları
decides-settings = birimin veya dayandığı katmanın ayarları

## What happened in a Run

episode-gap = { $time } boyunca kayıt yok: { $meaning }
episode-gaps = { $gaps } boşlukta toplam { $time } boyunca kayıt yok: { $meaning }
machine-stood-still = bu makine durmuştu, depolama ölçülmedi
episode-outage = { $time } boyunca neredeyse hiçbir G/Ç başarılı olmadı
episode-outage-before = { $time } boyunca neredeyse hiçbir G/Ç başarılı olmadı (öncesinde: { $before })
episode-errors-for = { $operations ->
    [one] { $time } içinde 1 işlem başarısız oldu
   *[other] { $time } içinde { $count } işlem başarısız oldu
}
episode-errors-from-then = { $operations ->
    [one] bu andan sonra 1 işlem başarısız oldu
   *[other] bu andan sonra { $count } işlem başarısız oldu
}
episode-rate-fell-for = hız { $time } boyunca düştü: { $before } → { $worst }
episode-rate-fell-for-to = hız { $time } boyunca düştü, en düşük: { $worst }
episode-rate-fell-open = hız düştü: { $before } → { $worst }
episode-rate-fell-open-to = hız düştü, en düşük: { $worst }
episode-rate-fell-stayed = hız düştü ve düşük kaldı: { $before } → { $worst }
episode-rate-fell-stayed-to = hız düştü ve düşük kaldı: { $worst }
episode-rate-rose-for = hız { $time } boyunca yükseldi: { $before } → { $worst }
episode-rate-rose-for-to = hız { $time } boyunca yükseldi, en yüksek: { $worst }
episode-rate-rose-open = hız yükseldi: { $before } → { $worst }
episode-rate-rose-open-to = hız yükseldi, en yüksek: { $worst }
episode-rate-rose-stayed = hız yükseldi ve yüksek kaldı: { $before } → { $worst }
episode-rate-rose-stayed-to = hız yükseldi ve yüksek kaldı: { $worst }
episode-response-rose-for = yanıt süresi { $time } boyunca arttı: { $before } → { $worst }
episode-response-rose-for-to = yanıt süresi { $time } boyunca arttı, en yüksek: { $worst }
episode-response-rose-open = yanıt süresi arttı: { $before } → { $worst }
episode-response-rose-open-to = yanıt süresi arttı, en yüksek: { $worst }
episode-response-rose-stayed = yanıt süresi arttı ve yüksek kaldı: { $before } → { $worst }
episode-response-rose-stayed-to = yanıt süresi arttı ve yüksek kaldı: { $worst }
episode-response-fell-for = yanıt süresi { $time } boyunca azaldı: { $before } → { $worst }
episode-response-fell-for-to = yanıt süresi { $time } boyunca azaldı, en düşük: { $worst }
episode-response-fell-open = yanıt süresi azaldı: { $before } → { $worst }
episode-response-fell-open-to = yanıt süresi azaldı, en düşük: { $worst }
episode-response-fell-stayed = yanıt süresi azaldı ve düşük kaldı: { $before } → { $worst }
episode-response-fell-stayed-to = yanıt süresi azaldı ve düşük kaldı: { $worst }
episode-pattern-rate = { $period } aralıkla { $repeats } kez yinelenen örüntü: hız { $rate_low } ile { $rate_high } arasında
episode-pattern-rate-quiet = { $period } aralıkla { $repeats } kez yinelenen örüntü: hız { $rate_low } ile { $rate_high } arasında; neredeyse hiçbir G/Ç'nin başarılı olmadığı toplam süre { $quiet }
episode-pattern-response = { $period } aralıkla { $repeats } kez yinelenen örüntü: yanıt süresi { $time_low } ile { $time_high } arasında
episode-pattern-response-quiet = { $period } aralıkla { $repeats } kez yinelenen örüntü: yanıt süresi { $time_low } ile { $time_high } arasında; neredeyse hiçbir G/Ç'nin başarılı olmadığı toplam süre { $quiet }
episode-pattern-both = { $period } aralıkla { $repeats } kez yinelenen örüntü: hız { $rate_low } ile { $rate_high } arasında, yanıt süresi { $time_low } ile { $time_high } arasında
episode-pattern-both-quiet = { $period } aralıkla { $repeats } kez yinelenen örüntü: hız { $rate_low } ile { $rate_high } arasında, yanıt süresi { $time_low } ile { $time_high } arasında; neredeyse hiçbir G/Ç'nin başarılı olmadığı toplam süre { $quiet }
episode-drift-rate = tüm koşu boyunca yavaş kayma: hız { $before } → { $worst }
episode-drift-rate-to = tüm koşu boyunca yavaş kayma: hızın vardığı değer { $worst }
episode-drift-response = tüm koşu boyunca yavaş kayma: yanıt süresi { $before } → { $worst }
episode-drift-response-to = tüm koşu boyunca yavaş kayma: yanıt süresinin vardığı değer { $worst }
episode-rate-rise-for = hız { $time } boyunca sürekli yükseldi: { $before } → { $worst }
episode-rate-rise-for-to = hız { $time } boyunca sürekli yükseldi, vardığı değer: { $worst }
episode-rate-rise-to-end = hız koşunun sonuna kadar sürekli yükseldi: { $before } → { $worst }
episode-rate-rise-to-end-to = hız koşunun sonuna kadar sürekli yükseldi, vardığı değer: { $worst }
episode-rate-fall-for = hız { $time } boyunca sürekli düştü: { $before } → { $worst }
episode-rate-fall-to-end = hız koşunun sonuna kadar sürekli düştü: { $before } → { $worst }
episode-response-rise-for = yanıt süresi { $time } boyunca sürekli arttı: { $before } → { $worst }
episode-response-rise-for-to = yanıt süresi { $time } boyunca sürekli arttı, vardığı değer: { $worst }
episode-response-rise-to-end = yanıt süresi koşunun sonuna kadar sürekli arttı: { $before } → { $worst }
episode-response-rise-to-end-to = yanıt süresi koşunun sonuna kadar sürekli arttı, vardığı değer: { $worst }
episode-response-fall-for = yanıt süresi { $time } boyunca sürekli azaldı: { $before } → { $worst }
episode-response-fall-to-end = yanıt süresi koşunun sonuna kadar sürekli azaldı: { $before } → { $worst }
longest-wait = en uzun bekleme { $wait }
longest-wait-usually = en uzun bekleme { $wait } (olağan: { $usual })
response-time = yanıt süresi { $before } → { $worst }
worst-after = en kötü değere ulaşma süresi { $time }
up-to-waited = { $operations ->
    [one] en çok 1 işlem bekledi
   *[other] en çok { $count } işlem bekledi
}
operations-failed = { $count } işlem başarısız oldu
recovered-after = başlangıcından { $time } sonra düzeldi
not-over-yet = hâlâ sürüyor
not-over-at-end = koşu bittiğinde sürüyordu
did-not-come-back = hız önceki düzeyine dönmedi
on-the-way = { $time } anında: { $kind }: { $sentence }
kind-outage = kesinti
kind-gap = kayıt boşluğu
kind-errors = hatalar
kind-dip = geçici düşüş
kind-drop = kalıcı düşüş
kind-surge = geçici artış
kind-rise = kalıcı artış
kind-slow = geçici yavaşlama
kind-slower = kalıcı yavaşlama
kind-quick = geçici hızlanma
kind-quicker = kalıcı hızlanma
kind-periodic = periyodik değişim
kind-drift = kayma
moment-hours = { $hours } sa { $minutes } dk { $seconds } s

## Notes beside a time line

note-no_record = koşunun kaydı yok ({ $state }): zaman çizelgesi, saklanan zaman aralıklarını gösterir
note-marks_left_out = işaretler gösterilmedi: sanal saatte günün saati yoktur
note-marks_undated = işaretler gösterilmedi: içe aktarılan dosyada koşunun tarihi yok
note-marks_without_record = kayıt olmadığından ölçümün başlangıcı ve her işaretin yeri ancak saniyenin onda birkaçı kadar bir hatayla bilinir
note-marks_of_import = içe aktarılan bir koşunun başlangıcı en iyi hâlde saniye duyarlığıyla bilinir: her işaret bu kadar kaymış olabilir
note-recorder_stood_still = kaydedici { $at_s } anında { $length_s } süreyle durdu ve bu sürenin satırlarını sonradan topluca yazdı
note-ends_before_the_run = satırlar koşunun bitiminden { $length_s } önce sona eriyor: bu süre zaman çizelgesine ve ortalama hıza dahil değil
note-no_intervals = ölçümden hiçbir zaman aralığı saklanmadı: değerlendirilecek veri yok
note-few_intervals-import = { $intervals ->
    [one] yalnızca { $intervals } zaman aralığı var: zaman aralıkları daha kısa bir günlük veya daha uzun bir koşu daha çok ayrıntı gösterir
   *[other] yalnızca { $intervals } zaman aralığı var: zaman aralıkları daha kısa bir günlük veya daha uzun bir koşu daha çok ayrıntı gösterir
}
note-few_intervals-longer = { $intervals ->
    [one] yalnızca { $intervals } zaman aralığı var: daha uzun bir koşu daha çok ayrıntı gösterir
   *[other] yalnızca { $intervals } zaman aralığı var: daha uzun bir koşu daha çok ayrıntı gösterir
}
note-few_intervals-campaign = { $intervals ->
    [one] yalnızca { $intervals } zaman aralığı var: kampanya dosyasında interval = '{ $interval }' daha çok ayrıntı gösterir
   *[other] yalnızca { $intervals } zaman aralığı var: kampanya dosyasında interval = '{ $interval }' daha çok ayrıntı gösterir
}
note-few_intervals-run = { $intervals ->
    [one] yalnızca { $intervals } zaman aralığı var: 'plimsoll run --interval { $interval }' daha çok ayrıntı gösterir
   *[other] yalnızca { $intervals } zaman aralığı var: 'plimsoll run --interval { $interval }' daha çok ayrıntı gösterir
}
to-see-more-import = zaman aralıkları daha kısa bir günlük veya daha uzun bir koşu daha çok ayrıntı gösterir
to-see-more-longer = daha uzun bir koşu daha çok ayrıntı gösterir
to-see-more-campaign = kampanya dosyasında interval = '{ $interval }' daha çok ayrıntı gösterir
to-see-more-run = 'plimsoll run --interval { $interval }' daha çok ayrıntı gösterir

## Clients and targets side by side

members-client = { $number } istemci
members-client-of-kind = { $number } istemci ({ $kind })
members-target = { $number } ölçülen birim
members-target-of-kind = { $number } ölçülen birim ({ $kind })
spread = { $whose }: { $figures }
spread-offered = { $whose }, her birine sunulan hız { $offered } IOPS: { $figures }
spread-all-served = tümü karşılandı
spread-served = karşılanan pay { $low } ile { $high } arasında
spread-rate = her biri { $rate } IOPS
spread-rates = her biri { $low } ile { $high } IOPS arasında
spread-rates-apart = her biri { $low } ile { $high } IOPS arasında (en çok / en az { $factor })
latency-mean = ortalama { $span }
latency-mean-range = ortalama { $low } ile { $high } arasında
latency-p99 = p99 { $span }
latency-p99-range = p99 { $low } ile { $high } arasında
clients-not-apart = { $clients } istemci: her birinin değerlerini --per-client gösterir
column-offered = sunulan
column-share = pay
column-bytes = bayt/s
column-mean = ortalama
column-count = adet
column-failed = başarısız
row-best = en iyi: { $name }
row-median = ortanca: { $name }
row-worst = en kötü: { $name }

## Simulated storage that makes no difference between sizes

alike-block_size-range = { $target }: bu modelde { $first } ile { $last } arasındaki blok boyutları IOPS değerini değiştiremez; bu nedenle IOPS eşitliği ve bu boyutların aktarım hızı bir bulgu değildir
alike-block_size-pair = { $target }: bu modelde { $first } ve { $last } blok boyutları arasında IOPS farkı oluşamaz; bu nedenle IOPS eşitliği ve bu boyutların aktarım hızı bir bulgu değildir
alike-read-range = { $target }: bu modelde okuma payının { $first } ile { $last } arasında değişmesi IOPS değerini değiştiremez; bu nedenle IOPS eşitliği bir bulgu değildir
alike-read-pair = { $target }: bu modelde { $first } ve { $last } okuma payları arasında IOPS farkı oluşamaz; bu nedenle IOPS eşitliği bir bulgu değildir
alike-pattern-pair = { $target }: bu modelde { $first } ve { $last } arasında IOPS farkı oluşamaz; bu nedenle IOPS eşitliği bir bulgu değildir
alike-several-sizes = { $target }: bu modelde şunlar arasında IOPS farkı oluşamaz: { $settings }; bu nedenle IOPS eşitliği ve bu boyutların aktarım hızı bir bulgu değildir
alike-several = { $target }: bu modelde şunlar arasında IOPS farkı oluşamaz: { $settings }; bu nedenle IOPS eşitliği bir bulgu değildir
alike-between-block_size-range = { $first } – { $last } blok boyutları
alike-between-block_size-pair = { $first } ve { $last } blok boyutları
alike-between-read-range = { $first } – { $last } okuma payları
alike-between-read-pair = { $first } ve { $last } okuma payları
alike-between-pattern-pair = { $first } ve { $last }

## Rounds of a suite

within-round = { $round }. tur içinde
between-rounds = { $after }. ve { $before }. turlar arasında
rested-within = Ölçülen birim { $after }. tur içinde { $rest } süreyle boşta kaldı. Boşta kalmak birimin durumunu değiştirir; bu nedenle kararlı durum yalnızca sonrasında başlayan turlara göre değerlendirilir.
rested-between = Ölçülen birim { $after }. ve { $before }. turlar arasında { $rest } süreyle boşta kaldı. Boşta kalmak birimin durumunu değiştirir; bu nedenle kararlı durum yalnızca sonrasında başlayan turlara göre değerlendirilir.

## What a comparison leaves out

left-no_record = { $run } numaralı koşu: { $state }, kaydı yok
left-not_finished = { $campaign } numaralı kampanyanın { $point } numaralı ölçüm noktası: { $state }
left-not_finished-told = { $campaign } numaralı kampanyanın { $point } numaralı ölçüm noktası: { $state } ({ $told })
left-no_answer = { $campaign } numaralı kampanya: { $state }, sonuç yok
left-same_file = { $run } numaralı koşu: { $as_run } numaralı koşuyla aynı dosyadan içe aktarıldı, tekrar değil
left-same_seed = { $run } numaralı koşu: { $as_run } numaralı koşuyla aynı (sanal saat, aynı tohum), tekrar değil
state-planned = bekliyor
state-running = sürüyor
state-stopping = durduruluyor
state-finished = tamamlandı
state-interrupted = yarıda kesildi
state-abandoned = yarım bırakıldı
state-failed = başarısız
state-skipped = atlandı
