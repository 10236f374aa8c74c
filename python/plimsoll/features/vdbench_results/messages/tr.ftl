## Formats

format-vdbench-flatfile = flatfile.html
format-vdbench-report = summary.html, totals.html, logfile.html, ekran çıktısı
format-hcibench-result = bir test durumunun sonuç dosyası (-res.txt)
format-hcibench-folder = bir test durumunun klasörü
format-vdbench-folder = çıktı klasörü: flatfile, histogram, parametreler

## Files that cannot be read

row-cut-or-damaged = bir satırda { $of } sütundan yalnız { $columns } tanesi var: dosya kesilmiş veya bozuk
no-file-systems = vdbench dosya sistemi iş yükleri (FSD, FWD) içe aktarılmaz; yalnız satırlarında G/Ç hızı ile okuma ve yazma yanıt süreleri bulunan ham G/Ç (SD, WD) aktarılır
no-column = başlığında { $column } sütunu yok
heading-short = bir başlığın ikinci satırında sözcük sayısı eksik
row-without-rate = bir satırda G/Ç hızı yok
row-of-few-words = bir satırda yalnız { $words } sözcük var: dosya kesilmiş veya bozuk
bucket-before-heading = bir histogram kutusu başlığından önce geliyor
ended-in-first-interval = RD={ $name } dışarıda bırakıldı: vdbench'in hiçbir ortalamaya katmadığı ilk zaman aralığında sona ermiş
nothing-in-average = RD={ $name } dışarıda bırakıldı: ortalamasına giren hiçbir işlem yok
stopped-in-warmup = RD={ $name } dışarıda bırakıldı: ısınmanın { $of } aralığından { $intervals } tanesi tamamlandığında durdurulmuş
run-cut = RD={ $run } başlıyor ama tek bir aralığı yok: vdbench tamamlanmamış ya da dosya kesilmiş
no-figure = { $name } değeri { $given }: sayı değil
no-unit = { $name } için birim yok: dosya bu satırda kesilmiş
test-without-iops = { $named ->
    [no] bir testin IOPS değeri yok: dosya kesilmiş
   *[other] { $name } testinin IOPS değeri yok: dosya kesilmiş
}
test-cut = { $named ->
    [no] bir test bitmiyor: dosya kesilmiş
   *[other] { $name } testi bitmiyor: dosya kesilmiş
}
