## Shelf

place-shelf = Kampanyalar
place-trend = Eğilim
place-start = Kampanya başlat
to-content = İçeriğe geç
campaigns = Kampanyalar
shelf-note = Gösterilen: { $stores }. Karşılaştırmak için iki veya daha çok kampanya işaretleyin.
search = Ara
search-example = ad, ölçülen birim, sonuç, etiket, not
column-campaign = Kampanya
column-answer = Sonuç
runs-counted = { $count } koşu
column-key-number = Temel değer
column-against-baseline = Referansa göre
column-state = Durum
column-runs = Koşu
column-began = Başlangıç
tag = Etiket
any = tümü
compare-selected = Seçilenleri karşılaştır
compare = Karşılaştır
edit = Düzenle
show-archived = Arşivlenenleri göster ({ $count })
found-campaigns = { $campaigns ->
    [one] { $count } kampanya
    *[other] { $count } kampanya
    }
found-some = { $campaigns ->
    [one] kampanya: { $shown } / { $count }
    *[other] kampanya: { $shown } / { $count }
    }
compare-count = Karşılaştır ({ $count })
state-running = sürüyor
state-finished = tamamlandı
state-interrupted = yarıda kesildi
state-abandoned = yarım bırakıldı
place = { $kind } { $number }
place-in-store = { $kind }, { $store } { $number }
where-and-when = { $kind } { $number }, { $store }, { $dates }
began = başlangıç { $at }
imported-undated = { $dates }, içe aktarma { $at }
measured-imported = ölçüm { $dates }, içe aktarma { $at }
compare-one = Karşılaştır: { $campaign }
edit-one = Düzenle: { $campaign }
is-baseline = Referans
is-archived = Arşivlendi
note-and-more = { $note } (ve { $more } not daha)
baseline-here = referans
against = referans: { $baseline }
curve = sunulan hıza göre p99 yanıt süresi
baseline-no-number = referansta sayı yok
baseline-number = referans: { $number }
intervals-overlap = güven aralıkları örtüşüyor
beyond-intervals = iki güven aralığının da dışında
the-stores-of = { $folder } klasöründeki sonuç dosyaları
trend-note = Sorusu ve ölçülen birimi aynı olan kampanyaların temel değeri, başlangıç tarihine göre. Her işaret kampanyasına bağlantı verir; kare referanstır. Düzeyin değişip değişmediğini ve ne zaman değiştiğini bulan komut: { $command }.
trends-left-out = { $trends } eğilim daha var, gösterilmiyor.
no-trend = Eğilim için sorusu ve ölçülen birimi aynı olan ve temel değeri bulunan iki kampanya gerekir. Bir kampanya yeniden ölçülürse eğilim başlar.
trend-newest = { $figure }: { $campaigns } kampanyanın en yenisinde { $value }.
trend-newest-against = { $figure }: { $campaigns } kampanyanın en yenisinde { $value }; referansa ({ $baseline }) göre { $change }.
as-table = Tablo olarak
trend-label = { $campaigns } kampanyada { $figure }, en yenisi { $newest }
trend-mark = { $campaign }, { $at }: { $value }
trend-mark-baseline = { $campaign }, { $at }: { $value }, referans

## Comparison

nothing-to-compare = Karşılaştırılacak bir şey yok
tick-two = Listede iki veya daha çok kampanya işaretleyin.
different-stores = Bu kampanyalar farklı sonuç dosyalarında; bir rapor yalnızca birini kapsar. Terminal komutu: { $command }
no-joint-report = Bu kampanyaları birlikte kapsayan rapor yok.
campaigns-compared = { $campaigns } kampanyanın karşılaştırması
compared = Karşılaştırma

## Reports

reports = Raporlar
reports-so-far = Şu ana kadarki raporlar
drawing-disturbs = { $campaigns }: şu anda bu makinede ölçüm yapılıyor. Rapor hazırlamak, düşük öncelikle de olsa ölçümden işlemci süresi alır.
download = İndir
column-report = Rapor
report-as = { $report }, biçim: { $form }
report-heading = Rapor: { $report }
report-frame = Rapor { $report }
copy-link = Bağlantıyı kopyala
link-copied = Bağlantı kopyalandı.
copy-link-by-hand = Bu adresi kopyalayın:
run-again = Yeniden çalıştır
compare-with = Karşılaştır…
report-alone = Ayrı aç
download-more = Diğerleri
drawing = Rapor hazırlanıyor; büyük raporlar birkaç saniye sürer.
too-many-reports = aynı anda çok fazla rapor hazırlanıyor
too-many-reports-now = Biraz sonra yeniden deneyin.
drawing-too-long = raporun hazırlanması { $seconds } s sınırını aştı
drawing-too-long-now = Raporu 'plimsoll report' ile hazırlayın.
drawing-failed = raporun hazırlanması { $exit_code } koduyla başarısız oldu

## Campaign

log-of-process = Sürecin günlüğü
live-title = { $campaign } (canlı)
resume = Sürdür
resume-note = Kaldığı yerden devam eder; terminal komutu: { $command }
against-baseline = Referansa ({ $baseline }) göre: { $change }.
against-baseline-rest = Referansa ({ $baseline }) göre: { $change } ({ $rest }).
edit-labels = Ad, etiketler, notlar, referans, arşiv, silme

## Campaign that runs

plot-rate = Sunulan, gönderilen, gerçekleşen hız
plot-rate-unit = IOPS
plot-bytes = Saniyedeki bayt
plot-bytes-unit = bayt/s, okunan ve yazılan
plot-time = Zaman aralıklarının yanıt süresi
plot-time-unit = p50, p99, en yüksek; logaritmik
plot-heat = Yanıt süresi, tüm işlemler
plot-heat-unit = belirgin renk: aralıktaki işlemlerin daha çoğu; logaritmik
plot-load = Sistem yükü
plot-load-unit = bu makinenin kullanım payı
worker-worker = işçi
worker-iops = IOPS
worker-share = pay
worker-p50 = p50
worker-p99 = p99
worker-errors = hata
worker-bytes = bayt/s
worker-outstanding = bekleyen G/Ç
worker-own-lag = ölçüm makinesi gecikmesi p99
host-plot-rate = Gerçekleşen IOPS
host-plot-p99 = Yanıt süresi p99
host-plot-lag = Ölçüm makinesinin gecikmesi p99
host-plot-cpu = Ana makinenin işlemcileri
stop-question = Durdurulsun mu? Şu ana kadarki sonuçlar saklanır, ancak kampanya sürdürülemez.
mark = İşaret
mark-example = A yolunun kablosu çekildi
mark-button = İşaret ekle
progress-label = İlerleme
waiting-for-figures = İlk değerler bekleniyor.
stop = Durdur
search-so-far = Şu ana kadarki arama
search-plot = Sunulan hıza göre yanıt süresi
grid-so-far = Şu ana kadarki ızgara
newest-interval = Süren koşunun en yeni zaman aralığı; { $source }. Yalnızca fikir verir: kararlar rapordadır.
over-time = Zaman içinde: en yeni aralıkların test süresi, saniye; ince çizgi yeni koşu, gölgeli alan ısınma, bayrak işarettir.
hosts = Ana makineler
hosts-note = Bu sayfa açıldığından beri her ana makinenin değerleri, ortak ölçekte; toplamlar yukarıda ve aşağıdadır. Büyütmek için bir ana makine seçin. Kısa çizgi: bu değer için işlem sayısı çok az.
all-hosts = Tüm ana makineler
workers = İşçiler
workers-note = En yeni zaman aralığında her işçinin hızı ve yanıt süreleri; hatalar koşunun başından beri. Çubuk, hızı en yoğun işçiye oranla gösterir. Kısa çizgi: bu değer için işlem sayısı çok az.
show-span = Göster
span-newest = en yeni zaman aralıkları
span-run = koşunun tümü
show-all = Tümünü göster
plot-hint = Değerler için grafiğin üzerine gelin (ya da grafiğe odaklanıp ok tuşlarını kullanın); yakınlaştırmak için sürükleyin.
what-happened = Olaylar
nothing-happened = Henüz yok.
points = Ölçüm noktaları
column-point = Ölçüm noktası
column-asks = test
column-point-state = durum
column-point-answer = sonuç
from-process = canlı, saniyede iki kez
from-store = sonuç dosyasından, en çok 5 s gecikmeli: ölçüm sürecinden canlı değer gelmiyor
role-run = koşu
role-maximum = en yüksek değer ölçümü
role-reference = hafif yük ölçümü
role-probe = yoklama
role-hold_low = doğrulama koşusu
role-hold_high = sınırın üstünde doğrulama koşusu
role-settle = yatışma
role-rest = dinlenme
role-scaling = sınırlayanı bulma koşusu
role-grid = ızgara koşusu
role-check = taahhüt denetimi
role-holder = sınırlayanı bulma koşusu: { $test }
search-note = Sunulan hıza göre yanıt süresi, { $figure }; her işaret bir koşudur.
search-key = Dolu daire: hedef sağlandı; çarpı: sağlanmadı; boş daire: karar verilemedi; büyük işaret: yeniden test.
curve-plan = planlanacak: { $rate }
curve-fails = { $rate }: hedef sağlanmadı
curve-maximum = en yüksek: { $rate }
point-planned = bekliyor
point-running = sürüyor
point-valid = geçerli
point-not-valid = geçersiz
point-failed = başarısız
point-skipped = atlandı
remark-mark = işaret
remark-note = not
remark-step = adım
remark-event = olay
phase-warmup = ısınma
phase-measure = ölçüm
phase-drain = boşaltma
line-offered = sunulan
line-issued = gönderilen
line-achieved = gerçekleşen
line-bytes = okunan ve yazılan
line-max = en yüksek
line-cpu = işlemciler
line-core = en yoğun çekirdek
line-pressure = G/Ç baskısı
line-disk = en yoğun disk
host-lag = ölçüm makinesinin gecikmesi
host-cpu = işlemci
host-not-in-run = Süren koşuda yer almıyor.
host-stands-out = ▲ diğerlerinden ayrılıyor
worker-meter = en yoğun işçiye oranla pay
grid-rate = hız
answer-why = { $answer } ({ $why })
live-title-share = { $share } { $campaign } (canlı)
readout = { $time }, { $phase }: { $figures }
readout-none = { $time }, { $phase }: okunmadı
readout-figure = { $name } { $figure }
reading-run = Koşu, sonuç dosyasından okunuyor…
whole-run = Koşunun tümü; birbirine yakın aralıklar, en kötü yanıt süreleriyle tek basamak olarak çizilir.
before-end-seconds = sondan geriye test süresi, saniye
before-end-minutes = sondan geriye test süresi, dakika
before-end-hours = sondan geriye test süresi, saat
nothing-to-draw = Çizilecek değer yok: okunmadı veya saat sanal; birden çok ana makinede değerler her birinin kendi grafiğindedir.
no-operation-yet = Henüz tamamlanan işlem yok.
offered-iops = sunulan IOPS
stopping = Durduruluyor.
it-has-ended = Sona erdi: { $state }.
ended-title = Bitti: { $campaign }
notify-button = Bitince haber ver
notify-on = Bu sayfa açık kalırsa, bittiğinde bildirim gelir.
notify-title-only = Tarayıcı bu sayfanın bildirimlerini göstermiyor. Bitiş, sekmenin başlığında görünür.
server-silent = Sunucu yanıt vermiyor. Başlattığı kampanyalar çalışmayı sürdürüyor.
server-silent-again = Sunucu yanıt vermiyor; yeniden deneniyor. Başlattığı kampanyalar çalışmayı sürdürüyor.
server-no-answer = Sunucu yanıt vermiyor.
no-live-figures = Sunucudan canlı değer gelmiyor: sayfayı yeniden yükleyin.
asking-again = Yeniden deneniyor.
progress = geçen süre { $elapsed }
progress-left = geçen süre { $elapsed }, yaklaşık { $left } kaldı
progress-points = ölçüm noktası: { $ended } / { $points }, geçen süre { $elapsed }
progress-points-left = ölçüm noktası: { $ended } / { $points }, geçen süre { $elapsed }, yaklaşık { $left } kaldı
heard-elapsed = geçen süre { $elapsed }
heard-elapsed-stopping = geçen süre { $elapsed }, durduruluyor
heard-points = ölçüm noktası: { $ended } / { $points }
heard-points-stopping = ölçüm noktası: { $ended } / { $points }, durduruluyor
span-seconds = { $seconds } s
span-minutes = { $minutes } dk { $seconds } s
span-hours = { $hours } sa { $minutes } dk
doing-point = Ölçüm noktası { $number }: { $asks }
doing-closed-loop = { $role } (kapalı döngü)
doing-closed-loop-phase = { $role } (kapalı döngü, { $phase })
doing-offered = { $role } (sunulan { $rate } IOPS)
doing-offered-phase = { $role } (sunulan { $rate } IOPS, { $phase })
doing-between-runs = iki koşu arasında
achieved = Gerçekleşen
interval-basis = n = { $operations }, aralık { $length }, { $phase }
issued = Gönderilen
not-finished = aralık sonunda tamamlanmayan { $operations }
offered = Sunulan
closed-loop = kapalı döngü
open-loop = açık döngü
bytes = Bayt
interval-errors = { $errors } hata
p50-and-max = p50 { $p50 }, en yüksek { $max }
p50-and-max-few = p50 { $p50 }, en yüksek { $max }; n, p99 için çok küçük
outstanding = Bekleyen G/Ç
mean-of-interval = aralığın ortalaması
processors = Bu makinenin işlemcileri
core-and-pressure = en yoğun çekirdek { $core }, G/Ç baskısı { $pressure }
virtual-clock = sanal saat
not-read = okunmadı
processors-of-hosts = Ana makinelerin işlemcileri
busiest-host = { $hosts } ana makinenin en yoğunu: { $host }
lag-warmup = Isınma
lag-few-operations = işçi başına çok az işlem var veya değer bildirilmedi
lag-before-submission = gönderim öncesi ortalama { $mean }
lag-of-host = en geç kalan ana makinede
lag-of-worker = en geç kalan işçide
lag-limit = izin verilen { $limit }
lag-limit-passed = izin verilen { $limit }, aşıldı
map-empty = Gerçekleşen hız, IOPS. Henüz sonucu olan ölçüm noktası yok.
map-same = Gerçekleşen hız, IOPS: tümü şu değere en çok %2 uzaklıkta: { $rate }.
map-linear = Gerçekleşen hız, IOPS; belirgin renk daha yüksek: { $low } – { $high }.
map-logarithmic = Gerçekleşen hız, IOPS; belirgin renk daha yüksek: { $low } – { $high }, logaritmik.
more-maps = { $maps } ısı haritası daha raporda.
cell-absent = planlanmadı
cell-running = sürüyor
cell-planned = henüz çalıştırılmadı
cell-valid = geçerli
cell-not-valid = geçersiz
cell-repeats = { $state }; tekrar { $done } / { $repeats }

## Actions

done = Tamam
back-to-campaign = Kampanyaya dön
not-running = Artık çalışmıyor.
asked-to-stop = Durduruluyor: süren koşudan sonra biter.
asked-to-stop-already = Zaten durduruluyor: süren koşudan sonra biter.
interrupted = Ctrl-C ile olduğu gibi durduruluyor: süren koşu düzgün biter ve saklanır.
unknown-process = kampanya { $number } sürecinin hangisi olduğu bilinmiyor veya süreç başka bir kullanıcıya ait
other-users-process = süreç { $pid } başka bir kullanıcıya ait
end-it-there = Başlatıldığı yerde Ctrl-C ile sonlandırın.
empty-mark = işaretin metni yok
empty-mark-advice = Ne olduğunu yazın: A yolunun kablosu çekildi.
long-mark = bir işaret en çok { $most } karakter olabilir
long-mark-now = Metni kısaltın.
mark-without-run = kampanya { $number } çalışmıyor
mark-without-run-now = 'plimsoll mark --campaign' ile not ekleyin.
mark-virtual = sanal saatte çalışıyor; sanal saatte günün saati yoktur
mark-virtual-advice = Gerçek saatteki koşuları işaretleyin.
marked = İşaretlendi: “{ $text }”, { $at }.
busy = { $campaigns }: şu anda bu makinede ölçüm yapılıyor; iki ölçüm birbirini bozar
busy-now = Bitmesini bekleyin veya “Yine de başlat” kutusunu işaretleyin.
running-process = { $name } (süreç { $pid })
campaign-of-process = bir kampanya (süreç { $pid })

## Labels of a campaign

its-answer = Sonucu
all-campaigns = Tüm kampanyalar
edit-title = Düzenle: { $campaign }
deleted-name = Silindi: { $campaign }
deleted-to = { $store } dosyasından ayrı bir sonuç dosyasına taşındı:
deleted-look = Açma komutu: { $command }; bu dosya silinirse yer açılır.
deleted = Silindi
name = Ad
name-empty = Boş bırakılırsa özgün ad geri gelir.
name-measured = Bu, özgün addır. Yeni ad raporlarda ve karşılaştırmalarda da kullanılır.
rename = Yeniden adlandır
tags = Etiketler
tags-label = Etiketler, virgülle ayrılmış
tags-example = array-7, before
save-tags = Etiketleri kaydet
notes = Notlar
note = Not
note-example = ürün yazılımı 7.2, önbellek pili değiştirildi
add-note = Not ekle
remove-note = { $at } tarihli notu kaldır
remove = Kaldır
baseline = Referans
unpin = Referanstan çıkar
pin = Referans yap
baseline-this = { $others ->
    [one] Referans bu kampanyadır: aynı sorulu { $count } kampanya daha bununla karşılaştırılır.
    *[other] Referans bu kampanyadır: aynı sorulu { $count } kampanya daha bununla karşılaştırılır.
    }
baseline-none = { $others ->
    [0] Sorusu ve ölçülen birimi aynı olan başka kampanya yok. Bu kampanya referans yapılırsa sonrakiler burada ve karşılaştırmalarda onunla karşılaştırılır.
    [one] Sorusu ve ölçülen birimi aynı olan { $count } kampanya daha var. Bu kampanya referans yapılırsa burada ve karşılaştırmalarda onunla karşılaştırılır.
    *[other] Sorusu ve ölçülen birimi aynı olan { $count } kampanya daha var. Bu kampanya referans yapılırsa burada ve karşılaştırmalarda onunla karşılaştırılırlar.
    }
baseline-theirs = { $others ->
    [one] Sorusu ve ölçülen birimi aynı olan { $count } kampanya daha var; referansları: { $baseline }.
    *[other] Sorusu ve ölçülen birimi aynı olan { $count } kampanya daha var; referansları: { $baseline }.
    }
baseline-theirs-against = { $others ->
    [one] Sorusu ve ölçülen birimi aynı olan { $count } kampanya daha var; referansları { $baseline }, bu kampanyanın farkı { $change }.
    *[other] Sorusu ve ölçülen birimi aynı olan { $count } kampanya daha var; referansları { $baseline }, bu kampanyanın farkı { $change }.
    }
archive = Arşivle
unarchive = Arşivden çıkar
archived-already = Arşivlendi: listede ve eğilimlerde görünmez.
archive-effect = Arşivlenenler gösterilmedikçe listede ve eğilimlerde görünmez.
delete = Sil…
delete-effect = { $runs ->
    [one] { $count } koşusu, notları ve işaretleriyle { $store } dosyasından çıkarılır ve yanındaki { $folder } klasöründe ayrı bir sonuç dosyasına taşınır. O dosya silinene kadar orada kalır.
    *[other] { $count } koşusu, notları ve işaretleriyle { $store } dosyasından çıkarılır ve yanındaki { $folder } klasöründe ayrı bir sonuç dosyasına taşınır. O dosya silinene kadar orada kalır.
    }
delete-confirm = Onaylamak için adını yazın: { $name }
delete-it = Sil
unknown-form = bilinmeyen form
unknown-form-now = Sayfayı yeniden yükleyin.
tags-in-use = Kullanılan etiketler: { $tags }.

## Ways in

demo = 10 saniyede dene
demo-about = Benzetilen bir disk dizisinde yük sınırının aranması izlenir. Hiçbir diske dokunulmaz.
demo-run = Demoyu çalıştır
disk = Bu diski ölç
disk-about = Bir klasörde 1 GiB test dosyası oluşturur, altındaki diskin kaç IOPS taşıdığını bulur ve dosyayı siler. Yaklaşık bir buçuk dakika sürer.
choose-folder = Klasör seç…
device = Aygıt veya dosya ölç
set-up = Ayarla
question = Depolama, taahhüdünü tutarken ne kadar yük taşır?
ways-note = Nasıl başlayacağınızı seçin. Onay vermediğiniz sürece Plimsoll yalnızca kendi oluşturduğu dosyalara yazar.
other-ways = Veya { $paste } · { $sample }
paste-file = kampanya dosyası yapıştır
see-sample = örnek raporu gör
results-go-into = Sonuçların yeri: { $stores }. Başka bir sonuç dosyasını gösteren komut: { $command }.
ways-in = Başlangıç yolları
any-path = Bir blok aygıtı, dosya veya NBD dışa aktarımı.
first-devices = { $devices } · veya bir dosya
first-devices-more = { $devices } ve { $more } tane daha · veya bir dosya
use-free = boşta
use-mounted = bağlı
use-in-use = kullanımda
use-file = dosya
use-reads-only = bağlı: yalnızca okuma
devices-and-files = Bu makinenin aygıtları ve dosyaları
devices-label = Aygıtlar ve dosyalar
column-target = Ölçülen birim
column-size = Boyut
column-what = Tür
column-use = Kullanım
choose = Seç
devices-note = Boşta: kullanımda olduğu görülmedi; aygıtta yine de veri bulunabilir. Okuma hiçbir şeyi değiştirmez. Plimsoll yazmadan önce aygıtı yeniden denetler; verinin yitirileceğini aygıtın adını yazarak onaylarsınız.
more-devices = ve { $more } aygıt daha
users-and-more = { $users } ve { $more } tane daha
mounted-on = bağlandığı yer: { $places }; yazmalar reddedilir
used-by = { $users }: yazmalar reddedilir
read-only = salt okunur
array = Benzetilen bir disk dizisini dene
array-about = Benzetim hiçbir diske dokunmaz, ancak on saniye kadar işlemci süresi alır.
start-it = Başlat
back = Geri
disk-note = Klasörde bir test dosyası oluşturulur, doldurulur, ölçülür ve silinir. Klasördeki başka hiçbir şeye dokunulmaz.
where = Yer
folder = Ölçülecek diskteki klasör
folder-hint = Bu sunucunun kullanıcısının yazabildiği herhangi bir klasör.
size = Test dosyasının boyutu
size-hint = örn. 1g; en çok boş yerin yarısı. Disk dizilerinde önbellekten büyük olmalıdır.
objective = Hedef
objective-hint = p99 &lt;= 5ms; boş: hafif yükteki gecikmeden seçilir
what-happens = Yapılacaklar
happens-fill = Bu klasörde { $file } oluşturulur ve doldurulur: tümü bir kez yazılır.
happens-measure = Önce en yüksek değer, sonra yük sınırı ölçülür: 8 KiB rastgele, %70 okuma, yaklaşık bir dakika. Yalnızca bu dosyaya yazılır.
happens-remove = Durdurulsa da dosya silinir. Sonuçların kaldığı dosya: { $store }.
folders = Bu makinenin disklerindeki klasörler
folders-label = Klasörler
beside = { $campaigns }: şu anda bu makinede çalışıyor. Aynı anda iki ölçüm birbirini bozar.
start-anyway = Yine de başlat
starting = Başlatılıyor.
filling-heading = Şu klasörün diski ölçülüyor: { $folder }
filling-note = Dosya dolunca arama burada gösterilir. Bu sayfa kapatılsa da sürer.
file-is-removed = Dosya silinir.
look-again = Yenile
filling = Test dosyası dolduruluyor
sample-takes = Benzetim ve raporun hazırlanması birkaç saniye sürer.
sample-frame = Örnek rapor
sample-disturbs = { $campaigns }: şu anda bu makinede ölçüm yapılıyor. Örnek raporun benzetimi ve hazırlanması, düşük öncelikle de olsa ölçümden işlemci süresi alır.
sample-anyway = Yine de göster
sample = Örnek rapor
sample-about = Benzetilen bir küme bir ana makinesini yitirdiğinde konuklarının durumu. Gerçek ölçümlerin raporları da böyledir: sonuç, rozet, eğri ve kanıtlar.
free = { $size } boş
free-on = { $size } boş, { $device }
no-folder = klasör verilmedi
choose-on-disk = Ölçülecek diskte bir klasör seçin.
folder-missing = klasör yok: { $folder }
file-too-small = { $size } boyutundaki test dosyası diskin önbelleğine sığar
file-too-small-now = En az { $least } verin; olağan değer 1g.
folder-not-writable = bu sunucunun kullanıcısı şu klasöre yazamıyor: { $folder }
folder-not-writable-now = Yazabildiği bir klasör seçin.
file-exists = { $file } zaten var
file-exists-now = Başka bir ölçüm kullanıyor veya önceki bir ölçüm zorla sonlandırılmış olabilir: bekleyin, dosyayı silin veya başka bir klasör seçin.
file-too-large = { $size } boyutundaki test dosyası, { $folder } klasöründeki boş yerin ({ $free }) yarısından büyük
file-too-large-now = Daha küçük bir dosya veya başka bir klasör seçin.
ended-before-measuring = Hiçbir şey ölçmeden sona erdi.
cannot-write = { $path } yazılamıyor: { $reason }
cannot-write-now = Yer açın veya yazma izni verin.
no-free-name = { $folder } içinde boş ad yok
no-free-name-now = Eski dosyaları başka yere taşıyın.
sample-too-long = örnek raporun benzetimi çok uzun sürdü
try-again-later = Daha sonra yeniden deneyin.
sample-failed = örnek raporun benzetimi yapılamadı

## Start form

table-campaign = Kampanya
table-target = Ölçülen birim
table-workload = İş yükü
table-load = Yük
plan-first = Önce plan gösterilir: ölçüm noktaları, süre, yazılacak bayt. Başlatılana kadar hiçbir şey çalışmaz. İlk kez kullananlar için: { $ways }.
new-here-ways = Benzetilen bir disk dizisi veya kendi test dosyasıyla bu disk
relative-paths = Göreli yolların başlangıcı: { $folder }.
show-plan = Planı göster
from-file = Veya dosyadan
read-file = Dosya oku
campaign-toml = Kampanya (TOML)
show-its-plan = Bu dosyanın planını göster
kept-in-one = Sonuçların yeri: { $store }.
kept-in = Sonuçların yeri
field-lose-data = Verilerinin silinmesini onayladığım birim
field-lose-data-hint = yazma içeriğini yok edecekse ölçülen birimin yolunu bir kez daha yazın
field-path = Ölçülen birimin yolu
field-path-hint = dosya, blok aygıtı, nbd://…, null: veya stack:FILE.toml
field-name = Ad
field-name-hint = kampanyanın adı
field-strategy = Strateji
field-objective = Hedef
field-objective-hint = örn. p99 <= 1ms; yük sınırı için gereklidir
field-repeats = Tekrar
field-repeats-hint = her ölçüm noktası için
field-warmup_for = Isınma
field-warmup_for-hint = örn. 1s; boş: stratejinin varsayılanı
field-measure_for = Ölçüm süresi
field-measure_for-hint = ızgaranın her koşusu için
field-effort = Aramanın kapsamı
field-effort-hint = hızlı: her biri yaklaşık bir dakika, daha geniş güven aralığı
effort-thorough = ayrıntılı
effort-quick = hızlı
field-time_limit = Süre sınırı
field-time_limit-hint = örn. 30m: bu test süresinden sonra yeni ölçüm noktası başlamaz
field-expected_rate = Beklenen hız
field-expected_rate-hint = IOPS; yalnızca planın hesabı için
field-like = Adlandırılmış iş yükü
field-like-hint = aşağıda boş bırakılan her değeri belirler
like-none = yok
switch-off = hayır
switch-on = evet
several-values = Bir alana 4k 64k gibi birden çok değer yazılırsa sırayla ölçülür: her birleşim bir ölçüm noktasıdır.
more-keys = Diğer anahtarlar
example = örn. { $example }
field-out-of-bounds = “{ $field }” alanındaki “{ $text }” sınırların dışında
field-empty = “{ $field }” alanı boş
field-only-commas = “{ $field }” alanında yalnızca virgül var
field-one-value = “{ $field }” alanı tek değer alır
field-one-value-now = Bir değer verin.
field-not-a-number = “{ $field }” alanındaki “{ $text }” bir sayı değil
field-takes = Beklenen: { $hint }.
new-store-in = { $folder } içinde yeni bir sonuç dosyası
no-such-store = böyle bir sonuç dosyası yok
no-such-store-now = Listedekilerden birini seçin.
confirm-beside = Bu makinede başka bir kampanya çalışıyor: yine de başlatılacağını onaylayın.
the-campaign = kampanya
planning-too-long = planlama { $seconds } s sınırını aştı
planning-too-long-now = 'plimsoll campaign plan' ile planlayın.
commands-not-allowed = bu kampanya komut içeriyor ({ $keys }) ve bu sayfanın bunları çalıştırma izni yok
commands-not-allowed-now = 'plimsoll campaign run' ile çalıştırın veya sunucuyu --allow-commands ile başlatın.
loss-not-allowed = bu kampanya ölçülen birimdeki verinin üzerine yazıyor ve bu sayfanın buna izni yok
loss-not-allowed-now = 'plimsoll campaign run' ile çalıştırın veya sunucuyu --allow-data-loss ile başlatın.
settings-left-changed = bu kampanyanın değiştirdiği ayarlar geri yüklenmedi; geri yükleme komutları sonuç dosyasında ve bu sayfanın bunları çalıştırma izni yok
settings-left-changed-now = Terminalde sürdürün: { $command }. Veya sunucuyu --allow-commands ile başlatın.
not-signed = bu kampanya komut çalıştırıyor veya verinin üzerine yazıyor ve bu sonuç dosyasında { $user } imzası yok: bu sayfadan sürdürülemez
not-signed-now = Terminalde inceleyin: { $command }
target-missing = Bu yolda bir şey yok: { $path }. Test dosyası oluşturma komutu: plimsoll prepare { $path } --size 1g
target-unreadable = { $path } okunamıyor: { $reason }.
target-folder = { $path } bir klasör. Test dosyası oluşturma komutu: plimsoll prepare { $file } --size 1g
target-strange = { $path } ne bir dosya ne de bir blok aygıtı.
target-file = { $path }: dosya, boyut { $size }.
target-device = { $path }: blok aygıtı, boyut { $size }.
not-begun = { $seconds } s içinde başlamadı
not-begun-now = Kampanya listesine bakın.
exited-silently = başlamadan, ileti vermeden sona erdi

## Plan

plan-of = Plan: { $campaign }
plan-points = { $points ->
    [one] { $count } ölçüm noktası
    *[other] { $count } ölçüm noktası
    }
plan-points-factors = { $points ->
    [one] { $count } ölçüm noktası = { $factors }
    *[other] { $count } ölçüm noktası = { $factors }
    }
plan-factor = { $factor } ({ $values })
plan-time = Süre
plan-about = yaklaşık { $time }
plan-at-most = en çok { $time } kadar
plan-searches-computed = sanal saat: her arama birkaç saniyede hesaplanır
plan-virtual-time = sanal zaman; hesaplama çok daha hızlıdır
plan-settling = bunun { $time } kadarı yatışma süresi
plan-no-settling = yatışma süresi yok
plan-written = Yazılacak
plan-nothing = yok
plan-reads-only = yalnızca okuma
plan-described-only = yalnızca yığın dosyasında tanımlı depolama
plan-wear = { $target } boyutunun { $times } katı
plan-expected-rate = beklenen hızda
plan-bytes-per-rate = 1.000 IOPS başına { $size }
plan-give-rate = toplam için beklenen hızı girin
plan-target-size = Ölçülen birimin boyutu
plan-full-grid = Tam ızgara ile
plan-grid-runs = ölçüm noktası başına { $seconds } s süreli { $runs } koşu
plan-must-hold = sağlanmalıdır
plan-repeat = tekrar { $number }
ask-another = Geri
goes-into = Sonuçların yeri: { $store }. Bu sunucu sonlansa da kampanya sürer; dosyası ve günlüğü sonuç dosyasının yanında tutulur.
its-file = Dosyası
keep-file = Düzenlenebilir: yapılan değişikliklerle başlar. Aynı dosya şununla da çalışır: { $command }.
campaign-file = Kampanya dosyası
copy = Kopyala
copied = Kopyalandı.
copy-by-hand = Seçildi: Ctrl-C ile kopyalayın.
plan-of-changed = Değişikliklerin planını göster
points-in-order = Ölçüm noktaları, sırayla
column-expected = beklenen
more-points = ve { $count } tane daha

## Login and errors

asks-for-token = Bu sunucunun belirtecini (token) girin: sunucu başlarken yazdırılmış veya sunucuya verilmiştir.
token = Belirteç (token)
log-in = Giriş yap
did-not-work = İşlem başarısız
to-shelf = Tüm kampanyalara
page-missing = Sayfa bulunamadı
page-missing-why = Sonuç dosyası taşınmış veya kampanya başka bir sonuç dosyasında olabilir.
page-failed = Bu sayfa gösterilemedi
try-again = Yeniden dene
form-address = Bu adres yalnızca bir formdan gönderilenleri kabul eder.
form-stale = Bu formun sayfası yüklendikten sonra sunucu yeniden başlatıldı. Sayfayı yeniden yükleyin.
form-too-large = Formun boyutu { $size } MiB sınırını aşıyor.
wrong-token-login = Belirteç yanlış.
