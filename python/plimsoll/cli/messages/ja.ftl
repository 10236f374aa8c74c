## Progress of a campaign

point-under-way = { $total }点中{ $number }点目: { $asks }
point-ended = { $total }点中{ $number }点目: { $asks }: { $answer }
point-ended-why = { $total }点中{ $number }点目: { $asks }: { $answer }: { $why }
point-ended-left = { $total }点中{ $number }点目: { $asks }: { $answer }  (残り約{ $left })
point-ended-why-left = { $total }点中{ $number }点目: { $asks }: { $answer }: { $why }  (残り約{ $left })
running = 実行中
run-closed-loop = (クローズドループ、達成 { $achieved })
run-offered = (投入 { $offered } IOPS、達成 { $achieved })
repeat = 繰り返し{ $number }
point-state-planned = 未実行
point-state-running = 実行中
point-state-finished = 完了
point-state-failed = 失敗
point-state-skipped = 省略

## Plan of a campaign

plan-points = { $points ->
    *[other] { $campaign }: 測定点{ $count }個
    }
plan-points-product = { $points ->
    *[other] { $campaign }: 測定点{ $count }個 = { $product }
    }
plan-factor = { $factor } { $values }通り
plan-strategy = 方式{ $strategy }: { $does }、順序: { $order }
plan-strategy-objective = 方式{ $strategy }: { $does }、目標: { $objective }、順序: { $order }
plan-fault = 各実行で起こす障害: { $fault }({ $at }に発生、{ $undo_at }に解除)
more-points = … ほか{ $count }個(全件は --json で表示)
run-it = 実行コマンド: { $command }
plan-grid = フルグリッドの場合: { $time }({ $points } × { $seconds }秒の実行{ $runs }回)
plan-grid-longer = フルグリッドの場合: { $time }({ $points } × { $seconds }秒の実行{ $runs }回)、所要時間は{ $times }倍
writes-nothing = 書き込みなし
writes-described-only = 書き込み先はスタックファイルで定義したストレージのみ
writes = 書き込み量: { $size }
writes-per-rate = 書き込み量: 1,000 IOPSあたり{ $size }(合計を表示するには campaign.expected_rate を設定)
wear = { $target }: 容量{ $size }の{ $times }倍
would-fail = 現状では、全{ $total }測定点のうち{ $points }点が失敗します: { $why }。
every-point = 全測定点: { $column }  { $value }
column-configuration = 構成
column-target = 測定対象
column-workload = ワークロード
column-load = 負荷
column-repeat = 繰り返し
time-searches-computed = 所要時間: 仮想クロック。1回の探索の計算は数秒で終わります
about = 約{ $time }
at-most-about = 最長で約{ $time }
time = 所要時間: { $time }
time-virtual = 所要時間: 仮想時間で{ $time }(実際の計算ははるかに短時間)
time-settling = 所要時間: { $time }(うち整定{ $settling })
time-virtual-settling = 所要時間: 仮想時間で{ $time }(うち整定{ $settling }。実際の計算ははるかに短時間)

## State of a campaign

note = 注: { $text }
points-unasked = (測定点の一覧は --runs で表示)
points-not-listed = (測定点{ $count }個の一覧は省略。全件は --json で表示)
campaign-status = { $store }のキャンペーン{ $number }({ $name }): { $state }
campaign-state-running = 実行中
campaign-state-stopping = 停止処理中
campaign-state-interrupted = 中断
campaign-state-finished = 完了
points-progress = 測定点{ $total }個中{ $done }個完了({ $ended })、開始から{ $elapsed }
points-progress-left = 測定点{ $total }個中{ $done }個完了({ $ended })、開始から{ $elapsed }、残り約{ $left }
points-valid = 有効 { $count }
points-not-valid = 無効 { $count }
points-failed = 失敗 { $count }
points-skipped = 省略 { $count }
not-restored = 未復元: 構成{ $configuration }の{ $setting }(元の値: 「{ $original }」)
not-restored-why = 未復元: 構成{ $configuration }の{ $setting }(元の値: 「{ $original }」、理由: { $why })
cut-short = { $runs ->
    *[other] 強制終了で中断された実行: { $count }件。時間区間は保存されていますが、根拠にはなりません
    }
column-answer = 結果
column-throughput = スループット
column-mean = 平均
column-p99 = p99
column-cpu-per-io = I/OあたりのCPU時間
column-limited-by = 制約要因
all-limited-by = 全測定点の制約要因: { $limiter }。
line-of-rates = これらのレートから負荷限界線を求めるコマンド: { $command }
marked = { $mark } 無効: 最大値、負荷限界線、比較から除外
restored = 復元済み: 構成{ $configuration }の{ $setting }(値: 「{ $original }」)
nothing-to-restore = 復元する設定なし
labels = { $store }のキャンペーン{ $number }: { $name }
labels-marked = { $store }のキャンペーン{ $number }: { $name }({ $marks })
tags = タグ: { $tags }
deleted = 削除済み: キャンペーン{ $number }(「{ $name }」)を{ $store }から取り除きました
deleted-to = 移動先: { $store }。このファイルを削除すると領域が解放されます
planning = 測定点{ $count }個を計画中
would-do = { $action }はまだ何も実行していません。実行する内容:

## Progress

not-here = { $summary }(この環境では利用不可: { $why })
left = 残り約{ $time }
doing-left = { $doing }(残り約{ $left })
clock-seconds = { $seconds }秒
clock-minutes = { $minutes }分{ $seconds }秒
clock-hours = { $hours }時間{ $minutes }分
legend-met = { $mark } 達成
legend-missed = { $mark } 未達
legend-undecided = { $mark } 判定保留
legend-hold-met = { $mark } 確認実行で達成
legend-hold-missed = { $mark } 確認実行で未達
legend-hold-undecided = { $mark } 確認実行で判定保留
legend-without-objective = { $mark } 目標なしの実行
legend-sentence = { $legend }。
rate-offered = 投入 { $rate } IOPS
worker-host = ホスト
worker-one = ワーカー
worker-many = ワーカー
worker-iops = IOPS
worker-bytes = バイト/秒
worker-p50 = p50
worker-p99 = p99
worker-errors = エラー
all-workers = 全{ $count }個
rest-more = ほか{ $count }件
rest-hosts = ホスト{ $count }台
rest-workers = ワーカー{ $count }個
rest-errors = { $errors ->
    *[other] { $rest }: エラー{ $count }件
    }
rest-and = { $rest }: { $workers }
rest-errors-and = { $rest }、{ $workers }
slowest-fastest = 最遅 { $slowest }、最速 { $fastest }
slowest-fastest-of-all = 全体の最遅 { $slowest }、最速 { $fastest }
slowest = 最遅 { $slowest }
slowest-of-all = 全体の最遅 { $slowest }
worker-rate = { $worker }: { $rate } IOPS
worker-rate-and-time = { $worker }: { $rate } IOPS、p99 { $p99 }

## plimsoll watch

row-offered = 投入
row-achieved = 達成
row-syncs = 同期
row-bytes = バイト/秒
row-mean = 応答時間 平均
row-p50 = 応答時間 p50
row-p95 = 応答時間 p95
row-p99 = 応答時間 p99
row-max = 応答時間 最大
row-outstanding = 未完了I/O
row-not-finished = 積み残し
row-own-lag = 測定機の遅れ p99
row-before-submit = 発行前の待ち 平均
row-errors = エラー
row-now = 現在
row-most = 最大
the-last = 直近{ $time }
no-interval = 終了した時間区間はまだありません
watch-title = キャンペーン{ $number }({ $name }): { $state }
watch-title-late = キャンペーン{ $number }({ $name }): { $state }(結果ファイルから取得、最大{ $seconds }秒遅れ)
watch-running = 実行中
watch-stopping = 停止処理中
watch-point = 測定点{ $number }/{ $total }({ $done }個完了): { $asks }
watch-run = 実行 { $number }: { $asks }、対象: { $target }
watch-run-unkept = 実行: { $asks }、対象: { $target }
workers = { $workers ->
    *[other] ワーカー{ $workers }個
    }
workers-depth = { $workers ->
    *[other] ワーカー{ $workers }個 × キュー深度{ $depth }
    }
workers-hosts = { $workers ->
    *[other] ワーカー{ $workers }個(ホスト{ $hosts }台)
    }
workers-depth-hosts = { $workers ->
    *[other] ワーカー{ $workers }個 × キュー深度{ $depth }(ホスト{ $hosts }台)
    }
watch-starting = 開始処理中
watch-phase-warmup = ウォームアップ中 { $elapsed }/{ $limit }秒
watch-phase-measure = 測定中 { $elapsed }/{ $limit }秒
watch-phase-drain = ドレイン中 { $elapsed }/{ $limit }秒
watch-left = 全体の残り約{ $left }
watch-doing-left = { $doing }、全体の残り約{ $left }
interval-closed-loop = クローズドループ、達成 { $achieved } IOPS
interval-offered = 投入 { $offered } IOPS、達成 { $achieved } IOPS
interval-times = 応答時間 平均 { $mean }、p50 { $p50 }、p95 { $p95 }、p99 { $p99 }、最大 { $max }
interval-outstanding = 未完了I/O { $mean }
interval-backlog = 区間末の積み残し { $operations }
interval-own-lag = 測定機の遅れ p99(最も遅いワーカー) { $lag }
interval-before-submission = 発行前の待ち 平均 { $mean }
interval-errors = エラー { $errors }
cpu = CPU
cpu-shares = { $busy }(ユーザー { $user }、システム { $system }、スチール { $steal })
io-pressure = I/Oプレッシャー
disk = ディスク{ $disk }
disk-load = ビジー率 { $busy }、キュー長 { $queue }
run = 実行 { $number }
last-run = 直前の実行
run-of-role = { $run }({ $role })
outcome-and-verdict = { $outcome }、{ $verdict }
run-ended = { $run }: { $outcome }、{ $achieved } IOPS、p99 { $p99 }
run-ended-offered = { $run }: { $outcome }、投入 { $offered } IOPSに対し達成 { $achieved } IOPS、p99 { $p99 }

## Answers of run, find and demo

answer-basis = 根拠
# Of a number that the headline has not.
answer-number = { $value }、{ $basis }
minute-of-demo = demoの1分間
drawing-report = レポートを作成中
test-file = テストファイル: { $file }
lines-with-objective = 負荷限界線(IOPS)、目標: { $objective }
total-test-time = テスト時間の合計: { $time }(ウォームアップとドレインを含む)。
estimated-note = { "*" } その負荷限界線のすべての実行からの推定値で、確認されていません。両端は95%区間の端です。
compared-with-grid = グリッドとの比較({ $rates }レート、各{ $seconds }秒、2回実施):
stopped-early = 途中で停止しました。ここまでの結果:
kept-as-campaigns = { $store }のキャンペーン{ $numbers }として保存しました。
needs-wider-terminal = 実行{ $runs }回の表を表示するには、端末の幅を広げるか、plimsoll report を使ってください。
demo-kept = すべての実行: { $store }(キャンペーン{ $campaign })
demo-kept-and-report = レポート: { $report }   すべての実行: { $store }(キャンペーン{ $campaign })
filling = { $file }にデータを書き込み中
filled = { $done } / { $total }
demo-in-memory = { $folder }はメモリ上にあり、測定するストレージがありません
demo-in-memory-now = --dir でディスク上のフォルダーを指定してください
stopped-unfilled = テストファイルの書き込み中に停止したため、何も測定していません。
stopped-unopened = テストファイルの書き込み直後に停止したため、何も測定していません。
metrics-here = メトリクス: { $address }
metrics-open = メトリクス: { $address }。このアドレスに到達できるすべてのマシンから参照できます(パスワードなし)
stage-maximum = 最大値を測定中
stage-reference = 軽負荷で測定中
stage-probe = 負荷限界線を探索中
stage-hold = 両端を確認中
kept-as-campaign = { $store }のキャンペーン{ $campaign }として保存しました。レポートを作成するコマンド: { $command }
table-title = { $title }:
step = { $name }: { $words }
line-name = 条件
line-low = 推奨値
line-high = 上端
line-itself = 負荷限界線
line-of-maximum = 最大値比
line-held = 維持時間
line-reason = 終了理由
line-runs = 実行数
line-time = テスト時間
line-estimate = { $rate } *
line-estimated = 推定
line-not-confirmed = 未確認
grid-name = 条件
grid-search = 探索
grid-grid = グリッド
grid-again = グリッド2回目
grid-search-grids = 探索とグリッドの差
grid-grid-grid = グリッド間の差
grid-search-time = 探索時間
grid-time = グリッド1回の時間
scaling-run = スケーリング実行
scaling-rate = IOPS(整定後)
scaling-outstanding = 未完了I/O
scaling-latency = 完了レイテンシ
phase-warmup = ウォームアップ中
phase-measure = 測定中
phase-drain = ドレイン中
run-rate = { $rate } IOPS
warning = 警告: { $text }

## Answers of other commands

config-store = 結果ファイル: { $store }({ $origin })
element-parameter = { $unit }(既定値: { $default })
element-scope = group | disk | vm | host | node(既定値: { $default })
element-scope-about = 要素の個数: 全体で1つ(group)、またはボリューム(disk)、VM(vm)、ホスト(host)、データを保持するホスト(node)ごとに1つ
element-ends-path = データを保持し、パスの末尾に置く要素です。例:
element-goes-on = パスの中で、後に別の要素が必要です。例:
marked-run = 実行 { $number }: 「{ $text }」({ $at })
marked-campaign = キャンペーン{ $number }: 「{ $text }」({ $at })
prepared = { $target }: { $time }で{ $written }を書き込み、{ $speed }/s
prepared-in-passes = { $target }: { $passes }回のパスで{ $written }を書き込み、所要時間{ $time }、{ $speed }/s
fill-progress = { $done } / { $total }、{ $speed }/s
fill-line = { $doing }: { $progress }
fill-line-left = { $doing }: { $progress }(残り約{ $left })
report-written = キャンペーン{ $campaigns }({ $kind })、レポート{ $report }: { $file }
written-beside = 付属ファイル: { $file }
no-charts = キャンペーン{ $campaign }のレポート「{ $report }」にはグラフがありません。
charts-of = キャンペーン{ $campaign }の{ $report }のグラフ
reports = レポート
forms = 形式
no-store-to-list = 結果ファイル{ $store }が見つかりません。--store で指定してください。
campaigns-of = { $store }のキャンペーン
campaigns-number = キャンペーン
campaigns-kind = 種類
campaigns-name = 名前
campaigns-job = ジョブ
campaigns-state = 状態
campaigns-objective = 目標
campaigns-runs = 実行数
campaigns-began = 開始日時
is-baseline = 基準
is-archived = アーカイブ済み
serving = 提供中。終了するには Ctrl-C
may-grow = { $file }はさらに{ $size }増える可能性がありますが、ファイルシステムの空きは{ $free }しかありません。満杯になると書き込みは失敗します
still-attached = { $device }はまだ接続されたままで、今後のすべての要求に失敗します。切り離すコマンド: losetup --detach { $device }
connections = { $connections ->
    *[other] 接続{ $count }件
    }
serve-statistics = { $connections }、{ $rate } IOPS、{ $speed }/s、処理中 { $operations }、遅れ p99 { $late }
served-operations = I/Oとその完了レイテンシ(平均から最大まで)
served-volume = ボリューム
served-n = n
served-errors = エラー
served-bytes = バイト
served-mean = 平均
served-p50 = p50
served-p99 = p99
served-max = 最大
served-kind-read = 読み取り
served-kind-write = 書き込み
served-kind-trim = トリム
served-kind-flush = 同期
served-connections = { $connections }、切断 { $cut }、拒否 { $refused }
served-connections-cut = { $connections }、切断 { $cut }、拒否 { $refused }、最新の切断: { $latest }
cut-handshake_flags = クライアントが提示していないハンドシェイクフラグ{ $value }を設定しました
cut-option_magic = クライアントのオプションの先頭{ $value }が正しいマジックナンバーではありません
cut-no_volume = クライアントが存在しないボリュームを要求しました
cut-too_many_options = クライアントが送信したオプションが多すぎます
cut-request_magic = クライアントの要求の先頭{ $value }が正しいマジックナンバーではありません
cut-handshake_time = クライアントが時間内にハンドシェイクを完了しませんでした
cut-payload_time = クライアントがデータの送信を途中で止め、そのメモリーを他のクライアントが必要としました
cut-operations_left = 切断したクライアントの処理が「{ $volume }」に{ $value }件残っています。一部が完了するまで、このボリュームは新しいクライアントを受け付けません
served-late = 応答の遅れ: p50 { $p50 }、p99 { $p99 }、最大 { $max }。30 usを超え、かつレイテンシの5%を超えて遅れたI/Oは{ $share }
held-up = クライアントが滞らせたI/O: { $operations }
sockets-hold-rate = レートを抑えたのはスタックではなく、クライアントのソケットです。満杯のあいだに運べたのは{ $speed }/sで、空きがないために遅れたI/Oは{ $share }です。ブロックを小さくするか、接続を増やすか、負荷を下げてください
machine-does-not-keep-up = このマシンでは処理が追いついていません。{ $share }のI/Oの応答が、30 usかつスタックでのレイテンシの5%を超えて遅れました。負荷を下げるか、より遅いスタックを使ってください
serve-warning = 警告: { $text }
reachable-here = この測定機からのみアクセスできます。他のユーザーにはトークンが必要です
reachable-here-token = この測定機からのみアクセスできます。他のユーザーに必要なトークン: { $token }
reachable-by-others = 他のマシンからもアクセスでき、通信は暗号化されません。共有ネットワークではTLSプロキシの背後に置くか、ssh -L を使ってください
serving-pages = 提供中。Ctrl-C で終了するのはサーバーだけで、開始したキャンペーンは続きます
made-from = 平均で読み取り{ $reads } IOPS、書き込み{ $writes } IOPSから作成
offered-rate = 投入レート: { $flag }。これは平均値です。ピークがどれだけ高いかを確認してください
assumed-read = 読み取りサイズの指定がないため、4kと仮定しました。大きいほど負荷は重くなります
assumed-write = 書き込みサイズの指定がないため、4kと仮定しました。大きいほど負荷は重くなります
assumed-read-and-write = 読み取りと書き込みのサイズの指定がないため、4kと仮定しました。大きいほど負荷は重くなります
mean-read-kept = 読み取りの平均サイズは{ $mean }です。{ $smaller }と{ $larger }を、この平均になる比率で混ぜています
mean-write-kept = 書き込みの平均サイズは{ $mean }です。{ $smaller }と{ $larger }を、この平均になる比率で混ぜています
mean-read-more = 読み取りの平均サイズは{ $mean }です。{ $size }はそれより{ $share }大きくなります
mean-read-less = 読み取りの平均サイズは{ $mean }です。{ $size }はそれより{ $share }小さくなります
mean-write-more = 書き込みの平均サイズは{ $mean }です。{ $size }はそれより{ $share }大きくなります
mean-write-less = 書き込みの平均サイズは{ $mean }です。{ $size }はそれより{ $share }小さくなります

## A described stack

stack-carries = 処理能力 IOPS
stack-bound = 上限 IOPS
stack-badge = 計算値
stack-at-most = 全クライアントの合計で{ $rate }以下です。最も狭い箇所: { $narrowest }。
stack-down =
    { $lost ->
        [0] この{ $hosts }台のホストが停止しても、失われるボリュームはありません。
       *[other] この{ $hosts }台のホストが停止すると、{ $volumes }ボリュームのうち{ $lost }ボリュームのデータが失われます。
    }
stack-unbounded = 上限はありません。時間のかかる要素がないためです。
stack-source-client_outstanding = クライアント{ $name }(未完了I/O 各{ $figure })
stack-source-client_processor = クライアント{ $name }(I/OあたりのCPU時間{ $figure })
stack-source-host_cores = ホスト{ $name }(各{ $figure }コア)
stack-only-client_outstanding = クライアント(未完了I/O { $figure })
stack-only-client_processor = クライアント(I/OあたりのCPU時間{ $figure })
stack-why-client_outstanding = 各クライアントは応答を待ってから次のI/Oを発行
stack-why-client_processor = CPUの使用率が上限に到達
stack-why-host_cores = コアの使用率が上限に到達
stack-reason-servers = サーバー{ $count }個、要求1件あたりの占有時間は各{ $time }
stack-reason-time = 要求1件あたりの占有時間は{ $time }
stack-reason-in_flight = 後段で同時に処理できる要求は{ $count }件まで、1件あたり{ $time }以上
stack-reason-requests = { $reason }、I/Oあたりの要求は{ $requests }件
stack-reason-background = { $reason }、バックグラウンド負荷の分を除く
stack-reason-others = { $reason }、ほかのクライアントの上限を決めるもの: { $sources }
stack-row-why = 理由
stack-row-all-up = 全ホスト稼働時
stack-row-bound-too = ほかの上限
stack-row-unloaded = 無負荷時
stack-row-at-once = 同時数
stack-row-columns = 列
stack-row-note = 注記
stack-row-down = 停止
stack-row-lost = データ喪失
stack-row-degraded = 冗長性低下
stack-row-no-host = ホストなし
stack-row-worst = 最悪の場合
stack-bound-of = { $source }: { $rate }
stack-unloaded = 応答時間{ $time }
stack-unloaded-knee = 応答時間{ $time }、未完了I/Oが{ $outstanding }を超えるとキューが伸びます
stack-columns = 処理能力: 要素の全インスタンスの合計、上限: その要素によるスタック全体の上限
stack-clients = クライアント
stack-any-number = 制限なし
stack-none = なし
stack-names = { $count }個: { $names }
stack-no-client = なし
stack-no-loss = { $hosts ->
    *[other] ホスト{ $hosts }台が停止しても、データを失うボリュームはありません(全{ $sets }通り)
    }
stack-no-loss-sampled = { $hosts ->
    *[other] ホスト{ $hosts }台が停止しても、データを失うボリュームはありません(抽出した{ $sets }通り)
    }
stack-worst = { $hosts }の停止で{ $lost }ボリュームがデータを喪失。ホスト{ $down }台の組み合わせ全{ $sets }通りでは平均{ $mean }、喪失が起きるのは{ $share }
stack-worst-sampled = { $hosts }の停止で{ $lost }ボリュームがデータを喪失。ホスト{ $down }台の組み合わせから抽出した{ $sets }通りでは平均{ $mean }、喪失が起きるのは{ $share }
stack-note-fitted = 当てはめた値: { $text }
stack-note-unused_volumes = クライアントが使わないボリュームには負荷がかかりません
stack-note-any_mix = クライアント間の負荷の配分が指定されていないため、上限は最も有利な配分での値です。一部のクライアントだけが使う要素には上限がありません
stack-note-not_reached = { $element }: これらのI/Oはこの要素に到達しません
stack-note-overload = { $element }: バックグラウンド負荷だけで処理能力を超えています
stack-note-work_left = 計算に含まない: 完了応答の後に残る処理(デステージ、遅れて書かれるコピー)。すべてのI/Oが処理を残す場合、{ $element }が持続できるのは{ $rate }です
stack-note-queueing = 待ち時間は計算に含みません。上限はどの負荷でも成り立ちますが、応答時間はそれよりかなり手前で上昇します
stack-not-counted-rejected = { $element }で計算に含まない: 拒否され、直ちに終わる要求
stack-not-counted-burst_credit = { $element }で計算に含まない: 使い切るまでレートを超えて通すバーストクレジット
stack-not-counted-credits_and_bursts = { $element }で計算に含まない: 使い切るまでレートを超えて通すクレジットとバースト
stack-not-counted-cheaper_sequential = { $element }で計算に含まない: シーケンシャルな要求の消費が少ないこと(すべてランダムとして計算)
stack-not-counted-sequential_arm = { $element }で計算に含まない: シーケンシャルなアドレスではアームが速いこと(すべてランダムとして計算)
stack-not-counted-write_cliff = { $element }で計算に含まない: 書き込みの急な速度低下(低下前の速度として計算)
stack-not-counted-slow_times = { $element }で計算に含まない: 遅くなる時間帯
stack-not-counted-fault_times = { $element }で計算に含まない: 停止、停止区間、遅い時間帯による時間
