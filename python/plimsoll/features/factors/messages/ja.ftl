## Answer

not-ranked = 順位付けできません。{ $runs }回の実行のうち{ $bounded }回は、共通の水準がなく、限界値({ $bound })しか得られていません。
not-ranked-short = 順位付けできません。{ $runs }回の実行のうち{ $bounded }回は限界値しか得られていません。
level-without-figure = 判定できません。{ $levels }の実行には値がなく、この水準が最も悪い可能性があります。
level-without-figure-short = 判定できません。値がまったくない水準があります。
no-factor-matters = { $response }を{ $limit }以上変化させる因子はありません。
no-effect-seen = { $response }を変化させる因子は検出されませんでした。{ $limit }未満の変化は検出できません。
no-effect-seen-short = 効果は検出されませんでした。{ $limit }未満の効果は検出できません。
prediction-failed = これらの効果は使用しないでください。予測値{ $predicted }に対し、その設定での実行結果は{ $measured }でした。
prediction-failed-short = 予測と異なります: 予測値{ $predicted }に対し、実測値{ $measured }。
matter = { $count ->
       *[other] { $factors }因子のうち{ $count }因子が影響します。
    }
matter-names = { $count ->
       *[other] { $factors }因子のうち{ $count }因子が影響します: { $names }。
    }
matter-most = { $count ->
       *[other] { $factors }因子のうち{ $count }因子が影響します。{ $most }です。
    }
matter-names-most = { $count ->
       *[other] { $factors }因子のうち{ $count }因子が影響します: { $names }。{ $most }です。
    }
most = 影響が最も大きいのは{ $name }
most-of-factor = 影響が最も大きいのは{ $factor }({ $low }→{ $high }で{ $response } { $change })
most-together = 影響が最も大きいのは{ $name }({ $change })
or-alike = { $names }(または区別できない交互作用)
or-other = { $factor }(または{ $other })
or-others = { $factor }(または{ $other }、{ $second })
bound-at_least = { $value }以上
bound-at_most = { $value }以下
response-bound-at_least = { $response } { $value }以上
response-bound-at_most = { $response } { $value }以下
levels-with = { $levels }かつ{ $more }
curve = { $factor }(曲率)
and-more = { $names }、ほか{ $count }件
and-others = { $names }ほか
range = { $low }～{ $high }
bounded = { $count }回の実行は限界値しか得られていません: { $bound }({ $reason })。これらに共通の水準はなく、以下の効果はほかの実行から求めたものです。投入レートを下げるか、水準の間隔を狭めてください。
bounded-at = { $levels }では、{ $runs }回の実行のうち{ $count }回は限界値しか得られていません: { $bound }({ $reason })。ほかの効果はすべて、値のある実行から求めたものです。
bounded-at-all = { $levels }では、{ $runs }回の実行すべてで限界値しか得られていません: { $bound }({ $reason })。ほかの効果はすべて、値のある実行から求めたものです。
factors-alone = { $response }への影響が{ $limit }未満のため調整不要: { $names }。
factors-small = 検出されたが{ $limit }未満: { $names }。
factors-not-decided = 判定保留: { $names }。{ $response }が{ $limit }変化するかどうかを判定するには、実行を増やすか長くする、または主効果と交互作用を分離できる計画が必要です。
factors-not-told = 残りの実行では判定できない因子: { $names }。
interaction-curved = { $names }には曲率があります。中間の水準が両端を結ぶ直線から外れています({ $change }、{ $interval })。
interaction-curved-alike = { $names }には曲率があります。中間の水準が両端を結ぶ直線から外れています({ $change }、{ $interval })。この計画では{ $others }と区別できません。
interaction-together = { $names }: 一方の効果が他方の水準によって変わります({ $change }、{ $interval })。
interaction-together-alike = { $names }: 一方の効果が他方の水準によって変わります({ $change }、{ $interval })。この計画では{ $others }と区別できません。
setting-either = { $levels }({ $factors }はどちらの水準でも可)
best-not-confirmed = 最適設定: { $setting }。予測値は{ $predicted }({ $low }～{ $high })です。別の実行による確認はしていません。
best-as-predicted = { $runs ->
       *[other] 最適設定: { $setting }。予測値は{ $predicted }({ $low }～{ $high })です。この設定での実行{ $runs }回の結果は{ $measured }で、予測どおりです。
    }
best-not-as-predicted = { $runs ->
       *[other] 最適設定: { $setting }。予測値は{ $predicted }({ $low }～{ $high })ですが、この設定での実行{ $runs }回の結果は{ $measured }で、予測範囲を外れています。この計画では検出できない因子間の交互作用があります。予測ではなく実行結果を採用してください。
    }
spent-screening = { $runs ->
       *[other] スクリーニング{ $runs }回({ $time })
    }
spent-tell_apart = { $runs ->
       *[other] { $names }の切り分け{ $runs }回({ $time })
    }
spent-narrow = { $runs ->
       *[other] { $names }の判定{ $runs }回({ $time })
    }
spent-confirm = { $runs ->
       *[other] 最適設定の確認{ $runs }回({ $time })
    }
time-so-far = { $time }のうち{ $spent }を使用しました。内訳: { $parts }。
time-decided = { $time }のうち{ $spent }を使用しました。内訳: { $parts }。実行を増やしても結果が変わらないため終了しました。
time-time = { $time }のうち{ $spent }を使用しました。内訳: { $parts }。時間を使い切ったため終了しました。
time-no_rows = { $time }のうち{ $spent }を使用しました。内訳: { $parts }。追加できる実行がないため終了しました。
noise-pure = 実行のばらつき: { $noise }(主効果と交互作用で説明できない部分)。信頼区間は全効果に対して同時に信頼水準{ $confidence }で成り立ちます。
noise-sparse = 実行のばらつき: { $noise }(大半の効果をゼロと仮定)。信頼区間は全効果に対して同時に信頼水準{ $confidence }で成り立ちます。
valid-resolution-2 = 有効な実行では、主効果どうしが交絡しています。交絡の表を参照してください。
valid-resolution-3 = 有効な実行では、主効果どうしは交絡していませんが、2因子交互作用と交絡しています。交絡の表を参照してください。
lost = { $count ->
       *[other] { $runs }回の実行のうち{ $count }回は有効な結果がないため除外しました: { $reason }。
    }
lost-at = 失われた実行はすべて{ $levels }で発生しています。偶然ではないため、その因子の結果は実際より良く見えている可能性があります。
waiting = { $runs }回の実行のうち{ $count }回が未実行です。
drifted = 調査期間中に値が{ $change }ドリフトしました({ $interval })。この分は補正済みです。
carried-over = 連続する実行の残差に相関があります({ $correlation })。実行の間に測定対象が整定する時間を長く取ってください。
no-answer-yet = まだ結果なし: 計画の有効な実行が少なすぎ、効果とばらつきを区別できません
title-factors = 因子
about-factors = 複数の設定のうち影響の大きいもの、その大きさ、組み合わせの効果、最良の設定

## Design

design-full = 完全実施要因計画
design-fraction = 一部実施要因計画
design-plackett_burman = Plackett-Burman計画
design-folded_plackett_burman = 折り返しPlackett-Burman計画
design-definitive_screening = 決定的スクリーニング計画
resolution-2 = 主効果どうしが交絡しています
resolution-3 = 主効果どうしは交絡していませんが、2因子交互作用と交絡しています
resolution-4 = 主効果は2因子交互作用と交絡していません
resolution-5 = 主効果と2因子交互作用は互いに交絡していません
design = { $design }、{ $parts }。{ $resolution }
design-runs = 実行{ $runs }回
design-replicates = 全体の反復{ $count }回
design-centre-points = 中心点{ $count }個
design-blocks = { $count }ブロック
design-plots = 一次単位{ $count }個
judged-more = { $response }(大きいほど良い、効果は比で表示)
judged-less = { $response }(小さいほど良い、効果は比で表示)
power = 同一条件の実行間のばらつきが{ $noise }の場合、{ $effect }の効果を検出する確率は{ $chance }
power-too-low = 同一条件の実行間のばらつきが{ $noise }の場合、{ $effect }の効果を検出する確率は{ $chance }。必要なのは{ $wanted }の効果の検出です。study.replicatesを増やす、実行を長くする、またはstudy.effectを大きくしてください
plan-time = 時間枠{ $time }: まずこれらを実行し、その後、結果が変わりうる箇所に実行を追加
plan-time-virtual = 時間枠{ $time }(仮想時間): まずこれらを実行し、その後、結果が変わりうる箇所に実行を追加
plan-design = 計画: { $design }
plan-judged = 評価指標: { $response }
plan-power = 検出力: { $power }
plan-block = ブロック
plan-plot = 一次単位

## Responses and reasons

response-iops = 達成IOPS
response-maximum = 最大IOPS
response-load_line = 負荷限界線
response-mean = 平均応答時間
response-p99 = p99応答時間
response-cpu_per_io = I/OあたりのCPU時間
verdict-matters = 影響あり
verdict-small = 検出されたが小さい
verdict-leave_alone = 調整不要
verdict-not_decided = ばらつき未満
verdict-not_told = これらの実行では判定不能
missing-not_asked_yet = 未実行
missing-point_has_no_answer = { $told }
missing-no_run = 実行なし
missing-no_record = 記録なし
missing-nothing_completed = 完了したI/Oなし
missing-no_processor_time = 仮想クロックではCPU時間なし
missing-too_few_operations = { $told ->
        [mean] 平均を求めるにはI/O数が不足
       *[other] { $told }を求めるにはI/O数が不足
    }
missing-no_maximum = 最大値なし
missing-no_load_line = 負荷限界線なし
missing-generator_full = 負荷生成側が限界に達し、測定対象の能力はこれより高い可能性あり
missing-backlog_grows = 測定対象がレートに追従できず、応答時間が増え続ける状態
missing-never_finished = 未完了のI/Oあり
missing-carries_every_rate = 試したすべてのレートを維持
missing-carries_no_rate = 試したどのレートも維持不能

## First screen

number-bounded = いずれかの水準の実行は限界値のみ
number-interval = { $interval }(全効果同時、信頼水準{ $confidence })
row-predicted = その設定での予測値
row-together = 交互作用
row-alone = 調整不要
row-not-decided = 判定保留
row-not-confirmed = { $predicted }(未確認)
row-as-predicted = { $predicted }(実行結果: { $measured })
row-not-as-predicted = { $predicted }(実行結果: { $measured }、予測と不一致)
badge-waiting = 結果待ち
badge-confirmed = 確認済み
badge-not-as-predicted = 予測と不一致
badge-decided-in-part = 一部判定済み
badge-estimated = 推定
obstacle-bounded = { $count }回の実行は限界値しか得られていません: { $reason }。
obstacle-bounded-at = { $levels }の実行{ $count }回は限界値しか得られていません: { $reason }。
obstacle-lost-at = 失われた実行はすべて{ $levels }で発生しています。
obstacle-lost = { $runs }回の実行のうち{ $count }回は有効な結果がありません: { $reason }。
obstacle-carried-over = 実行が後続の実行に影響しています。
todo-resume = キャンペーンを続行してください: plimsoll campaign resume
todo-more-runs = { $names }の判定には実行の追加が必要です。

## Tables

page-title = { $campaign }の因子
number-of-factors-name = 影響する因子
number-of-factors = { $factors }中{ $count }
number-of-factors-note = 単独または組み合わせで{ $limit }以上、信頼水準{ $confidence }
noise-note = { $limit }未満しか変化させない因子は検出されません
best-setting = 最適設定
best-setting-note = 予測値: { $low }～{ $high }
factor = 因子
low = 低水準
high = 高水準
effect = 効果
effect-on = { $response }への効果
interval = 信頼区間
share-of-variation = 変動の寄与率
verdict = 判定
mixed-with = 交絡
table-factors = 因子({ $count })
table-factors-caption = 効果: 低水準から高水準への変化(ほかの因子については平均)。信頼区間は全効果に対して同時に信頼水準{ $confidence }で成り立ちます。変動の寄与率: これらの水準の範囲での因子の重要度です。効果が実在するかどうかは信頼区間で判断してください。
table-interactions = 検出された交互作用({ $count })
table-interactions-caption = 効果: 他方が高水準のときに、一方の効果が平均よりどれだけ大きいか。
interaction = 交互作用
not-told-from = 区別できない効果
best-none = 効果は検出されませんでした。ほかより良い設定はありません。
either-level = どちらでも可(ここでは{ $level })
predicted = 予測値
predicted-between = { $predicted }({ $low }～{ $high })
confirmed = 確認
confirmed-no-run = なし(確認の実行は未実施)
confirmed-as-predicted = 実行{ $runs }回: { $measured }、予測どおり
confirmed-not-as-predicted = 実行{ $runs }回: { $measured }、予測と不一致
checks = 計画と検証
check-design = 計画
check-judged = 評価指標
check-power = 計画時の検出力
check-time = 時間
noise = 実行のばらつき
check-noise-sparse = { $noise }、効果の疎性を仮定(Lenth法)、{ $contrasts }個の対比から算出
check-noise-pure = { $noise }、純誤差、{ $contrasts }個の対比から算出
check-order = 順序
order-at-random = ランダム、シード{ $seed }、中断後も維持
check-drift = 調査期間中のドリフト
drift-unknown = 実行が少なすぎ、判定不能
drift-seen = { $change }({ $interval }): 検出、補正済み
drift-not-seen = { $change }({ $interval }): 検出されず
check-carry-over = 前の実行からの持ち越し
correlation-seen = 相関{ $correlation }、p = { $chance }: 検出
correlation-not-seen = 相関{ $correlation }、p = { $chance }: 検出されず
check-bounded = 限界値のみの実行
bounded-anywhere = { $points }: { $bound }、特定の水準に偏りなし、効果の計算から除外
bounded-at-levels = { $points }: { $bound }、{ $levels }で発生、効果の計算から除外
check-lost = 失われた実行
lost-none = なし
table-time = 時間の内訳
spent-on = 用途
about = 対象
runs = 実行
test-time = テスト時間
purpose-screening = スクリーニング
purpose-tell_apart = 交互作用の切り分け
purpose-narrow = 因子の判定
purpose-confirm = 最適設定の確認
table-aliases = 交絡({ $count })
table-aliases-caption = 一方の効果の値に他方の効果が含まれる割合です。1.00の場合、両者は区別できません。小さな割合は、除外した実行によるものです。
aliases-left-out = ほか{ $count }件は省略。
term = 項
share = 割合
table-runs = 計画の実行({ $count })
point = 測定点
block = ブロック
plot = 一次単位
confirms = 確認

## Charts

chart-effects = 効果(大きい順)
axis-effects = 因子または交互作用
panel-effects = 低水準から高水準への{ $response }の変化
axis-ratio = 比(高水準/低水準、1は変化なし)
mark-seen = 検出
hover-change = 低水準から高水準
hover-mean = 平均
mark-no-change = 変化なし
chart-whiskers = エラーバーは、全効果に対して同時に信頼水準{ $confidence }で成り立ちます(この計画でのシミュレーションによる)。
chart-half-normal = 効果とばらつき(半正規プロット)
axis-quantile = 半正規分位点
panel-half-normal = 各効果の大きさ
axis-change = 低水準から高水準への変化(%)
note-half-normal = ばらつきだけの効果は原点を通る直線上に並びます。直線より上の効果は実在します。
chart-together = { $names }: 一方の効果は他方に依存
panel-mean = { $response }の平均
note-together = 実行の幾何平均です。線が平行なら交互作用はありません。

## Progress

best-setting-not-set = 最適設定({ $name })は確認していません: 計画の範囲では設定できません
trying = { $name }を試行中
step-tell_apart = ステップ{ $step }: { $names }を切り分けるため実行を{ $runs }回追加
step-narrow = ステップ{ $step }: { $names }を判定するため実行を{ $runs }回追加
step-spent = { $step }({ $time }のうち{ $spent }を使用済み)

## What has no answer

no-factor-study = 因子の調査ではありません(campaign.strategy = "factors")
too-few-runs = { $runs }回の実行のうち有効なものは{ $valid }回: 少なすぎ、効果とばらつきを区別できません

## The strategy

design-label = 因子
design-summary = 複数の設定のうち、影響するものを調べる
design-each = 因子の実験計画
design-question = どの設定が、どの程度影響するか
