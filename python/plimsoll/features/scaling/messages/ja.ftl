## Answer

sentence = { $text }。
too-few-runs = 測定対象の根拠となる実行が不足しています
gain-same = { $place }のレートは{ $base }の{ $times }倍です({ $constant }で一定)
gain-of-ideal = { $place }のレートは{ $base }の{ $times }倍で、理想値の{ $share }です
gain-above-ideal = { $place }のレートは{ $base }の{ $times }倍で、理想値の{ $share }です({ $base }ではストレージの能力を十分に引き出せていなかったため、比例を上回りました)
gain-linear = { $place }のレートは{ $base }の{ $times }倍で、線形です(理想値の{ $share })
gain-less-than-linear = { $place }のレートは{ $base }の{ $times }倍で、線形より{ $share }低い値です
at-outstanding = { $number }件の未完了I/O
at-hosts = { $count ->
       *[other] { $number }台のホスト
    }
at-clients = { $count ->
       *[other] { $number }台のクライアント
    }
at-most = { $place }以下
end-unknown = { $first }から{ $last }までの測定では、頭打ちの位置は不明です
rises-outstanding = 測定した最大の{ $place }でもレートが上昇しています({ $rate } IOPS)。制約要因は負荷生成側の未完了I/Oです
rises-hosts = 測定した最大の{ $place }でもレートが上昇しています({ $rate } IOPS)。ホストを増やしても向上しなくなる点には達していません
rises-clients = 測定した最大の{ $place }でもレートが上昇しています({ $rate } IOPS)。クライアントを増やしても向上しなくなる点には達していません
end-no-gain = { $place }を超えても向上しません({ $rate } IOPS)
end-no-gain-above-least = 測定した最小の{ $place }を超えても向上しません({ $rate } IOPS)
end-no-measurable-gain = { $place }を超えても有意な向上はありません({ $rate } IOPS)
end-no-measurable-gain-above-least = 測定した最小の{ $place }を超えても有意な向上はありません({ $rate } IOPS)
gave = { $place }では{ $change }
gave-and-takes = { $place }では{ $change }、平均レイテンシは{ $usual }に対して{ $latency }
change-none = 変化なし
change-more = { $share }増
change-less = { $share }減
limited-by = 制約要因は{ $limiter }です
limiter-unknown = 未特定
limiter-unknown-outstanding = 未特定(より多い未完了I/Oは未測定)
limiter-unknown-hosts = 未特定(より多いホスト数は未測定)
limiter-unknown-clients = 未特定(より多いクライアント数は未測定)
limiter-outstanding = 負荷生成側の未完了I/O
limiter-hosts = ホスト数
limiter-clients = クライアント数
limiter-storage = ストレージまたはその手前の上限
limiter-not-depth = 未完了I/O以外
limiter-not-depth-because = 未完了I/O以外({ $place }で{ $change }、より多いワーカー数は未測定)
ends-of-outstanding = 未完了I/Oを増やしても向上しなくなる位置(全{ $count }系列): { $ends }。
ends-of-hosts = ホストを増やしても向上しなくなる位置(全{ $count }系列): { $ends }。
ends-of-clients = クライアントを増やしても向上しなくなる位置(全{ $count }系列): { $ends }。
ends-at = { $place }で{ $count }系列
ends-at-most = { $place }以下で{ $count }系列
ends-not = 未到達{ $count }系列
limited-there-by = その位置での制約要因: { $limiters }。
little-not-tested = リトルの法則は検証していません。レート×レイテンシと未完了I/Oの実測値の両方がそろった負荷がありません。
little-holds = リトルの法則が成り立っています。{ $loads }件の負荷すべてで、レート×レイテンシが未完了I/Oの実測値と一致します。
little-broken = { $loads }件の負荷のうち{ $count }件で、レート×レイテンシが未完了I/Oの実測値と一致しません。実行が定常でなかったか、数値の対象となるI/Oが異なります。
clients-per-host = { $count ->
       *[other] ホストあたり{ $clients }台のクライアント
    }
hosts = { $count ->
       *[other] { $hosts }台のホスト
    }
clients-in-all = { $count ->
       *[other] 合計{ $clients }台のクライアント
    }
outstanding-per-host = ホストあたり{ $outstanding }件の未完了I/O
no-record = 記録なし
left-no-record = 記録が残っていません
title-scaling = スケーリング
about-scaling = ワーカー、ホスト、未完了I/Oを増やした効果と、効果が頭打ちになる要因

## Queue depth

no-answer = 結果なし: 有効な実行のあるキュー深度が2つ未満です。
still-rises = 最も深いキュー深度{ $depth }でもIOPSが上昇しているため({ $rate } IOPS)、より深いキューが必要な可能性があります。
still-rises-known = 数値のある最も深いキュー深度{ $depth }でもIOPSが上昇しているため({ $rate } IOPS)、より深いキューが必要な可能性があります。
runs-differ = 判定できません: 同じ深度での実行間の差が大きく、十分なキュー深度を特定できません。最高レートは深度{ $depth }での{ $rate } IOPSです。ほかの負荷がないマシンで、実行の回数を増やし、測定時間を延ばしてください(--repeats、--measure-for)。
enough-all = キュー深度は{ $depth }で十分です: { $reason }。
enough-client = キュー深度はこのクライアントでは{ $depth }で十分ですが、ストレージについては示されていません: { $reason }。
enough-one-run = キュー深度は{ $depth }で十分です(深度ごとに1回の実行による): { $reason }。
enough-p99-all = キュー深度は{ $depth }で十分です: { $reason }。{ $p99 }。
enough-p99-client = キュー深度はこのクライアントでは{ $depth }で十分ですが、ストレージについては示されていません: { $reason }。{ $p99 }。
enough-p99-one-run = キュー深度は{ $depth }で十分です(深度ごとに1回の実行による): { $reason }。{ $p99 }。
reason-none_faster = これより深くしても速くなりません
reason-none_measurably_faster = これより深くしても有意に速くなりません(最大{ $gain }、信頼水準{ $confidence })
reason-highest_rate = 最高の{ $rate } IOPSです
reason-share_of_highest = 最高値(深度{ $depth }での{ $rate } IOPS)の{ $share }です
p99-lower = p99は深度{ $depth }の{ $times }分の1です({ $deepest }に対して{ $p99 })
p99-at-least = p99は深度{ $depth }の{ $times }分の1未満です({ $deepest }超に対して{ $p99 })
no-figures = { $count ->
       *[other] キュー深度{ $depths }の数値はありません({ $outcome }: { $reason })。
    }
runs-left-out = 集計に含まない実行(キュー深度別): { $runs }({ $outcome }: { $reason })。
runs-at-depth = 深度{ $depth }で{ $total }回中{ $runs }回
client-limited = クライアントがレートを制約しました: { $reason }。
rule = 判定基準: ほかのどの深度と比べても、レートの差が最高レート(深度{ $depth }での{ $rate } IOPS)の{ $share }以内に収まる最小のキュー深度です。
best-ratio = IOPSとレイテンシの比が最も良いのは深度{ $depth }です({ $rate } IOPS、平均{ $mean })。
noise-unknown = 深度ごとに1回の実行のため信頼区間がなく、実行間のばらつきは不明です。
noise-none = 同じ深度での実行間に差はありません。
noise-small = 同じ深度での実行間のばらつきは±{ $noise }で、判定基準を満たす深度はほかにありません。
noise-too-large = 同じ深度での実行間のばらつきが±{ $noise }のため、確実に十分といえる深度はありません。確度を上げるには、--repeatsを増やすか、--measure-forを延ばすか、負荷の少ないマシンを使用してください。
noise-sure = 同じ深度での実行間のばらつきは±{ $noise }で、確実に十分といえる最小の深度は{ $depth }です。
subject = { $workers ->
       *[other] { $target }: { $workload }、エンジン{ $engine }、ワーカー数{ $workers }
    }
subject-cached = { $workers ->
       *[other] { $target }: { $workload }、ページキャッシュ使用、エンジン{ $engine }、ワーカー数{ $workers }
    }
kept = { $store }にキャンペーン{ $campaign }として保存しました。グラフ: { $command }
depth-twice-workers = { $depth }、ワーカー数2倍
range = { $low }～{ $high }
head-of-max = 最大値比
head-runs = 実行
head-bytes = スループット
head-cpu = I/OあたりのCPU
mean = 平均
progress = キュー深度{ $depth }
progress-workers = キュー深度{ $depth }、ワーカー数{ $workers }

## First screen

badge-no-answer = 結果なし
badge-ends = 頭打ちを確認
badge-ends-in = { $total }件中{ $count }件で頭打ちを確認
badge-not-answered = 判定不能
badge-rising = 上昇中
badge-estimated = 推定
head-too-few = 測定対象の根拠となる実行が不足しています。
head-differs = 判定できません: 実行間の差が大きすぎます(最大{ $rate } IOPS)。
head-outstanding =
    { $extent ->
        [all] 最大{ $rate } IOPS。未完了I/Oを増やしても向上しなくなります。
       *[some] 最大{ $rate } IOPS。{ $total }件中{ $count }件で、未完了I/Oを増やしても向上しなくなります。
    }
head-hosts =
    { $extent ->
        [all] 最大{ $rate } IOPS。ホストを増やしても向上しなくなります。
       *[some] 最大{ $rate } IOPS。{ $total }件中{ $count }件で、ホストを増やしても向上しなくなります。
    }
head-clients =
    { $extent ->
        [all] 最大{ $rate } IOPS。クライアントを増やしても向上しなくなります。
       *[some] 最大{ $rate } IOPS。{ $total }件中{ $count }件で、クライアントを増やしても向上しなくなります。
    }
head-up-to = 最大{ $rate } IOPS。
highest-rate = 最高レート
todo-more-outstanding = 頭打ちの位置を調べるには、未完了I/Oを増やして測定してください。
todo-more-hosts = 頭打ちの位置を調べるには、ホストを増やして測定してください。
todo-more-clients = 頭打ちの位置を調べるには、クライアントを増やして測定してください。
todo-repeat = ほかの負荷がないマシンで、実行の回数を増やし、測定時間を延ばしてください。
row-limited-by = 制約要因
row-gain = 増加の効果
brief-differs = 同じ深度での実行間の差が大きく判定できません(最大は{ $place }での{ $rate } IOPS)
brief-no-end = { $place }で{ $rate } IOPS、頭打ちには達していません
brief-end = { $place }で頭打ちです({ $rate } IOPS)

## Page

page-title = { $subject }のスケーリング
load = ワーカー数{ $workers } × キュー深度{ $depth }
stops-at = 頭打ちの位置
stop-differs = 同じ深度での実行間の差が過大
stop-rising = 上昇中、または負荷の件数不足
stop-not-reached = 未到達
points-are-searches = 測定点が探索であり、ワーカー数とキュー深度は探索自身が選択します
no-ladder = スケーリングのレポートには、ワーカー数、キュー深度、または負荷をかけるホストだけが異なるクローズドループの有効な実行が2件以上必要です。記述されたスタックでは、ホスト数だけが異なる実行(ホストあたりまたは合計のクライアント数は同じ)、またはクライアント数だけが異なる実行(ホストは同じ)でもかまいません

## Charts

title-outstanding = 未完了I/Oを増やした効果
title-hosts = ホストを増やした効果
title-clients = クライアントを増やした効果
title-at = { $constant }
chart-loads = { $runs ->
        [1] 負荷{ $loads }件、実行は各1回です。
       *[other] 負荷{ $loads }件、実行は各最大{ $runs }回です。値は平均と最小～最大です。
    }
chart-asked-for = 未完了I/Oの設定値: ワーカー数×キュー深度。
chart-crossed = ×印: { $loads }。
chart-fit = 近似曲線は測定結果を要約したものです。「測定範囲の終端」の線より先は外挿値です。
chart-latency = IOPSに対するレイテンシ
axis-outstanding = 未完了I/O(設定値)
axis-hosts = ホスト数
axis-clients = 負荷をかけるクライアント数
axis-beside-hosts = ホスト数({ $constant })
axis-beside-clients = 負荷をかけるクライアント数({ $constant })
axis-log = { $label }、対数目盛
axis-achieved = 達成レート、IOPS
axis-observed = 未完了I/O(実測値)
axis-cpu = 負荷生成側のCPU使用数
line-over-hosts = ホスト数に対する値
line-over-clients = クライアント数に対する値
line-queue-depth = キュー深度{ $depth }
line-workers = { $workers ->
       *[other] ワーカー数{ $workers }
    }
line-ideal = 理想値
line-achieved = 達成レート
line-further-runs = 今後の実行の{ $share }が入る範囲
line-fitted = 近似曲線
line-observed = 実測値
line-generator = 負荷生成側
rule-no-gain = { $place }で頭打ち
rule-measured-to = 測定範囲の終端
mark-observed = 実測値(平均)
mark-little = 達成レート×完了レイテンシ(リトルの法則)
mark-not-ok = ×印: 正常でない実行を含む
mark-mean-depth = 平均(数字はキュー深度)
mark-best = 最適: キュー深度{ $depth }
climbs-hosts = ホスト数
climbs-clients = クライアント数
climbs-workers = ワーカー数
climbs-queue-depth = キュー深度
head-outcome = 結果
hover-load = ワーカー数×キュー深度
hover-mean = 平均{ $latency }
hover-outstanding = 未完了I/O
hover-observed = 実測値{ $observed }、リトルの法則による値{ $little }
hover-outcome = 結果
hover-run = 実行
response-time = 応答時間

## Tables

table-loads = すべての負荷
table-fleet = ホスト数とクライアント数ごとの結果
column-clients = クライアント数
column-workers = ワーカー数
column-depth = キュー深度
column-asked = 未完了I/O(設定値)
column-rate = 達成レート、IOPS
column-times = 先頭行比(倍)
column-ideal = 理想値比
column-mean = 平均
column-observed = 未完了I/O(実測値)
column-little = レート×レイテンシ
column-cpu = 負荷生成側のCPU
column-outcome = 結果
little-disagrees = { $little }(不一致)
processors = CPU { $count }個
caption-ideal = 理想値: 先頭行の値が未完了I/Oに比例して増えた場合の値です。
caption-ideal-fleet = 理想値: 先頭行の値がホスト数またはクライアント数に比例して増えた場合の値です。
caption-above-ideal = 100%超: 先頭行では、ストレージの能力を十分に引き出せていません。
caption-no-ideal = ダッシュ: 負荷が比例して増えないため、理想値がありません。
caption-little = レート×レイテンシ: 達成レートと平均完了レイテンシの積で、リトルの法則により未完了I/Oに等しくなります。
no-fit = 近似曲線なし: 有効な実行のある{ $over }は{ $count }通りで、近似には{ $least }通り必要です
fit = { $over } { $low }～{ $high }: { $parameters }。範囲内に極大はなく、{ $runs }回の実行の残差は{ $residual }です
fit-peak = { $over } { $low }～{ $high }: { $parameters }。極大は{ $over } { $peak }、{ $runs }回の実行の残差は{ $residual }です
fits = 近似曲線
fits-caption = 普遍スケーラビリティ則: λN / (1 + σ(N − 1) + κN(N − 1))。σは競合、κは整合性維持(クロストーク)のコストです。測定結果を要約したものです。

## The kind of campaign

kind-title = { $where }のキュー深度
kind-work = キュー深度の段階的な測定
