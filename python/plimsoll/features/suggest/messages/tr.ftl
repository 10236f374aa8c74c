## Answer

headline = { $of } için { $system }: { $rules }.
headline-unnamed = { $system }: { $rules }.
headline-cost = { $of } için io.cost: altı yük sınırından doğrusal model ve gecikme hedefleri.
badge-kept = Kanıtlandı
badge-estimated = Kanıtlandı (tahmini bir yük sınırından)
badge-broken = Tutulmadı
badge-inconclusive = Kanıtlanmadı
origin = Benzetim
row-basis = Dayanak
row-headroom = Pay
row-proof = Kanıt
proof-kept = üst sınır modelde kanıtlandı ({ $points ->
    [one] tek ölçüm noktasında
   *[other] { $points } ölçüm noktasının tümünde
})
row-note = Not
row-reads = Okuma
row-writes = Yazma
headroom = her yük sınırının { $share } kadarı boş bırakıldı
cost = rastgele { $random }, sıralı { $sequential }, { $bytes }
basis-of-line = kampanya { $campaign }, { $workload }: planlamada kullanılabilir { $plan }, { $interval }
basis-of-campaigns = { $store } içindeki { $numbers } numaralı kampanyaların yük sınırları; güven aralıkları metindedir
workload = { $pattern } { $block }, { $mix }
interval = yük sınırı { $low } – { $high }, { $grade ->
     [confirmed] doğrulandı
     [estimated] tahmini
    *[bounded] tek yanlı
    }
interval-open = yük sınırı en az { $low }, { $grade ->
     [confirmed] doğrulandı
     [estimated] tahmini
    *[bounded] tek yanlı
    }
verify-there = Bu, metni model üzerinde kanıtlar. Uyguladıktan sonra gerçek sistemde tutulup tutulmadığını ölçün: plimsoll policy verify.
search-there = Bu, metni model üzerinde kanıtlar. Bir sınır olmadığından policy verify ile denetlenemez: uyguladıktan sonra gerçek sistemde aynı yük sınırlarını yeniden arayın, düşmemeleri gerekir: plimsoll find.
written-to = { $path } dosyasına yazıldı
lines-missing = { $system } için { $store } içinde bulunmayan { $count ->
     [one] bir yük sınırı
    *[other] { $count } yük sınırı
    } gerekiyor: { $flags }. Şu komutlarla arayın:
line-open = { $system } için politika yazılamaz: { $store } içindeki { $campaign } numaralı kampanyanın ({ $workload }) planlamada kullanılabilir bir hızı yok. Şu komutla yeniden arayın:

## Remarks

# What a user of the policy should know.
remark-estimated = Yük sınırlarından biri tahminidir: gerçek değer güven aralığının içindedir ve değişebilir.
remark-one_mix = Aranan okuma-yazma karışımı için geçerlidir. Depolama başka bir karışımda daha azını taşıyabilir: onu da arayın (find --read).
remark-lowest_mix = Okuma ve yazma aynı sayıldığından sınır, en az taşıyan karışımın sınırıdır.
remark-large_only = 64k ve daha büyük bloklarla bulundu: daha küçük G/Ç ile bundan fazlası taşınabilir.
remark-no_bytes = Bayt sınırı yok: bu okuma ve yazmalar için 64k veya daha büyük bloklu bir yük sınırı bulunmamış (find --block-size 1m).
remark-together = Okuma ve yazmanın sınırları ayrıdır: ikisi birlikte depolamanın taşıdığından fazlasını isteyebilir. Kendi karışımınızın yük sınırı, birlikte geçerli sınırlar verir (find --read 70).
remark-no_reads = Okumanın sınırı yok: okuma için yük sınırı bulunmamış (find --read 100).
remark-no_writes = Yazmanın sınırı yok: yazma için yük sınırı bulunmamış (find --read 0).
remark-counted_in_32k = 32 KiB'lik G/Ç olarak sayılır (ESXi 7.0 U3q ve 8.0 U3'ten itibaren). Daha eskileri her G/Ç'yi bir sayar: orada yük sınırının kendi değerini yazın.
remark-mean_objective = Hedefte yüzdelik yok, bu yüzden io.cost gecikmeye bakmaz: yalnızca model geçerlidir.
remark-capacity = mClock'un istemciler ile kurtarma arasında paylaştırdığı kapasitedir; tek başına bir sınır değildir. Bir OSD, çıplak aygıtından daha azını taşır; bu yüzden yük sınırı OSD üzerinden bulunmuş olmalıdır: ceph tell osd.N bench ile karşılaştırın.
remark-whole_units = Saniyedeki bayt sayısı sistemin ölçü birimine yuvarlandı (aşağıya).
remark-one_mix_of_bytes = IOPS, en az taşıyan karışımındır. Saniyedeki bayt yalnızca tek bir karışımla arandı ve başka bir karışım daha azını taşıyabilir: onu da arayın (find --read).
remark-small_unsearched = 32 KiB'ye kadar olan bir G/Ç bir sayılır; bu yüzden küçük G/Ç, hiç aranmamış olan bu hıza kadar geçer. Önce onu arayın: find --block-size 4k.
remark-capacity_unusual = Ceph'in kendi ölçümü bu sonucu kabul etmezdi: hdd için 50 ile 500 IOPS, ssd için 1.000 ile 80.000 IOPS arasını kabul eder.
remark-allows_more = { $workload }: bu sınır { $allowed } geçirir, oysa kampanya { $campaign } için planlanacak değer { $plan }. Depolamayı bu yükten korumaz.
