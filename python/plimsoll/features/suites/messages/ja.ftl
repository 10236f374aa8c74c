## Answer

headline-measured = { $suite }: { $total }件中{ $count }件のテストを測定しました。
headline-saturated = { $rounds ->
       *[other] { $suite }: { $rounds }ラウンドで容量の{ $written }倍を書き込みました。
    }
headline-saturated-rest = { $rounds ->
       *[other] { $suite }: { $rounds }ラウンドで容量の{ $written }倍を書き込みました(途中の休止: { $rest }、{ $where })。
    }
headline-saturated-rests = { $rounds ->
       *[other] { $suite }: { $rounds }ラウンドで容量の{ $written }倍を書き込みました(途中の休止は{ $rests }回、最後の休止: { $rest }、{ $where })。
    }
headline-steady = { $rounds ->
       *[other] { $suite }: 規格の判定基準により、{ $rounds }ラウンドで定常状態に達しました。{ $drift }。
    }
headline-steady-rest = { $rounds ->
       *[other] { $suite }: 規格の判定基準により、{ $rounds }ラウンドで定常状態に達しました(途中の休止: { $rest }、{ $where })。{ $drift }。
    }
headline-steady-rests = { $rounds ->
       *[other] { $suite }: 規格の判定基準により、{ $rounds }ラウンドで定常状態に達しました(途中の休止は{ $rests }回、最後の休止: { $rest }、{ $where })。{ $drift }。
    }
headline-not_steady = { $rounds ->
       *[other] { $suite }: { $rounds }ラウンドでは定常状態に達しなかったため、結果はありません。数値は最後の数ラウンドのものです。{ $drift }。
    }
headline-not_steady-rest = { $rounds ->
       *[other] { $suite }: { $rounds }ラウンドでは定常状態に達しなかったため、結果はありません(途中の休止: { $rest }、{ $where })。数値は最後の数ラウンドのものです。{ $drift }。
    }
headline-not_steady-rests = { $rounds ->
       *[other] { $suite }: { $rounds }ラウンドでは定常状態に達しなかったため、結果はありません(途中の休止は{ $rests }回、最後の休止: { $rest }、{ $where })。数値は最後の数ラウンドのものです。{ $drift }。
    }
headline-partial = { $suite }: { $total }件中{ $count }件のテストに結果があります。
headline-running = { $suite }: 実行中です。現時点で{ $total }件中{ $count }件のテストに結果があります。
headline-nothing = { $suite }: 結果のあるテストはありません。
drift-steady = 最後の数ラウンドにドリフトはありません
drift-drifting = 最後の数ラウンドにドリフトがあります
drift-unknown = 最後の数ラウンドのドリフトの有無は判定保留です
drift-too-few = ラウンド数が不足しているため、判定できません
drift-too-few-since = 休止後のラウンド数が不足しているため、判定できません
window-passes = { $mean }、範囲{ $range }、傾き{ $slope }({ $low }～{ $high }): 合格、{ $steadiness }
window-does-not-pass = { $mean }、範囲{ $range }、傾き{ $slope }({ $low }～{ $high }): 不合格、{ $steadiness }
steadiness-steady = 定常
steadiness-drifting = ドリフトあり
steadiness-unknown = 不明
purged = 測定対象は事前に消去済みです: { $purged }。
too-few-rounds = { $test }: ラウンド数が不足しているため、判定できません。
too-few-rounds-since = { $test }: 測定対象の休止後のラウンド数が不足しているため、判定できません。
marked = { $mark }: { $tests }。
title = { $suite }({ $target })
title-with-deviations = { $suite }({ $target })、相違点: { $deviations }
title-suite = スイート
about-suite = 標準スイート: 規定順のテスト、定常状態までのラウンド、規定からの逸脱

## Deviations

deviation-key = { $key }: { $value }(スイートでは{ $usual })
deviation-not-purged = 事前の消去なし
deviation-write-cache-not-on = 書き込みキャッシュが有効かどうかは未確認
deviation-write-cache-not-off = 書き込みキャッシュが無効かどうかは未確認
deviation-without-small-blocks = { $sizes }を除外: 測定対象のブロックは{ $block }バイト
deviation-one-file = { $files }個に代えて{ $size }のファイル1個
deviation-one-file-of-parts = { $each }のファイル{ $files }個に代えて{ $size }のファイル1個
deviation-file-of = { $size }のファイル
deviation-shared-file = 全ワーカーが{ $size }のファイル1個を共用
deviation-no-mixed-test = 読み取りと書き込みを同時に行うテストを省略
deviation-caches-not-warmed = ホストキャッシュのウォームアップなし
deviation-written-before = 新しいファイルに代えて全体を書き込み済みのファイルに書き込み
deviation-written-before-etcd = 全体を書き込み済みのファイルに書き込み(etcdのserver/storage/wal(fallocateで割り当てた64 MBのセグメント)とfioのfallocate=nativeは割り当て済みファイルの各バイトに初めて書き込むため、ここで10 msを達成できないディスクはetcdには遅すぎる一方、達成できるディスクも実際には未達となり得る。ext4などのファイルシステムはその場合、同期のたびにジャーナルもコミットする)
deviation-written-before-kubestr = 全体を書き込み済みのファイルに書き込み(kubestrは新しいファイルに書き込むためext4ではより遅い)
deviation-on-linux = Windows上のDiskSpdに代えてLinux上のPlimsollで負荷を生成
deviation-in-rounds = 各テストの5回連続実行に代えてラウンドごとに実行
deviation-no-pause = テスト間の待ち時間なし
deviation-no-fsync = 終了時のfsyncなし
deviation-one-device = デバイス2台に代えて1台
deviation-whole-device = 各スレッドが自分の16分の1に代えてデバイス全体に書き込み
deviation-reads-by-libaio = キュー深度1の読み取りをpreadに代えてlibaioで発行
deviation-laid-out = テストで書き込む前にファイルを作成して全体に書き込み済み
deviation-whole-file = ランダム読み取りの対象は各スレッドの16分の1に代えてファイル全体
deviation-writes-by-libaio = 書き込みをpwriteに代えてlibaioで発行
deviation-longer = { $size }で終了する元のテストに代えて同じ{ $size }に{ $time }間書き込み
deviation-no-batches = キュー深度分の一括発行に代えて空きができるたびにI/Oを発行
deviation-worker-per-disk = ホストごとのVM { $vms }台(ディスク各{ $disks }台)に代えて指定したディスクごとにワーカー1つ
deviation-disks-as-they-are = ディスクは現状のまま(新規に配備して全体に書き込んだものではない)
deviation-one-after-another = 1つのファイルでテストを順に実行(kubestrは4つのジョブを別々のファイルで同時に実行するためIOPSは比較不可)
deviation-one-client-of-hosts = ホスト{ $hosts }台に代えてクライアント1台
deviation-older-text = このテストはPTS-E 1.1に準拠(2.0.2の該当部分は判読不能)
deviation-one-client-of-vms = 多数のVMに代えてクライアント1台
deviation-write-shares = 書き込み比率は0・10・30%(プロファイルでは利用者が指定)
deviation-data-then-log = データとログを順に測定
deviation-reads-then-writes = 読み取りと書き込みを順に測定
deviation-evenly = データの5%への95%の集中に代えて全体に均等
deviation-not-throttled = レート制限なし
deviation-dsync-cached = dsyncはページキャッシュ経由(pg_test_fsyncはO_DIRECTで開く)
deviation-block-in-turn = { $size }に順に書き込む(pg_test_fsyncは先頭のブロックに繰り返し書き込む)
rested = 休止{ $rest }({ $where })
none = なし

## First screen

badge-measured = 完了
badge-missed = 水準に未達
badge-saturated = 飽和
badge-steady = 規格の判定基準で定常
badge-drifting = 規格の判定基準で定常、ドリフトあり
badge-not_steady = 定常に未到達: 結果なし
badge-partial = 一部完了
badge-running = 結果待ち
badge-nothing = 結果なし
head-measured = { $suite }: 完了しました。
head-missed = { $suite }: 水準に達していません。
head-saturated = { $suite }: 飽和しました。
head-steady = { $suite }: 規格の判定基準により、定常状態です。
head-drifting = { $suite }: 規格の判定基準では定常状態ですが、ドリフトがあります。
head-not_steady = { $suite }: 定常状態に達しなかったため、結果はありません。
head-partial = { $suite }: 一部が完了しました。
head-running = { $suite }: まだ結果はありません。
head-nothing = { $suite }: 結果はありません。
todo-partial = 続行するには: plimsoll campaign resume。理由を確認するには: plimsoll campaign status。
todo-not_steady = 下の収束のグラフを確認してください。ラウンドを増やすには: --set campaign.repeats=50。
mean-of-rounds = ラウンド{ $first }～{ $last }の平均
highest = 最高
row-levels = 水準
row-throughput = 最高スループット
rounds = ラウンド
rounds-of-at-most = { $rounds }(最大{ $most })

## Tables

facts = スイートと各値の出典
fact-suite = スイート
suite-version = { $suite }、バージョン{ $version }
fact-origin = 出典
fact-repeats = 繰り返し
repeats-best = 最良値
repeats-mean = 平均値
head-of-test = テスト
head-of-iops = IOPS
head-of-throughput = スループット
head-of-mean = 平均
head-of-p99 = p99
rate-and-commits = { $rate }(永続化コミット毎秒{ $commits }回)
head-of-commits = コミット/秒
head-of-commit-mean = コミット平均
head-of-write-p99 = 書き込み p99
head-of-sync-p99 = 同期 p99
head-of-outcome = 結果
tests = テスト
test = テスト
column-spread = 最小～最大
column-throughput = スループット
column-mean = 平均{ $latency }
column-longest = 最長{ $latency }
column-outcome = 結果
caption-best = 数値は、繰り返しのうち最良の値です。
caption-mean = 数値は繰り返しの平均です。パーセンタイルは、分布を統合して求めています。
caption-rounds = 数値は判定対象のラウンドの平均です。パーセンタイルは、分布を統合して求めています。
steady-state = 定常状態
tracked = 追跡対象
mean = 平均
column-range = 範囲
column-rise = 変化
standards-test = 規格の判定
passes = 合格
does-not-pass = 不合格
rise-interval = 変化の95%信頼区間
drift = ドリフト
column-too-few = ラウンド数不足
range = { $low }～{ $high }
caption-steadiness = 規格では、判定対象のラウンドで、範囲が平均の{ $range }以内、近似直線の増減が{ $slope }以内であれば合格です。10%のばらつきや緩やかな低下でも合格することがあります。併記した信頼区間は、これらのラウンドからどこまで判断できるかを示します。
matrix = ブロックサイズと読み書き比率別のIOPS
block-size = ブロックサイズ
matrix-caption = 判定対象のラウンドの平均です。

## Charts

unit-rate = IOPS
unit-bytes = スループット(1秒あたりのバイト数)
unit-latency = 平均応答時間
chart-tests-rate = テスト別のIOPS
chart-tests-bytes = テスト別のスループット
bars-best = 各棒は、繰り返しのうち最良の値です。
bars-mean = 各棒は、繰り返しの平均です。
chart-convergence = 収束: 全ラウンド
chart-window = 判定対象のラウンド
chart-by-block-size-rate = ブロックサイズ別のIOPS
chart-by-block-size-latency = ブロックサイズ別の平均応答時間
chart-matrix-rate = 読み書き比率とブロックサイズ別のIOPS
chart-matrix-latency = 読み書き比率とブロックサイズ別の平均応答時間
chart-saturation-time = 書き込み飽和の時間推移
chart-saturation-written = 書き込み量に対する書き込み飽和の推移
axis-saturation-time = 書き込み時間、分
axis-saturation-written = 合計書き込み量、GiB
axis-mix = 読み書き比率
round = ラウンド
rule-rest = 休止{ $rest }
rule-above-mean = 平均の110%
rule-below-mean = 平均の90%
mark-round = ラウンド
mark-judged = 判定対象
line-straight = 近似直線
hover-value = 値
hover-mix = 読み書き比率
hover-block-size = ブロックサイズ
no-figure = 数値なし
note-until-steady = 測定対象が定常状態に達すると、ラウンドを終了します。
note-until-full = 容量の{ $times }倍を書き込むと、ラウンドを終了します。
note-mean-of-rounds = 各点は、判定対象のラウンドの平均です。
note-matrix = 規格の3次元グラフをマップで表したものです。
judgement-passes = { $test }: y = { $start } { $slope } × (ラウンド - { $round })。範囲は平均の{ $range }({ $most_range }以内)、変化は{ $rise }({ $most_rise }以内)で、合格です。変化の95%信頼区間は{ $low }～{ $high }: { $steadiness }。
judgement-does-not-pass = { $test }: y = { $start } { $slope } × (ラウンド - { $round })。範囲は平均の{ $range }(基準は{ $most_range }以内)、変化は{ $rise }(基準は{ $most_rise }以内)で、不合格です。変化の95%信頼区間は{ $low }～{ $high }: { $steadiness }。
no-suite = 標準スイートではありません
no-points = 測定点がありません

## Before it runs

run-it = 実行するには、--planを外してください。
would-make = 実行すると、{ $files }を作成し、全体に書き込みます。
would-not-run = 現在は実行できません: { $reason }
time-rounds = { $tests ->
       *[other] 時間: 1ラウンド{ $tests }テスト、{ $first }～{ $last }ラウンド: { $least }～{ $most }
    }
time-rounds-virtual = { $tests ->
       *[other] 時間: 1ラウンド{ $tests }テスト、{ $first }～{ $last }ラウンド: 仮想時間で{ $least }～{ $most }(実際の計算は短時間で終了)
    }
time-tests = 時間: { $tests }テスト: 約{ $time }
time-tests-virtual = 時間: { $tests }テスト: 仮想時間で約{ $time }(実際の計算は短時間で終了)
time-repeats = 時間: { $tests }テスト、各{ $repeats }回: 約{ $time }
time-repeats-virtual = 時間: { $tests }テスト、各{ $repeats }回: 仮想時間で約{ $time }(実際の計算は短時間で終了)
writes-nothing = 書き込み: なし
writes-described = 書き込み: 記述されたストレージのみ
writes = 書き込み: { $parts }
writes-and-wears = 書き込み: { $parts }(このレートで、容量{ $size }の{ $times }倍)
part-fill = 準備の書き込み{ $size }
part-at-rate = { $rate }の場合{ $size }、測定対象がより速い場合は増加
cost-deviates = スイートとの相違点: { $deviations }
filling = { $path }に書き込み中
filled = { $total }のうち{ $done }

## History

history-title = { $name }の推移
figure-rate = IOPS
figure-throughput = スループット
figure-mean = 平均レイテンシ
figure-p99 = p99レイテンシ
not-decided = { $tests ->
       *[other] { $name }: 判定保留です。最新のキャンペーンに値がないか、値が{ $least }件未満のテストがあります(設定が変わると新しい系列になります)。{ $tests }件中{ $judged }件のテストは判定でき、悪化はありません。
    }
not-enough = { $name }: 履歴が不足しています。キャンペーンは{ $most }件で、{ $least }件必要です。
became-worse = { $tests ->
       *[other] { $name }: { $tests }件中{ $count }件のテストが最近悪化しました: { $worse }。
    }
none-worse = { $tests ->
       *[other] { $name }: { $tests }件のテストに、最近の悪化はありません。
    }
none-worse-older = { $name }: { $tests ->
       *[other] { $tests }件のテストに、最近の悪化はありません
    }({ $older ->
       *[other] 以前の変化は{ $older }件
    })。
and-more = { $names }、ほか{ $count }件
target-host = ホスト{ $name }
target-path = { $name }
target-disk = ディスク{ $name }
not-recorded = 記録なし
several-targets = { $name }は{ $count }個の測定対象で、履歴はそれぞれ別です: { $targets }。1つとして扱うには、--by-nameを指定してください。
reach-test = 現在の水準での値は{ $values }件だけです。{ $change }以上の変化は、今後{ $campaigns }件のキャンペーンのうちに約{ $cases }の確率で報告されます。より小さな変化の検出には、より多くのキャンペーン、またはより長い実行が必要です。
reach-one = 1件のテストは、現在の水準での値が{ $values }件だけです。{ $change }以上の変化は、今後{ $campaigns }件のキャンペーンのうちに約{ $cases }の確率で報告されます。より小さな変化の検出には、より多くのキャンペーン、またはより長い実行が必要です。
reach-several = { $count }件のテストは、現在の水準での値が{ $values }件だけです。{ $change }以上の変化は、今後{ $campaigns }件のキャンペーンのうちに約{ $cases }の確率で報告されます。より小さな変化の検出には、より多くのキャンペーン、またはより長い実行が必要です。
several-engines = 複数のエンジン({ $engines })による測定: { $tests }。エンジンの変更だけでも、数値が変わることがあります。
left-out = 除外: { $reason }
left-out-not_finished = { $store }のキャンペーン{ $campaign }: 状態は{ $state }です
left-out-archived = { $store }のキャンペーン{ $campaign }: アーカイブ済みです
left-out-not_steady = { $store }のキャンペーン{ $campaign }: 測定対象が定常状態に達しなかったため、結果がありません
left-out-no_value = { $store }のキャンペーン{ $campaign }、{ $test }: { $reason }
no-such-figure = 該当する数値なし
short-not-enough = 履歴が不足しているため、判定できません。
short-none-worse = { $tests }件のテストに、最近の悪化はありません。
short-worse = { $tests }件中{ $count }件のテストが最近悪化しました。
change-worse = { $test }: { $date }({ $store }のキャンペーン{ $campaign })を境に、{ $before }から{ $after }に変わりました({ $change }): 悪化。記録された設定に、同時の変更はありません。
change-better = { $test }: { $date }({ $store }のキャンペーン{ $campaign })を境に、{ $before }から{ $after }に変わりました({ $change }): 改善。記録された設定に、同時の変更はありません。
change-worse-with = { $test }: { $date }({ $store }のキャンペーン{ $campaign })を境に、{ $before }から{ $after }に変わりました({ $change }): 悪化。同時に変わった設定: { $differences }。
change-better-with = { $test }: { $date }({ $store }のキャンペーン{ $campaign })を境に、{ $before }から{ $after }に変わりました({ $change }): 改善。同時に変わった設定: { $differences }。
as-asked = 指定どおり
axis-campaigns = キャンペーン(時系列順)
chart-series = { $test }({ $target })
no-change = 水準の変化はありません。
hover-date = 日時
mark-campaign = キャンペーン
campaign-of = { $store }の{ $campaign }
every-test = すべてのテスト
target = 測定対象
campaigns = キャンペーン
newest-rate = 最新のIOPS
newest-throughput = 最新のスループット
newest-mean = 最新の平均レイテンシ
newest-p99 = 最新のp99レイテンシ
last-change = 最後の変化
since = 変化の時点
standing = 状況
standing-steady = 安定
standing-worse = 悪化
standing-better = 改善
standing-too_few = 件数不足
history-caption = 悪化または改善: 最新の{ $recent }件の値に変化がある場合です。
history-left-out = 除外したもの
badge-history-steady = 悪化なし
badge-history-worse = 悪化
badge-history-too_few = キャンペーン不足
changed-by = 変化
date = 日時
todo-changed = 同時に変わった設定を下で確認してください。
head-of-target = 測定対象
head-of-campaigns = キャンペーン
head-newest-rate = 最新のIOPS
head-newest-throughput = 最新のスループット
head-newest-mean = 最新の平均レイテンシ
head-newest-p99 = 最新のp99レイテンシ
head-of-last-change = 最後の変化
too-few-values = 件数不足
