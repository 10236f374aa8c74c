## Progress and events

doing-measuring = ölçülüyor
doing-between-runs = koşular arasında
repeat = { $repeat }. tekrar
defaults = varsayılanlar
point-unsettled = { $point } numaralı ölçüm noktası yatışmadan başladı: { $seconds } s sonra kuyruk derinliği 1'de { $latency }, başlangıçta { $at_start } ± { $noise }
point-unsettled-without-operation = { $point } numaralı ölçüm noktası yatışmadan başladı: { $seconds } s sonra kuyruk derinliği 1'de tamamlanan işlem yok, başlangıçta { $at_start } ± { $noise }
measuring-maximum = en yüksek değer ölçülüyor (sunulan hızlar bunun paylarıdır)
point-again = { $point } numaralı ölçüm noktası yeniden ölçülüyor: { $why }
clearing-caches = önbellekler temizleniyor
applying-configuration = yapılandırma uygulanıyor: { $configuration }
measuring-latency = yatışma için hafif yükteki gecikme ölçülüyor
settling = yatışması bekleniyor
settling-failed = { $point } numaralı ölçüm noktasından önceki yatışma başarısız oldu: { $why }
figures-include-faults = ortalama ve yüzdelikler arızaların etkisini içerir; kesinti ve düzelme plimsoll timeline ile görülür
rounds-anew = turlar yeniden başlıyor: yığın olarak tanımlanan depolamanın durumu saklanmaz

## Marks on the time line

fault = arıza “{ $name }”
fault-undone = arıza “{ $name }” giderildi
fault-failed = arıza “{ $name }”: { $why }
collector-ended = toplayıcı { $number } ({ $name }): { $why }

## Plan

factor-configuration = yapılandırma
factor-target = ölçülen birim
factor-test = test
factor-workload = iş yükü
factor-load = yük
factor-repeat = tekrar
factor-hosts = ana makine sayısı

## Answers of Points

not-judged = hedef değerlendirilmedi
no-answer = sonuç yok
answer = { $rate } IOPS
answer-range = { $low } ile { $high } IOPS arasında
grade-estimated = tahmini
grade-bounded = yalnızca sınırları belli
beside-cpu = G/Ç başına CPU { $time }
beside-mean = ortalama { $time }
beside-p99 = p99 { $time }
