## Answer

imported = { $runs ->
    [one] { $store } dosyasındaki { $campaign } numaralı kampanyaya { $count } koşu içe aktarıldı ({ $programs })
   *[other] { $store } dosyasındaki { $campaign } numaralı kampanyaya { $count } koşu içe aktarıldı ({ $programs })
}
nothing-imported = hiçbir şey içe aktarılmadı
runs-of-program = { $program }: { $count }
and-next = { $list }, { $next }
configurations = Birbirinin tekrarı sayılmayan { $count } yapılandırma var: { $names }. Tek yapılandırma yapmak için: --as NAME
configurations-more = Birbirinin tekrarı sayılmayan { $count } yapılandırma var: { $names } ve { $more } tane daha. Tek yapılandırma yapmak için: --as NAME
files-known = { $files ->
    [one] { $count } dosya daha önce içe aktarılmıştı
   *[other] { $count } dosya daha önce içe aktarılmıştı
}
left-out = dışarıda bırakıldı: { $why }
left-out-read-as = dışarıda bırakıldı: { $why } ({ $format } olarak okundu)
left-out-more = { $files ->
    [one] dışarıda bırakıldı: { $count } dosya daha, adı --json çıktısında
   *[other] dışarıda bırakıldı: { $count } dosya daha, adları --json çıktısında
}
nothing-kept-of-it = dışarıda bırakılan dosyalardan hiçbir şey saklanmadı: dosyayı yazıldığı yerden yeniden kopyalayın veya satırı düzeltin, ardından yeniden içe aktarın
files-no-result = { $files ->
    [one] { $count } dosyada içe aktarılabilecek sonuç yok:
   *[other] { $count } dosyada içe aktarılabilecek sonuç yok:
}
files-more = ve { $count } tane daha; adları --json çıktısında
check = denetleyin: { $text }
disagreement = { $file }, { $at }: { $figure } dosyada { $told }, yeniden hesaplandığında { $recomputed }
findings-more = { $findings ->
    [one] bu türden { $count } bulgu daha: --json
   *[other] bu türden { $count } bulgu daha: --json
}
gap = kayıt boşluğu: { $text }
report-command = Rapor: { $command }
compare-command = Karşılaştırma: { $command }

## Counters

matched = { $program }: { $counters } için { $values }, { $runs } ile eşleştirildi
matched-but = { $program }: { $counters } için { $values }, { $runs } ile eşleştirildi; { $rest }
values = { $values ->
    [one] { $count } değer
   *[other] { $count } değer
}
counters = { $counters ->
    [one] { $count } sayaç
   *[other] { $count } sayaç
}
runs = { $runs ->
    [one] { $count } koşu
   *[other] { $count } koşu
}
cut = { $reports ->
    [one] koşu dışındaki süreyi de kapsayan { $count } rapor dışarıda bırakıldı
   *[other] koşu dışındaki süreyi de kapsayan { $count } rapor dışarıda bırakıldı
}
names-left = { $count } sayaç daha dışarıda bırakıldı: --only ile seçilebilir
counters-known = { $file }: sayaçları koşulara daha önce eklenmişti
no-values = { $file }: içinde değer yok
all-cut = { $file }: koşu sırasındaki { $reports } raporun her biri koşu dışındaki süreyi de kapsıyor; daha kısa aralıklarla kaydedin
none-matches = { $file }: --only hiçbir sayaçla eşleşmiyor; sayaç adlarını görmek için --only kullanmayın
no-run-then = { $file }: { $store } dosyasında { $low } ile { $high } (UTC) arasında ölçülmüş koşu yok. Zamanlar başka bir saat dilimindeyse --utc-offset ile belirtin.

## Formats

format-plimsoll-record = plimsoll run --json çıktısı
format-iometer-csv = sonuç dosyası
format-diskspd-xml = -Rxml
format-diskspd-text = -Rtext
format-ndisk64-text = ekran çıktısı
format-crystaldiskmark-text = metin olarak kopyalanmış veya kaydedilmiş
format-rados-bench-text = ekran çıktısı
format-rados-bench-json = --format json
format-rbd-bench-text = ekran çıktısı
format-kdiskmark-text = metin olarak kopyalanmış veya kaydedilmiş
format-iostat-text = iostat -t: diskler ve işlemciler
format-iostat-json = iostat -t -o JSON
format-sar-text = sar ve sadf -d: diskler, işlemciler ve diğerleri
format-esxtop-csv = esxtop -b, resxtop -b
format-perfmon-csv = PhysicalDisk veya LogicalDisk içeren Windows performans günlükleri (CSV)

## Files without results that can be imported

kind-empty = { $file }: dosya boş
kind-gzip = { $file }: gzip ile sıkıştırılmış; açıp içindekileri içe aktarın
kind-zip = { $file }: zip arşivi, Office çalışma kitabı veya belgesi; açıp içindekileri içe aktarın
kind-bzip2 = { $file }: bzip2 ile sıkıştırılmış; açıp içindekileri içe aktarın
kind-xz = { $file }: xz ile sıkıştırılmış; açıp içindekileri içe aktarın
kind-zstd = { $file }: zstd ile sıkıştırılmış; açıp içindekileri içe aktarın
kind-7zip = { $file }: 7-Zip arşivi; açıp içindekileri içe aktarın
kind-rar = { $file }: RAR arşivi; açıp içindekileri içe aktarın
kind-database = { $file }: bir veritabanı, belki bir Plimsoll sonuç dosyası; sonuç dosyası --store ile belirtilir
kind-pdf = { $file }: PDF belgesi; içindeki sayılar okunmaz
kind-picture = { $file }: resim; içindeki sayılar okunmaz
kind-old-office = { $file }: eski biçimde bir Office belgesi; tablosunu CSV veya metin olarak kaydedin
kind-sar-binary = { $file }: sar programının ikili dosyası; sadf -d FILE -- -A > FILE.csv ile dönüştürüp onu içe aktarın
kind-program = { $file }: bir program
kind-blg = { $file }: ikili biçimde Windows performans günlüğü; relog FILE -f CSV -o FILE.csv ile dönüştürüp onu içe aktarın
kind-not-text = { $file }: desteklenen bir programın dosyası değil, metin de değil
kind-fiologparser = { $file }: bir fiologparser.py veya fiologparser_hist.py tablosu; bir işlemi değdiği her aralıkta sayar, gecikmelerin birimini de belirtmez; oluşturulduğu fio günlüklerini içe aktarın
kind-clat2csv = { $file }: fio_jsonplus_clat2csv tablosu; oluşturulduğu json+ dosyasını içe aktarın
kind-iometer-configuration = { $file }: Iometer yapılandırması, sonuç değil; plimsoll iometer FILE --campaign OUT.toml bundan bir kampanya oluşturur
kind-diskspd-profile = { $file }: diskspd profili, sonuç değil; plimsoll diskspd -XFILE --campaign OUT.toml bundan bir kampanya oluşturur
kind-perfmon-without-disks = { $file }: PhysicalDisk veya LogicalDisk sayacı içermeyen bir Windows performans günlüğü (perfmon); bunları da kaydedin
kind-hdrhistogram = { $file }: HdrHistogram günlüğü; bu biçim desteklenmiyor
kind-nmon = { $file }: nmon dosyası; bu biçim desteklenmiyor
kind-dd = { $file }: dd çıktısı; bu biçim desteklenmiyor
kind-hdparm = { $file }: hdparm çıktısı; bu biçim desteklenmiyor
kind-vmstat = { $file }: vmstat çıktısı; bu biçim desteklenmiyor
kind-dstat = { $file }: dstat tablosu; bu biçim desteklenmiyor
kind-result-of = { $file }: { $program } sonucu; bu biçim desteklenmiyor
kind-sqlio = { $file }: SQLIO sonucu; ardılı olan diskspd ile yeniden ölçün
kind-script = { $file }: bir betik
kind-hcibench-configuration = { $file }: HCIBench yapılandırması, sonuç değil; plimsoll hcibench FILE --campaign OUT.toml bundan bir kampanya oluşturur
kind-vdbench-parameters = { $file }: vdbench parametre dosyası, sonuç değil; dosya sistemi iş yükü içermiyorsa plimsoll vdbench -f FILE ile çalıştırılır
kind-fio-job = { $file }: fio iş dosyası, sonuç değil; plimsoll fio FILE ile çalıştırılır
kind-blank = { $file }: desteklenen bir programın dosyası değil (yalnız boşluk içeriyor)
kind-vdbench-page = { $file }: sonuç içermeyen bir vdbench sayfası; çıktı klasörünün tümünü içe aktarın
kind-counters-of = { $file }: { $program } sayaçları, sonuç yok; bu biçim desteklenmiyor
kind-json = { $file }: desteklenen bir programın dosyası değil (anahtarları { $keys } olan JSON)
kind-begins = { $file }: desteklenen bir programın dosyası değil (başlangıcı: “{ $begin }”)
known-programs = { $what }. Desteklenen programlar: { $programs }

## Files that cannot be read

bad-file = { $file }: { $text }
bad-line = { $file }, satır { $line }: { $text }
at-place = { $file }, { $at }: { $text }
line-too-long = bir satır { $most } Mi karakterden uzun
line-cut = dosya bu satırın ortasında bitiyor
not-regular = olağan bir dosya değil
unreadable = okunamıyor: { $why }
folder-unreadable = { $folder } okunamıyor: { $why }
no-run-in-it = { $program } dosyası ({ $format }), ancak içinde sonucu olan koşu yok
written-meanwhile = dosya okunurken değiştirildi
too-many-runs = dosyada { $most } koşudan fazlası var; dosyayı bölün
run-impossible = { $at } içe aktarılamıyor: { $why }
counts-impossible = dağılımındaki sayımlar olanaksız
no-rate = hız değeri yok
reads-impossible = okuma payı %{ $percent } görünüyor; bu olanaksız
percentile-impossible = %{ $percent } için bir yüzdelik var; bu olanaksız
against-own-counts = { $name } ({ $at }) dışarıda bırakıldı: dosyada { $kind ->
    [read] okumalar
    [write] yazmalar
    [trim] kırpmalar
    [all] okuma ve yazmaların toplamı
   *[other] { $kind }
} için { $told } { $unit } yazıyor, ancak kendi sayım ve süreleri { $recomputed } veriyor
against-two-figures = { $name } ({ $at }) dışarıda bırakıldı: dosyada { $told } IOPS yazıyor, ancak başka iki değeri (bayt sayısı, derinlikteki gecikme veya parçaları) { $other } veriyor
no-document = içinde JSON belgesi yok
json-too-large = bir JSON belgesi { $most } Mi karakterden büyük
json-without-end = burada başlayan JSON belgesi bitmiyor
json-too-deep = içindeki JSON çok derin iç içe geçmiş
json-damaged = içindeki JSON bozuk ({ $why })
damaged = dosya bozuk ({ $why })
no-csv-row = satır CSV olarak okunamıyor ({ $why })
figure-no-number = { $name } değeri “{ $given }”: sayı değil
figure-impossible = { $name } değeri { $given }: olanaksız
is-empty = dosya boş
too-large = dosya { $most } Mi karakterden büyük
not-finished = içinde sonuç yok: program sonuna kadar çalışmamış
results-cut = sonuçlar yarıda kesilmiş
row-cut = bir satırda { $of } sütundan yalnız { $columns } tanesi var: satır kesilmiş
row-before-heading = bir sonuç satırı başlığından önce geliyor
row-below-heading = bir tablo satırında başlığından daha az sütun var

no-totals = { $title } bölümünde toplamlar yok: dosya kesilmiş
no-results-element = Results öğesi yok
no-time-span = sonuç içeren TimeSpan yok: program sonuna kadar çalışmamış
xml-too-deep = öğeleri çok derin iç içe geçmiş
declares-type = belge türü bildirimi içeriyor; diskspd sonuçlarında bu bulunmaz
xml-not-whole = XML belgesi eksik ({ $why })
span-without-time = TimeSpan { $number } içinde TestTimeSeconds yok
span-cut = TimeSpan { $number } içinde { $of } iş parçacığından yalnız { $threads } tanesi var: dosya kesilmiş
span-idle = TimeSpan { $number } içinde işlem yok

no-row-of-all = ALL türünde satır yok: test sonuna kadar çalışmamış
row-without-iops = bir satırda IOps değeri yok
row-idle = { $name } (satır { $line }) dışarıda bırakıldı: hiçbir işlem yapılmamış

no-test = içinde test yok
cut-before-date = tarihinden önce bitiyor: dosya kesilmiş
no-test-run = içindeki hiçbir test çalıştırılmamış: hepsi 0.000 MB/s
section-lost = [{ $section }] altındaki testler iki kez geçiyor: sonraki bölümü başlatan satır eksik
test-unreadable = bir testin değerleri okunamıyor
test-without-size = metinde bu testin ne IOPS değeri ne de blok boyutu var
test-without-mix = metinde bu karışık testin okuma payı yok

no-rados-result = içinde rados bench sonucu yok
rados-cut = rados bench sonuna kadar çalışmamış veya toplamları kesilmiş: 'Total time run' ile 'Min latency' arasındaki satırlar gerekli
rbd-without-end = bu rbd bench çıktısı bitmiyor
rbd-cut = rbd bench sonuna kadar çalışmamış: son satırı ('elapsed:') eksik
rbd-totals-unreadable = bu toplam satırı rbd bench'in yazdığı biçimde değil ('elapsed: … ops: … ops/sec: … bytes/sec: …')
rbd-idle = bu rbd bench çıktısında hiçbir işlem yok

document-no-record = içinde koşu kaydı olmayan bir JSON belgesi var
record-damaged = bir koşu kaydı geçersiz: { $why }
no-record = içinde koşu kaydı yok
processes-cut = { $of } süreçten yalnız { $rows } tanesinin satırı var: dosya kesilmiş
totals-cut = toplam satırı eksik: dosya kesilmiş
length-unknown = ne kadar çalıştığı yazmıyor

time-unknown = “{ $given }” bilinen biçimde bir zaman değil
iostat-without-times = hiçbir raporunda zaman yok; iostat -t ile, tercihen S_TIME_FORMAT=ISO ayarıyla kaydedin
iostat-times-unknown = hiçbir raporunda bilinen biçimde bir zaman yok; iostat -t ile, tercihen S_TIME_FORMAT=ISO ayarıyla kaydedin
iostat-without-end = bir iostat raporu değil: içindeki hiçbir yapı kapanmıyor
sar-column-no-time = üçüncü sütun bir zaman değil
sar-date-unknown = ilk satırında bilinen biçimde bir tarih yok
row-without-time = satır bir zamanla başlamıyor
too-many-values = bu koşular için { $most } değerden fazlasını içeriyor; --only ile sayaç seçin
too-many-times = { $most } zamandan fazlasını içeriyor; dosyayı bölün
date-of-several-runs = { $date } tarihi şu günlerden biri olabilir: { $days }; bu günlerin birden çoğunda koşu var, --dates ile belirtin
date-of-no-run = { $date } tarihi şu günlerden biri olabilir: { $days }; hiçbirinde koşu yok, --dates ile belirtin
or-next = { $list } veya { $next }
