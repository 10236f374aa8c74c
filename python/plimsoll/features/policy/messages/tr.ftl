## Rules

rule-limit = sınır { $rates }
rule-reads = okuma { $rates }
rule-writes = yazma { $rates }
rule-counted-up = { $unit } adımlarla sayılır, yukarı yuvarlanır
rule-counted = { $unit } adımlarla orantılı sayılır
rule-burst = ani yük { $rates } ({ $span })
rule-reservation = rezervasyon { $rates }
rule-shares = hisse { $shares }
rule-per-vm = sanal makinenin tüm volümleri için toplam
no-rules = kural yok
and = { $names } ve { $last }
or = { $first } veya { $other }
accepted-apart = okuma ve yazma için ayrı ayrı sınır
accepted-no_reservation = rezervasyon yok
accepted-no_shares = hisse yok
accepted-no_burst = ani yük yok
accepted-plain_iops = her G/Ç bir sayılır
accepted-in_proportion = G/Ç boyutuyla orantılı sayılır

## What is set

configured-compliant = uyumlu
configured-drifted = dışarıdan değiştirilmiş
configured-out_of_date = güncel değil
configured-unknown = bilinmiyor
not-set = ayarlanmamış
not-set-removed = ayarlanmamış (kaldırıldı: { $at })
differs-from-before = şimdi { $now }, politikadan önce { $wanted }
differs-from-policy = şimdi { $now }, politikaya göre { $wanted } olmalı
badge-plan-unread = Bilinmiyor
badge-plan-pending = Planlandı
badge-plan-by-others = Başkaları uygulayacak
badge-plan-same = Değişiklik yok
plan = { $changes ->
    *[other] { $changes } değişiklik yapılacak; henüz hiçbir şey değiştirilmedi.
    }
plan-by-others = { $volumes ->
    *[other] { $volumes } volümün ayarları buradan okunamaz ve değiştirilemez; bunları ilgili sistemin yöneticileri uygular.
    }
plan-unread = { $unread ->
    *[other] { $unread } volüm okunamadığı için değişiklikler bilinmiyor. Hiçbir şey değiştirilmedi.
    }
plan-unread-others = { $unread ->
    *[other] { $unread } volüm okunamadı; diğerlerinde { $changes } değişiklik yapılacak. Hiçbir şey değiştirilmedi.
    }
the-disk-itself = diskin kendisi
storage-policy = depolama politikası { $name }
stale = ayar veya politika bundan sonra değişti

## Findings of a policy file

finding-reservation_above_limit = rezervasyon ({ $reservation }) sınırdan ({ $limit }) yüksek: ikisi birden sağlanamaz
finding-reservations_above_line = { $volumes } volümün toplam rezervasyonu { $reserved }, kanıtlanmış yük sınırı ise yalnızca { $line }
finding-line_unknown = { $volumes } volümün rezervasyonu var, ancak yük sınırı kanıtlanmadığı için bunların sağlanıp sağlanamayacağı bilinmiyor. Yük sınırını ölçün (plimsoll find), ardından load_line değerini girin
finding-misplaced = bulunduğu “{ $datastore }” veri deposu “{ $policy }” politikasına uymuyor: { $why }
finding-unverified = sunucunun sertifikası doğrulanmıyor: { $server } (vcenter.toml içinde insecure)
finding-no_system = “{ $policy }” politikası atanmış, ancak bunu uygulayan bir sistem yok
finding-no_rules = “{ $policy }” politikasında sistemin uygulayabileceği bir kural yok
finding-cannot_apart = “{ $system }” sistemi ({ $kind }) okuma ve yazmayı ayrı ayrı sınırlıyor; toplamda sınırın iki katına ulaşılıyor. “{ $policy }” politikası buna izin vermiyor. Kabul etmek için [system.{ $system }] bölümüne accept = ["apart"] yazın
finding-cannot_no_reservation = “{ $system }” sistemi ({ $kind }) rezervasyon desteklemiyor, “{ $policy }” politikası ise gerektiriyor. Kabul etmek için [system.{ $system }] bölümüne accept = ["no_reservation"] yazın
finding-cannot_no_shares = “{ $system }” sistemi ({ $kind }) burada hisse desteklemiyor, “{ $policy }” politikası ise gerektiriyor. Kabul etmek için [system.{ $system }] bölümüne accept = ["no_shares"] yazın
finding-cannot_no_burst = “{ $system }” sistemi ({ $kind }) ani yük desteklemiyor, “{ $policy }” politikası ise gerektiriyor. Kabul etmek için [system.{ $system }] bölümüne accept = ["no_burst"] yazın
finding-cannot_plain_iops = “{ $system }” sistemi ({ $kind }) boyutu ne olursa olsun her G/Ç işlemini bir sayıyor; “{ $policy }” politikası farklı bir sayım gerektiriyor. Kabul etmek için [system.{ $system }] bölümüne accept = ["plain_iops"] yazın
finding-cannot_in_proportion = “{ $system }” sistemi ({ $kind }) G/Ç işlemlerini yukarı yuvarlamadan, boyutlarıyla orantılı sayıyor; “{ $policy }” politikası farklı bir sayım gerektiriyor. Kabul etmek için [system.{ $system }] bölümüne accept = ["in_proportion"] yazın
miss-tag = “{ $category }” etiketi { $have }, olması gereken { $wanted }
miss-capability = { $name } değeri { $have }, olması gereken { $wanted }
miss-capacity_unknown = kapasitesi belirtilmemiş
miss-space = kalan alan { $left }, volümün gereksinimi { $need }
miss-line_unknown = yük sınırı kanıtlanmadığı için rezervasyon yapılamaz
miss-rate = yük sınırından kalan { $left }, politikanın rezervasyonu { $need }
room-rates = rezerve edilmemiş { $left } (toplam { $line })
room-bytes = boş { $left }
room-unknown = kapasite ve yük sınırı belirtilmemiş
not-stated = belirtilmemiş

## What was proven

badge-kept = Tutuldu
badge-broken = Tutulmadı
badge-inconclusive = Belirsiz
head-proven = { $volumes ->
     [1] { $verdict ->
         [kept] Volüm politikadaki gibi ayarlı ve sınırları geçerli.
         [broken] Volüm politikadaki gibi değil.
        *[inconclusive] Volümün politikadaki gibi olup olmadığı belirlenemedi.
        }
    *[other] { $volumes } volümden { $proven } tanesi politikadaki gibi ayarlı ve sınırları geçerli.
    }
length = Ölçümler
length-total = toplam { $time }
set-them = Politikayı uygulayın: plimsoll policy apply { $file }
verdict-kept = tutuldu
verdict-broken = tutulmadı
verdict-inconclusive = belirsiz
point = { $size }, { $mix }
result = { $rate } ({ $point })
nothing-measured = ölçüm yok
pair = “{ $neighbour }” ile birlikte yük altındayken ikisinin toplamı { $together } ({ $own } ve { $other }); sınır { $limit }
together = aynı zamanlayıcıya bağlı { $volumes } volümün tümü aynı anda yük altındayken bu volümün hızı { $got }
together-between = aynı zamanlayıcıya bağlı { $volumes } volümün tümü aynı anda yük altındayken bu volümün hızı { $got } ({ $low } – { $high })
against = { $together }, mClock hesabına göre { $mclock }
burst-rate = { $size } okumayla { $rate }
burst-rule = { $span } süreli { $rate } ani yük
burst-run = { $rest } dinlenmenin ardından { $span } boyunca { $got }, sonra { $after }; { $burst } sürerken kredi yenilendiği için süre { $shortest } – { $longest } arasında olmalı
proven-kept = { $points ->
     [one] sınır kanıtlandı ve tek ölçüm noktasında geçerli: { $result }, izin verilen { $limit }
    *[other] sınır kanıtlandı ve { $points } ölçüm noktasının tümünde geçerli: { $result }, izin verilen { $limit }
    }
proven-kept-unknown = { $points ->
     [one] tek ölçüm noktasında bir üst sınır geçerli, ancak bunun politikanın sınırı olduğu gösterilemedi: { $result }, izin verilen { $limit }
    *[other] { $points } ölçüm noktasının tümünde bir üst sınır geçerli, ancak bunun politikanın sınırı olduğu gösterilemedi: { $result }, izin verilen { $limit }
    }
proven-not_enforced = sınır ayarlanmış, ancak uygulanmıyor: { $result }, izin verilen { $limit }
proven-other_setting = ayar politikanınki değil: { $result }, izin verilen { $limit }
proven-higher_cap = hızı bu sınır değil, kanıtlanmış daha yüksek bir üst sınır belirliyor: { $result }, izin verilen { $limit }
proven-apart = okuma ve yazmanın her biri ayrı ayrı sınıra tabi: { $result }, ikisi için toplam izin verilen { $limit }
proven-counts_units = sınır G/Ç işlemlerini boyutlarına göre { $unit } adımlarla sayıyor: { $result }; politika boyuttan bağımsız olarak { $limit } hızına izin veriyor
proven-counts_units-up = sınır G/Ç işlemlerini boyutlarına göre { $unit } adımlarla, yukarı yuvarlayarak sayıyor: { $result }; politika boyuttan bağımsız olarak { $limit } hızına izin veriyor
proven-size_blind = sınır her G/Ç işlemini bir sayıyor: { $result }; politika boyuta göre sayıyor ve { $limit } hızına izin veriyor
proven-counts_less = sınır büyük G/Ç işlemlerini politikadan daha düşük sayıyor: { $result }, izin verilen { $limit }
proven-lower_at_size = politikada bulunmayan bir sınır büyük G/Ç işlemlerini kısıtlıyor: { $result }, izin verilen { $limit }
proven-writes_twice = yazmalar iki kez sayılıyor: { $result }, izin verilen { $limit }. Sınır bir aynalamanın altında mı veya iki yerde mi uygulanıyor?
proven-twice = sınır iki kez uygulanıyor veya G/Ç işlemleri iki kez sayılıyor: { $result }, izin verilen hızın ({ $limit }) yarısı
proven-lower_cap = politikadakinden düşük, kanıtlanmış başka bir sınır var: { $result }, izin verilen { $limit }
proven-lower_open = { $result }, izin verilen { $limit }; daha fazla bekleyen G/Ç hızı artırmıyor. Neden başka bir sınır veya depolamanın kendisi; bu koşular hangisi olduğunu göstermiyor. Boştaki bir makinede plimsoll limits çalıştırın veya daha uzun ölçün (--measure-for)
proven-target_full = depolamanın kendisi sınırın ({ $limit }) altında doydu: { $result }; bu nedenle sınır sınanamadı
proven-open = { $point }: { $because }
proven-open-decide = { $point }: { $because }. Karar için gereken: { $decide }
proven-nothing_to_ask = politikada burada ölçülebilecek bir sınır yok
proven-no_target = dosyada ölçülen birim belirtilmemiş (target = …)
proven-unreadable = geçerli ayar okunamıyor: { $why }
proven-changed_meanwhile = doğrulama sırasında ayar değişti, bu nedenle hiçbir şey kanıtlanmadı. Yeniden doğrulayın
proven-shared_by_vm = sanal makinenin volümleri tek bir sınırı paylaşıyor, oysa politika sınırı her volüme veriyor: { $pair }
proven-one_limit = “{ $neighbour }” ile tek bir sınırı paylaşıyor (ikisinin at değeri aynı), oysa politika sınırı her volüme veriyor: { $pair }. Her birine ayrı sınır verin veya bileşene per = "vm" yazın
proven-per_disk = sanal makinenin her volümü sınırı tek başına kullanıyor, oysa politika sınırı tümüne birlikte veriyor: { $pair }
proven-neighbour_open = sanal makinenin volümlerinin sınırı paylaşıp paylaşmadığı bilinmiyor: { $pair }
proven-neighbour_failed = sanal makinenin volümlerinin sınırı paylaşıp paylaşmadığı bilinmiyor: “{ $neighbour }” ile birlikte yapılan koşu başarısız oldu
proven-contention_kept-shares = hissesi sağlanıyor: { $against }
proven-contention_kept-reservation = rezervasyonu sağlanıyor: { $against }
proven-contention_kept-both = hissesi ve rezervasyonu sağlanıyor: { $against }
proven-rules_not_shown-shares = { $together }; mClock hesabına uyuyor, ancak hissesi olmasaydı da hız yaklaşık aynı olurdu. Bu sonuç, bir zamanlayıcının hisseyi uyguladığını göstermiyor
proven-rules_not_shown-reservation = { $together }; mClock hesabına uyuyor, ancak rezervasyonu olmasaydı da hız yaklaşık aynı olurdu. Bu sonuç, bir zamanlayıcının rezervasyonu uyguladığını göstermiyor
proven-rules_not_shown-both = { $together }; mClock hesabına uyuyor, ancak hissesi ve rezervasyonu olmasaydı da hız yaklaşık aynı olurdu. Bu sonuç, bir zamanlayıcının bunları uyguladığını göstermiyor
proven-held_elsewhere = { $against }; ancak yoldaki başka bir sınır volümleri kısıtladı veya kısıtlamış olabilir, bu nedenle sonuç zamanlayıcının aleyhine kanıt değildir. Volümleri bu sınır olmadan yük altına alın veya daha uzun ölçün (--measure-for)
proven-machine_full = { $against }; ancak ölçüm makinesinin CPU kullanımı { $used } düzeyindeydi, bu nedenle volüme yeterince istek gönderilmemiş olabilir. Makine boştayken yeniden doğrulayın (plimsoll doctor)
proven-held_alone = { $together }, tek başına yük altındayken de en çok { $alone }: hızı zamanlayıcı değil, bir sınır veya volümün kendi depolaması belirliyor. Hangisi olduğunu bulmak için: plimsoll limits
proven-limit_elsewhere = başka yerdeki bir sınır ({ $alone }) tek başına yük altındayken de hızı kısıtlıyor, bu nedenle volüm hissesine ulaşamıyor: { $together }
proven-reservation_missed = { $together }, oysa rezervasyonu { $reserved }
proven-shares_otherwise = { $against } (hisse ve rezervasyonlara göre). Zamanlayıcının derinliği bekleyen istek sayısından büyük mü veya sırayı arkasındaki bir öğe mi belirliyor?
proven-shares_by_demand = { $against } (hisse ve rezervasyonlara göre): volümlerin hızı, ilk giren ilk çıkar kuyruğunda olduğu gibi taleplerini izliyor. Zamanlayıcı açık mı ve bekleyen isteklerden daha azını mı içeri alıyor?
proven-shares_open = { $against }: süre karar vermek için çok kısa. Daha uzun ölçün (--measure-for)
proven-not_scarce = { $together }: her volüm kendi sınırına ulaştı; kaynak kıtlığı olmadığı için hisse ve rezervasyonların etkisi olmadı
proven-contention_failed = hisse ve rezervasyonun sağlanıp sağlanmadığı bilinmiyor: tüm volümler aynı anda yük altındayken { $volume } sonuç vermedi: { $why }
with-another = başka bir volüm yük altına alınamadı
processors-were-full = ölçüm makinesinin CPU kapasitesi doluydu
nothing-completed = hiçbir işlem tamamlanmadı
proven-burst_endless = ani yük bitmiyor: { $rest } dinlenmenin ardından { $span } boyunca { $got } elde edildi ve hız sınıra ({ $limit }) dönmedi; { $burst } en çok { $longest } sürer
proven-burst_missing = ani yük yok: { $rest } dinlenmenin ardından hız { $got }, yani sınırın kendisi; politikada { $burst } tanımlı
proven-burst_faster = ani yük politikadakinden hızlı: { $run }
proven-burst_shorter = ani yük politikadakinden kısa: { $run }
proven-burst_longer = ani yük politikadakinden uzun: { $run }
proven-burst_slower = ani yükün sağlanıp sağlanmadığı bilinmiyor: { $rest } dinlenmenin ardından hız en çok { $got }; politikada { $burst } tanımlı. Depolama veya istemci daha fazlasını sağlayamıyor olabilir: sınır olmadan ölçün (plimsoll find)
proven-burst_failed = ani yükün sağlanıp sağlanmadığı bilinmiyor: { $because }
note-together-both = { $pair } (ikisi için toplam)
note-together-each = { $pair } (her biri için)
note-burst_kept = ani yük sağlanıyor: { $run }
note-reads_only = yazmalar sınanmadı
note-reservation_not_asked = rezervasyon sınanmadı: yalnızca volümler yarışırken görülür
note-shares_not_asked = hisse sınanmadı: yalnızca volümler yarışırken görülür
note-reservation_not_shown = rezervasyon sınanamadı: rezervasyon olmadan da hız yaklaşık aynı olurdu
note-shares_not_shown = hisse sınanamadı: hisse olmadan da hız yaklaşık aynı olurdu
note-held_in_contention = aynı zamanlayıcıya bağlı { $volumes } volümün tümü aynı anda yük altındayken bu volümün hızı { $got } IOPS; hisse ve rezervasyonlara göre mClock hesabı { $mclock } IOPS
note-burst_not_asked = ani yük sınanmadı
note-one_of_vm = sanal makinenin diğer { $others } volümünden yalnızca biriyle kanıtlandı: kalanlar birlikte yük altına alınmadı
note-alone_in_vm = sanal makinenin başka bir volümü yük altına alınmadı, bu nedenle sınırı paylaşıp paylaşmadıkları sınanmadı

## Simulation

no-needs = buradaki hiçbir konuğun hedefi veya rezervasyonu yok: gereksinimlerini belirtin (objective = …)
estate-miss = { $count ->
     [one] gereksinimi karşılanmayan konuk: { $names }
    *[other] gereksinimi karşılanmayan konuklar: { $names }
    }
estate-undecided = { $count ->
     [one] gereksinimi için karar verilemeyen konuk: { $names }
    *[other] gereksinimi için karar verilemeyen konuklar: { $names }
    }
estate-get = tüm konukların gereksinimi karşılanıyor
badge-guests-met = Sağlandı
badge-guests-missed = Sağlanmadı
badge-guests-undecided = Karar verilemedi
badge-guests-none = Tamamlandı, gereksinim belirtilmedi
of-datastore = { $datastore }: { $answer }
sentence = { $text }.
in-all = toplam { $rate }
limit-none_needed = sınır gerekmiyor: sınır olmadan da tüm konukların gereksinimi karşılanıyor ({ $now })
limit-now = şimdi { $limit }
no-limit-now = şimdi sınır yok
limit-always_harm = { $count ->
    *[other] hiçbir sınır yeterli değil: denenen her sınırda bazı konukların gereksinimi karşılanmıyor, sınır olmadan ise şunlarınki: { $names } ({ $now })
    }
limit-largest = { $count ->
     [one] volüm başına en çok { $low }; sınır olmadan gereksinimi karşılanmayan konuk: { $names } ({ $now })
    *[other] volüm başına en çok { $low }; sınır olmadan gereksinimi karşılanmayan konuklar: { $names } ({ $now })
    }
limit-largest-at = { $count ->
     [one] volüm başına en çok { $low }; sınır { $high } olduğunda gereksinimi karşılanmayan konuk: { $names } ({ $now })
    *[other] volüm başına en çok { $low }; sınır { $high } olduğunda gereksinimi karşılanmayan konuklar: { $names } ({ $now })
    }
no-limit = yok
guests-met = sağlandı
guests-missed = sağlanmadı
guests-undecided = karar verilemedi
simulated-held_by_limit = kendi sınırı sunulan hıza eşit veya ondan düşük, bu nedenle bekleyen işler sürekli artıyor
simulated-held_by_pool = depolama sunulan hıza yetişemiyor, bu nedenle bekleyen işler sürekli artıyor
simulated-held_in_some_runs = bazı koşularda depolama sunulan hıza yetişemedi, bu nedenle bekleyen işler sürekli artabilir
simulated-burst_outlasts_warmup = ani yük { $span } sürüyor, yani ısınmadan uzun: sonuçlar yalnızca ani yük için geçerli. Sonrası için: --warmup-for { $warmup }
simulated-residents = yığın dosyasındaki istemciler de birlikte çalışıyor: { $rates }
simulated-no_capacity_left = { $element } öğesinin kapasitesi dolu
simulated-sums_fit = { $fitting ->
    *[other] pay bırakılmadan yapılan plimsoll size hesabına göre bu karışımdan { $fit } konuk yük sınırının ({ $line }) altına sığıyor; buradaki { $wanted } konuk sığıyor
    }
simulated-sums_do_not_fit = { $fitting ->
    *[other] pay bırakılmadan yapılan plimsoll size hesabına göre bu karışımdan { $fit } konuk yük sınırının ({ $line }) altına sığıyor; buradaki { $wanted } konuk sığmıyor
    }

## Page

page-title = Politikalar
page-no-file = Bu sunucu politika dosyası olmadan başlatıldı. Bir dosya belirtin:
page-about = Ayarlanmış bir sınır uygulanmıyor olabilir: bu sayfa hem ayarı hem de ölçümü gösterir.
page-no-volume = Bu dosyada politikası olan volüm yok.
page-loose = Politikası olmayanlar: { $names }
page-verify = Sınırların uygulanıp uygulanmadığını ölçmek için:
page-unknown = { $volumes } volümün ayarı buradan okunamıyor.
page-summary = { $volumes } volümden { $set } tanesi dosyadaki gibi ayarlı, bunlardan { $proven } tanesi kanıtlandı.
file-version = { $file }, sürüm { $version }
finding-wrong = hatalı: { $finding }
table-volumes = { $file } dosyasının volümleri
column-volume = Volüm
column-configured = Yapılandırılan
column-proven = Kanıtlanan
column-last-proof = Son kanıt
column-setting = Ayar
column-now = şimdi
column-applied = uygulanınca
about-policy = politika { $policy }, { $rules }
about-accepted = kabul edilen: { $accepted }
about-leaves = artık dosyada yok
about-drifted = uygulandıktan sonra dışarıdan değiştirilmiş
version-applied = sürüm { $version } uygulandı
differs = { $key }: şimdi { $now }, olması gereken { $wanted }
never-measured = hiç ölçülmedi
stale-kept = önceki ayarla tutuldu
stale-broken = önceki ayarla tutulmadı
stale-inconclusive = önceki ayarla belirsiz
documents-for-others = Uygulanacak belgeler
documents-by-command = Bu sistemleri yönetenler uygular; { $command } aynısını yazar.
download-documents = { $system } için indir
page-plan-title = Politika değişiklik planı
table-changes = Değişiklikler
button-plan = Uygulanınca değişecekleri göster
button-back = Politikalara dön
button-apply = Uygula
button-policies = Politikalara git
page-may-not-apply = Bu sayfadan uygulanamaz: sunucu --allow-policies olmadan başlatıldı. Bir terminalde çalıştırın:
page-kept-first = Önce geçerli ayarlar saklanır: { $command } komutu, bir çökmeden sonra bile bunları geri yükler.
page-applied = Sürüm { $version } uygulandı
page-applied-title = Uygulandı
page-measures-it = Sınırlar ayarlandı, ancak henüz kanıtlanmadı: { $command } komutu, uygulanıp uygulanmadıklarını ölçer.
step-set = ayarlandı
step-put_back = geri yüklendi
step-same = zaten böyle
step-left = sıra gelmedi
plan-changed = Plan gösterildikten sonra değişti. Hiçbir şey uygulanmadı.

## On a terminal

head = { $name } ({ $kind }): “{ $policy }” politikası, { $rules }
head-for-policy = { $name } ({ $kind }): “{ $policy }” politikası için
head-leaves = { $name } ({ $kind }): artık dosyada yok; önceki ayarlar
rules-accepted = { $rules } (kabul edilen: { $accepted })
state-version = { $state } (sürüm { $version } uygulanmış)
state-by-others = { $state } (başkaları uygular)
state-not-from-here = { $state } (buradan uygulanmadı)
line-beside = not: şurada da sınırlanıyor: { $where } ({ $settings })
line-with-others = not: şunlarla ortak tek sınır: { $others }
line-wrong = hatalı: { $finding }
line-note = not: { $finding }
line-unreadable = okunamıyor: { $error }
line-for-others = başkaları uygular: --print belgeleri yazar
line-nothing-to-change = değişiklik yok
line-drifted = uygulandıktan sonra dışarıdan değiştirilmiş:
line-proven = kanıt: { $proof }
line-never = yok
line-no-policy = { $name }: politika yok
line-set = ayarlandı: { $what }
line-put-back = geri yüklendi: { $what }
line-already-so = zaten böyle: { $names }
line-not-reached = sıra gelmedi: { $names }
line-applied = Sürüm { $version } uygulandı.
line-kept = korundu ({ $by } gerektiriyor): { $names }
line-left = sonradan dışarıdan değiştirilmiş, olduğu gibi bırakıldı: { $names }
line-forgotten = kaydı silindi, geri yüklenmedi: { $names }
line-had = önceki ayarı: { $settings }
line-had-none = önceden sınırı yoktu
line-last-set-nothing = Geri yüklenecek bir şey yok: son uygulama bir şey ayarlamadı veya ayarladıkları zaten geri yüklendi. --last verilmezse bu dosyanın değiştirdiği her şey geri yüklenir.
line-nothing-to-put-back = Geri yüklenecek bir şey yok: bu dosya bir şey değiştirmedi veya değiştirdikleri zaten geri yüklendi.
place = { $volume } (“{ $policy }” politikası): { $datastores }
no-datastore-fits = uygun veri deposu yok
there-now = { $datastore } (şu an burada)
line-fits = { $datastore }: uygun
line-does-not-fit = { $datastore }: uygun değil
least-time = { $volumes ->
     [one] bir volümün
    *[other] { $volumes } volümün
    } ölçümü en az { $time } sürer
proof-of = { $volume } (“{ $policy }” politikası): { $rules }
line-configured = yapılandırılan: { $state }
line-law = bulunan kural: { $law }
limited-by-policy_cap = sınırlayan: bir kısıtlayıcı
limited-by-target = sınırlayan: depolamanın kendisi (doygun)
limited-by-cache = sınırlayan: bir önbellek
limited-by-unknown = sınırlayan: bilinmiyor (bir kısıtlayıcı veya depolamanın kendisi)
simulated-how = Sanal zamanda her biri { $length } süren { $runs } koşu, tohumlar { $first } – { $last }. IOPS tek bir konuğun, p99 ise o türdeki tüm konukların değeridir.
of-stack = { $datastore } ({ $stack })
harmless-limits = Diğer politikalar şimdiki gibi kalırken hiçbir konuğu engellemeyen en yüksek sınırlar:
outstanding = { $queue_depth } bekleyen G/Ç
reserved = { $rates } rezerve
terminal-block-size = blok boyutu
terminal-mix = işlem
terminal-allowed = izin verilen
terminal-measured = ölçülen
terminal-verdict = karar
terminal-guests = konuklar
terminal-policy = politika
terminal-wants = istenen
terminal-gets = alınan
terminal-least = en düşük
terminal-p99 = p99
terminal-needs = gereksinim
