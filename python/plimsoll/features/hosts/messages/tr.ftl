## Runs

target-not-opened = { $name }: ölçülen birim açılamadı: { $why }
lost-earlier = { $hosts }: önceki bir koşuda bağlantı koptu
lost-earlier-now = Ana makineyi yeniden çalıştırın veya ana makine dosyasından çıkarın.
no-clock = saati okunamadı
late-start = { $name }: başlatma komutu { $seconds } s önceden gönderildi, ancak çok geç ulaştı
overloaded = Ana makine veya ağ bağlantısı aşırı yüklü: plimsoll hosts doctor.
look-at-host = Ana makineyi inceleyin: plimsoll hosts status.
not-heard = { $seconds } s boyunca koordinatörle bağlantı kurulamadı, bu nedenle yükü durduruldu
no-answer = { $seconds } s içinde yanıt alınamadı
host-lost = ana makineyle bağlantı koptu ({ $why })
