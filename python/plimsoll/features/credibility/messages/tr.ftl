## Answer

verdict = { $file }: { $verdict } ({ $program })
use-usable = kullanılabilir
use-limited = şu sınırlarla kullanılabilir
use-unusable = kullanılamaz
result-of-run = { $latency ->
    [none] { $rate } IOPS, { $moved }, gecikme yok; { $workload }; { $length }
   *[other] { $rate } IOPS, { $moved }, { $syncs ->
        [none] ortalama gecikme { $latency }
       *[other] ortalama gecikme { $latency }, eşitlemelerde { $syncs }
    }; { $workload }; { $length }
}
run-refuted = { $at }: değerler birbiriyle çelişiyor
runs-of-file = Koşular: { $parts }
runs-usable = { $count } kullanılabilir
runs-limited = { $count } sınırlı
runs-unusable = { $count } kullanılamaz
steps = aramayı doğrulama koşularına götüren öteki { $count } koşu değerlendirilmez
reason = { $use ->
    [unusable] Kullanılamaz: { $text }
    [limited] Sınır: { $text }
   *[usable] Not: { $text }
}
reason-of-runs = { $use ->
    [unusable] Kullanılamaz
    [limited] Sınır
   *[usable] Not
} ({ $n }: { $places }{ $more ->
    [0] {""}
   *[other] {" "}ve { $more } tane daha
}): { $text }
more-reasons = { $reasons ->
    [one] { $count } bulgu daha: --json
   *[other] { $count } bulgu daha: --json
}
instead = Bunun yerine şöyle ölçün: { $text }
not-checked = Denetlenmedi: { $items }
unchecked-steadiness = hızın sabit kalıp kalmadığı (dosyada yeterli zaman aralığı yok)
unchecked-working-set = ölçülen birimin ne kadarının adreslendiği (dosyada yok)
unchecked-link = bağlantı (--link NAME)
stored-run = Koşu { $run }
left-out = değerlendirilmedi: { $why }
left-out-read-as = değerlendirilmedi: { $why } ({ $format } olarak okundu)
left-out-more = { $files ->
    [one] değerlendirilmedi: { $count } dosya daha, adı --json çıktısında
   *[other] değerlendirilmedi: { $count } dosya daha, adları --json çıktısında
}
only-ignored = { $files ->
    [one] değerlendirilecek bir şey yok: { $count } dosya, desteklenen bir programın sonucu değil
   *[other] değerlendirilecek bir şey yok: { $count } dosya, desteklenen bir programın sonucu değil
}
counters-only = { $file }, { $program } programının kaydettiği sayaçları içeriyor, sonuç içermiyor: plimsoll import bunları koşuların yanına koyar
link-limit = { $ways ->
    [1] { $mb } MB/s
   *[other] her yönde { $mb } MB/s
}
link-limit-ops = { $limit }, { $ops } IOPS

## Findings on the whole Run

about-through_cache = Dosya, işletim sisteminin önbelleği üzerinden açıldı: G/Ç'nin bir bölümünü bellek karşılamış olabilir.
about-cache_unknown = Dosya, işletim sisteminin önbelleğinin atlanıp atlanmadığını göstermiyor: G/Ç'nin bir bölümünü bellek karşılamış olabilir.
about-no_latency = Gecikme yok: hız, derinlikle karşılaştırılamaz ve bir işlemin ne kadar sürdüğü bilinmez.
about-depth_unknown = Dosya, kaç işlemin beklediğini göstermiyor: hız ve gecikme, derinlikle karşılaştırılamaz.
about-null_target = Ölçülen birim null idi ve kendiliğinden yanıt verir: hiçbir depolama ölçülmedi.
about-stack_target = Yanıtı donanım değil, tanımlanmış bir yığın verdi.
about-writes_fit_cache = Koşu yalnızca { $written } yazdı: denetleyicinin, disk dizisinin veya diskin yazma önbelleği bunun tümünü tutabilir.
figure-disagrees = { $figure } dosyada { $told }, öteki değerlerden hesaplandığında { $recomputed }.
own-outcome = Koşunun sonucu: { $outcome } ({ $why }).
above-link = { $direction ->
    [read] Okumada { $rate } GB/s, { $link } bağlantısının taşıyabileceğinden fazla ({ $most } GB/s): G/Ç'yi, bağlantının önündeki bir önbellek karşıladı.
    [write] Yazmada { $rate } GB/s, { $link } bağlantısının taşıyabileceğinden fazla ({ $most } GB/s): yazmaları, bağlantının önündeki bir önbellek aldı.
    [ops] { $rate } IOPS, { $link } biriminin yapabileceğinden fazla ({ $most } IOPS): G/Ç'yi, önündeki bir önbellek karşıladı.
   *[all] { $rate } GB/s, { $link } bağlantısının taşıyabileceğinden fazla ({ $most } GB/s): G/Ç'yi, bağlantının önündeki bir önbellek karşıladı.
}

## What to measure instead

instead-bypass_caches = Önbelleği atlayın (fio direct=1, diskspd -Sh, vdbench openflags=o_direct) ve yoldaki tüm belleğin tutabileceğinden fazlasını adresleyin.
instead-larger_set = Önceden veriyle doldurulmuş alanda, belleğin, denetleyicinin ve diskin önbelleğe alabileceğinin birkaç katını adresleyin.
instead-all_latencies = Her iki yönün ve eşitlemelerin gecikmesini dağılımıyla birlikte kaydedin (fio --output-format=json+, elbencho --lathisto).
instead-fill_the_queue = Kuyruk kullanan bir motorla (libaio, io_uring, windowsaio) ölçün ve hız artmayana kadar iş sayısını artırın.
instead-lower_the_depth = Daha küçük derinliklerde veya belirli bir hızda da ölçün: plimsoll find, hedefi sağlayan en yüksek hızı arar.
instead-longer = Isınmadan sonra bir dakika veya daha uzun ölçün ve her saniyenin hızını kaydedin (fio write_iops_log, log_avg_msec=1000).
instead-real_data = Kendi verinize benzer veri yazın (fio refill_buffers ile buffer_compress_percentage, diskspd -Zr); ön doldurmada da.
instead-more_clients = Hız artmayana kadar işçi veya makine ekleyin.
instead-repair = Önce hataların nedenini bulun.
instead-keep_latency = Gecikmeleri kaydedin (fio gtod_reduce olmadan, diskspd -L).
instead-whole_output = Bir bölümü veya özeti değil, programın tek bir koşu için verdiği çıktının tümünü değerlendirin.
instead-real_target = Bir dosya veya aygıt belirtin.
instead-steady_clock = Ölçüm boyunca makinenin saatini sabit tutun: NTP saati kaydırarak ayarlasın, makine askıya alınmasın veya taşınmasın.
