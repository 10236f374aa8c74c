## Formats

format-fio-json = json ve json+; bir veya birden çok durum, bir veya birden çok ana makine
format-fio-terse = sürüm 3-5
format-fio-text = olağan çıktı
format-fio-logs = aynı önekli bw, iops, lat ve hist günlükleri; JSON sonucuyla birlikte veya tek başına

## Files that cannot be read

no-number = “{ $given }” bir sayı değil
number-impossible = “{ $given }” olanaksız bir değer
nothing-in-it = içinde hiçbir şey yok
fio-no-count = { $job } işindeki “{ $name }” bir sayım veya süre değil
fio-too-many-jobs = dosyada { $jobs } iş var, en çok { $most } iş içe aktarılır; dosyayı bölün
fio-foreign-document = içinde fio çıktısı olmayan bir JSON belgesi var
fio-without-jobs = bu fio belgesinde iş yok
fio-did-not-run = { $at }, { $job } işi çalışmamış: çalışma süresi 0
fio-too-many-bins = { $job } işinin dağılımında { $bins } kutu var; fio en çok { $most } kutu kullanır
fio-no-bin = { $job } işindeki “{ $value }” bir kutu değeri değil
fio-log-too-long = { $most } zamandan fazlası için ortalama içeriyor; daha büyük bir log_avg_msec ile içe aktarılabilir bir günlük elde edilir
fio-no-log-line = satır bir fio günlüğüne ait değil veya kesilmiş
fio-log-line-impossible = günlükteki bir satırın değerleri olanaksız
fio-no-histogram-line = satır bir histogram günlüğüne ait değil veya kesilmiş
fio-bins-impossible = bir histogramda { $bins } kutu var; fio bu sayıda kutu yazmaz
fio-log-packed = fio tarafından sıkıştırılarak saklanmış bir günlük (log_store_compressed=1); `fio --inflate-log={ $packed } > { $unpacked }` ile açıp onu içe aktarın
fio-log-goes-back = yalnız { $job } işine ait günlükte zaman geriye gidiyor: saat geri alınmış, satırların sırası değişmiş veya birkaç günlük tek dosyada birleştirilmiş. Dosyayı zamanın geriye gittiği yerden bölün
fio-log-of-ones = bu IOPS günlüğünün her zaman penceresi 1: log_compression ile fio hızın değil, tek tek işlemlerin ortalamasını alır. Koşunun JSON sonucunu yanına koyun
fio-rate-log-missing = IOPS günlüğü eksik olan iş: { $jobs }
fio-logs-without-rate = IOPS günlüğü eksik olduğundan bu günlüklerden hız elde edilemiyor. Koşunun JSON sonucunu yanlarına koyun
fio-no-job-line = içinde iş satırı yok
fio-job-idle = { $job } işi hiçbir işlem yapmamış
fio-did-nothing = { $at }, { $job }: hiçbir işlem yapılmamış
fio-terse-cut = fio terse çıktısının { $version } numaralı sürümündeki bir satırda { $fields } alan var: satır kesilmiş
fio-no-job = içinde iş yok
fio-job-cut = { $job } işine ait bölüm yarıda kesilmiş
fio-job-without-figures = { $job } işinin değerleri yok: kesilmiş veya hiçbir işlem yapılmamış
fio-job-did-not-run = { $job } işi çalışmamış: çalışma süresi 0
fio-line-missing = { $job } işi { $issued } { $kind ->
    [read] okuma
    [write] yazma
    [trim] kırpma
    [sync] eşitleme
   *[other] { $kind }
} göndermiş, ancak bunların satırı eksik
