## First screen

badge-short = Bir sınıra takılıyor
badge-held = Bir sınıra takılıyor
badge-finer_first = Önce daha ince sayaç gerekli
badge-tight = Pay yetersiz
badge-doubtful = Sayaçlar şüpheli
badge-unknown = Tür bilinmiyor
badge-latency_open = Belgelenmiş gecikme yok
badge-oversized = Gereğinden fazlası alınmış
badge-right = Doğru boyut
badge-read = Sayaçlar okundu
origin-counted = Sayaç değerleri, burada ölçülmedi
about-time = Süre
time-covered = { $began } – { $ended }, { $length } ortalamaları
headline-one = { $volume }: ortalama { $mean } IOPS, en yoğun { $length } içinde { $busiest }
headline-all = { $volumes } volüm: { $n ->
    [0] sayaçlara göre hiçbiri bir sınıra takılmamış
   *[other] { $held } tanesi bir sınıra takılmış
}
headline-sized = { $volumes } volüm: { $parts }
count-short = { $count } takılan
count-tight = { $count } payı yetersiz
count-oversized = { $count } fazla büyük
count-finer_first = { $count } ince sayaç gereken
count-doubtful = { $count } şüpheli
count-unknown = { $count } bilinmeyen tür
count-latency_open = { $count } gecikmesi belirsiz
count-right = { $count } uygun
headline-unsized = { $volumes } volüm; hiçbiri volüm dosyasında yok
row-load = Yük
row-limit = Üst sınır
row-hidden = Gizli kalan
row-hidden-bytes = Gizli aktarım
row-bought = Alınmış olan
row-needs = Gereken
row-money = Maliyet
row-finer = İnce sayaç
row-short = Takılan
row-tight = Pay
row-unknown = Bilinmeyen tür
row-latency_open = Gecikmesi belirsiz
row-doubtful = Şüpheli
row-held = Takılan
row-absent = Sayaç yok
row-note = Not
todo-short = Ne kadar yükün engellendiği bilinmiyor: sınırı yükseltin ya da yoğun saatte her saniyeyi kaydedin.
todo-finer_first = Yoğun bir saatin her saniyesini kaydedin (iostat -xt 1 ya da sağlayıcının ayrıntılı ölçümleri) ve komutu bu dosyalarla yeniden çalıştırın.
todo-doubtful = İşlemleri, baytları ve süreleri tek bir dönemin toplamı olarak (Stat=Sum) dışa aktarın ve volüm dosyasındaki değerleri denetleyin.
name-and-money = { $name } (en çok { $money })
and-more = { $list } ve { $more } tane daha
money = ayda { $amount } { $currency }
amount = { $amount } { $currency }
money-of-all = Şu anda ayda { $price }; aralıklar ne gizlerse gizlesin { $sure } tasarruf edilebilir, ince sayaçlar ani yük göstermezse en çok { $possible } daha
idle = { $count } volüm hiç çalışmamış: { $names }
one-direction = Dosyalarda yalnız okumalar ya da yalnız yazmalar var, bu yüzden hız bilinmiyor: { $names }
incomplete = Okuması ya da yazması olmayan ya da olanaksız bir değer taşıyan { $count } aralık dışarıda bırakıldı
gaps = sayaçlar bu sürenin { $share } kadarını kapsıyor

## A volume

load-size = işlem başına { $size }
load-reads = { $share } okuma
load-latency = ortalama gecikme { $latency }, bekleyen G/Ç { $outstanding }
load-no-latency = dosyalarda gecikme yok
contradiction = Sürelerden ve işlemlerden bulunan kuyruk, sayılan kuyruğun { $ratio } katı: değerler dönem toplamı değil, hızlar da aynı ölçüde yanlış olabilir.
above-limit = Aralıklar { $most } değerine kadar çıkıyor ve { $level } sınırını aşıyor.
above-why = Volüm dosyası o zamana ait değil, sağlayıcı daha fazlasını geçirdi ya da sayaçlar dönem toplamı değil.
not-held = Hiçbir aralık volümün sınırına ulaşmadı.
not-held-flat = Gecikme yükle birlikte artmadı; yani volüm hiçbir aralıkta baştan sona bir sınıra takılmadı.
open-limits = Belirsiz: volümün sınırları verilmedi (--volumes) ve sayaçlarda da görünmüyor.
held-volume_iops = { $level ->
    [none] Volüm, { $length } uzunluğundaki { $of } aralığın { $count } tanesinde IOPS sınırına takıldı.
   *[other] Volüm, { $length } uzunluğundaki { $of } aralığın { $count } tanesinde { $level } sınırına takıldı.
}
held-volume_throughput = { $level ->
    [none] Volüm, { $length } uzunluğundaki { $of } aralığın { $count } tanesinde aktarım hızı sınırına takıldı.
   *[other] Volüm, { $length } uzunluğundaki { $of } aralığın { $count } tanesinde { $level } sınırına takıldı.
}
held-instance_iops = { $level ->
    [none] Makine, { $length } uzunluğundaki { $of } aralığın { $count } tanesinde IOPS sınırına takıldı.
   *[other] Makine, { $length } uzunluğundaki { $of } aralığın { $count } tanesinde { $level } sınırına takıldı.
}
held-instance_throughput = { $level ->
    [none] Makine, { $length } uzunluğundaki { $of } aralığın { $count } tanesinde aktarım hızı sınırına takıldı.
   *[other] Makine, { $length } uzunluğundaki { $of } aralığın { $count } tanesinde { $level } sınırına takıldı.
}
held-credits = { $level ->
    [none] Ani yük kredileri { $length } uzunluğundaki { $of } aralığın { $count } tanesinde tükenmişti.
   *[other] Ani yük kredileri { $length } uzunluğundaki { $of } aralığın { $count } tanesinde tükenmişti; geriye { $level } kaldı.
}
held-throttled = Sağlayıcı { $length } uzunluğundaki { $of } aralığın { $count } tanesinde işlemleri bekletti.
held-plateau_iops = { $length } uzunluğundaki { $of } aralığın { $count } tanesinde, gittikçe daha çok G/Ç beklerken { $level } düzeyinde kaldı: orada bir sınır var.
held-plateau_throughput = { $length } uzunluğundaki { $of } aralığın { $count } tanesinde, gittikçe daha çok G/Ç beklerken { $level } düzeyinde kaldı: orada bir sınır var.
hidden-nothing = hiçbir şey: aralıklar { $window } ya da daha kısa, en yoğun { $window } { $low }
hidden-at-limit = hiçbir şey: en yoğun aralık baştan sona sınırdaydı, { $low }
hidden-unbounded = en yoğun { $window } en az { $low }, en çok { $high }; bunu daraltacak bir sınır bilinmiyor
hidden = en yoğun { $window } en az { $low }, en çok { $high }; { $length } uzunluğundaki bir aralıkta en çok { $at_limit } boyunca sınırda kalmış olabilir
configuration = { $type }, { $size } GiB, { $iops }, { $throughput }
without-price = { $what } (tabloda fiyatı yok)
with-price = { $what }: { $money }
type-unknown = { $type } (teklif tablosunda yok)
verdict-right = { $enough ->
    [none] tabloda { $headroom } pay bırakarak bunu taşıyan bir teklif yok
   *[other] alınmış olan yeterli, { $headroom } pay kalıyor
}
verdict-oversized = { $enough }; aralıklar ne gizlerse gizlesin yeter
verdict-tight = { $enough ->
    [none] daha fazlası; ancak tabloda en yoğun aralığı { $headroom } pay bırakarak taşıyan bir teklif yok
   *[other] { $enough }; böylece { $headroom } pay kalır
}
verdict-short = { $low ->
    [none] alınmış olandan fazlası; bir sınıra takıldığı için ne kadar gerektiği bilinmiyor
   *[other] en az { $low }; bir sınıra takıldığı için ne kadar fazlasının gerektiği bilinmiyor
}
verdict-finer_first = ani yükler ortalamaları aşmıyorsa { $low }; olabilecekleri kadar yüksekse { $enough }
verdict-doubtful = belirsiz, çünkü sayaçlar birbiriyle ya da satın alınanla çelişiyor
verdict-unknown = belirsiz, çünkü türü hakkında bilgi yok
verdict-latency_open = { $why ->
    [counted] belirsiz: belgeler ne derse desin ortalama gecikmesi { $latency } idi, { $asked } sınırının üstünde
    [documented] { $low }; belgelenen gecikmesi { $asked } altında, kendi türü için belgelenen { $latency } altı
    [documented-alone] sağlayıcının hiçbir ürünü { $asked } altında gecikme belgelemiyor; kendi türü için belgelenen { $latency } altı
    [undocumented] { $low }; belgelenen gecikmesi { $asked } altında, kendi türünün belgelenmiş gecikmesi yok
   *[other] belirsiz: türünün belgelenmiş gecikmesi yok, sağlayıcının başka bir ürünü de { $asked } altını belgelemiyor
}

## Table

column-volume = Volüm
column-bought = Alınmış olan
column-mean = Ortalama IOPS
column-busiest = En yoğun zaman aralığı
column-second = Ani yük sınırları
column-throughput = Aktarım hızı
column-size = İşlem başına
column-reads = Okuma
column-latency = Gecikme
column-outstanding = Bekleyen G/Ç
column-limit = Üst sınır
column-needs = Sonuç
column-enough = Her durumda yeten
column-price = Aylık
column-price-then = O zaman aylık
column-saving = Tasarruf
column-possible = En çok ek
short-right = uygun
short-oversized = fazla büyük
short-tight = pay yetersiz
short-short = takılıyor
short-finer_first = ince sayaç
short-doubtful = şüpheli
short-unknown = bilinmeyen tür
short-latency_open = gecikme belirsiz
short-held = takılıyor
short-not_held = takılmıyor
short-open = belirsiz
more-volumes = { $count } volüm daha: --report ya da --json
written = Rapor: { $file }

## Report

page-title = Sayaçlarına göre volümler
page-footer = Plimsoll { $version }. Sayaçları başka programlar kaydetti; burada hiçbir şey ölçülmedi.
because-bounds = Bir zaman aralığının ortalaması, içindeki ani yükleri gizler. En yoğun { $window }, en yoğun aralığın ortalaması ile o aralıktaki işlemlerin ve bilinen sınırların izin verdiği değer arasındadır; tam yeri sayaçlardan anlaşılmaz.
because-need = Bir volüm en az, { $headroom } pay bırakarak en yoğun aralığını taşımalıdır; en çok da şimdiye dek geçirdiği kadarını. İki uç aynı teklifi gösteriyorsa sonuç odur.
because-span = Yalnız bu süre görüldü: ayda bir gelen bir yük için bir aylık sayaç gerekir.
table-needs = Alınmış olan ve gereken
table-loads = Yük ve sınırlar
caption-needs = Fiyatlar aylık, { $currency }. Her durumda yeten: ani yüklerin olabileceği en yüksek değer için en küçük teklif.
table-finer = Önce ince sayaç gerekenler
caption-finer = Daha küçük teklifin yetip yetmeyeceği, bu ortalamaların gizlediği ani yüklere bağlı. En yüksek tutar en üstte.
facts-offers = Teklifler ve fiyatlar
caption-offers = Tabloda olmayan fiyat açık bırakılır. Kendi tablonuz bunun yerine geçer: --offers FILE.
offer-source = Kuralların tarihi { $date }: { $sources }
offer-latency = Belgelenen gecikme { $below } altında: { $source }.
offer-no-latency = Belgelenmiş gecikme yok.
offer-priced = Kuralların tarihi { $date }, { $region } fiyatlarının tarihi { $priced }: { $sources }
chart-title = { $volume }, zaman içinde
chart-x = { $began } sonrasında geçen süre (sa)
chart-rate = IOPS
chart-throughput = Aktarım hızı
chart-latency = Ortalama gecikme
chart-mean = her aralığın ortalaması
chart-busiest = { $n } aralığın en yükseği
chart-limit = volümün sınırı
chart-note = Her nokta { $length } uzunluğundaki bir aralığın ortalamasıdır: içindeki ani yükler görünmez.
chart-note-thinned = Her nokta, { $length } uzunluğundaki ardışık { $n } aralığın en yükseğidir: aralık içindeki ani yükler görünmez.
figure-now = Şu an
figure-sure = Her durumda tasarruf
figure-possible = Bunun üstüne en çok
basis-now = sayacı olan bütün volümler için
basis-sure = aralıklar ne gizlerse gizlesin
basis-possible = ince sayaçlar ani yük göstermezse
