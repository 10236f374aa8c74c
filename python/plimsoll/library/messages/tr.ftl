## Notes

line-of-block-size = blok boyutu { $size }
line-of-read-share = %{ $share } okuma
line-as-asked = istendiği gibi
line-begins = { $line }:
grid-crossed = kampanya { $campaign } ile birlikte yapılan ızgara ölçümünde hedefin izin verdiği değer { $rate } IOPS hızında aşıldı; bunu doğrulayan bir doğrulama koşusu yok
grid-not-crossed = kampanya { $campaign } ile birlikte yapılan ızgara ölçümünde hedefin izin verdiği değer aşılmadı; bunu doğrulayan bir doğrulama koşusu yok
share-of-maximum = { $maximum } IOPS olan en yüksek değerin { $share } kadarı: sunulan hız { $rate } IOPS
share-of-saturated-maximum = { $maximum } IOPS veya üzerindeki en yüksek değerin (yük üreteci doymuştu) { $share } kadarı: sunulan hız { $rate } IOPS
scaling-run = { $run }: { $rate } IOPS ({ $question })
scaling-run-refused = { $run }: reddedildi; karar bu koşu olmadan verildi ({ $question })
left-out = dışarıda bırakıldı: { $line }: { $reason }
point = Ölçüm noktası { $number }
not-told = bilinmiyor
store-on-target = { $store } ölçülen aygıtta ({ $devices }): koşu sırasında yazılan sonuçlar da ölçüme girer. Sonuçları --store ile başka bir aygıtta saklayın veya 'plimsoll config store PATH' ile kalıcı olarak ayarlayın
