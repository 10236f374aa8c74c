## Answer

sentence = { $text }.
run-measured = { $run } numaralı koşu, { $length } ölçüm
run-measured-ended = { $run } numaralı koşu ({ $outcome }), { $length } ölçüm
answer-no-interval = { $run }: zaman aralığı kaydı olmadığından olaylar saptanamıyor.
answer-few-intervals = { $run }: olayların saptanması için zaman aralığı sayısı çok az ({ $intervals }).
answer-quiet = { $run }: gürültüden ayrışan bir şey yok; kesinti, düşüş, düzey değişimi, yinelenen örüntü veya kayma görülmedi.
answer-whole = { $run }: koşunun tamamında { $kind }: { $episode }.
answer-at = { $run }: { $at } anında { $kind }: { $episode }.
drawn-by = Aynısı sayfa olarak: plimsoll report time --store { $store } --run { $run }
more-episodes = { $count ->
        [one] { $count } olay daha aşağıda verildi.
       *[other] { $count } olay daha aşağıda verildi.
    }
chosen-marked = { $runs } koşudan { $run } numaralı koşu gösteriliyor: işaretli son koşu. Başka bir koşu --run ile seçilir.
chosen-broke = { $runs } koşudan { $run } numaralı koşu gösteriliyor: işlemler başarısız oldu veya bir süre durdu. Başka bir koşu --run ile seçilir.
chosen-hold = { $runs } koşudan { $run } numaralı koşu gösteriliyor: son doğrulama koşusu. Başka bir koşu --run ile seçilir.
chosen-passed = { $runs } koşudan { $run } numaralı koşu gösteriliyor: hedefi sağlayan en uzun koşu. Başka bir koşu --run ile seçilir.
chosen-longest = { $runs } koşudan { $run } numaralı koşu gösteriliyor: en uzun koşu. Başka bir koşu --run ile seçilir.
title-time = Zaman içinde
about-time = zaman içinde tek bir koşu: ne zaman ne oldu, yanıt süreleri çizgi ve ısı haritası olarak

## Figures

outage = Kesinti
outage-note = { $length } içinde { $count } kez
backlog = En büyük birikme
backlog-note = bir zaman aralığının sonundaki işlem sayısı
recovery = Toparlanma süresi
recovery-note = en uzunu, olayın başlangıcından itibaren
rate = Hız
mean-rate-all = tümünün ortalaması, n = { $n }
mean-rate-all-offered = tümünün ortalaması, n = { $n }; sunulan { $offered } IOPS
mean-rate-recorded = kaydedilen bölümün ortalaması, n = { $n }
mean-rate-recorded-offered = kaydedilen bölümün ortalaması, n = { $n }; sunulan { $offered } IOPS
errors = Hatalar
errors-note = toplam { $operations } işlemde

## Charts

page-title = { $run } numaralı koşunun zaman içindeki seyri
chart-title = { $run } numaralı koşunun zaman içindeki seyri: { $episode }
heat-title = { $run } numaralı koşunun gecikme ısı haritası
axis-time = Ölçüm başlangıcından itibaren geçen süre
axis-both-rates = Sunulan ve gerçekleşen hız, IOPS
axis-achieved = Gerçekleşen hız, IOPS
axis-heat = { $metric } (tüm işlemler), logaritmik ölçek
axis-response = { $metric } (tüm işlemler)
axis-waiting = Kuyrukta olan veya tamamlanmamış işlemler
axis-failed = Saniye başına başarısız işlem
heat-share = o süredeki işlemler içindeki payı
heat-note = Her hücre sütunu { $width } süreyi gösterir ve toplamı %100 eder; zeminden daha çok ayrılan renk daha büyük payı belirtir, renk ölçeği logaritmiktir. Hiçbir işlemin başarılı olmadığı yerler boştur.
note-without-p99 = p99 olmayan sütunda yeterli işlem yoktur veya hiçbir işlem başarılı olmamıştır.
note-unnamed = { $count } olay daha etiketsiz çizildi; tabloda yer alıyor.
basis-ok = { $run } numaralı koşu, { $role }: { $length } uzunluğunda { $intervals } zaman aralığında n = { $n } işlem.
basis-ok-columns = { $run } numaralı koşu, { $role }: { $length } uzunluğunda { $intervals } zaman aralığında n = { $n } işlem; bir sütun en çok { $most } aralığı gösterir ({ $width }).
basis-ended = { $run } numaralı koşu, { $role }, sonuç: { $outcome }; { $length } uzunluğunda { $intervals } zaman aralığında n = { $n } işlem.
basis-ended-columns = { $run } numaralı koşu, { $role }, sonuç: { $outcome }; { $length } uzunluğunda { $intervals } zaman aralığında n = { $n } işlem; bir sütun en çok { $most } aralığı gösterir ({ $width }).
offered = sunulan
achieved = gerçekleşen
lowest-interval = en düşük zaman aralığı
waiting-most = kuyrukta, en çok
outstanding-mean = bekleyen G/Ç, ortalama
failed = başarısız
mean = ortalama
maximum = en yüksek
hover-seconds = saniye
hover-share = pay
hover-operations = işlem
hover-waiting = kuyrukta
hover-errors = hata
range = { $low } ile { $high } arası

## What cannot be shown

no-runs = kampanyada koşu yok
no-interval-kept = koşularının hiçbirinde zaman aralığı kaydı yok
no-such-run-in = { $campaign } numaralı kampanyada { $run } numaralı koşu yok
no-such-run-in-now = Mevcut koşular: { $known }.
no-interval-of = { $run } numaralı koşuda ölçüm zaman aralığı yok
name-another = Başka bir koşuyu --run ile seçin.
