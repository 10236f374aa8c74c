## Answer

fit-guests = { $guests ->
        [0] Hiçbir konuk sığmıyor; tek bir konuk bile şu sınırı aşar: { $limit }.
       *[other] { $number } konuk sığıyor; bir konuk daha eklenirse şu sınır aşılır: { $limit }.
    }
fit-guests-most = { $guests ->
        [0] Kesin olarak sığan konuk yok (yük sınırının üst ucunda en çok { $most }); tek bir konuk bile şu sınırı aşar: { $limit }.
       *[other] { $number } konuk sığıyor (yük sınırının üst ucunda en çok { $most }); bir konuk daha eklenirse şu sınır aşılır: { $limit }.
    }
fit-guests-open = { $guests ->
        [0] Sığdığı bilinen konuk yok: tek bir konuk bile yük sınırının doğrulanan kısmını aşar ve sınırın üst ucu bilinmiyor.
       *[other] { $number } konuk sığıyor (yük sınırının üst ucu bilinmiyor, daha fazlası sığabilir); bir konuk daha eklenirse yük sınırının doğrulanan kısmı aşılır.
    }
fit-kinds = { $guests ->
        [0] Hiçbir konuk sığmıyor; tek bir konuk bile şu sınırı aşar: { $limit }.
       *[other] { $number } konuk sığıyor ({ $kinds }); bir konuk daha eklenirse şu sınır aşılır: { $limit }.
    }
fit-kinds-most = { $guests ->
        [0] Kesin olarak sığan konuk yok (yük sınırının üst ucunda en çok { $most }); tek bir konuk bile şu sınırı aşar: { $limit }.
       *[other] { $number } konuk sığıyor ({ $kinds }; yük sınırının üst ucunda en çok { $most }); bir konuk daha eklenirse şu sınır aşılır: { $limit }.
    }
fit-kinds-open = { $guests ->
        [0] Sığdığı bilinen konuk yok: tek bir konuk bile yük sınırının doğrulanan kısmını aşar ve sınırın üst ucu bilinmiyor.
       *[other] { $number } konuk sığıyor ({ $kinds }; yük sınırının üst ucu bilinmiyor, daha fazlası sığabilir); bir konuk daha eklenirse yük sınırının doğrulanan kısmı aşılır.
    }
wanted-fit = { $guests ->
        [one] İstenen tek konuk sığıyor.
       *[other] İstenen { $number } konuk sığıyor.
    }
wanted-not-shown = { $guests ->
        [one] İstenen tek konuğun sığdığı gösterilmedi: yük sınırının üst ucu bilinmiyor.
       *[other] İstenen { $number } konuğun sığdığı gösterilmedi: yük sınırının üst ucu bilinmiyor.
    }
wanted-beyond-it = { $guests ->
       *[other] { $number } konuk istendi.
    }
wanted-not-fit = { $guests ->
        [one] İstenen tek konuk sığmıyor; aşılan sınır: { $limits }.
       *[other] İstenen { $number } konuk sığmıyor; aşılan sınır: { $limits }.
    }
limit-drives = diskler
limit-load-line = yük sınırı
limit-bandwidth = bant genişliği
limit-capacity = kapasite
limit-host = ana makine
unit-IOPS-on-drives = disklerdeki IOPS
unit-IOPS-on-a-host = bir ana makinedeki IOPS
basis-drives = { $count } disk × { $iops }, bir yazmanın maliyeti { $penalty }
basis-line = yük sınırı
basis-bandwidth = bayt/s
basis-pool = havuzun %{ $fill } kadarı
basis-fullest_host = { $hosts } ana makineden en dolu olanı
with-one-controller-down = { $sums }, bir denetleyici devre dışıyken
with-one-host-down = { $sums }, bir ana makine devre dışıyken
share-one-controller-down = { $sums } × { $left }/{ $parts }, bir denetleyici devre dışıyken
share-one-host-down = { $sums } × { $left }/{ $parts }, bir ana makine devre dışıyken

## Notes

note = not: { $text }
note-assumed-read_percent = konuklar için okuma yüzdesi verilmediğinden tümü okuma varsayıldı; okuma yüzdesini verin
note-assumed-block_bytes = konuklar için blok boyutu verilmediğinden 4 KiB varsayıldı; blok boyutunu verin
note-assumed-both = konuklar için okuma yüzdesi ve blok boyutu verilmediğinden tümü okuma ve 4 KiB blok varsayıldı; okuma yüzdesini ve blok boyutunu verin
note-assumed-of-profile-read_percent = { $profile } için okuma yüzdesi verilmediğinden tümü okuma varsayıldı; okuma yüzdesini verin
note-assumed-of-profile-block_bytes = { $profile } için blok boyutu verilmediğinden 4 KiB varsayıldı; blok boyutunu verin
note-assumed-of-profile-both = { $profile } için okuma yüzdesi ve blok boyutu verilmediğinden tümü okuma ve 4 KiB blok varsayıldı; okuma yüzdesini ve blok boyutunu verin
note-host_iops_not_given = { $hosts } ana makinenin her birinin taşıyabileceği IOPS (host_iops) verilmediğinden ana makine sınırı uygulanmadı
note-on_savings = yük sınırı, { $element } biriktirdiklerini (ani yük payı, kredi) harcayarak { $held_s } boyunca taşındı: uzun vadede { $lasting_per_s } taşır; boyutlandırmayı --rate ile buna göre yapın veya sınırın ne kadar sürmesi gerektiğini find --horizon ile verin
note-planned_lower = planlamada önerilen hız kullanıldı: { $planned_per_s }; yük sınırının alt ucu: { $low_per_s }
note-end_not_confirmed-low = yük sınırının alt ucu hiçbir doğrulama koşusuyla doğrulanmadı
note-end_not_confirmed-high = yük sınırının üst ucu hiçbir doğrulama koşusuyla doğrulanmadı
note-measured_by_few = { $clients ->
        [one] yük sınırı tek istemciyle ölçüldü ve tüm konukların toplamı için geçerli sayıldı: daha çok istemciyle veya birden çok ana makineden elde edilecek hız, ölçülene kadar yalnızca bir tahmindir (plimsoll find --hosts)
       *[other] yük sınırı { $number } istemciyle ölçüldü ve tüm konukların toplamı için geçerli sayıldı: daha çok istemciyle veya birden çok ana makineden elde edilecek hız, ölçülene kadar yalnızca bir tahmindir (plimsoll find --hosts)
    }
note-measured_by_unknown = yük sınırının kaç ana makineden ölçüldüğü kayıtlı değil ({ $source }): { $hosts } ana makinenin toplamı sayıldı
note-mix_unknown = yük sınırının hangi okuma yüzdesi ve blok boyutuyla ölçüldüğü kayıtlı değil ({ $source }): bunlar konuklarınkiyle aynı olmalıdır
note-other_reads = yük sınırı %{ $read_percent } okumayla ölçüldü, ancak konukların toplam okuma oranı %{ $guests_read_percent }: yük sınırını bu oranla arayın
note-other_blocks = yük sınırı { $block_bytes } ile ölçüldü, ancak konuklar { $guests_block_bytes } kullanıyor: yük sınırını bu boyutla arayın
note-scaled_one_down = bir denetleyici devre dışıyken yük sınırı, kalanlarla orantılı olarak tahmin edildi. Bir denetleyici devre dışıyken ölçülüp low_one_down olarak verilmesi daha güvenilirdir

## Tables

guests = konuklar
wanted = istenen
fit = sığan
column-limit = sınır
column-carried = toplam
column-usable = kullanılabilir
column-used = kullanılan
column-left = kalan
line = yük sınırı ({ $source }): { $low } – { $high }, { $objective }
line-open = yük sınırı ({ $source }): en az { $low }, üst uca ulaşılmadı, { $objective }
per-host = { $hosts } ana makineden en dolu olanında: { $guests } konuk, { $rate }
row-kept-free = Ayrılan pay
row-note = Not
badge-fits = Sığıyor
badge-does-not-fit = Sığmıyor
badge-not-shown = Sığdığı gösterilmedi
badge-sized = Hesaplandı
badge-on-savings = { $badge }, ancak yalnız biriken krediler sürdükçe
origin-calculated = Hesaplanan
reserve-headroom = { $share } pay
reserve-growth = talep × { $grown }, { $years } yıl sonra
reserve-down-none = devre dışı yok
reserve-down-controller = bir denetleyici devre dışı
reserve-down-host = bir ana makine devre dışı
