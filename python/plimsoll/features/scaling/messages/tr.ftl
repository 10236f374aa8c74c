## Answer

sentence = { $text }.
too-few-runs = ölçülen birim hakkında kanıt oluşturan koşu sayısı yetersiz
gain-same = { $place } ile hız, { $base } ile elde edilenin { $times } katı ({ $constant } değişmeden)
gain-of-ideal = { $place } ile hız, { $base } ile elde edilenin { $times } katı; ideal değere oranı { $share }
gain-above-ideal = { $place } ile hız, { $base } ile elde edilenin { $times } katı; ideal değere oranı { $share } (orantılı artıştan fazla: { $base } depolamadan adil payını alamadı)
gain-linear = { $place } ile hız, { $base } ile elde edilenin { $times } katı; artış doğrusal (ideal değere oranı { $share })
gain-less-than-linear = { $place } ile hız, { $base } ile elde edilenin { $times } katı; doğrusal artışa göre { $share } düşük
at-outstanding = { $number } bekleyen G/Ç
at-hosts = { $count ->
       *[other] { $number } ana makine
    }
at-clients = { $count ->
       *[other] { $number } istemci
    }
at-most = en çok { $place }
end-unknown = { $first } – { $last } ölçümlerinden kazancın nerede bittiği belirlenemedi
rises-outstanding = denenen en yüksek yükte ({ $place }) hız hâlâ artıyor ({ $rate } IOPS): sınırlayan, yük üretecinin bekleyen G/Ç sayısı
rises-hosts = denenen en yüksek yükte ({ $place }) hız hâlâ artıyor ({ $rate } IOPS): ana makine eklemenin kazanç sağlamadığı noktaya ulaşılmadı
rises-clients = denenen en yüksek yükte ({ $place }) hız hâlâ artıyor ({ $rate } IOPS): istemci eklemenin kazanç sağlamadığı noktaya ulaşılmadı
end-no-gain = kazanç { $place } düzeyinde bitiyor ({ $rate } IOPS)
end-no-gain-above-least = kazanç denenen en düşük düzeyde ({ $place }) bitiyor ({ $rate } IOPS)
end-no-measurable-gain = ölçülebilir kazanç { $place } düzeyinde bitiyor ({ $rate } IOPS)
end-no-measurable-gain-above-least = ölçülebilir kazanç denenen en düşük düzeyde ({ $place }) bitiyor ({ $rate } IOPS)
gave = { $place } ile hız { $change }
gave-and-takes = { $place } ile hız { $change }, ortalama gecikme { $usual } yerine { $latency }
change-none = değişmedi
change-more = { $share } daha yüksek
change-less = { $share } daha düşük
limited-by = sınırlayan: { $limiter }
limiter-unknown = belirlenemedi
limiter-unknown-outstanding = belirlenemedi: daha fazla bekleyen G/Ç denenmedi
limiter-unknown-hosts = belirlenemedi: daha fazla ana makine denenmedi
limiter-unknown-clients = belirlenemedi: daha fazla istemci denenmedi
limiter-outstanding = yük üretecinin bekleyen G/Ç sayısı
limiter-hosts = ana makine sayısı
limiter-clients = istemci sayısı
limiter-storage = depolama veya önündeki bir üst sınır
limiter-not-depth = bekleyen G/Ç sayısı değil
limiter-not-depth-because = bekleyen G/Ç sayısı değil ({ $place } ile hız { $change }); daha fazla işçi denenmedi
ends-of-outstanding = Bekleyen G/Ç artışından sağlanan kazancın bittiği yer, { $count } seride: { $ends }.
ends-of-hosts = Ana makine artışından sağlanan kazancın bittiği yer, { $count } seride: { $ends }.
ends-of-clients = İstemci artışından sağlanan kazancın bittiği yer, { $count } seride: { $ends }.
ends-at = { $count } seride { $place }
ends-at-most = { $count } seride en çok { $place }
ends-not = { $count } seride ulaşılmadı
limited-there-by = Orada sınırlayan: { $limiters }.
little-not-tested = Little yasası sınanmadı: hem hız × gecikme hem de gözlenen bekleyen G/Ç değeri olan bir yük yok.
little-holds = Little yasası geçerli: { $loads } yükün tümünde hız × gecikme, gözlenen bekleyen G/Ç değerine eşit.
little-broken = { $loads } yükten { $count } tanesinde hız × gecikme, gözlenen bekleyen G/Ç değerine eşit değil: bu koşular durağan değildi veya değerleri farklı işlemlere ait.
clients-per-host = { $count ->
       *[other] ana makine başına { $clients } istemci
    }
hosts = { $count ->
       *[other] { $hosts } ana makine
    }
clients-in-all = { $count ->
       *[other] toplam { $clients } istemci
    }
outstanding-per-host = ana makine başına { $outstanding } bekleyen G/Ç
no-record = kayıt yok
left-no-record = kayıt bırakmadı
title-scaling = Ölçeklenme
about-scaling = daha çok işçinin, ana makinenin veya bekleyen G/Ç sayısının kazandırdığı ve kazancı bitiren etken

## Queue depth

no-answer = Sonuç yok: geçerli koşusu olan kuyruk derinliği ikiden az.
still-rises = En derin kuyrukta ({ $depth }) IOPS hâlâ artıyor ({ $rate } IOPS); daha derin bir kuyruk gerekebilir.
still-rises-known = Değeri bulunan en derin kuyrukta ({ $depth }) IOPS hâlâ artıyor ({ $rate } IOPS); daha derin bir kuyruk gerekebilir.
runs-differ = Karar verilemedi: aynı derinlikteki koşular birbirinden çok farklı olduğu için yeterli kuyruk derinliği belirlenemedi. En yüksek hız { $depth } derinliğinde { $rate } IOPS. Boştaki bir makinede daha çok ve daha uzun koşularla yineleyin (--repeats, --measure-for).
enough-all = { $depth } kuyruk derinliği yeterli: { $reason }.
enough-client = { $depth } kuyruk derinliği bu istemci için yeterli, depolama için ise gösterilmedi: { $reason }.
enough-one-run = { $depth } kuyruk derinliği yeterli (her derinlikte tek koşuya göre): { $reason }.
enough-p99-all = { $depth } kuyruk derinliği yeterli: { $reason }; { $p99 }.
enough-p99-client = { $depth } kuyruk derinliği bu istemci için yeterli, depolama için ise gösterilmedi: { $reason }; { $p99 }.
enough-p99-one-run = { $depth } kuyruk derinliği yeterli (her derinlikte tek koşuya göre): { $reason }; { $p99 }.
reason-none_faster = daha derin hiçbir kuyruk daha hızlı değil
reason-none_measurably_faster = daha derin hiçbir kuyruk ölçülebilir biçimde daha hızlı değil (en çok { $gain } daha hızlı, güven düzeyi { $confidence })
reason-highest_rate = en yüksek hız burada elde edildi: { $rate } IOPS
reason-share_of_highest = en yüksek hıza ({ $depth } derinliğinde { $rate } IOPS) oranı { $share }
p99-lower = p99, { $depth } derinliğindekinden { $times } kat düşük ({ $deepest } yerine { $p99 })
p99-at-least = p99, { $depth } derinliğindekinden { $times } kattan fazla düşük (> { $deepest } yerine { $p99 })
no-figures = { $count ->
        [one] Değeri olmayan kuyruk derinliği: { $depths } ({ $outcome }: { $reason }).
       *[other] Değeri olmayan kuyruk derinlikleri: { $depths } ({ $outcome }: { $reason }).
    }
runs-left-out = Kuyruk derinliğine göre hesaba katılmayan koşular: { $runs } ({ $outcome }: { $reason }).
runs-at-depth = { $depth } derinliğinde { $total } koşudan { $runs } tanesi
client-limited = Hızı istemci sınırladı: { $reason }.
rule = Kural: başka hiçbir derinliğin, en yüksek hızın { $share } oranını aşan bir farkla geçmediği en küçük kuyruk derinliği (en yüksek hız: { $depth } derinliğinde { $rate } IOPS).
best-ratio = IOPS ile gecikme arasındaki en iyi oran: { $depth } derinliğinde { $rate } IOPS, ortalama { $mean }.
noise-unknown = Her derinlikte tek koşu olduğu için güven aralığı yok: koşudan koşuya değişkenlik bilinmiyor.
noise-none = Aynı derinlikteki koşular arasında fark yok.
noise-small = Aynı derinlikteki koşular arasındaki fark ±{ $noise }: kurala uyan başka derinlik yok.
noise-too-large = Aynı derinlikteki koşular arasındaki fark ±{ $noise }; bu nedenle kesin olarak yeterli bir derinlik yok. Daha kesin bir sonuç için --repeats ve --measure-for değerlerini artırın veya daha sakin bir makine kullanın.
noise-sure = Aynı derinlikteki koşular arasındaki fark ±{ $noise }: kesin olarak yeterli en küçük derinlik { $depth }.
subject = { $workers ->
       *[other] { $target }: { $workload }, motor { $engine }, { $workers } işçi
    }
subject-cached = { $workers ->
       *[other] { $target }: { $workload }, sayfa önbelleğiyle, motor { $engine }, { $workers } işçi
    }
kept = Sonuç dosyası { $store }, kampanya { $campaign }. Grafikler: { $command }
depth-twice-workers = { $depth }, iki kat işçi
range = { $low } – { $high }
head-of-max = en yükseğe oranı
head-runs = koşular
head-bytes = aktarım hızı
head-cpu = G/Ç başına CPU
mean = ortalama
progress = kuyruk derinliği { $depth }
progress-workers = kuyruk derinliği { $depth }, { $workers } işçi

## First screen

badge-no-answer = Sonuç yok
badge-ends = Kazanç bitiyor
badge-ends-in = { $total } seriden { $count } tanesinde kazanç bitiyor
badge-not-answered = Karar verilemedi
badge-rising = Hâlâ artıyor
badge-estimated = Tahmini
head-too-few = Ölçülen birim hakkında kanıt oluşturan koşu sayısı yetersiz.
head-differs = Karar verilemedi: koşular birbirinden çok farklı; en çok { $rate } IOPS.
head-outstanding =
    { $extent ->
        [all] En çok { $rate } IOPS; daha fazla bekleyen G/Ç kazanç sağlamaz oluyor.
       *[some] En çok { $rate } IOPS; daha fazla bekleyen G/Ç, { $total } seriden { $count } tanesinde kazanç sağlamaz oluyor.
    }
head-hosts =
    { $extent ->
        [all] En çok { $rate } IOPS; daha fazla ana makine kazanç sağlamaz oluyor.
       *[some] En çok { $rate } IOPS; daha fazla ana makine, { $total } seriden { $count } tanesinde kazanç sağlamaz oluyor.
    }
head-clients =
    { $extent ->
        [all] En çok { $rate } IOPS; daha fazla istemci kazanç sağlamaz oluyor.
       *[some] En çok { $rate } IOPS; daha fazla istemci, { $total } seriden { $count } tanesinde kazanç sağlamaz oluyor.
    }
head-up-to = En çok { $rate } IOPS.
highest-rate = En yüksek hız
todo-more-outstanding = Kazancın bittiği yeri bulmak için daha fazla bekleyen G/Ç deneyin.
todo-more-hosts = Kazancın bittiği yeri bulmak için daha fazla ana makine deneyin.
todo-more-clients = Kazancın bittiği yeri bulmak için daha fazla istemci deneyin.
todo-repeat = Boştaki bir makinede daha çok ve daha uzun koşularla yineleyin.
row-limited-by = Sınırlayan
row-gain = Kazanç
brief-differs = karar verilemedi, aynı derinlikteki koşular birbirinden çok farklı; en çok { $rate } IOPS ({ $place })
brief-no-end = { $place } ile { $rate } IOPS, kazancın sonuna ulaşılmadı
brief-end = kazanç { $place } düzeyinde bitiyor ({ $rate } IOPS)

## Page

page-title = { $subject }: ölçeklenme
load = { $workers } × kuyruk derinliği { $depth }
stops-at = Ölçeklenmenin bittiği yer
stop-differs = aynı derinlikteki koşular birbirinden çok farklı
stop-rising = hâlâ artıyor veya yük sayısı yetersiz
stop-not-reached = ulaşılmadı
points-are-searches = ölçüm noktaları aramadır; aramalar işçi sayısını ve kuyruk derinliğini kendileri seçer
no-ladder = ölçeklenme için yalnızca işçi sayısı, kuyruk derinliği veya yük üreten ana makineleri farklı olan en az iki geçerli kapalı döngü koşusu gerekir; tanımlanmış bir yığında yalnızca ana makine sayısı (ana makine başına veya toplamda aynı istemcilerle) ya da yalnızca istemci sayısı (aynı ana makinelerde) farklı olabilir

## Charts

title-outstanding = Daha fazla bekleyen G/Ç ile kazanç
title-hosts = Daha fazla ana makine ile kazanç
title-clients = Daha fazla istemci ile kazanç
title-at = { $constant }
chart-loads = { $runs ->
        [one] Her biri tek koşuluk { $loads } yük.
       *[other] Her biri en çok { $runs } koşuluk { $loads } yük: ortalama, en düşük ve en yüksek değerler.
    }
chart-asked-for = Ayarlanan bekleyen G/Ç: işçi sayısı × kuyruk derinliği.
chart-crossed = Çarpı işaretli: { $loads }.
chart-fit = Uydurulan eğri bir betimlemedir; “buraya kadar ölçüldü” çizgisinin ötesi ekstrapolasyondur.
chart-latency = IOPS değerine göre gecikme
axis-outstanding = Ayarlanan bekleyen G/Ç
axis-hosts = Ana makine sayısı
axis-clients = Yük üreten istemci sayısı
axis-beside-hosts = Ana makine sayısı, { $constant }
axis-beside-clients = Yük üreten istemci sayısı, { $constant }
axis-log = { $label }, logaritmik ölçek
axis-achieved = Gerçekleşen hız, IOPS
axis-observed = Gözlenen bekleyen G/Ç
axis-cpu = Yük üretecinin kullandığı CPU sayısı
line-over-hosts = ana makine sayısına göre
line-over-clients = istemci sayısına göre
line-queue-depth = kuyruk derinliği { $depth }
line-workers = { $workers ->
       *[other] { $workers } işçi
    }
line-ideal = ideal
line-achieved = gerçekleşen hız
line-further-runs = sonraki koşulara ait { $share } bandı
line-fitted = uydurulan eğri
line-observed = gözlenen
line-generator = yük üreteci
rule-no-gain = kazancın bittiği yer: { $place }
rule-measured-to = buraya kadar ölçüldü
mark-observed = gözlenen (ortalama)
mark-little = gerçekleşen hız × tamamlanma gecikmesi (Little yasası)
mark-not-ok = çarpı işaretli: bazı koşular geçerli değil
mark-mean-depth = ortalama, yanında kuyruk derinliği
mark-best = en iyi: kuyruk derinliği { $depth }
climbs-hosts = ana makine sayısı
climbs-clients = istemci sayısı
climbs-workers = işçi sayısı
climbs-queue-depth = kuyruk derinliği
head-outcome = sonuç
hover-load = işçi sayısı × kuyruk derinliği
hover-mean = ortalama { $latency }
hover-outstanding = bekleyen G/Ç
hover-observed = gözlenen { $observed }, Little yasasına göre { $little }
hover-outcome = sonuç
hover-run = koşu
response-time = yanıt süresi

## Tables

table-loads = Tüm yükler
table-fleet = Ana makine ve istemci sayılarına göre sonuçlar
column-clients = İstemci sayısı
column-workers = İşçi sayısı
column-depth = Kuyruk derinliği
column-asked = Ayarlanan bekleyen G/Ç
column-rate = Gerçekleşen hız, IOPS
column-times = İlk satırın katı
column-ideal = İdeale oranı
column-mean = Ortalama
column-observed = Gözlenen bekleyen G/Ç
column-little = Hız × gecikme
column-cpu = Yük üretecinin CPU kullanımı
column-outcome = Sonuç
little-disagrees = { $little } (uyuşmuyor)
processors = { $count } CPU
caption-ideal = İdeal: ilk satırın, bekleyen G/Ç ile orantılı olarak artırılmış değeri.
caption-ideal-fleet = İdeal: ilk satırın, ana makine veya istemci sayısıyla orantılı olarak artırılmış değeri.
caption-above-ideal = %100 üzeri: ilk satır depolamadan adil payını alamadı.
caption-no-ideal = Çizgi: yük orantılı artmadığı için ideal hız yok.
caption-little = Hız × gecikme: gerçekleşen hız ile ortalama tamamlanma gecikmesinin çarpımı; Little yasasına göre bekleyen G/Ç değeridir.
no-fit = uydurulan eğri yok: geçerli koşusu olan farklı değer sayısı ({ $over }) { $count }, eğri için gereken { $least }
fit = { $over } { $low } – { $high }: { $parameters }; erişilebilir aralıkta tepe yok; { $runs } koşunun artığı { $residual }
fit-peak = { $over } { $low } – { $high }: { $parameters }; tepe: { $over } { $peak }; { $runs } koşunun artığı { $residual }
fits = Uydurulan eğriler
fits-caption = Evrensel ölçeklenebilirlik yasası: λN / (1 + σ(N − 1) + κN(N − 1)); σ çekişme, κ tutarlılık (çapraz iletişim) maliyetidir. Ölçülenlerin bir betimlemesidir.

## The kind of campaign

kind-title = { $where } üzerinde kuyruk derinlikleri
kind-work = Kademeli kuyruk derinlikleri
