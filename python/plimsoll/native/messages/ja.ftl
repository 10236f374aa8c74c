## Who else used the machine

who-pid = { $name }(pid { $pids })
who-pids = { $name }(pid { $pids })
who-processes = { $name }({ $count }プロセス)
who-on-host = { $host }の{ $who }
who-unnamed = 特定できないプログラム
neighbour-measuring = { $who }
neighbour-measuring-in-some = { $who }、{ $of_runs }回中{ $runs }回の実行で検出
neighbour-device = { $who }、{ $rate }
neighbour-device-in-some = { $who }、{ $rate }、{ $of_runs }回中{ $runs }回の実行で検出
neighbour-cpu = { $who }、1コアの{ $share }
neighbour-cpu-in-some = { $who }、1コアの{ $share }、{ $of_runs }回中{ $runs }回の実行で検出
neighbours-more = ほか{ $count }件
hypervisor-took = ハイパーバイザが1コアの{ $share }を占有
hypervisor-took-in-some = ハイパーバイザが1コアの{ $share }を占有、{ $of_runs }回中{ $runs }回の実行で検出
also-measuring = 測定機で同時に測定していたプログラム: { $programs }
also-cpu = 同時にCPUを使用していたプログラム: { $programs }
also-reading = 同時に測定対象のデバイスから読み取っていたプログラム: { $programs }
also-reading-device = 同時に{ $device }から読み取っていたプログラム: { $programs }
also-writing = 同時に測定対象のデバイスへ書き込んでいたプログラム: { $programs }
also-writing-device = 同時に{ $device }へ書き込んでいたプログラム: { $programs }
also-both = 同時に測定対象のデバイスを読み書きしていたプログラム: { $programs }
also-both-device = 同時に{ $device }を読み書きしていたプログラム: { $programs }

## Devices of this machine

device-partition = パーティション
device-multipath = マルチパス
device-lvm = LVMボリューム
device-encrypted = 暗号化
device-mapper = デバイスマッパー
device-raid = ソフトウェアRAID
device-loop = { $file }のループデバイス
device-disk = ディスク
used-swap = スワップとして使用中
used-swap-part = { $part }はスワップとして使用中
used-holder = { $holder }が使用中
used-holder-part = { $part }は{ $holder }が使用中
used-mount-part = { $part }は{ $at }にマウント済み

## What cannot be read of this machine

unreadable = { $what }を読み取れません: { $why }
unreadable-output = 「{ $command }」の出力
why-no-file = ファイルではありません
why-too-large = { $most } MiBを超えています
why-no-text = テキストではありません
why-no-number = 数値ではありません
why-too-many-links = リンクが多すぎます
why-no-command = { $command }がありません
why-ended = 終了コード{ $code }で終了しました
why-one-reading = 読み取り値が1回分しかありません。レートの計算には2回分が必要です
why-not-twice = 2回読み取られていません
why-no-span = 2回の読み取りの間隔が不明です
why-not-root = root権限がありません

## Notes

note = 注: { $note }
