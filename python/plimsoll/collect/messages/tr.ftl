## Problems of collectors

collector = toplayıcı { $number } ({ $name })
collector-reports = { $collector }: { $words }
problem-ended = { $why }; sayaçları burada bitiyor
problem-failed = { $why }; yeniden denenecek
problem-bad = okunamayan satırlar yazıyor: { $why }
problem-over-rate = çok fazla değer gönderiyor: saniyede en çok { $most } değer saklanır
problem-over-names = { $most } sınırından fazla ad var: ilk { $most } tanesi saklanır
problem-over-names-choose = { $most } sınırından fazla ad var: ilk { $most } tanesi saklanır; seçim için URL#PATTERN kullanın
ended-early-code = erken sona erdi (çıkış kodu { $code })
ended-early-code-and-said = erken sona erdi (çıkış kodu { $code }): { $text }
ended-early-signal = erken sona erdi (sinyal { $signal })
ended-early-signal-and-said = erken sona erdi (sinyal { $signal }): { $text }
collected-with-losses = { $collector }: { $values } değer toplandı; { $losses }
collected-nothing = { $collector }: hiçbir değer toplanmadı
lost-bad = { $count } tanesi okunamadı
lost-failed = sayaç döndürmeyen { $count } istek
lost-over-rate = saniyede { $most } sınırını aşan en az { $count } değer veya satır atıldı
lost-over-names = ilk { $most } ad dışındaki adların { $count } değeri atıldı
lost-not-numbers = sonlu sayı olmayan { $count } değer atlandı
no-counters = yanıtta sayaç yok
no-counters-that-match = yanıtta “{ $pattern }” ile eşleşen sayaç yok

## What can be collected

exporter-node_exporter = bir Linux ana makinesinin diskleri, G/Ç beklemesi ve yükü
exporter-ceph = bir Ceph kümesi: OSD gecikmeleri, havuzların işlemleri ve baytları
exporter-netapp = Harvest üzerinden bir ONTAP kümesi: volümler, aggregate'ler ve düğümler
exporter-snmp = snmp_exporter üzerinden bir anahtarın portları: bayt, hata ve atılan paketler
reader-iostat = sysstat'ın iostat aracı: diskler ve yazdırdığı yerde işlemciler
reader-esxtop = esxtop, resxtop toplu iş kipi: bir ESXi ana makinesinin sayaçları
reader-snmp = snmpget, snmpwalk ve snmpbulkwalk: anahtarlar, diziler, PDU'lar

## Why lines and replies cannot be read

not-started = başlatılamadı: { $why }
reading-failed = okuma başarısız oldu: { $why }
line-too-long = { $most } KiB sınırından uzun bir satır: { $text }
line-no-object = JSON, ancak ad ve sayılardan oluşan bir nesne değil
line-no-utf8 = UTF-8 metni değil
line-no-json = JSON değil
line-too-deep = çok derin iç içe veya okunamayacak kadar uzun bir sayı içeren JSON
reply-no-prometheus = Prometheus metin biçimi değil ({ $why })
reply-too-long = yanıt { $most } MiB sınırından uzun
no-reply = { $limit } s içinde yanıt yok
