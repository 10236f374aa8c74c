## Formats

format-elbencho-csv = --csvfile
format-elbencho-text = ekran çıktısı, --resfile
format-elbencho-live-csv = --livecsv
format-elbencho-json = --jsonfile

## Files that cannot be read

row-cut-file = bir satırda { $of } sütundan yalnız { $columns } tanesi var: dosya kesilmiş
no-phase = içinde aşama yok
line-no-document = bir satır tam bir JSON belgesi değil
line-no-object = bir satır JSON nesnesi değil
phase-without-figures = bir aşamada 'last_done' veya 'config' yok
bucket-without-range = histogramındaki bir kutunun aralığı yok
phase-lines-missing = { $phase } aşaması bitmiyor: satırlar eksik
phase-cut = { $phase } aşaması bitmiyor: dosya kesilmiş
command-cut = bu komutun sonucu yok: komut tamamlanmamış ya da dosya kesilmiş
phase-without-average = bir aşamanın { $latency } gecikmesinde ortalama yok
bytes-go-back = DoneBytes önceki satırdakinden küçük
no-data-phase = içinde veri okuyan veya yazan aşama yok
