## Warnings during a Run

starting = başlatılıyor
late-worker = GECİKME: { $name } numaralı işçide ölçüm makinesinin gecikmesi p99 { $lag }, { $limit } sınırının üzerinde: yanıt süreleri yalnızca ölçülen birimin değil, bu makinenin gecikmelerini de içeriyor
late-host = GECİKME: { $name } ana makinesinde ölçüm makinesinin gecikmesi p99 { $lag }, { $limit } sınırının üzerinde: yanıt süreleri yalnızca ölçülen birimin değil, o makinenin gecikmelerini de içeriyor
waiting = BEKLEME: { $mean } olan ortalama yanıt süresinin { $before } kadarı gönderimden önce, birikme veya ölçüm makinesinin gecikmesi olarak geçti (sınır { $limit }): hangisi olduğu koşunun kaydından anlaşılır
late-sentence = { $warning }.
host-slower-mean = { $host } diğerlerinden yavaş: yük üretecinin gecikmesi hariç ortalama yanıt süresi { $figure }, diğerlerinde { $others }.
host-slower-median = { $host } diğerlerinden yavaş: yük üretecinin gecikmesi hariç yanıt süresinin ortancası { $figure }, diğerlerinde { $others }.
host-behind = { $host }, işçi başına IOPS değerinde diğer ana makinelerin ortancasının { $share } kadarında kaldı.
host-late = { $host } üzerindeki yük üreteci gecikti: ölçüm makinesinin gecikmesi p99 { $figure }, diğerlerinde { $others }.
more-odd-hosts = { $hosts } ana makine daha diğerlerinden ayrılıyor.
