## Who else used the machine

who-pid = { $name } (pid { $pids })
who-pids = { $name } (pid { $pids })
who-processes = { $name } ({ $count } süreç)
who-on-host = { $host } üzerinde { $who }
who-unnamed = adı belirlenemeyen programlar
neighbour-measuring = { $who }
neighbour-measuring-in-some = { $who }, { $of_runs } koşudan { $runs } tanesinde
neighbour-device = { $who }, { $rate }
neighbour-device-in-some = { $who }, { $rate }, { $of_runs } koşudan { $runs } tanesinde
neighbour-cpu = { $who }, bir çekirdeğin { $share } kadarı
neighbour-cpu-in-some = { $who }, bir çekirdeğin { $share } kadarı, { $of_runs } koşudan { $runs } tanesinde
neighbours-more = ve { $count } tane daha
hypervisor-took = hipervizör, bir çekirdeğin { $share } kadarını aldı
hypervisor-took-in-some = hipervizör, { $of_runs } koşudan { $runs } tanesinde bir çekirdeğin { $share } kadarını aldı
also-measuring = bu makinede aynı anda ölçüm yapanlar: { $programs }
also-cpu = aynı anda CPU kullananlar: { $programs }
also-reading = ölçülen birimin aygıtından aynı anda okuyanlar: { $programs }
also-reading-device = aynı anda okuyanlar, { $device }: { $programs }
also-writing = ölçülen birimin aygıtına aynı anda yazanlar: { $programs }
also-writing-device = aynı anda yazanlar, { $device }: { $programs }
also-both = ölçülen birimin aygıtında aynı anda okuyup yazanlar: { $programs }
also-both-device = aynı anda okuyup yazanlar, { $device }: { $programs }

## Devices of this machine

device-partition = disk bölümü
device-multipath = çoklu yol
device-lvm = LVM volümü
device-encrypted = şifreli
device-mapper = device mapper
device-raid = yazılım RAID
device-loop = loop aygıtı ({ $file })
device-disk = disk
used-swap = takas alanı olarak kullanılıyor
used-swap-part = { $part } takas alanı olarak kullanılıyor
used-holder = { $holder } tarafından kullanılıyor
used-holder-part = { $part }, { $holder } tarafından kullanılıyor
used-mount-part = { $part }, { $at } konumuna bağlı

## What cannot be read of this machine

unreadable = { $what } okunamıyor: { $why }
unreadable-output = “{ $command }” çıktısı
why-no-file = dosya değil
why-too-large = { $most } MiB sınırından büyük
why-no-text = metin değil
why-no-number = sayı değil
why-too-many-links = çok fazla bağlantı
why-no-command = { $command } yok
why-ended = { $code } koduyla sona erdi
why-one-reading = ağaçta tek okuma değeri var, hız için iki değer gerekir
why-not-twice = iki kez okunmadı
why-no-span = iki okuma arasındaki süre bilinmiyor
why-not-root = root yetkisi yok

## Notes

note = not: { $note }
