## Answer

sentence = { $text }。
because = { $verdict }。{ $reason }
is-better = { $name }は{ $first }より良い結果です
is-worse = { $name }は{ $first }より悪い結果です
is-same = { $name }は{ $first }と同等です
is-mixed = { $name }は{ $first }に対して良し悪しが混在しています
is-not-enough-data = { $name }と{ $first }の比較はデータ不足です
is-not-comparable = { $name }と{ $first }は比較できません
same-within = { $name }は{ $first }と許容差{ $margin }以内で同等です
verdict-seen = { $verdict }(観測値: { $seen })
verdict-effect = { $verdict }({ $figure } { $change })
verdict-counts = { $name }と{ $first }の比較: { $counts }(全{ $questions }項目)
in-better = { $count }項目で良い
in-worse = { $count }項目で悪い
in-same = { $count }項目で同等
in-mixed = { $count }項目で混在
in-not-enough-data = { $count }項目でデータ不足
in-not-comparable = { $count }項目で比較不能
verdict-better = 良い
verdict-worse = 悪い
verdict-same = 同等
verdict-mixed = 混在
verdict-not-enough-data = データ不足
verdict-not-comparable = 比較不能
verdict-differs-by-question = 項目により異なる
verdict-better-in-part = 一部で良い
verdict-worse-in-part = 一部で悪い
verdict-same-in-part = 一部で同等
verdict-mixed-in-part = 一部で混在
conclusion-times = { $name }の{ $figure }は{ $first }の{ $size }です
conclusion-longer = { $name }の{ $figure }は{ $first }より{ $size }長い結果です
conclusion-shorter = { $name }の{ $figure }は{ $first }より{ $size }短い結果です
conclusion-higher = { $name }の{ $figure }は{ $first }より{ $size }高い結果です
conclusion-lower = { $name }の{ $figure }は{ $first }より{ $size }低い結果です
carries-times = { $name }が達成したIOPSは{ $first }の{ $size }です
carries-more = { $name }が達成したIOPSは{ $first }より{ $size }多い結果です
carries-fewer = { $name }が達成したIOPSは{ $first }より{ $size }少ない結果です
carries-by-times = { $name }が達成したIOPSは{ $first }の{ $size }です({ $figure })
carries-by-more = { $name }が達成したIOPSは{ $first }より{ $size }多い結果です({ $figure })
carries-by-fewer = { $name }が達成したIOPSは{ $first }より{ $size }少ない結果です({ $figure })
size-times = { $size }倍
size-times-between = { $size }倍({ $low }～{ $high }倍)
size-percent = { $size }%
size-percent-between = { $size }%({ $low }～{ $high }%)
change-between = { $change }({ $low }～{ $high })
neither-carried = { $first }も{ $name }も、このレートを維持できませんでした
carried-short = このレートを維持した実行は、{ $first }で{ $runs }回中{ $carried }回、{ $name }で{ $runs_other }回中{ $carried_other }回です
mixed = { $name }と{ $first }の比較は良し悪しが混在しています。{ $contradiction }
contradiction-better = 良い: { $figures }
contradiction-worse = 悪い: { $figures }
no-data-carried = { $name }と{ $first }の比較はデータ不足です。このレートを維持した実行は、{ $first }で{ $runs }回中{ $carried }回、{ $name }で{ $runs_other }回中{ $carried_other }回です。ほかの実行は集計に含まれないため、{ $figure }では判定できません
no-data-carried-p = { $name }と{ $first }の比較はデータ不足です。このレートを維持した実行は、{ $first }で{ $runs }回中{ $carried }回、{ $name }で{ $runs_other }回中{ $carried_other }回です(p = { $p })。ほかの実行は集計に含まれないため、{ $figure }では判定できません
no-data-failed = { $name }と{ $first }の比較はデータ不足です。失敗または未完了のI/Oがあった実行が、{ $first }で{ $runs }回中{ $failed }回(全I/Oの{ $share })、{ $name }で{ $runs_other }回中{ $failed_other }回({ $share_other })あるため、{ $figure }では判定できません
no-data-client-bound = { $name }と{ $first }の比較はデータ不足です。負荷生成側のCPUがレートを制約した実行は、{ $first }で{ $runs }回中{ $bound }回、{ $name }で{ $runs_other }回中{ $bound_other }回です。測定対象の能力はこれより高い可能性があるため、{ $figure }では判定できません
no-data-seen-carried = { $name }と{ $first }の比較はデータ不足です。このレートを維持した実行は、{ $first }で{ $runs }回中{ $carried }回、{ $name }で{ $runs_other }回中{ $carried_other }回です。ほかの実行は集計に含まれないため、{ $figure }(観測値: { $change }、{ $verdict })では判定できません
no-data-seen-carried-p = { $name }と{ $first }の比較はデータ不足です。このレートを維持した実行は、{ $first }で{ $runs }回中{ $carried }回、{ $name }で{ $runs_other }回中{ $carried_other }回です(p = { $p })。ほかの実行は集計に含まれないため、{ $figure }(観測値: { $change }、{ $verdict })では判定できません
no-data-seen-failed = { $name }と{ $first }の比較はデータ不足です。失敗または未完了のI/Oがあった実行が、{ $first }で{ $runs }回中{ $failed }回(全I/Oの{ $share })、{ $name }で{ $runs_other }回中{ $failed_other }回({ $share_other })あるため、{ $figure }(観測値: { $change }、{ $verdict })では判定できません
no-data-seen-client-bound = { $name }と{ $first }の比較はデータ不足です。負荷生成側のCPUがレートを制約した実行は、{ $first }で{ $runs }回中{ $bound }回、{ $name }で{ $runs_other }回中{ $bound_other }回です。測定対象の能力はこれより高い可能性があるため、{ $figure }(観測値: { $change }、{ $verdict })では判定できません
not-comparable = { $name }と{ $first }は比較できません。{ $reasons }
no-line = キャンペーン{ $campaign }には負荷限界線がありません({ $reason })
no-search = { $name }と{ $first }の比較はデータ不足です。これらの探索には、確認済みの負荷限界線、最大値、屈曲点、同じブロックサイズでの限界値のいずれも共通して得られていません
no-run = { $name }と{ $first }の比較はデータ不足です。一方または両方の有効な実行に{ $figure }がありません
undecided = { $name }と{ $first }の比較: { $figure }のデータが不足しています。{ $reason }。{ $advice }
undecided-seen = { $name }と{ $first }の比較: { $figure }のデータが不足しています(観測値: { $seen })。{ $reason }。{ $advice }
same = { $name }は{ $first }と許容差{ $margin }以内で同等です({ $figure } { $change }、{ $low }～{ $high })。{ $reason }
same-but = { $name }は{ $first }と許容差{ $margin }以内で同等です({ $figure } { $change }、{ $low }～{ $high })。{ $reason }。ただし、ほかの指標には差があります: { $contradiction }
overall-decided = { $conclusion }({ $questions }項目の総合、高い{ $higher }項目、低い{ $lower }項目)
overall-same = { $name }は{ $first }と許容差{ $margin }以内で同等です: { $figure } { $change }、{ $low }～{ $high }({ $questions }項目の総合、高い{ $higher }項目、低い{ $lower }項目)
overall-mixed = { $name }と{ $first }の比較は項目により異なります: { $figure } { $change }、{ $low }～{ $high }({ $questions }項目の総合、高い{ $higher }項目、低い{ $lower }項目)
overall-not-enough-data = { $name }と{ $first }の比較はデータ不足です: { $figure } { $change }、{ $low }～{ $high }({ $questions }項目の総合、高い{ $higher }項目、低い{ $lower }項目)
title-compare = 比較
about-compare = キャンペーン、構成、測定対象の比較: 良い、悪い、同等、データ不足

## What it rests on

reason-ruled_out = 許容差を超える差は、どちらの方向にも否定されます
reason-too_small_to_matter = 許容差を超える差は、どちらの方向にも否定されます。差はありますが、問題にならない大きさです
reason-equality_excluded = 信頼区間は差がない場合を含みません
reason-drift_or_difference = それぞれの測定中に測定環境が同程度ドリフトしたため、両者の差とドリフトを区別できません
reason-both_included = 信頼区間は、差がない場合と許容差を超える差の両方を含みます
reason-no_room = 両者の信頼区間から、許容差を超える差はありえません
reason-apart = 両者の信頼区間は重なりません
reason-apart_beyond_margin = 両者の信頼区間は重ならず、許容差を超えて離れています
reason-apart_within_drift = 両者の信頼区間は重なりませんが、測定環境のドリフトだけでもこの程度は離れます。それぞれの測定を繰り返してください
reason-overlap = 両者の信頼区間は重なり、一方は繰り返しが1回だけです
reason-no_repeat = 一方に繰り返しがないため、実行間のばらつきが不明です
reason-one_repeat = 一方は繰り返しが1回だけのため、実行間のばらつきが不明です
repeat-each = それぞれ2回以上、交互に(A B B A)測定してください。最初は5回が目安です。結果ファイルの全実行を比較するには、STORE#allを指定します
repeats-not-enough = 実行間のばらつきが大きく、現実的な繰り返し回数では判定できません。実行を長くするか、より静かな測定環境を使用してください
repeats-usual = 交互に(A B B A)測定する場合、{ $difference }の差は通常、それぞれ{ $repeats }回の繰り返しで判定できます
repeats-needed = 交互に(A B B A)測定する場合、{ $difference }の差を検出力80%で判定するには、それぞれ約{ $repeats }回の繰り返しが必要です
omitted-carried = このレートを維持した実行は、{ $first }で{ $runs }回中{ $carried }回、{ $name }で{ $runs_other }回中{ $carried_other }回です。ほかの実行は集計に含まれません
omitted-carried-p = このレートを維持した実行は、{ $first }で{ $runs }回中{ $carried }回、{ $name }で{ $runs_other }回中{ $carried_other }回です(p = { $p })。ほかの実行は集計に含まれません
omitted-failed = 失敗または未完了のI/Oがあった実行は、{ $first }で{ $runs }回中{ $failed }回(全I/Oの{ $share })、{ $name }で{ $runs_other }回中{ $failed_other }回({ $share_other })です
omitted-client-bound = 負荷生成側のCPUがレートを制約した実行は、{ $first }で{ $runs }回中{ $bound }回、{ $name }で{ $runs_other }回中{ $bound_other }回です。測定対象の能力はこれより高い可能性があります
rests-on-intervals = { $figure }: { $reason }。繰り返しがないため、実行間のばらつきは考慮していません
noise = { $figure }の実行間のばらつき: { $noise }(自由度{ $freedom })
drift = 全実行を通じたドリフト: { $drift }
drift-within = { $first }の測定中のドリフト: { $first_drift }、{ $name }の測定中のドリフト: { $drift }
design-blocks = 時間ブロック内の差を使用(緩やかなドリフトは相殺)
design-time = 時間に対する直線的な傾向を除去
design-apart = 一方を他方の後に測定(信頼区間はこのドリフトのみを考慮)
design-plain = ドリフトなしと仮定
design-intervals = 繰り返しなし(それぞれの信頼区間で判定)
kept-out = { $name }: { $outcomes }(集計から除外)
outcome-count = { $outcome } { $count }回
percentiles-not-merged = { $percentiles }: 値はなく、実行どうしの比だけを示します。ファイルに分布がなく、また複数の実行のパーセンタイルは平均できないためです
own-intervals = 負荷限界線とそれぞれの信頼区間(探索間のばらつきは含みません): { $intervals }
own-interval = { $name } { $low }～{ $high }
measured-once = それぞれ1回しか測定していないため、実行間のばらつきが不明です。それぞれ2回以上、交互に(A B B A、キャンペーンファイルではrepeats)測定してください。最初は5回が目安です。
not-compared = 比較対象外: { $question }。
not-compared-more = ほかに比較対象外: { $count }項目。
not-corrected = { $verdicts }件の判定は多重比較の補正をしていません。実際には差がなくても、最大{ $share }の判定に偶然の差が現れます。

## First screen

badge-better = 良い
badge-worse = 悪い
badge-same = 同等
badge-mixed = 混在
badge-differs-by-question = 項目により異なる
badge-better-in-part = 一部で良い
badge-worse-in-part = 一部で悪い
badge-same-in-part = 一部で同等
badge-mixed-in-part = 一部で混在
badge-not-enough-data = データ不足
badge-not-comparable = 比較不能
head-counts = { $others }と{ $first }の比較: { $counts }(全{ $total }項目)。
head-verdict = { $others }と{ $first }の比較: { $verdict }。
head-counts-alone = { $counts }(全{ $total }項目)。
todo-not-enough-data = それぞれ2回以上、交互に測定してください。
todo-not-comparable = 負荷限界線がないものは、もう一度探索してください。
todo-mixed = 結果は項目により異なります。下の表を確認してください。
todo-mixed-above = 結果は項目により異なります。上の表を確認してください。
faster = { $fast }は{ $slow }の{ $times } ± { $half }倍の速さです。
as-fast = { $fast }の速さは{ $slow }と同じです({ $times } ± { $half }倍)。
row-base = 基準
row-against = 比較対象
row-seen = 観測値
row-questions = 比較項目
row-also-different = その他の相違点
row-compared = 比較
also-different-besides = その他の相違点: { $difference }。
not-compared-count = { $count ->
       *[other] 比較対象外: { $count }項目(詳細レポートに記載)。
    }

## Questions

on-target = 測定対象{ $target }
line-for = { $objective }での負荷限界線
arrivals-not-told = 到着過程不明
arrivals =
    { $arrivals ->
        [poisson] ポアソン
        [constant] 一定間隔
        [trace] トレース
       *[other] { $arrivals }
    }
profile =
    { $kind ->
        [flat] 一定
        [ramp] ランプ
        [steps] ステップ
       *[other] { $kind }
    }
setting =
    { $name ->
        [bytes] 帯域 { $value }
        [digest] ダイジェスト { $value }
        [exponential] 指数分布 { $value }
        [file] ファイル { $value }
        [for] 時間 { $value }
        [from] 開始 { $value }
        [mean] 平均 { $value }
        [off] 休止 { $value }
        [on] 負荷 { $value }
        [operations] I/O { $value }
        [rate] レート { $value }
        [span] 長さ { $value }
        [stretch] 伸縮率 { $value }
        [to] 終了 { $value }
       *[other] { $name } { $value }
    }
offered = 投入レート{ $rate } IOPS({ $arrivals })
unit-closed_loop = クローズドループ
unit-search = 探索(IOPS)
depth = キュー深度{ $depth }
depth-of-workers = キュー深度{ $depth } × { $workers }
only-in = { $question }: { $names }のみ
campaign = キャンペーン{ $campaign }
differs-engine = エンジン
differs-version = Plimsollのバージョン
differs-host = ホスト
differs-measure_s = 測定時間
differs-workers = ワーカー数
differs-working_set_bytes = ワーキングセット
differs-program = 測定ツール
differs-max_outstanding = 未完了I/Oの上限
value-and = { $value }と{ $more }
value-of = { $value }({ $name })
values-of-each = { $aspect }: { $each }
value-none = なし
value-not-told = 記載なし
value-unknown = 不明
value-on = オン
value-off = オフ
value-line-or-maximum = 負荷限界線または最大値
value-bytes = { $size }バイト
apart = { $aspect }({ $first }と{ $other })
apart-kind = 一方は固定長の実行、他方は探索
aspect-asked = 求める値
aspect-configuration = 構成
aspect-target = 測定対象
aspect-objective = 目標
aspect-block_size = ブロックサイズ
aspect-block_size-writes = 書き込みのブロックサイズ
aspect-align = アライメント
aspect-mix = 読み書き比率
aspect-pattern = パターン
aspect-working_set = ワーキングセット
aspect-working_set_offset = ワーキングセットの開始位置
aspect-flushes = 同期
aspect-durable_writes = 永続化書き込み
aspect-payload = 書き込むデータ
aspect-verify = 検証
aspect-load = 負荷
aspect-profile = レートの時間変化
aspect-bursts = バースト
aspect-think = 思考時間
aspect-cap = 上限
aspect-trace = トレース
aspect-arrivals = 到着過程
aspect-clock = クロック
aspect-access = アクセス方式

## Figures

figure-achieved-rate = 達成レート
figure-load-line = 負荷限界線
figure-maximum = 最大値
figure-knee = 屈曲点
figure-cap = 上限
figure-limits = 限界値
figure-mean = 平均
figure-of-volume = ボリューム{ $volume }の{ $figure }
figure-reached = { $size } { $mix }
figure-and-values = { $figure } { $values }
figure-response_time = { $figure ->
        [mean] 平均応答時間
       *[other] { $figure }応答時間
    }
figure-completion_latency = { $figure ->
        [mean] 平均完了レイテンシ
       *[other] { $figure }完了レイテンシ
    }
figure-sync_latency = { $figure ->
        [mean] 平均同期レイテンシ
       *[other] { $figure }同期レイテンシ
    }
latency-response_time = 応答時間
latency-completion_latency = 完了レイテンシ
number-better = 良い
number-worse = 悪い
number-same = 同等
number-mixed = 混在
number-not-enough-data = データ不足
number-not-comparable = 比較不能
of-questions = { $total }中{ $count }
number-note = 比較項目
margin = 許容差
margin-note = これ以下の差は問題にしない
repeats = 繰り返し
repeats-note = 比較対象・項目ごと
range = { $low }～{ $high }
noise-between = ばらつき
noise-note = 同じ比較対象の実行間の標準偏差

## Tables

page-title = 比較: { $variants }
legend = { $letter } = { $name }: { $targets }、キャンペーン{ $campaigns }、{ $counts }
legend-runs = { $runs ->
       *[other] 実行{ $runs }回
    }
legend-searches = { $count ->
       *[other] 探索{ $count }回
    }
left-out = 除外: { $reason }
left-out-more = 除外: ほか{ $count }件(一覧は--json)
also-different = その他の相違点: { $difference }
column-ratio = 比
ratio-interval = { $low }～{ $high }({ $confidence })
effect-interval = 信頼区間
effect-size = 効果
effect-verdict = 判定
row-grade = 確度
column-question = 比較項目
column-figure = 指標
column-variant = 比較対象
column-it = 比較対象の値
column-change = 変化
single-run = 実行1回のみ
against = { $name }と{ $first }
table-verdicts = 判定({ $count })
table-question = 比較項目
table-figure = 指標
table-decided-by = 判定の根拠
table-compared = 比較
table-first = 基準
table-other = 比較対象
table-effect = 効果
table-interval = 信頼区間
table-repeats = 判定に必要な繰り返し
table-verdict = 判定
table-verdicts-caption = 効果: 基準に対する比較対象の変化と、差の検定の信頼区間。同等: 差がどちらの方向にも{ $margin }以内。n: 使用した実行(探索の場合は探索)の回数(基準、比較対象の順)。ばらつき: 同じ比較対象の実行間の標準偏差。「–」: ばらつきを求めるには、それぞれ2回の繰り返しが必要。
decided-by-carried = レートを維持した実行の割合
decided-by-failed = 失敗したI/O
decided-by-client_bound = 負荷生成側のCPU
interval = { $low }～{ $high }({ $confidence })
table-figures = 全指標
deciding-figure = { $figure }(判定に使用)
table-effect-in-noise = ばらつき比の効果
table-finding = 結果
table-figures-caption = パーセンタイルは統合した分布の値、レートは繰り返しの平均。統計では実行ごとに1つの値を使用。p: この差が偶然に生じる確率。ばらつき比の効果: 実行間の標準偏差を単位とする差(Hedgesのg)。
outcomes = { $outcomes }(実行 { $runs })
outcomes-title = 集計から除外した実行

## Charts

chart-margin = 許容差 ± { $margin }
chart-effects-on = { $figure }への効果と許容差{ $margin }
chart-effects = 判定指標への効果と許容差{ $margin }
axis-question = { $subject }: { $first }に対する比
axis-question-log = { $subject }: { $first }に対する比(対数目盛)
axis-variant = { $first }に対する{ $subject }の比
axis-variant-log = { $first }に対する{ $subject }の比(対数目盛)
mark-better = 良い
mark-worse = 悪い
mark-same = 同等(許容差以内)
mark-mixed = 混在(良い指標と悪い指標あり)
mark-not-enough-data = データ不足
mark-not-comparable = 比較不能
hover-compared = 比較
over = { $first }に対する{ $name }
chart-effects-of = 効果の指標: { $figures }。
chart-whiskers = エラーバー: 効果の信頼区間。エラーバーなし: 繰り返しが少なく、ばらつきが不明。
chart-not-drawn = 図に含まれない項目: ほか{ $count }項目(表に記載)。
decides-at-rate = { $figure }(同じ投入レートでの{ $latency }、低いほど良い)
decides-closed_loop = { $figure }(クローズドループ、高いほど良い)
decides-search = { $figure }(探索、高いほど良い)

## Curve

curve-line-estimated = 推定負荷限界線: { $rate } IOPS({ $low }～{ $high }、{ $objective })
curve-line-not-confirmed = 確認済みの負荷限界線なし({ $low } IOPSより上の可能性あり)
curve-line = 負荷限界線: { $low }～{ $high } IOPS({ $objective })
curve-line-or-more = 負荷限界線: { $low } IOPS以上({ $objective })
curve-knee = 屈曲点: { $rate } IOPS({ $low }～{ $high })
curve-maximum = 最大値: { $rate } IOPS
curve-maximum-at-least = 最大値: { $rate } IOPS以上
curve-asymptote = 漸近線: { $rate } IOPS
curve-no-fit = 近似曲線なし: { $reason }
curve-fit-service = 近似: r0 + a · ρ^p / (1 − ρ)、ρ = レート / 漸近線: r0 { $r0 }、a { $a }、p { $p }。実行{ $runs }回({ $low }～{ $high })、残差{ $residual }
curve-fit-usl-peak = 近似: λN / (1 + σ(N − 1) + κN(N − 1)): λ { $rate }、σ { $sigma }、κ { $kappa }。ピークは{ $peak }。実行{ $runs }回({ $low }～{ $high })、残差{ $residual }
curve-fit-usl = 近似: λN / (1 + σ(N − 1) + κN(N − 1)): λ { $rate }、σ { $sigma }、κ { $kappa }。測定範囲の近くにピークなし。実行{ $runs }回({ $low }～{ $high })、残差{ $residual }
curve-client-bound = うち{ $count }回は、測定対象ではなく負荷生成側のCPUがレートを制約
no-fit-too_few_values = { $values ->
       *[other] 曲線には{ $over }の異なる値が{ $least }個必要ですが、測定したのは{ $values }個です
    }
no-fit-latency_does_not_rise = レートが上がってもレイテンシが増加しません
no-fit-too_few_runs = 実行が少なすぎます
over-rate = レート
over-workers = ワーカー数
over-hosts = ホスト数
over-queue_depth = キュー深度
curve-at-rate = 予測点のレート(IOPS)
curve-at = 予測点の{ $over }
curve-rate = レート(IOPS)
curve-further-runs = 今後の実行の95%が入る範囲
curve-mean-response_time = 平均応答時間
curve-mean-completion_latency = 平均完了レイテンシ
curve-mean-either = 平均応答時間または平均完了レイテンシ
curve-extrapolated = 外挿
curve-beyond = 漸近線の外
curve-not-bounded = これらの実行では範囲を定められない
curve-between = { $low }～{ $high }
curve-value = { $value }({ $low }～{ $high })

## Terminal

overview-title = { $count }項目(差の大きい順):
all-figures = 各項目の全指標: --all
all-and-rows = ほか{ $count }行と各項目の全指標: --all
left-unmatched = 比較対象外: { $question }
left-unmatched-more = 比較対象外: ほか{ $count }項目(一覧は--all)
drawn = 作図先: { $chart }
no-chart-without-rate = 図なし: 投入レートのある実行がありません
no-chart-several = 図なし: { $count }種類のワークロードは1つの図に収まりません。それぞれの図はplimsoll report compareで作成できます

## What cannot be compared

nothing-to-compare = 構成も測定対象も1つだけで、比べる相手がありません
nothing-to-compare-now = もう1つのキャンペーンを指定してください: --campaign A --campaign B
no-comparison = 比較できるものがありません: { $reason }
no-comparison-now = すべてを同じ条件で測定してください。ほかの違いを無視して負荷だけで比較するには: plimsoll compare --across
nothing-comparable = 「{ $name }」と「{ $other }」には比較できる結果がありません。相違点: { $difference }
same-conditions-or-across = 両方を同じ条件で測定するか、--acrossを付けてそのまま比較してください。
same-conditions = 両方を同じ条件で測定してください。
