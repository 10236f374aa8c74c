## Answer

subject-disk =
    { $place ->
        [inside] このディスク
       *[start] このディスク
    }
subject-memory =
    { $place ->
        [inside] メモリ上のこのファイル(ストレージではない)
       *[start] メモリ上のこのファイル(ストレージではない)
    }
subject-stack =
    { $place ->
        [inside] スタック{ $name }
       *[start] スタック{ $name }
    }
subject-null =
    { $place ->
        [inside] 測定対象null(負荷生成側そのもの)
       *[start] 測定対象null(負荷生成側そのもの)
    }
subject-target =
    { $place ->
        [inside] 測定対象
       *[start] 測定対象
    }
subject-page-cache =
    { $place ->
        [inside] ページキャッシュ(ストレージではない。対象: { $subject })
       *[start] ページキャッシュ(ストレージではない。対象: { $subject })
    }
workload-asked-for = 指定のワークロード
workload-with-commits = { $workload }(永続化コミット毎秒{ $commits }回)
question =
    { $objective ->
        [none] { $workload }
       *[other] { $workload }(目標: { $objective })
    }
question-denied =
    { $objective ->
        [none] { $workload }
       *[other] { $workload }(目標: { $objective })
    }
interval =
    { $sure ->
        [none] { $rate } IOPS({ $low }～{ $high })
       *[other] { $rate } IOPS({ $low }～{ $high }、信頼度{ $sure })
    }
run-did =
    { $offered ->
        [none] { $subject }: { $workload }で{ $rate }
       *[other] { $subject }: { $workload }で{ $rate }(投入レート{ $offered } IOPS)
    }
facts = { $facts }。
latency = { $name } { $value }
latency-name =
    { $operations ->
        [none] { $latency }の{ $figure }
       *[other] { $operations }の{ $latency }の{ $figure }
    }
latency-with-submit-call = 発行呼び出しを含むレイテンシ
latency-within = { $low }～{ $high }
statistic-mean = 平均
statistic-max = 最大値
statistic-min = 最小値
metric-response_time =
    { $place ->
        [start] 応答時間
       *[inside] 応答時間
    }
metric-completion_latency =
    { $place ->
        [start] 完了レイテンシ
       *[inside] 完了レイテンシ
    }
metric-submission_latency =
    { $place ->
        [start] 発行レイテンシ
       *[inside] 発行レイテンシ
    }
metric-slot_wait =
    { $place ->
        [start] スロット待ち時間
       *[inside] スロット待ち時間
    }
metric-own_lag =
    { $place ->
        [start] 測定機の遅れ
       *[inside] 測定機の遅れ
    }
metric-total_latency =
    { $place ->
        [start] 合計レイテンシ
       *[inside] 合計レイテンシ
    }
maximum-limited-by = 最大値の制約要因: { $limiter }。
limiter-not-determined = 制約要因: 不明。
limited-by = 制約要因: { $limiter }。
runs =
    { $runs ->
       *[other] 実行{ $count }回
    }
runs-interrupted =
    { $runs ->
       *[other] 実行{ $count }回が中断され、記録がありません。完了した時間区間は保存されています。
    }
nothing-to-draw = 終了した実行がないため、図示できるものがありません。
failed-in-runs =
    { $runs ->
       *[other] 全{ $count }回の実行
    }
test-time = テスト時間
test-time-basis = { $runs }、ウォームアップとドレインを含む
upper-end = 上端{ $high }
upper-end-by-probes = 上端{ $high }(プローブのみ)
upper-end-not-reached = 上端に未到達
maximum-rate =
    { $bound ->
        [least] ≥ { $rate } IOPS
       *[exact] { $rate } IOPS
    }
highest-achieved-so-far = これまでの最高達成レート
maximum-sentence = { $name }(目標なし): { $rate }。
maximum-sentence-noted = { $name }(目標なし): { $rate }({ $notes })。
closed-loop = クローズドループ
closed-loop-noted = クローズドループ({ $notes })
at-load =
    { $workers ->
       *[other] ワーカー{ $count } × キュー深度{ $depth }
    }
smaller = { $workers } × { $depth }ですでに{ $rate } IOPS
lower-bound-rising = 下限値: 未完了I/Oを増やすとまだわずかに増加
lower-bound-of-runs = 下限値: これらの実行ではレートの頭打ちを確認できず
lower-bound-generator = 下限値: 負荷生成側が飽和
others-had = 他のプログラムが測定機のプロセッサの{ $share }を使用
in-run =
    { $rate ->
        [none] 実行 { $run }: { $facts }。
       *[other] 実行 { $run }({ $rate } IOPS): { $facts }。
    }
counts-as-miss = { $failures }(いずれも未達として計上)
imported-mean = { $subject }: { $workload }で平均{ $mean } IOPS({ $low }～{ $high }、{ $runs })。
runs-imported =
    { $runs ->
       *[other] { $workload }の実行{ $count }回を取り込みました: { $rate }。
    }
holds-for =
    { $written ->
        [none] { $time }にわたり維持しました(I/O { $operations }件)。
       *[other] { $time }にわたり維持しました(I/O { $operations }件、書き込み{ $written })。
    }
held-operations =
    { $written ->
        [none] 下端の確認実行ではI/Oを{ $operations }件処理しました。
       *[other] 下端の確認実行ではI/Oを{ $operations }件処理し、{ $written }を書き込みました。
    }
regimes-found = { $n }つの状態が見つかりました。低いレートから近づく場合と高いレートから近づく場合とで、負荷限界線が異なります。
at-rate = { $rate } IOPS時
hold-missed = 目標は未達
hold-undecided = 判定保留
throughput = スループット
ended-because = 探索の終了理由: { $why }。
ended-because-stopped = 結果が出る前に停止されたため、探索を終了しました。
ended-because-failed = 測定対象に障害が発生したため、探索を終了しました。
ended-because-stopped_answering = 測定対象が繰り返し応答しなくなったため、探索を終了しました。
ended-because-client_bound = 負荷生成側が測定対象より先に限界に達したため、探索を終了しました。
ended-because-time_limit = 制限時間に達したため、探索を終了しました。
ended-because-both_held = 確認実行で両端を確認できたため、探索を終了しました。
ended-because-line_moves = 測定中に負荷限界線が変動したため、探索を終了しました。
ended-because-interval_narrow_enough = 信頼区間が指定の幅まで狭まったため、探索を終了しました。
ended-because-too_close_to_decide = 負荷限界線にこれ以上近い実行は僅差で判定不能なため、探索を終了しました。
ended-because-probe_limit = 実行回数の上限に達したため、探索を終了しました。
ended-because-no_upper_end = 目標が未達となる投入レートがなかったため、探索を終了しました。
ended-because-objective_not_met = 目標を達成する投入レートがなかったため、探索を終了しました。
ended-because-above_range = 探索範囲の最高レートでも目標を達成したため、探索を終了しました。
ended-because-below_range = 探索範囲の最低レートでも目標が未達だったため、探索を終了しました。
ended-because-not_confirmed = 制限内に下端の確認実行が合格しなかったため、探索を終了しました。
ended-because-undecided = 制限内に判定できた実行がなかったため、探索を終了しました。
ended-because-objective_needed = 適切な既定の目標がないため、探索を終了しました。目標を指定してください。
ended-because-target_changed = 探索中に測定対象が変化したため、探索を終了しました。
ended-because-machine_disturbed = 測定機が外乱を強く受けて測定できないため、探索を終了しました。
ended-because-pauses_break_objective = ストレージの休止により、どのレートでも目標を達成できないため、探索を終了しました。
mean-and-p99 = 平均{ $mean }、p99 { $p99 }
no-figures-interrupted = 測定値なし: 中断されました。
no-figures-abandoned = 測定値なし: 途中で終了しました。
statistic-stddev = 標準偏差

## Verdict on a Run

outcome-ok = 正常
outcome-cached = キャッシュ応答
outcome-cannot_carry = 投入レート未達
outcome-generator_limited = 負荷生成側が制約
outcome-not_steady = 非定常
outcome-failed = 失敗
judged-met = 達成
judged-missed = 未達
judged-undecided = 判定保留
run-complete = 完了
ended-not-judged = { $outcome }、目標は未判定
ended-without-objective = { $outcome }、目標の指定なし
verdict-because = { $verdict }: { $why }
no-objective-carried = 目標なし: 投入レートを達成
no-objective = 目標なし: { $why }
says-nothing-schedule = 判定なし: 負荷生成側が予定どおりに発行できず
says-nothing-not-steady = 判定なし: 測定対象が定常状態に至らず
says-nothing-disturbed = 判定なし: 測定機が外乱を受けた
met-with-runs-at-rate = 目標を達成(最大15%高いレートの実行と合わせて判定)
missed-without-machine = 目標は未達(測定機自身の遅れを除いても)

## Answer of a search: badges

no-answer = 結果なし
no-answer-yet = 結果待ち
interrupted = 中断
confirmed =
    { $machine ->
        [busy] 確認済み(測定機は高負荷)
       *[quiet] 確認済み
    }
at-least = 下限値(以上)
estimated-badge = 推定
no-plan = 計画に使えるレートなし
not-placed = 結果なし: 位置を特定できず
seen-at-least = 下限値(以上)、未確認
at-most = 上限値(以下)、未確認
unconfirmed = 結果なし: 未確認
missed = 未達
target-changed = 結果なし: 測定対象が変化
machine-disturbed = 結果なし: 測定機に外乱
storage-pauses = 未達: ストレージに休止
page-cache-badge = 結果なし: ページキャッシュの値

## Answer of a search: headlines

still-running-headline = 負荷限界線はまだありません。探索を実行中です。
interrupted-headline = 負荷限界線なし: 結果が出る前に探索が中断されました。
plan-headline =
    { $objective ->
        [none] 計画に使えるレートは{ $plan } IOPSです。
       *[other] 計画に使えるレートは{ $plan } IOPSです({ $objective })。
    }
at-least-short =
    { $objective ->
        [none] { $low } IOPS以上です。
       *[other] { $low } IOPS以上です({ $objective })。
    }
at-least-headline =
    { $objective ->
        [none] { $low } IOPS以上です。限界には達しませんでした。
       *[other] { $low } IOPS以上です({ $objective })。限界には達しませんでした。
    }
at-least-missed-headline =
    { $objective ->
        [none] { $low } IOPS以上です。未達は{ $missed } IOPSの短い実行のみです。
       *[other] { $low } IOPS以上です({ $objective })。未達は{ $missed } IOPSの短い実行のみです。
    }
estimated-headline =
    { $objective ->
        [none] 計画に使えるレートは{ $plan } IOPSです(未確認)。
       *[other] 計画に使えるレートは{ $plan } IOPSです({ $objective }、未確認)。
    }
no-plan-above-headline =
    { $objective ->
        [none] { $low } IOPS以上ですが、不確かさが大きく計画には使えません。
       *[other] { $low } IOPS以上({ $objective })ですが、不確かさが大きく計画には使えません。
    }
no-plan-between-headline =
    { $objective ->
        [none] { $low }～{ $high } IOPSですが、不確かさが大きく計画には使えません。
       *[other] { $low }～{ $high } IOPS({ $objective })ですが、不確かさが大きく計画には使えません。
    }
not-placed-headline =
    { $objective ->
        [none] 位置を特定できませんでした: { $rates }。
       *[other] 位置を特定できませんでした: { $rates }({ $objective })。
    }
seen-at-least-headline =
    { $objective ->
        [none] { $low } IOPS以上です(未確認)。
       *[other] { $low } IOPS以上です({ $objective }、未確認)。
    }
at-most-headline =
    { $objective ->
        [none] { $high } IOPS未満です(未確認)。
       *[other] { $high } IOPS未満です({ $objective }、未確認)。
    }
unconfirmed-headline =
    { $objective ->
        [none] 負荷限界線なし: 確認実行で確認できたレートはありません。
       *[other] 負荷限界線なし({ $objective }): 確認実行で確認できたレートはありません。
    }
storage-pauses-headline =
    { $objective ->
        [none] ストレージの休止により、どのレートでも目標を達成できません。
       *[other] ストレージの休止により、どのレートでも{ $objective }を達成できません。
    }
no-answer-because = 結果なし: { $why }。
no-line-headline =
    { $objective ->
        [none] 負荷限界線なし: { $why }。
       *[other] 負荷限界線なし({ $objective }): { $why }。
    }
no-line-short = 負荷限界線はありません。
missed-headline =
    { $objective ->
        [none] 未達: 負荷限界線は{ $high } IOPS未満です。
       *[other] 未達: { $objective }の負荷限界線は{ $high } IOPS未満です。
    }
machine-busy-headline = 結果なし: 他のプログラムが測定機を占有していました。
page-cache-headline =
    { $objective ->
        [none] ストレージではなくページキャッシュの値です: { $low } IOPS。
       *[other] ストレージではなくページキャッシュの値です: { $low } IOPS({ $objective })。
    }
page-cache-answered = ストレージではなくページキャッシュの値です。

## Answer of a search: sentences

still-running-whole = 負荷限界線はまだありません。キャンペーンを実行中です({ $runs }分を保存済み)。
interrupted-whole = 負荷限界線はまだありません。結果が出る前にキャンペーンが中断されました({ $runs }分を保存済み)。
carries = { $subject }は、{ $question }で{ $interval }を維持できます。
carries-at-least = { $subject }は、{ $question }で{ $low } IOPS以上を維持できます。負荷限界線そのものには達しませんでした。
carries-client-bound = { $subject }は、{ $question }で{ $low } IOPS以上を維持できます(制約要因: 負荷生成側)。負荷限界線そのものには達しませんでした。
carries-probes-missed = { $subject }は、{ $question }で{ $low } IOPS以上を維持できます。{ $missed } IOPSのプローブでは目標が未達でしたが、上端は確認実行で確認されていません。
estimated = 推定: { $subject }は、{ $question }で約{ $interval }を維持できます(未確認)。
not-placed-below = 負荷限界線は見つかりませんでした: { $subject }が{ $question }で維持できるのは{ $high } IOPS未満です。
not-placed-between = 負荷限界線は見つかりませんでした: { $subject }が{ $question }で維持できるレートは{ $low }～{ $high } IOPSのどこかです。
bounded = 下限のみ: { $subject }は、{ $question }で{ $low } IOPS以上を維持できます(未確認)。
at-most-whole = { $question }の負荷限界線は確定せず、{ $high } IOPS未満であることのみ分かっています。
unconfirmed-passed = { $question }の確認済みの負荷限界線はありません: プローブは{ $low } IOPSまで合格しましたが、確認実行は合格しませんでした。この値は使用しないでください。
unconfirmed-leaned = { $question }の確認済みの負荷限界線はありません: 判定保留のプローブは{ $low } IOPSまで合格寄りでしたが、確認実行は合格しませんでした。この値は使用しないでください。
no-answer-for = { $question }の結果なし: { $why }。
no-line-for = { $question }の負荷限界線なし: { $why }。
no-line-below = { $question }の負荷限界線は特定できず、{ $high } IOPS未満です: { $why }。
stopped-early = 途中で停止されました。
stopped-early-nothing = 途中で停止されました: 測定前のため、負荷限界線はありません。
stopped-early-known = 途中で停止されたため、{ $question }の負荷限界線はありません。停止時点で判明していた事項: { $facts }。
target-failed-nothing = 測定対象に障害が発生しました: 測定前のため、負荷限界線はありません。
target-failed-known = 測定対象に障害が発生したため、{ $question }の負荷限界線はありません。その時点で判明していた事項: { $facts }。
fact-maximum =
    { $bound ->
        [least] 最大値は{ $rate } IOPS以上
       *[about] 最大値は約{ $rate } IOPS
    }
fact-highest =
    { $bound ->
        [least] 目標なしの最高レートは{ $rate } IOPS以上
       *[about] 目標なしの最高レートは約{ $rate } IOPS
    }
fact-met = 短い実行1回で目標を達成した最高レートは{ $rate } IOPS
fact-missed = 目標が未達だった最低レートは{ $rate } IOPS
fact-undecided = 投入レートを指定した実行で、明確に判定できたものはない
plan = 計画に使えるレートは{ $plan } IOPSです。
plan-of-files = 計画に使えるレートは{ $plan } IOPSです。ファイル内で目標を明確に達成した最高レートです。
plan-lower-than-range = 計画に使えるレートは{ $plan } IOPSです。測定ごとに結果がばらついたため、区間より低い値です。
plan-passed =
    { $test ->
        [old] 計画に使えるレートは{ $plan } IOPSです。このレートはテストに合格し、{ $high } IOPSは不合格でした。
       *[fresh] 計画に使えるレートは{ $plan } IOPSです。このレートは新たなテストに合格し、{ $high } IOPSは不合格でした。
    }
plan-a-little-lower =
    { $test ->
        [old] 計画に使えるレートは、区間よりわずかに低い{ $plan } IOPSです。{ $low } IOPSはテストに合格し、{ $high } IOPSは不合格でした。
       *[fresh] 計画に使えるレートは、区間よりわずかに低い{ $plan } IOPSです。{ $low } IOPSは新たなテストに合格し、{ $high } IOPSは不合格でした。
    }
plan-lower =
    { $test ->
        [old] 計画に使えるレートは{ $plan } IOPSです。測定ごとに結果がばらついたため、区間より低い値です。{ $low } IOPSはテストに合格し、{ $high } IOPSは不合格でした。
       *[fresh] 計画に使えるレートは{ $plan } IOPSです。測定ごとに結果がばらついたため、区間より低い値です。{ $low } IOPSは新たなテストに合格し、{ $high } IOPSは不合格でした。
    }
no-plan-varied = 計画に使えるレートはありません: 測定ごとの結果のばらつきが大きすぎます。
no-plan-of-files = 計画に使えるレートはありません: ファイル内には、負荷限界線との差が4分の1以内で、目標を明確に達成したレートがありません。
no-plan-rejudged = 計画に使えるレートはありません: これらの実行は、この目標では判定されていません。先にこの目標で測定してください。
no-plan-no-retest = 計画に使えるレートはありません: 区間の下端付近で合格した再テストがありません。
open-none-missed = 明確に未達となった実行がないため、負荷限界線そのものには達していません。
open-missed = 負荷限界線そのものには達していませんが、{ $rate } IOPSの実行では目標が未達でした。
open-several = 負荷限界線そのものには達していませんが、{ $low }～{ $high } IOPSの実行では目標が未達でした。
open-no-plan = 計画に使えるレートはありません: 目標を達成したどのレートにも、それより低いレートで未達の実行があります。
missed-below = このレート以下の実行{ $of }回のうち、{ $missed }回は目標が未達でした。
lightest-load = 試行した最も軽い負荷({ $rate } IOPS)での結果: { $latencies }。
and = { "、" }

## Reasons for which a search ended

reason-stopped = 結果が出る前に停止
reason-failed = 測定対象に障害が発生
reason-stopped_answering = 測定対象が繰り返し応答を停止
reason-client_bound = 負荷生成側が測定対象より先に限界に到達
reason-time_limit = 制限時間に到達
reason-both_held = 確認実行で両端を確認
reason-line_moves = 測定中に負荷限界線が変動
reason-interval_narrow_enough = 信頼区間が指定の幅まで縮小
reason-too_close_to_decide = 負荷限界線にこれ以上近い実行は僅差で判定不能
reason-probe_limit = 実行回数の上限に到達
reason-no_upper_end = 目標が未達となる投入レートなし
reason-objective_not_met = 目標を達成する投入レートなし
reason-above_range = 探索範囲の最高レートでも目標を達成
reason-below_range = 探索範囲の最低レートでも目標が未達
reason-not_confirmed = 制限内に下端の確認実行が合格せず
reason-undecided = 制限内に判定できた実行なし
reason-objective_needed = 適切な既定の目標がなく、指定が必要
reason-target_changed = 探索中に測定対象が変化
reason-machine_disturbed = 測定機が外乱を強く受けて測定不能
reason-pauses_break_objective = ストレージの休止により、どのレートでも目標が未達
reason-none = 負荷限界線が得られないまま探索が終了

## Answer of a search: names and bases of its figures

iops = { $rate } IOPS
about = 約{ $rate }
range = { $low }～{ $high } IOPS
less-than = { $high } IOPS未満
at-least-rate = { $low } IOPS以上
ends = { $low }～{ $high }
ends-not-confirmed = { $low }～{ $high }、未確認
ends-no-plan = { $low }～{ $high }、計画に使えるレートなし
plan-with = 計画に使えるレート
less = 上限値(未満)
load-line = 負荷限界線
line-estimated = 負荷限界線(推定)
line-bounded = 負荷限界線(下限のみ)
line-not-placed = 負荷限界線(位置を特定できず)
recommended-rate = 推奨レート
probes-passed = プローブが合格した最高レート
page-cache-name = ページキャッシュの値
recommended-basis = 推奨レート、{ $upper }
no-plan-basis = 計画に使えるレートなし、{ $upper }
line-basis =
    { $sure ->
        [none] 負荷限界線{ $rate }({ $low }～{ $high })
       *[other] 負荷限界線{ $rate }({ $low }～{ $high }、信頼度{ $sure })
    }
line-basis-above =
    { $sure ->
        [none] 負荷限界線{ $rate }、{ $high }で未達
       *[other] 負荷限界線{ $rate }、{ $high }で未達(信頼度{ $sure })
    }
estimated-basis =
    { $sure ->
        [none] 負荷限界線は約{ $rate }({ $low }～{ $high })
       *[other] 負荷限界線は約{ $rate }({ $low }～{ $high }、信頼度{ $sure })
    }
plan-below-range = 区間より低い値(測定ごとに結果がばらついたため)
passed-test =
    { $test ->
        [old] テストに合格
       *[fresh] 新たなテストに合格
    }
hold-passed-basis = 確認実行に合格、上端は未確認
not-confirmed = 未確認
not-confirmed-by-hold = 確認実行による確認なし
not-confirmed-not-reached = 未確認、限界に未到達
missed-at-lowest = 試行した最低レートで未達
probes-passed-basis = 負荷限界線なし: 確認実行による確認なし

## Answer of a search: in a list of lines

no-load-line = 負荷限界線なし
no-answer-yet-row = 結果待ち
confirmed-row =
    { $machine ->
        [busy] { $low } IOPS、確認済み(測定機は高負荷)、{ $high }は不合格
       *[quiet] { $low } IOPS、確認済み、{ $high }は不合格
    }
confirmed-plan-row =
    { $machine ->
        [busy] { $low } IOPS、確認済み(測定機は高負荷)、{ $high }は不合格、計画に使えるレート{ $plan }
       *[quiet] { $low } IOPS、確認済み、{ $high }は不合格、計画に使えるレート{ $plan }
    }
at-least-row = { $low } IOPS以上、限界に未到達
estimated-row = 約{ $rate } IOPS、推定、未確認、計画に使えるレート{ $plan }
no-plan-above-row = { $low } IOPS以上、計画に使えない
no-plan-between-row = { $low }～{ $high } IOPS、計画に使えない
no-plan-estimated-row = 約{ $rate } IOPS、推定、計画に使えない
not-placed-row = 結果なし: 位置を特定できず
seen-at-least-row = { $low } IOPS以上、未確認
page-cache-row = 結果なし: ページキャッシュの値

## Answer of a search: the verdict above a signature

no-result-yet = 結果待ち
interrupted-verdict = 中断
carries-verdict = { $low } IOPSを維持
at-least-verdict = { $low } IOPS以上を維持
estimated-verdict = 推定、未確認: { $rate } IOPS
no-plan-above-verdict = 計画に使えるレートなし: 負荷限界線は{ $low } IOPSより上
no-plan-between-verdict = 計画に使えるレートなし: 負荷限界線は{ $low }～{ $high } IOPS
not-placed-verdict = 位置を特定できず: { $rates }
page-cache-verdict = { $verdict }(ページキャッシュの値)

## First screen

about-name = 名前
about-job = ジョブ
about-date = 日時
about-host = ホスト
about-target = 測定対象
and-rows = ほか
more-rows = { $n }件(下記参照)
short-list = { $values }、ほか{ $more }件

## First screen: what stands in the way, and what to do

moved-target_changed = 同じ負荷での実行の結果が互いに矛盾しています。
moved-machine_disturbed = 測定機がほとんどの時間停止していました。
moved-todo-target_changed = 測定対象が静かなときに再測定してください。
moved-todo-machine_disturbed = 空いている測定機から測定してください(この測定機への外乱は plimsoll doctor で確認できます)。
others-todo-target_changed = 終了を待ってから、このコマンドを再実行してください。
others-todo-machine_disturbed = それらを停止するか、空いている測定機から測定してください。
find-pauses = アレイ自身のログで原因を調べてください。
ask-for-less = より低いパーセンタイルを指定してください: { $percentile }。
reserve-processors = このVMにホストのCPUを予約してもらうか、別の測定機から測定してください。
stop-others = それらを停止するか(plimsoll doctor で確認できます)、空いている測定機から測定してください。
find-failures = I/Oが失敗する原因を調べてください。plimsoll run --on-error stop は最初のエラーで終了します。
obstacle-at_least = 上端は確認実行で確認されていません。
obstacle-estimated = 未確認: 区間の一端での再テストが判定不能でした。
obstacle-not_to_plan_with = 区間の下端付近で合格した再テストがありません。
obstacle-not_placed = 測定ごとの結果のばらつきが大きすぎました。
obstacle-unconfirmed = 合格した再テストがありません。
obstacle-seen_at_least = 既存の実行から読み取った値です。確認実行では確認されていません。
obstacle-at_most = 既存の実行から読み取った値です。確認実行では確認されていません。
file-obstacle-estimated = 他のプログラムのファイルから読み取った値です。確認実行では確認されていません。
file-obstacle-not_to_plan_with = ファイル内には、負荷限界線の近くで目標を明確に達成したレートがありません。
file-obstacle-not_placed = ファイル内のレートの間隔が広すぎるか、値のばらつきが大きすぎます。
confirm-it = 探索で確認してください: plimsoll find
search-longer = より長く探索してください: --time 30m
todo-client_bound = 負荷生成側を増やしてください: --workers または --hosts FILE
todo-objective_not_met = 目標の応答時間を緩めるか、軽い負荷でも遅い原因を調べてください。
todo-above_range = より高いレートを試してください: --between
todo-below_range = より低いレートを試してください: --between
todo-objective_needed = 目標を指定してください: --objective 'p99 <= 5ms'
todo-failed = 測定対象のログを確認してから、再度探索してください。
todo-stopped_answering = 応答が停止した時刻を plimsoll timeline と測定対象のログで確認してください。
todo-stopped = 中断せずに再度探索してください。

## First screen of a search

target-stopped-answering = 測定対象が応答しなくなりました。
but-operations-failed = { $badge }(失敗したI/Oあり)
use-name = 使用可否
use-of-runs = { $unusable ->
    [0] { $of }件中{ $limited }件は制限付き。指摘は「管理していない条件」に記載
   *[other] { $of }件中{ $unusable }件は使用不可、{ $limited }件は制限付き。指摘は「管理していない条件」に記載
}
operations-lost = 失われたI/O
objective = 目標
lightest-load-row = { $rate } IOPSで{ $latencies }
lightest-load-name = 最も軽い負荷
at-that-load = その負荷での値
limit-of-maximum = 最大値の制約要因
limiter-of-tests = { $limiter }({ $count }件)
limited-by-name = 制約要因
maximum-reached =
    { $bound ->
        [least] ≥ { $rate } IOPS(目標なし)
       *[exact] { $rate } IOPS(目標なし)
    }
maximum-and-plan = { $rate } IOPS(目標なし)、計画に使えるレートはその{ $share }
this-machine = 測定機
held-for = 維持時間
virtual-time = 仮想時間で{ $time }
held-on-savings = { $held }。ただし{ $element }は蓄積分を消費し、自身のレートの{ $times }倍で動作しました。必要な持続時間を --horizon で指定してください。
latency-in-hold = { $name } { $value }({ $rate } IOPSの確認実行)
figure-as-seen = { $figure }、測定機から見た値は{ $measured }
disturbed-share = 測定時間の{ $share }で外乱を受けた(除外済み)
highest-achieved = 最高達成レート
best-of-short-runs = 短い実行での最高値
maximum = 最大値

## First screen of a Run

badge-cached = 結果なし: ページキャッシュの値
badge-generator_limited = 結果なし: 負荷生成側の遅れ
badge-not_steady = 結果なし: 定常状態に至らず
badge-failed = 失敗
badge-met = 達成
badge-missed = 未達
badge-undecided = 判定保留
badge-complete = 完了、目標なし
badge-not-carried = 投入レート未達
badge-missed-so-far = 判定保留(現時点では未達)
complete = 完了
but-outage = { $badge }(停止区間あり)
but-not-recorded = { $badge }(一部は記録なし)
outcome-todo-cached = --cached を外すか、メモリ上のファイルではなくディスクを測定するか、測定機のメモリより広い範囲にアクセスしてください。
outcome-todo-generator_limited = ワーカーを増やすか、測定機のプロセッサを空けてください(plimsoll doctor)。
outcome-todo-cannot_carry = 投入レートを下げるか、維持できる最高レートを探索してください: plimsoll find
outcome-todo-not_steady = ウォームアップを長くしてください: --warmup-for
outcome-todo-failed = 失敗の内容を確認するか、停止せずにエラーを数えてください: --on-error count
no-figures-running = 測定値なし: まだ実行中です。
no-figures-finished = 測定値なし: 終了した実行がありません。
from-page-cache = { $figure }(ストレージではなくページキャッシュの値)
achieved = 達成レート
closed-for =
    { $length ->
        [none] クローズドループ、長さは不明
       *[other] クローズドループ、{ $length }間
    }
offered-for =
    { $length ->
        [none] 投入レート{ $rate } IOPS、長さは不明
       *[other] 投入レート{ $rate } IOPS、{ $length }間
    }
what-happened = 発生した事象
durable-commits = 永続化コミット
commits = 毎秒{ $commits }回
commits-at-plan = { $rate } IOPSのとき毎秒{ $commits }回
sync-latency = 同期のレイテンシ
bytes = データ転送量
latency-not-told = レイテンシ不明
latency-and-syncs = { $latency }、同期{ $syncs }
undecided-so-far = 目標は判定保留(現時点では未達)
measure-longer = より長く測定してください: --measure-for
undecided-by-outage = 遅いI/Oは停止区間によるものです。1回の測定では、その頻度は分かりません。
todo-outage = 原因を調べてください。発生時刻は plimsoll report time で確認できます。

## First screen of a Run over time

no-interval-kept = 保存された時間区間がないため、表示できるものがありません。
no-record = 記録なし
note-at = { $mark }({ $time })
back-to-normal = 正常に復帰
mean-rate = 平均レート
episodes = 事象
marks = マーク
outcome = 終了状態
of-time = 全{ $time }中
over-time = { $time }にわたる値
over-time-but = { $time }にわたる値(うち{ $missing }は記録なし)
no-operation-succeeded = I/Oが成功しなかった時間
several-outages = 停止区間が{ $n }回あり、合計{ $time }でした。
one-outage = { $time }の時点で{ $length }の停止区間がありました。
outage-not-recovered = { $time }の時点で{ $length }の停止区間があり、終了までに回復しませんでした。
outage-recovered = { $time }の時点で{ $length }の停止区間があり、開始から{ $recovered }後に回復しました。
gap-headline = { $time }の時点: { $words }。
time-of-unrecorded = { $time }のうち{ $missing }は記録がありません。
named-episode-at = { $episode }({ $time })
named-episode-in = 測定{ $time }のうち: { $episode }。
episode-outage = 停止区間
episode-gap = 記録なし
episode-errors = エラー
episode-dip = 一時的な低下
episode-slow = 一時的な遅延
episode-drop = 低下
episode-slower = 遅延増加
episode-drift = ドリフト
episode-surge = 一時的な増加
episode-rise = 上昇
episode-quick = 一時的な高速化
episode-quicker = 高速化
episode-periodic = 周期変動
too-few-intervals-of = 時間区間が少なすぎるため({ $n }個)、事象の有無を判断できません。
nothing-stands-out = { $time }の間に目立った変化はありません: 停止区間、低下、持続的な変化のいずれもなし。
longest-wait = 最長の待ち時間
usually = { $time }(通常は{ $usual })
mean-before-and-worst = 発生前の平均{ $before }、最悪時{ $worst }
after-it-began = 開始から{ $time }後
in-table-below = { $n }件(下の表を参照)

## First screen of several load lines

offered-rates = 投入レートごとの応答時間です。負荷限界線は求められていません。
offered-rates-between = { $low }～{ $high } IOPSの投入レートでの応答時間です。負荷限界線は求められていません。
search-again = それらをより長く、または別の目標で再度探索してください。
named = { $name }: { $text }
event-named = { $kind ->
    [mark] マーク
    [note] メモ
    [collector] コレクタ
   *[other] { $kind }
}: { $text }
more-without-line = ほか{ $n }件も負荷限界線なし
iops-from-page-cache = { $rate } IOPS(ページキャッシュの値)
few-closed-loops = クローズドループ: { $rates }。負荷限界線は求められていません。
closed-loops = クローズドループ{ $n }件です。負荷限界線は求められていません。
no-line-found = 負荷限界線は見つかりませんでした。
no-line-found-in =
    { $objective ->
        [several] 目標の異なる{ $n }件の探索で、負荷限界線は見つかりませんでした。
        [none] { $n }件の探索で、負荷限界線は見つかりませんでした。
       *[other] { $n }件の探索({ $objective })で、負荷限界線は見つかりませんでした。
    }
lines-listed =
    { $objective ->
        [several] { $lines } IOPS(目標はそれぞれ異なります)。
        [none] { $lines } IOPS。
       *[other] { $lines } IOPS({ $objective })。
    }
lines-between =
    { $objective ->
        [several] 負荷限界線{ $n }件、{ $low }～{ $high } IOPS(目標はそれぞれ異なります)。
        [none] 負荷限界線{ $n }件、{ $low }～{ $high } IOPS。
       *[other] 負荷限界線{ $n }件、{ $low }～{ $high } IOPS({ $objective })。
    }
highest-line = 最も高い負荷限界線
highest-but-close = { $name }({ $others }とは僅差で判定不能)
highest-and-lowest = { $name }(最低は{ $lowest }の{ $rate })
n-confirmed = { $of }件中{ $n }件を確認済み
standing-mixed = 確認済み(測定機は高負荷)
standing-estimated = 推定
standing-bounded = 下限値(以上)
standing-missed = 未達
some-badge = { $badge }: { $of }件中{ $n }件

## First screen of a campaign

without-verdict-running = 結果なし: まだ実行中です({ $runs }分を保存済み)。
without-verdict-interrupted = 結果なし: 中断されました({ $runs }分を保存済み)。
without-verdict-finished = 結果なし: 結果を得ずに終了しました({ $runs }分を保存済み)。
without-verdict-abandoned = 結果なし: 結果を得ずに終了しました({ $runs }分を保存済み)。
ends-of-rates = { $low }～{ $high }
rate-everywhere = すべて{ $rate }
outages = 停止区間
not-recorded = 記録なし
levels = 水準
ended-ok = 正常終了
places-met = { $places }が{ $objective }を達成
n-of = { $of }件中{ $n }件
met-the-objective = 目標を達成
mean-of-runs =
    { $runs ->
       *[other] 実行{ $count }回の平均
    }
lowest-rate = 最低{ $rate } IOPS
everywhere = すべて同じ
highest = 最高値
partly-carried = 一部のみ投入レート達成
partly-complete = 一部のみ完了
complete-with-outages = 完了(停止区間あり)
met-not-judged = 達成(比較のみ、判定なし)
met-with-failures = 達成(失敗あり)
partly-met = 一部のみ達成
resume-it = 続行してください: plimsoll campaign resume
ask-points-again = plimsoll campaign status で原因を調べ、該当する測定点を再度実行してください。
rates-of-places =
    { $spread ->
        [range] { $low }～{ $high }
        [everywhere] すべて{ $high }
       *[one] { $high }
    }
column-unnamed = 名前
iops-reach = IOPS: { $reach }
up-to-iops = 最大{ $rate } IOPS
iops-of-places =
    { $spread ->
        [range] { $low }～{ $high } IOPS
        [everywhere] すべて{ $high } IOPS
       *[one] { $high } IOPS
    }

# グリッドの結論。$otherと$base: 2つの構成または測定対象の名前。$where: 変わった範囲(up-to、from、at、everywhere)。$lastと$next: 境界の両側の値。$atと$same_at: 変わった値と変わらない値。
pairs-cap-counted = { $other }: { $of }組中{ $n }組で上限{ $cap } IOPS
pairs-cap-long =
    { $where ->
        [up-to] { $other }: { $last }までは上限{ $cap } IOPS、{ $next }以上は変化なし
        [from] { $other }: { $next }以上は上限{ $cap } IOPS、{ $last }までは変化なし
        [at] { $other }: { $at }では上限{ $cap } IOPS、{ $same_at }では変化なし
       *[everywhere] { $other }: すべて上限{ $cap } IOPSで、{ $base }より低い
    }
pairs-cap-short =
    { $where ->
        [up-to] { $other }: { $last }までは上限{ $cap } IOPS
        [from] { $other }: { $next }以上は上限{ $cap } IOPS
        [at] { $other }: { $at }では上限{ $cap } IOPS
       *[everywhere] { $other }: すべて上限{ $cap } IOPS
    }
pairs-cap-name = 上限
pairs-fewer-counted = { $other }: { $of }組中{ $n }組でIOPSが{ $change }少ない
pairs-fewer-long =
    { $where ->
        [up-to] { $other }: { $last }まではIOPSが{ $change }少なく、{ $next }以上は変化なし
        [from] { $other }: { $next }以上はIOPSが{ $change }少なく、{ $last }までは変化なし
        [at] { $other }: { $at }ではIOPSが{ $change }少なく、{ $same_at }では変化なし
       *[everywhere] { $other }: IOPSが{ $base }より{ $change }少ない
    }
pairs-fewer-short =
    { $where ->
        [up-to] { $other }: { $last }まではIOPSが{ $change }少ない
        [from] { $other }: { $next }以上はIOPSが{ $change }少ない
        [at] { $other }: { $at }ではIOPSが{ $change }少ない
       *[everywhere] { $other }: IOPSが{ $change }少ない
    }
pairs-fewer-name = IOPSの減少
pairs-more-counted = { $other }: { $of }組中{ $n }組でIOPSが{ $change }多い
pairs-more-long =
    { $where ->
        [up-to] { $other }: { $last }まではIOPSが{ $change }多く、{ $next }以上は変化なし
        [from] { $other }: { $next }以上はIOPSが{ $change }多く、{ $last }までは変化なし
        [at] { $other }: { $at }ではIOPSが{ $change }多く、{ $same_at }では変化なし
       *[everywhere] { $other }: IOPSが{ $base }より{ $change }多い
    }
pairs-more-short =
    { $where ->
        [up-to] { $other }: { $last }まではIOPSが{ $change }多い
        [from] { $other }: { $next }以上はIOPSが{ $change }多い
        [at] { $other }: { $at }ではIOPSが{ $change }多い
       *[everywhere] { $other }: IOPSが{ $change }多い
    }
pairs-more-name = IOPSの増加
pairs-fewer = IOPSが{ $change }少ない
pairs-more = IOPSが{ $change }多い
pairs-latency = { $measure } { $before } → { $after }
pairs-same = { $other }は{ $pairs }組のすべてで{ $base }と同等
pairs-same-within = 許容差{ $margin }以内で同等
pairs-that-differ = 差のある組
pairs-of = { $other }と{ $base }の比較、{ $pairs }組
pairs-all = すべて
pairs-joined = 点線は同じ測定点どうしを結びます。
factor-rise = IOPSは{ $first }({ $where_first })から{ $last }({ $where_last })へ増加
factor-fall = IOPSは{ $first }({ $where_first })から{ $last }({ $where_last })へ減少
factor-range = { $first } IOPS({ $where_first })～{ $last } IOPS({ $where_last })
lowest-rate-at = 最低{ $rate } IOPS({ $where })
no-effect = 影響なし
no-effect-of = { $name }(最大{ $change })

## Objectives

objective-term =
    { $operations ->
        [none] { $figure } <= { $bound }
       *[other] { $operations }の{ $figure } <= { $bound }
    }
objective-term-over =
    { $operations ->
        [none] { $period }ごとの{ $figure } <= { $bound }
       *[other] { $operations }の{ $period }ごとの{ $figure } <= { $bound }
    }
figure-of-latency = { $latency }の{ $figure }
## Levels and objectives in charts and tables

objective-level = 目標 { $figure } <= { $bound }
level-met =
    { $kind ->
        [questions] 測定条件{ $of }件中{ $n }件が「{ $level }」を達成
       *[Points] 測定点{ $of }個中{ $n }個が「{ $level }」を達成
    }
level-missed =
    { $kind ->
        [questions] 測定条件{ $of }件中{ $n }件が「{ $level }」に未達、最悪値は{ $worst }({ $place })
       *[Points] 測定点{ $of }個中{ $n }個が「{ $level }」に未達、最悪値は{ $worst }({ $place })
    }
none-misses = { $levels }の未達なし
missed-level = { $of }件中{ $n }件が「{ $level }」に未達
missed-level-too = 「{ $level }」に未達{ $n }件
missed-level-and-more = { $of }件中{ $n }件が「{ $level }」に未達、ほかに{ $more }つの水準も未達
measure-rate =
    { $leaves ->
        [maximum] 最大値
        [line] 負荷限界線
       *[run] 達成レート
    }
bytes-per-second = スループット
estimated-rate = 推定{ $rate }

## Points and their outcomes

mark-cannot_carry = 投入レート未達
mark-generator_limited = 負荷生成側が制約
mark-cached = キャッシュ応答
mark-not_steady = 非定常
mark-failed = 失敗
mark-stopped = 中止
mark-skipped = 省略
mark-not_asked_yet = 未実行
mark-under_way = 実行中
mark-no_record = 記録なし
mark-no_line = 負荷限界線なし
mark-no_maximum = 最大値なし
mark-not_confirmed = 未確認
mark-not_valid = 無効
repeats-marked = { $of }回中{ $n }回が{ $mark }
marked-cannot_carry = 投入レート未達{ $count }件
marked-generator_limited = 負荷生成側が制約(ストレージの限界ではない){ $count }件
marked-cached = ページキャッシュが応答(ストレージの値ではない){ $count }件
marked-not_steady = 非定常{ $count }件
marked-failed = 失敗{ $count }件
marked-stopped = 中止{ $count }件
marked-skipped = 省略{ $count }件
marked-not_asked_yet = 未実行{ $count }回
marked-under_way = 実行中{ $count }件
marked-no_record = 記録なし{ $count }件
marked-no_line = 負荷限界線なし{ $count }件
marked-no_maximum = 最大値なし{ $count }件
marked-not_confirmed = 確認実行による確認なし{ $count }件
marked-not_valid = 有効な結果なし{ $count }件
count-marked = { $mark }{ $count }件
count-undecided = 判定保留{ $count }件
count-unknown = 不明{ $count }件
miss-it =
    { $n ->
       *[other] 未達{ $count }件
    }
without-answer = 結果なし
run-ended = 実行 { $run }: { $outcome }
outcome-stopped = 中止
outcome-running = 実行中
outcome-interrupted = 中断
outcome-abandoned = 打ち切り
outcome-finished = 完了
points-of =
    { $total ->
       *[other] 測定点{ $of }個中{ $n }個
    }
questions-of =
    { $total ->
       *[other] 測定条件{ $of }件中{ $n }件
    }
places-meet = { $places }が{ $objective }を達成
places-met-objective =
    { $judged ->
        [compared] { $places }が目標値以内(クローズドループは比較のみで、判定対象外)
       *[judged] { $places }が目標を達成
    }
closed-loops-compared = クローズドループは目標値との比較のみで、判定対象外
objective-met = 目標達成
ok-of =
    { $kind ->
        [Runs] 実行{ $of }回中{ $ok }回
        [questions] 測定条件{ $of }件中{ $ok }件
       *[Points] 測定点{ $of }個中{ $ok }個
    }
ended-ok-of =
    { $kind ->
        [Runs] 実行{ $of }回中{ $ok }回が正常終了
        [questions] 測定条件{ $of }件中{ $ok }件が正常終了
       *[Points] 測定点{ $of }個中{ $ok }個が正常終了
    }
ended-ok-so-far =
    { $kind ->
        [Runs] 現時点で実行{ $of }回中{ $ok }回が正常終了
        [questions] 現時点で測定条件{ $of }件中{ $ok }件が正常終了
       *[Points] 現時点で測定点{ $of }個中{ $ok }個が正常終了
    }
all-ended-ok =
    { $kind ->
        [Runs] 実行{ $of }回がすべて正常終了
        [questions] 測定条件{ $of }件がすべて正常終了
       *[Points] 測定点{ $of }個がすべて正常終了
    }
one-ended-ok =
    { $kind ->
        [Runs] 実行は正常終了
        [questions] 測定条件は正常終了
       *[Points] 測定点は正常終了
    }
did-not = 正常終了以外{ $n }件: { $outcomes }
no-answer-yet-counts = 結果待ち({ $outcomes })
no-answer-counts = 結果なし({ $outcomes })
ended-ok-name =
    { $kind ->
        [Runs] 正常終了した実行
        [questions] 正常終了した測定条件
       *[Points] 正常終了した測定点
    }
all-asked-for = 要求したものすべて
all-runs = すべての実行
n-is = n = { $n }
n-not-told = n は不明
n-beside =
    { $errors ->
       *[other] n = { $n }、ほかにエラー{ $count }件
    }
n-not-told-beside =
    { $errors ->
       *[other] n は不明、ほかにエラー{ $count }件
    }
failed-of = I/O { $of }件中{ $failed }件が失敗({ $share })
unfinished-of = I/O { $of }件中{ $unfinished }件が未完了のまま終了
operations-failed = 失敗したI/O
operations-unfinished = 完了しなかったI/O
failed-basis = { $share }、{ $basis }、応答時間には含まない
unfinished-basis = { $basis }、打ち切り時点までの経過時間で計上
count-and-share = { $count }({ $share })
outages-in-runs = { $runs }で{ $outages }
time-in-runs = { $time }({ $runs })
not-recorded-in-runs = 記録のない時間{ $time }({ $runs })
time-not-recorded = 記録のない時間{ $time }
time-stood-still = このマシンの停止{ $time }
outages-of =
    { $n ->
       *[other] 停止区間{ $count }回({ $time })
    }
passing-dip =
    { $n ->
       *[other] レートの一時的な落ち込み{ $n }回({ $time })
    }
passing-slow =
    { $n ->
       *[other] 一時的な遅延{ $n }回({ $time })
    }
unended-dip =
    { $n ->
       *[other] レートの落ち込み{ $n }回(未回復)
    }
unended-slow =
    { $n ->
       *[other] 遅延{ $n }回(未回復)
    }
lasting-drop = レートが低下し、回復せず
lasting-rise = レートが上昇し、そのまま推移
lasting-slower = { $latency }が増加し、そのまま推移
lasting-quicker = { $latency }が短縮し、そのまま推移
lasting-drift = 水準が徐々に変動
pattern-every = { $time }周期の変動

## Properties

labelled-value = { $name } { $value }
# Two properties as one: `random, all reads`.
pattern-and-reads = { $pattern }、{ $reads }
by-default = 既定値
yes = はい
no = いいえ
value-closed-loop = クローズドループ
workers-per-volume = ボリュームあたり{ $workers }
property-configuration =
    { $place ->
       *[inside] 構成
    }
property-target =
    { $place ->
       *[inside] 測定対象
    }
property-pattern =
    { $place ->
       *[inside] パターン
    }
property-block_size =
    { $place ->
       *[inside] ブロックサイズ
    }
property-write_block_size =
    { $place ->
       *[inside] 書き込みブロックサイズ
    }
property-read =
    { $place ->
       *[inside] 読み取り比率
    }
property-trim =
    { $place ->
       *[inside] トリム比率
    }
property-working_set =
    { $place ->
       *[inside] ワーキングセット
    }
property-workers =
    { $place ->
       *[inside] ワーカー数
    }
property-queue_depth =
    { $place ->
       *[inside] キュー深度
    }
property-offered_rate =
    { $place ->
       *[inside] 投入レート
    }
property-access =
    { $place ->
       *[inside] アクセス方式
    }
property-engine =
    { $place ->
       *[inside] エンジン
    }
property-role =
    { $place ->
       *[inside] 役割
    }
property-outcome =
    { $place ->
       *[inside] 終了状態
    }
property-operations =
    { $place ->
       *[inside] I/O種別
    }
access-direct = ダイレクト
access-cached = ページキャッシュ経由
role-maximum = 最大値
role-reference = 軽負荷
role-probe = プローブ
role-hold_low = 確認実行(下端)
role-hold_high = 確認実行(上端)
role-run = 実行
role-scaling = スケーリング
role-settle = 整定
property-arrivals =
    { $place ->
       *[inside] 到着過程
    }
property-repeat =
    { $place ->
       *[inside] 繰り返し
    }
property-rate =
    { $place ->
       *[inside] レート
    }

## Origin and date of the figures

date-not-told = ファイルに日付なし
some-undated = { $dates }(ほかに日付なし{ $n }件)
without-zone = { $time }(タイムゾーン不明)
origin-none = 測定なし
origin-measured = 実測
origin-emulated = エミュレーション
origin-simulated = シミュレーション
partly-modelled =
    { $kind ->
        [simulated] 一部シミュレーション
       *[emulated] 一部エミュレーション
    }
fitted-as = モデルの当てはめ: { $fit }。
fitted-target = モデルの当てはめ({ $target }): { $fit }。

## Verdict on a campaign

ended-ok-and-rest = { $ended }({ $rest })
compares-nothing = この Plimsollでは比較できません: 比較機能がインストールされていません
or = { " または " }

## Load lines: names and comparability

arrivals = 到着過程 { $process }
repeat = 繰り返し{ $n }
workers =
    { $workers ->
       *[other] ワーカー{ $count }個
    }
stack-with = { $name }({ $parameters })
line = 負荷限界線
nth-line = その{ $n }
line-of-campaign = キャンペーン { $campaign }
none = なし
objectives-differ = 目標が異なります({ $each })。負荷限界線が高くても、目標が緩いだけの場合があります。負荷限界線ではなく曲線を比較してください。
lines-differ = 負荷限界線の間で複数の条件が異なります: { $things }。どれか1つだけでは差を説明できません。
different-machine = 測定機が異なります: { $each }。
different-clock = クロックが異なります: { $each }。
clock =
    { $clock ->
        [real] 実クロック
        [virtual] 仮想クロック
       *[other] { $clock }
    }
different-arrivals = 到着過程が異なります: { $each }。
different-version = Plimsollのバージョンが異なります: { $each }。
workloads-differ = ワークロードの { $key }も異なります: { $each }。
workload-key =
    { $key ->
        [align_bytes] アライメント
        [trim_percent] トリム比率
        [working_set_bytes] ワーキングセット
        [working_set_offset_bytes] ワーキングセットの開始位置
        [sync] 同期
        [durable_writes] 永続化書き込み
        [payload] 書き込みデータ
        [verify] 照合
       *[other] { $name }
    }
smallest-block = 最小ブロックサイズ

## Load lines

no-points-with-lines = 負荷限界線を探索した測定点も、複数の投入レートで測定した測定点もありません
asks-several-questions = 複数の測定を扱うキャンペーンです
only-closed-loops = 負荷限界線を探索しておらず、実行はすべてクローズドループです
one-offered-rate = 負荷限界線を探索しておらず、実行の投入レートは1種類だけです
no-target = 測定対象なし
load-line-of = { $target }の負荷限界線
run-on = { $target }での実行
footer-campaigns = { $footer }(キャンペーン { $campaigns })
runs-in-no-line = 負荷限界線に含まれない実行({ $n }回)
why-in-no-line = これらの測定点は、失敗したか、後の試行で置き換えられたか、複数の投入レートで測定されていません。
points-waiting =
    { $n ->
       *[other] キャンペーン { $campaign }の測定点{ $of }個中{ $n }個はまだ結果がありません: { $became }。
    }
points-unanswered =
    { $n ->
       *[other] キャンペーン { $campaign }の測定点{ $of }個中{ $n }個は結果がありません: { $became }。
    }
search = 探索
n-targets = 測定対象{ $n }個
closed-loops-title =
    { $properties ->
        [none] { $target }のクローズドループ
       *[other] { $target }のクローズドループ({ $properties }別)
    }
load-lines-title =
    { $properties ->
        [none] { $target }の負荷限界線
       *[other] { $target }の負荷限界線({ $properties }別)
    }
curves-title =
    { $properties ->
        [none] { $target }の投入レートに対する{ $latency }
       *[other] { $target }の投入レートに対する{ $latency }({ $properties }別)
    }
none-searched-loops =
    { $n ->
       *[other] 負荷限界線は探索していません: クローズドループ{ $n }件です。
    }
none-searched-curves =
    { $n ->
       *[other] 負荷限界線は探索していません: 固定の投入レートでの実行による曲線{ $n }本です。
    }
no-line-of = { $names }の負荷限界線はありません。
intervals-overlap = 信頼区間が重なるため、高低は僅差で判定できません: { $pairs }。
lines-of-memory = ページキャッシュが応答したため、次の負荷限界線はストレージではなくメモリのものです: { $names }。
read-a-line = これらの実行には目標がありません。これらの実行から負荷限界線を求めるには: plimsoll find --from { $store } --objective '{ $figure } <= 5ms'
failures-not-shown = { $failures }。応答時間には現れません。
limiters-not-determined = 制約要因は不明です。
all-limited-by = 制約要因(すべて共通): { $limiter }。
each-limited-by = 制約要因: { $each }。
lines-read-from-runs =
    { $lines ->
       *[other] 負荷限界線{ $lines }本は、固定の投入レートでの{ $runs }から求めました。探索は行っていません。
    }
what-an-estimate-is = 推定は、負荷限界線の全実行から求めた中央値と95%信頼区間です。
basis-and-plan = { $basis }、計画に使える値{ $plan }
latency-by = 投入レートに対する{ $latency }({ $properties }別)
line-passes-most-operations = 線は、各レートでI/Oが最も多い実行を通ります。評価に使えない実行は線で結びません。
search-axis = 探索
rate-axis = レート、IOPS
whiskers =
    { $sure ->
        [none] エラーバーは負荷限界線の信頼区間を示します。
       *[other] エラーバーは負荷限界線の信頼区間({ $sure })を示します。
    }
no-line-names = 負荷限界線なし: { $names }。
line-and-maximum-by = 負荷限界線と最大値({ $properties }別)
line-maximum = 最大値
line-load-line = 負荷限界線
legend-maximum = 最大値: クローズドループ、目標なし
legend-bound = 下限値: 負荷生成側が飽和したか、最大値が見つかる前に探索が終了
legend-knee = 屈曲点: 平均完了レイテンシが軽負荷時の2倍
legend-load-line = 負荷限界線: 維持できた最高レート。エラーバーの上端は未達となった最低レート
legend-estimated = 推定、未確認: エラーバーは95%信頼区間
legend-not-confirmed = 未確認: 得られた範囲の下端
figure-at-line = 負荷限界線での{ $figure }
latency-at-line =
    { $operations ->
        [none] 負荷限界線での{ $latency }
       *[other] 負荷限界線での{ $operations }の{ $latency }
    }
iops-not-confirmed = { $rate } IOPS、未確認
hover-line = 負荷限界線
hover-recommended = 推奨
hover-up-to = 上端
hover-estimated = 推定
hover-interval = 信頼区間
hover-knee = 屈曲点
hover-maximum = 最大値
hover-runs = 実行数
column-line = 負荷限界線
column-recommended = 推奨、IOPS
column-up-to = 上端
column-knee = 屈曲点
column-of-maximum = 最大値比
column-mean-there = 平均
column-p99-there = p99
column-ended-because = 終了理由
column-runs = 実行数
the-lines = 負荷限界線({ $n }本)
lines-caption = ダッシュ: 値がないか、未確認です。平均とp99は、負荷限界線の下端での確認実行の{ $latency }です。
sweep-caption = スイープから求めた負荷限界線では、判定済みの固定長の実行を確認実行の代わりとします。
objective-caption = 目標: { $objective }。
limiter-target = 測定対象
limiter-policy_cap = ポリシー上限
limiter-client_cpu = 負荷生成側のCPU
limiter-client_outstanding = 負荷生成側の未完了I/O
limiter-cache = キャッシュ
limiter-schedule = 投入レート
limiter-unknown = 不明
read-from-runs = 実行から算出
no-objective-set = 目標なし
estimate-note = { $mark }: 未確認。負荷限界線の全実行から求めた95%信頼区間の値、または限界値(≥、≤)です。
rates-note = 推奨: 計画に使えるレートで、この値以上での確認実行が目標を達成しています。上端: 確認実行が未達となった最低のレートです。
runs-of-lines =
    { $lines ->
       *[other] 負荷限界線{ $lines }本の全実行({ $runs }回)
    }
no-line-to-lay-over = キャンペーン { $campaign }には重ねて表示できる負荷限界線がありません: { $why }
no-line-to-lay-over-now = 探索だけを指定してください。`plimsoll report compare` なら、どのキャンペーンの実行でも比較できます。

## Charts

log-scale = { $label }(対数目盛)
offered-rate-axis = 投入レート、IOPS
achieved-rate-axis = 達成レート、IOPS
share-of-time = { $title }(時間の割合)
runs-with-offered-rate =
    { $runs ->
       *[other] 投入レートを指定した実行{ $count }回です。
    }
beyond-scale =
    { $runs ->
       *[other] 目盛の範囲外のため上端に描画: 実行{ $runs }回。
    }
drawn-at-top-edge =
    { $runs ->
       *[other] 応答時間が実行の長さだけで決まる実行{ $runs }回は線から除外し、上端に印を付けます。同じレートのものは横に並べます。
    }
no-evidence-in-place =
    { $runs ->
       *[other] 測定対象の評価に使えない実行{ $runs }回は線から除外し、測定した位置に印を付けます。
    }
beyond-right-edge = 右端の範囲外(表に記載): { $each }。
latency-over-rate = 投入レートに対する{ $latency }
latency-of-workload = 投入レートに対する{ $latency }: { $workload }
line-passes-middle = 各線は、各レートの繰り返しのうち中央のものを通ります。負荷限界線は、バリアントの探索が1回の場合に描画します。
workload-of-target = { $target }、{ $workload }
variant-legend = { $letter } = { $variant }
curve-line = { $curve }: 負荷限界線 { $low }～{ $high }
curve-line-from = { $curve }: 負荷限界線 { $low }
curve-estimate = { $curve }: 推定 { $low }～{ $high }
legend-held = 負荷限界線: 維持できた最高レート
legend-at-least = { $figure }はこの値以上: 完了しなかったI/Oあり
legend-above-scale = 目盛りの上限超
equals-offered = = 投入レート
system-disk = ディスク使用率
system-processors = 測定機のプロセッサ(ユーザー、システム、スチール)
hover-run = 実行
hover-offered = 投入レート
hover-achieved = 達成レート
hover-outcome = 終了状態
flaw-cannot_carry = 除外(投入レート未達): バックログが増加
flaw-unsettled = 除外: 整定前に終了、目標に遠く及ばず
flaw-generator_limited = 除外(負荷生成側が制約): 測定対象の評価には使用不可
flaw-own_lag = 除外(測定機の遅れだけによる未達): 測定対象の評価には使用不可
flaw-cached = 除外(キャッシュ応答): ページキャッシュが応答
flaw-not_steady = 除外: 非定常
flaw-failed = 除外(失敗): エラーあり
flaw-stopped = 除外: 途中で中止
far-none = { $n }件
far-cannot_carry = 投入レート未達{ $n }件
far-unsettled = 整定前に終了し目標に遠く及ばず{ $n }回
far-generator_limited = 負荷生成側が制約{ $n }件
far-own_lag = 測定機の遅れだけによる未達{ $n }件
far-cached = キャッシュ応答{ $n }件
far-not_steady = 非定常{ $n }件
far-failed = 失敗{ $n }件
far-stopped = 中止{ $n }件
runs-with-failures =
    { $runs ->
       *[other] 投入レートを指定した実行{ $count }回です。{ $failures }。応答時間には現れません。
    }
lines-join-evidence = 線は、測定対象の評価に使える実行のうち、互いに矛盾しないものを結びます。
beyond-up-to = 目盛の範囲外のため上端に描画: 実行{ $n }回、最大{ $longest }。
no-system-load = システム負荷なし: 収集していません(仮想クロックでは存在しません)。
latency-and-rate-over-rate = 投入レートに対する{ $latency }と達成レート
share-above-over-rate = 投入レートに対する{ $bound }超のI/Oの割合
share-above-axis = { $bound }を超えたI/Oの割合
share-allowed = 許容値 { $share }
fitted-curve = 近似曲線
fit-basis = この曲線は実行{ $n }回への当てはめで、目標値に近い実行ほど重みが大きくなります。探索は次のレートをこの曲線から選びますが、判定は実行だけで行います。点線は標準誤差の2倍です。曲線は実行のあったレートの範囲({ $low }～{ $high } IOPS)だけに描いています。
fit-without-any = { $bound }を超えたI/Oがなかった実行{ $n }回は、この目盛には表示できません。
rule-knee = 屈曲点 { $rate }
rule-maximum =
    { $bound ->
        [least] 最大値 ≥ { $rate }
       *[exact] 最大値 { $rate }
    }
rule-line =
    { $high ->
        [none] 負荷限界線 { $low }
       *[other] 負荷限界線 { $low }～{ $high }
    }
rule-estimate = 推定の負荷限界線 { $low }～{ $high }
rule-not-placed =
    { $low ->
        [none] 負荷限界線は未特定、{ $high }未満
       *[other] 負荷限界線は未特定、{ $low }～{ $high }
    }
rule-unconfirmed = 負荷限界線は未確認、プローブは{ $low }まで達成
rule-offered = 投入レート { $rate }
legend-not-in-file = { $figure }はファイルになし
legend-too-few = { $figure }を求めるにはI/Oが不足
all-operations = すべてのI/O
latency-axis = { $latency }({ $operations }、対数目盛)
line-achieved = 達成レート
state-pass = プローブ: 達成
state-fail = プローブ: 未達
state-undecided = プローブ: 判定保留
state-hold-pass = 確認実行: 達成
state-hold-fail = 確認実行: 未達
state-hold-undecided = 確認実行: 判定保留
state-cannot_carry = 投入レート未達: バックログが増加(応答時間は実行の長さだけで決まる)
state-generator_limited = 負荷生成側が制約: 測定対象の評価には使用不可
state-cached = キャッシュ応答: ページキャッシュが応答
state-not_steady = 非定常
state-failed = 失敗: エラーあり
state-stopped = 中止
state-run-pass = 目標を達成
state-run-fail = 目標に未達
state-run-undecided = 判定保留
state-reference = 軽負荷の実行(毎回同じ負荷)
state-carried = 投入レートを達成、目標なし
state-ok = 実行
hover-judgement = 判定
hover-failed = 失敗
hover-seconds = 測定時間
hover-percentile = パーセンタイル
system-load-cpu-user = CPU ユーザー
system-load-cpu-system = CPU システム
system-load-cpu-steal = CPU スチール
system-load-io-pressure = I/Oプレッシャー
system-load-disk-busy = ディスク使用率
axis-system-load = システム負荷(時間の割合)
lowest-interval = 最低の時間区間
highest-interval = 最高の時間区間
time-axis = 測定開始からの時間
percentile-axis = すべてのI/Oのパーセンタイル
run-intervals =
    { $n ->
        [none] 実行 { $run }({ $role }): 時間区間{ $intervals }個、I/O数は不明
       *[other] 実行 { $run }({ $role }): 時間区間{ $intervals }個、I/O数 n = { $n }
    }
longest-run-over-time = 最も長い実行の時間推移(最終の確認実行なし)
final-hold-over-time = 最終の確認実行の時間推移
highest-run-over-time = 実行 { $run }の時間推移: 負荷限界線以下で目標を達成した最高レート
merged-note = 各点は長さ{ $length }の区間を表します。パーセンタイルはその間の全I/Oの値で、レートは含まれる時間区間の最低値と最高値です。
distribution-basis =
    { $failures ->
        [none] 実行 { $run }、I/O数 n = { $n }。それを超えるI/Oが10件ある最後のパーセンタイルまで描画しています。
       *[other] 実行 { $run }、I/O数 n = { $n }。それを超えるI/Oが10件ある最後のパーセンタイルまで描画しています。{ $failures }。この分布には含みません。
    }
distribution-of-hold = 最終の確認実行での{ $latency }の分布
distribution-of-run = 時間推移に示した実行での{ $latency }の分布

## Load line: slow operations over time

slow-intervals-title =
    { $lengths ->
        [quarter]
            { $operations ->
                [all] 0.25秒ごとの{ $bound }超のI/Oの割合
               *[some] 0.25秒ごとの{ $bound }超の{ $operations }の割合
            }
        [equal]
            { $operations ->
                [all] { $longest }ごとの{ $bound }超のI/Oの割合
               *[some] { $longest }ごとの{ $bound }超の{ $operations }の割合
            }
       *[several]
            { $operations ->
                [all] { $bound }超のI/Oの割合(時間区間{ $shortest }～{ $longest })
               *[some] { $bound }超の{ $operations }の割合(時間区間{ $shortest }～{ $longest })
            }
    }
share-above-bound = { $bound }超の割合
rate-of-each-run =
    { $order ->
        [time] 各実行の投入レート、IOPS(実行順、最初の実行が最上段)
       *[rate] 各実行の投入レート、IOPS
    }
legend-machine-stood-still = 測定機の停止: 判定から除外
legend-storage-paused = ストレージの休止: 別に集計
cell-stood-still = 停止
hover-time = 時間
seconds-within = { $low } s～{ $high } s
hover-stood-still = 測定機の停止
hover-pause = ストレージの休止
cells-show-share =
    { $allowed ->
        [none] 各行が1回の実行です。色は、その時間に{ $latency }が{ $bound }を超えたI/Oの割合を示します。
       *[share] 各行が1回の実行です。色は、その時間に{ $latency }が{ $bound }を超えたI/Oの割合を示します。目標の許容範囲は{ $allowed }です。
    }
intervals-merged = 1つのセルに、連続する時間区間を最大{ $most }個まとめています。
hatched-from = 測定機がセルの時間の{ $share }以上停止していた場合、セルに斜線を付けています。それ以外のセルでは、停止していた時間を除外しています。
first-objective-drawn = 複数の目標のうち、最初の目標について示しています。

## Run

has-no-runs = 実行がありません
distribution-of = 実行 { $run }の{ $latency }の分布
run-title = 実行 { $run }({ $role })
no-such-run = キャンペーン { $campaign }に実行 { $run }はありません
no-such-run-now = このキャンペーンの実行は{ $low }から{ $high }です。--run で番号を指定してください。
run-over-time = 実行 { $run }の時間推移
run-state-why = { $state }({ $why })
run-without-record = 実行 { $run }の記録はありません(状態: { $state })。完了した時間区間もありません。
run-without-record-kept = 実行 { $run }の記録はありません(状態: { $state })。完了した時間区間は保存されています: 測定のうち{ $time }。
mean-latency-and-p99 = { $latency }の平均{ $mean }、p99 { $p99 }
run-answer = 実行 { $run }: { $workload }、{ $load }で達成レート{ $rate }、{ $latency }
no-reason-recorded = 理由の記録なし
run-outcome-because = 終了状態: { $outcome }: { $because }。
iops-offered = 投入レート{ $rate } IOPS
depth-not-told = キュー深度不明
workers-and-depth = ワーカー{ $workers }×キュー深度{ $depth }
this-run-is-hold = この実行は、結果の根拠となる確認実行です。--run N で、全{ $n }回のうち別の実行を表示できます。
this-run-is-last = この実行は、記録のある最後の実行です。--run N で、全{ $n }回のうち別の実行を表示できます。
this-run-is-answer = この実行は、結果の根拠となる実行です。--run N で、全{ $n }回のうち別の実行を表示できます。
run-is-no-evidence = この実行は評価に使えません。実行中に設定が変わったか、後の試行で置き換えられました。
judgement = 判定: { $judgement }。
sync-mean = 同期の平均レイテンシ
sync-p99 = 同期のp99 レイテンシ
of-offered =
    { $issued ->
        [none] 投入レート{ $rate }
       *[other] 投入レート{ $rate }、発行レート{ $issued }
    }
in-measure = 測定中
mean-of-latency = { $latency }の平均
p99-of-latency = { $latency }のp99
outstanding = 未完了I/O
on-average = 平均
on-average-at-most = 平均、最大は{ $most }
limited-by-basis = 制約要因: { $limiter }
described-limiter = 記述されたストレージ: { $bottleneck }
unknown-limiter =
    { $basis ->
        [single] 1回の実行からは特定不可
       *[scaling] 特定不可
    }
found-limiter =
    { $basis ->
        [single] { $limiter }(この実行だけから、確度{ $sure })
       *[scaling] { $limiter }(スケーリングの実行から、確度{ $sure })
    }
would-decide = 特定するには: { $would }
errors-in-measure = 測定中のI/O { $of }件中{ $n }件(応答時間なし)。ウォームアップとドレインを含む実行全体: { $errors }
cpu-per-operation = I/Oあたりユーザー{ $user }、システム{ $system }
cpu-not-measured = 測定なし(仮想クロックでは存在しない)
cpu-per-job = ジョブあたりプロセッサのユーザー{ $user }、システム{ $system }
cpu-of-machine =
    { $system ->
        [none] 負荷生成機の全プロセッサの使用率{ $used }、負荷生成自体の割合はファイルになし
       *[other] 負荷生成機の全プロセッサの使用率{ $used }(うちシステム{ $system })、負荷生成自体の割合はファイルになし
    }
not-told-by-file = ファイルになし
steady-state = 定常状態
verified-units = 検証単位{ $units }個
verified-units-unknown = 検証単位{ $units }個(ほかに{ $unknown }個は、このジャーナルで書き込まれたことがないか、検証中に変更)
nothing-verified = { $units }: 読み取ったデータに検証できるものなし
mismatches =
    { $kind ->
        [corrupt] 破損{ $count }件
        [misplaced] 位置違い{ $count }件
        [torn] 書き込みの分断{ $count }件
        [lost] 書き込みの消失{ $count }件
        [stale] 古いデータの読み取り{ $count }件
        [lost_or_stale] 書き込みの消失または古いデータ{ $count }件
        [newer] 記録より新しいデータ{ $count }件
       *[other] { $kind } { $count }件
    }
every-block-as-written = { $units }: すべてのブロックが書き込み内容と一致
storage-alone-figures = 平均{ $mean }、p99 { $p99 }(測定機が遅らせたI/Oと、その後ろで待ったI/Oの計{ $share }を除く)
storage-alone-bound = { $figures }、除いたI/Oをすべて最も遅いとした場合のp99は{ $p99 }
storage-alone-as-seen = { $figures }、測定機から見た値は{ $p99 }
storage-alone-unbounded = { $figures }、除いたI/Oが多くp99の上限は不明、測定機から見た値は{ $p99 }
stalled-for =
    { $n ->
       *[other] 測定時間の{ $share }にわたる停止({ $count }回、最長{ $longest })
    }
kept-waiting = 他のプログラムによる実行可能スレッドのプロセッサ待ち{ $share }
no-stalls = 停止なし: 実行可能スレッドの待ちなし
storage-alone = ストレージ単体
best-comes-first = { $spread }。先頭は、{ $latency }の平均が最も短い最良のものです。
csv-has-each = CSVには、それぞれの行があります。
each-of = { $parts }の内訳

## Run on the terminal

timeline-shows-when = { $episodes }: 発生時刻は 'plimsoll timeline' で確認できます
objective-because = { $objective }({ $why })
objective-was-undecided = 目標は判定保留: { $objective }
objective-was-missed = 目標に未達: { $objective }
rates-line = 投入: { $offered } · 発行: { $issued } · 達成: { $achieved } · { $bytes } · 未完了I/O: 平均{ $outstanding }
latency-of-kind = { $kind }の{ $latency }
limited-by-line =
    { $known ->
        [unknown] 制約要因: { $limiter }
       *[known] 制約要因: { $limiter }
    }
generator-cpu = 負荷生成側のCPU
errors = エラー
engine-line = エンジン { $engine }、{ $access ->
        [cached] ページキャッシュ経由
        [direct] ダイレクト
       *[other] { $access }
    }、シード { $seed }
fitted = モデルの当てはめ
verified-line = 検証: { $result }
note = 注記
worker-with = ワーカー { $worker }({ $rate } IOPS、p99 { $p99 })
workers-line = ワーカー{ $n }個: 最も遅いのは{ $slowest }、最も速いのは{ $fastest }
head-client = クライアント
head-bytes = バイト/秒
head-outstanding = 未完了I/O
head-element = 要素
head-type = 種類
head-used = 使用率
head-visits = 到着/秒
head-mean-wait = 平均待ち時間
head-mean-service = 平均サービス時間
head-mean-queue = 平均キュー長
head-waiting = 待ち
head-working = 処理
waiting-and-working = 待ち、処理: クライアントの完了レイテンシに占める割合です。
bottleneck-line = ボトルネック: { $bottleneck }
used-and-most = { $used }(最大{ $most })
objective-was-met = 目標を達成: { $objective }

## Run: tables and facts

run-of-campaign = { $run }({ $role })、キャンペーン { $campaign }
fact-run = 実行
fact-point = 測定点
fact-started = 開始
point-described = { $point }、繰り返し{ $repeat }、構成「{ $configuration }」、測定対象「{ $target }」
point-no-evidence = { $point }(評価には使用不可: 後の試行で置き換えられたか、実行中に設定が変更)
what-was-asked = 要求内容
as-it-was-sent = 送信時のままの内容です。記録がないため、確定した値は不明です。
engine-and-clock = { $engine }、{ $clock ->
        [virtual] 仮想クロック
        [real] 実クロック
       *[other] { $clock }
    }
version-and-build = { $version }({ $build } ビルド)
fact-engine = エンジン
fact-workload = ワークロード
fact-load = 負荷
fact-seed = シード
checked-figure = { $figure }: ファイルの値{ $told }、再計算値{ $recomputed }
checked-name = { $kind ->
    [read] 読み取りの{ $figure }
    [write] 書き込みの{ $figure }
    [trim] トリムの{ $figure }
    [flush] 同期の{ $figure }
    [worker] ワーカー1つの{ $figure }
   *[other] { $figure }
}
checked-rate_per_s = IOPS
checked-rate = ログのIOPS
checked-bytes_per_s = 1秒あたりのバイト数
checked-bytes = バイト数
checked-operations = I/O数
checked-mean = 平均レイテンシ
checked-mean_latency = ログの平均レイテンシ
checked-p50 = レイテンシの中央値
checked-outstanding = 未完了I/O
checked-measure_s = 計測時間
imported-from = 取り込み元
fact-digest = ダイジェスト
fact-latency = レイテンシ
fact-percentiles = パーセンタイル
fact-derived = 算出値
fact-not-known = 不明な値
fact-checked = 照合
does-not-agree = 不一致
checked =
    { $disagree ->
        [0] ファイルの値{ $n }個をファイル内の他の値から再計算、すべて一致
       *[other] ファイルの値{ $n }個をファイル内の他の値から再計算、{ $disagree }個が不一致
    }
where-from = 値の出所
what-came-of-it = 結果
no-interval = 時間区間なし
intervals-of-measure = 時間区間{ $n }個、測定時間{ $time }
has-no-record = { $state }、記録なし
completed-before = それまでに完了
rates = レート
rates-of-run =
    { $offered ->
        [none] 投入なし(クローズドループ)、発行{ $issued }、達成{ $achieved }
       *[other] 投入{ $offered }、発行{ $issued }、達成{ $achieved }
    }
operations-in-measure = 測定中のI/O
operations-of-them = { $operations }、うち{ $errors }、{ $lost }
first-error = 最初のエラー
outstanding-of-run = 平均{ $mean }、最大{ $most }、終了時のバックログ{ $backlog }
fact-judgement = 判定
phases = フェーズ
phases-took = ウォームアップ{ $warmup }、測定{ $measure }、ドレイン{ $drain }
verified = 検証
stamps = タイムスタンプ
bottleneck = ボトルネック
system-load = システム負荷
column-operations = I/O種別
column-metric = 指標
own-findings = 分布と時計
every-metric = すべての指標
metrics-caption = n: 値の根拠となるI/Oの数です。失敗したI/Oは含まず、発行レイテンシは一部のI/Oだけを計測します。ダッシュ: それを超えるI/Oが10件未満で、値を求めるには標本が不足しています。> : 完了しなかったI/Oがあるため、下限値です。
worker-by-worker = ワーカー別
column-worker = ワーカー
column-achieved = 達成レート、IOPS
column-bytes = バイト/秒
column-outstanding = 未完了I/O、平均
column-mean-response = 平均応答時間
column-own-lag = 測定機の遅れのp99
column-unfinished = 完了せず
workers-caption = 件数の合計は実行全体の件数と一致します。パーセンタイルは各ワーカーの値で、合計できません。n: 応答時間の根拠となるI/Oの数です。
column-element = 要素
column-type = 種類
column-instances = インスタンス数
column-used = 使用率
column-mean-wait = 平均待ち時間
column-mean-service = 平均サービス時間
column-mean-queue = 平均キュー長
column-longest-queue = 最大キュー長
column-passed = 通過数
element-by-element = 記述されたストレージの要素別内訳
not-judged = 判定なし: 投入レートと目標の両方が必要
judgement-with-confidence = { $judgement }、信頼度{ $confidence }
objective-judged =
    { $of ->
        [mean] { $verdict }({ $value }、{ $low }～{ $high }、許容値{ $allowed })
        [failed] { $verdict }(超過または失敗したI/Oの割合{ $value }、{ $low }～{ $high }、許容値{ $allowed })
       *[slower] { $verdict }(超過したI/Oの割合{ $value }、{ $low }～{ $high }、許容値{ $allowed })
    }
stationary = 定常性: { $verdict ->
        [yes] あり
        [no] なし
       *[unknown] 不明
    }
told-written =
    { $value ->
        [none] 書き込み合計は不明
       *[other] 書き込み合計{ $value }
    }
told-errors =
    { $value ->
        [none] エラー数は不明
       *[other] エラー{ $value }件
    }
told-unfinished =
    { $value ->
        [none] 未完了数は不明
       *[other] 完了せず{ $value }件
    }
told-arrivals =
    { $value ->
        [none] 到着過程は不明
       *[other] 到着過程 { $value }
    }
told-in-flight =
    { $value ->
        [none] 同時発行の上限は不明
       *[other] 同時発行は最大{ $value }件
    }
load-workers-not-told = ワーカー数は不明
load-closed =
    { $workers ->
       *[other] クローズドループ、ワーカー{ $count }×キュー深度{ $depth }
    }
load-open = オープンループ、投入レート{ $rate } IOPS
phase-warmup_ns = ウォームアップ{ $time }
phase-measure_ns = 測定{ $time }
phase-drain_limit_ns = ドレイン最大{ $time }
phase-interval_ns = 時間区間{ $time }
phase-io_deadline_ns = { $time }で応答のないI/Oは消失扱い
phases-asked-for = 要求したフェーズ
fact-ends = 終了条件
ends-fixed = 固定長
ends-decided = 目標の判定が確定した時点
stamps-of-run = タイムスタンプの誤差: 最大{ $most }、平均{ $mean }以下。I/Oあたりクロック読み取り{ $reads }回、システムコール{ $calls }回
machine-load-cpu = CPU { $shares }
machine-load-pressure = タスクが待った時間: { $shares }
machine-share-idle = アイドル { $share }
machine-share-iowait = I/O待ち { $share }
machine-share-steal = スチール { $share }
machine-share-system = システム { $share }
machine-share-user = ユーザー { $share }
machine-share-cpu_some = CPU(一部) { $share }
machine-share-io_full = I/O(全体) { $share }
machine-share-io_some = I/O(一部) { $share }
machine-share-memory_full = メモリ(全体) { $share }
machine-share-memory_some = メモリ(一部) { $share }
disk-busy = { $disk } 使用率{ $share }
io-all = すべて
io-read = 読み取り
io-write = 書き込み
io-trim = トリム
io-flush = 同期
## Run over time

timeline-head =
    実行 { $run }({ $role ->
        [maximum] 最大値
        [reference] 軽負荷
        [probe] プローブ
        [hold_low] 下側の確認実行
        [hold_high] 上側の確認実行
        [run] 通常の測定
        [scaling] スケーリング
        [settle] 整定
       *[other] { $role }
    }、{ $state ->
        [ok] 正常
        [cannot_carry] 投入レート未達
        [cached] キャッシュ応答
        [generator_limited] 負荷生成側が制約
        [not_steady] 非定常
        [failed] 失敗
        [stopped] 中止
        [running] 実行中
        [finished] 完了
        [interrupted] 中断
        [abandoned] 打ち切り
       *[other] { $state }
    }): { $length }
too-few-intervals = 時間区間が少なすぎるため、異常の有無を判断できません。
nothing-from-noise = ばらつきを超える変化はありません。停止区間、落ち込み、水準の変化、周期変動、ドリフトのいずれも見られません。
timeline-note = 注: { $note }
timeline-no-intervals =
    { $loop ->
        [open] オープンループ、時間区間なし
        [closed] クローズドループ、時間区間なし
       *[other] { $loop }、時間区間なし
    }
timeline-length =
    { $intervals ->
       *[other] { $length }の時間区間{ $count }個、{ $loop ->
            [open] オープンループ
            [closed] クローズドループ
           *[other] { $loop }
        }、平均{ $rate } IOPS
    }
timeline-length-but = { $length }、うち{ $missing }は記録なし
words-at-mark =
    { $where ->
        [with] 「{ $mark }」と同時: { $words }
        [before] 「{ $mark }」の{ $time }前: { $words }
       *[after] 「{ $mark }」の{ $time }後: { $words }
    }
words-confidence = { $words }(信頼度 { $confidence })
whole-run = 実行全体
bound-of-intervals = 各時間区間のp99の最大値
bound-slowest = p99を求めるにはI/Oが少ないため、最も遅いI/O
strip-column = 1列は{ $time }
strip-nothing = · 成功したI/Oなし
strip-unknown = ? 記録なし
strip-marks = マーク
rule-recovered = { $time }で回復
rule-outage = 停止区間 { $time }
rule-errors = エラー{ $count }件
kind-outage = 停止区間
kind-gap = 記録なし
kind-errors = エラー
kind-dip = 一時的な低下
kind-slow = 一時的な遅延
kind-drop = 低下
kind-slower = 遅延増加
kind-drift = ドリフト
kind-surge = 一時的な増加
kind-rise = 上昇
kind-quick = 一時的な高速化
kind-quicker = 高速化
kind-periodic = 周期変動
level-moved-to = { $kind }、{ $worst }まで
episodes-caption = 時刻は測定開始からの経過時間で、精度は時間区間1つ分です。深さはレートの低下幅、停止区間はI/Oがほとんど成功しなかった秒数です。回復までは、事象の開始からレートが95%まで戻り、{ $latency }も回復するまでの時間です。ダッシュは、回復しなかったか、変化がそのまま続いたことを示します。{ $latency }は時間区間ごとの平均に基づきます。最長待ち時間は、その事象で最も遅かったI/Oの値です。
gaps-caption = 記録なしは、記録が残っていない秒数です。停止区間を含む可能性があります。
column-what = 事象
column-after-mark = マークからの時間
column-began = 開始
column-rate-moves = レート 直前 → 最悪値
column-latency-moves = { $latency } 直前 → 最悪値
column-depth = 深さ
column-time-to-worst = 最悪値までの時間
column-recovered = 回復まで
column-backlog = 最大バックログ
column-confidence = 信頼度
note-text = { $kind ->
    [mark] マーク
    [note] メモ
    [collector] コレクタ
   *[other] { $kind }
}「{ $text }」
quoted = 「{ $text }」
event-kind =
    { $kind ->
        [mark] マーク
        [note] メモ
        [collector] コレクタ
       *[other] { $kind }
    }
away-from-mark =
    { $where ->
        [before] 「{ $mark }」の{ $time }前
       *[after] 「{ $mark }」の{ $time }後
    }
worst-second = 最悪の1秒
worst-interval = 最悪の時間区間
periods-caption = 時刻は測定開始からの経過時間です。パーセンタイルは、その行の全I/Oから求めています。最低は、{ $length }の時間区間のうち最も遅い区間のIOPSです。{ $worst }は、成功したI/Oがない区間を示し、そのような区間がなければ平均が最大の区間を示します。
episodes-in-row = 事象: その行の期間に始まったものの数です。
episodes-but = 事象: その行の期間に始まったものの数です。実行全体にわたる{ $n }件は含みません。
objective-of-row = 目標: その行だけの数値を目標値と比べた結果です。数値が足りない場合は判定保留です。
column-lowest = 最低
column-mean = 平均
day-by-day = 日ごとの推移
hour-by-hour = 1時間ごとの推移
worst-nothing = { $time } 成功したI/Oなし
worst-mean = { $time } 平均 { $mean }
day = { $n }日目
hour = { $n }時間目
part-of-period = { $period }({ $time })
time-of-day = { $n }日目 { $time }

## Tables of Runs

all-runs-title = すべての実行({ $n })
runs-caption-response_time = 応答時間は全I/Oの値で、発行予定時刻から計測しています。nは根拠となったI/O数です。ダッシュは、標本が少なすぎるか、値がないことを示します。
runs-caption-completion_latency = レイテンシは全I/Oの完了レイテンシで、発行時刻から計測しています。取り込んだファイルに応答時間はありません。nは根拠となったI/O数です。ダッシュは、標本が少なすぎるか、値がないことを示します。
what-is-cached = キャッシュ応答: 数値はページキャッシュのもので、ストレージのものではありません。
what-is-generator_limited = 負荷生成側の制約: 数値には測定機自身の遅れが含まれ、測定対象の評価には使えません。
what-is-not_steady = 非定常: 測定対象の状態がまだ変化している間に測定しました。
errors-caption = エラー: 測定中に発行予定だったI/Oのうち、失敗したものです。応答時間がないため、nには含みません。
column-role = 役割
column-offered = 投入、IOPS
column-issued = 発行、IOPS
column-own-lag-p99 = 測定機の遅れ p99
column-measured = 測定時間
closed-outstanding = クローズド、未完了I/O: 平均{ $outstanding }
closed-depth-not-told = クローズド、深度不明
closed-depth = クローズド、{ $depth } × { $workers }
syncs-title = 同期のレイテンシ({ $n })
column-syncs = 同期/秒
column-max = 最大
syncs-caption =
    { $counted ->
        [yes] fsyncまたはfdatasyncの呼び出しから戻るまでの時間です。他の表のレートはデータ操作だけを数え、同期は数えません。全操作のレイテンシには同期を含みます。ダッシュは、標本が少なすぎることを示します。
        [some] fsyncまたはfdatasyncの呼び出しから戻るまでの時間です。他の表のレートはデータ操作だけを数え、同期は数えません。全操作のレイテンシは、Plimsollで測定した実行では同期を含み、取り込んだ実行では含みません。ダッシュは、ファイルに値がないか、標本が少なすぎることを示します。
       *[no] fsyncまたはfdatasyncの呼び出しから戻るまでの時間です。他の表のレートとレイテンシに同期は含みません。ダッシュは、ファイルに値がないか、標本が少なすぎることを示します。
    }
same-in-every-row = 全行で共通: { $values }。
in-no-row = 全行で空欄: { $columns }。

## Hosts

host-by-host = ホスト別
column-ended = 終了
column-workers = ワーカー
column-host-cpu = ホストCPU
column-steal = スチール
column-clock = 時計の誤差範囲
host-lost = 切断
hosts-caption = 件数の合計は実行全体の件数と一致します。パーセンタイルはホストごとの値で、合算はできません。実行全体の値は、全ホストの分布から計算しています。
host-because = { $host }: { $because }。
hosts-achieved_rate_per_s = 達成レート(IOPS)
hosts-response_time_p99_ns = 応答時間 p99
hosts-own_lag_p99_ns = 測定機の遅れ p99
hosts-cpu_busy_share = CPU使用率
by-host = { $figure }、ホスト別
grid-of-hosts = 各行がホスト、各セルが{ $time }です。値は平均で、p99は時間区間の最大値です。背景から際立つ色ほど大きい値です。セルがない箇所は、ホストからの報告がないか、I/Oが少なすぎて値を求められません。
some-hosts-drawn = 全{ $of }台のうち、p99が最も高くなった{ $n }台を表示しています。全ホストの値は表にあります。
time-in-measure = 測定開始からの時間
hosts-over-time = 各ホストの時間推移
hover-host = ホスト

## Grid

only-rate-varies = 投入レート以外に変化させた条件がありません
asks-one-question = 測定条件が1つしかありません
nothing-varies = 測定点の間で条件に違いがありません
has-no-points = 測定点がありません
points-have-no-answer = 測定点の結果がありません({ $no_answer })
figure-shown = 表示する値: { $chart }
switch-iops = IOPS
label-iops = { $label }、IOPS
column-ratio = 比率: { $version } / { $reference }
ratios-caption = 比率はレートの比です。
marks-caption = 語句が添えられた数値は、その理由により、測定対象の評価に使えない実行のものです。比率、最大と最小、目標を達成した数には含めていません。
means-caption = 繰り返しの平均です。最小～最大を添えています。
low-ends-caption = 負荷限界線の下端です。括弧内は上端です。
compared-configuration = 構成の比較
compared-target = 測定対象の比較
compared-access = アクセス方式の比較
compared-engine = I/Oエンジンの比較
column-repeats = 繰り返し
places-caption = ダッシュは、標本が少なすぎるか、値がないことを示します。nは{ $latency }の根拠となったI/O数です。
failed-caption = エラー: その条件のすべての実行で、発行予定だったI/Oのうち失敗したものです。応答時間はありません。
repeats-caption = レートと平均は、有効な繰り返しの平均です。パーセンタイルは、分布を統合して求めています。括弧内は最小～最大です。
lines-in-grid-caption = 負荷限界線では下端を示し、括弧内が上端です。バイト数と応答時間は、下端での確認実行の値です。
every-place =
    { $kind ->
        [questions] すべての測定条件({ $n })
       *[Points] すべての測定点({ $n })
    }
grid-measure =
    { $leaves ->
        [maximum] 最大値
        [line] 負荷限界線
       *[run] 達成レート
    }
grid-answer =
    { $objective ->
        [none] { $measure }、IOPS: { $reaches }。
       *[other] { $objective }での{ $measure }、IOPS: { $reaches }。
    }
grid-means =
    { $objective ->
        [none] { $measure }、IOPS(最大{ $n }回の繰り返しの平均): { $reaches }。
       *[other] { $objective }での{ $measure }、IOPS(最大{ $n }回の繰り返しの平均): { $reaches }。
    }
closed-loops-not-judged = クローズドループは判定せず、目標値との比較だけを示します。
why-marked = { $mark }({ $why })
highest-of-grid =
    { $leaves ->
        [maximum] 最大値の最高
        [line] 負荷限界線の最高
       *[run] 達成レートの最高
    }
lowest-of-grid =
    { $leaves ->
        [maximum] 最大値の最低
        [line] 負荷限界線の最低
       *[run] 達成レートの最低
    }
questions-times = 測定条件{ $n }件、各最大{ $times }回
measured-no-evidence = 測定値は{ $rates }、ただし測定対象の評価に使える実行なし
no-evidence = 測定対象の評価に使える実行なし
grid-range = { $low }({ $where_low })から{ $high }({ $where_high })
it-is-interrupted = キャンペーンは中断されました。
it-is-running = キャンペーンはまだ実行中です。
mark-too-few = I/O不足
mark-not-in-file = ファイルになし
heat-title = { $x }と{ $y }ごとの{ $measure }、バイト数、{ $latency }
heat-title-alone = { $x }と{ $y }ごとの{ $measure }
bars-title =
    { $x ->
        [none] { $measure }と{ $latency }
       *[other] { $x }ごとの{ $measure }と{ $latency }
    }
bars-title-alone =
    { $x ->
        [none] { $measure }
       *[other] { $x }ごとの{ $measure }
    }
figure-not-in-file = { $figure }: ファイルに値がありません。
figure-of-run = 各値は1回の実行の結果です。
figure-of-search = 各値は1回の探索の結果です。
figure-of-repeats = 各値は{ $n }回の繰り返しの結果です。レートと平均は繰り返しの平均、パーセンタイルは統合した分布の値です。
rate-is-low-end = レートは、確認実行で確かめた負荷限界線の下端です。区間は上端まで続きます。他の数値は、その確認実行の値です。
bytes-at-maximum = バイト数と応答時間は、最大値を測定した実行の値です。
whiskers-of-repeats = エラーバー: 繰り返しの最小から最大まで。
some-marked = { $of }件中{ $n }件に注記があります。注記は、測定対象の評価に使えない理由(値は参考として表示)か、有効な繰り返しの数です。
hover-spread = 最小～最大
hover-repeats = 繰り返し
hover-because = 理由
places-without-figure = { $figure }: { $of }件中{ $n }件は値なし({ $why })。
n-of-repeats = ({ $n }/{ $of })

## Imported results

untold-asked_without_latency = { $program }が、レイテンシを測定するオプション-Lなしで実行されました
untold-starts_at_submission = { $program }は、I/Oを発行予定時刻からではなく、発行時刻から計測します
untold-percentiles_of_parts = ファイルには部分ごとのパーセンタイルしかなく、パーセンタイルは合成できません
untold-first_threads_counted_again = Linux版diskspdは、読み取りと書き込みを合わせたパーセンタイルで、先のスレッドの分を後続のスレッドごとに重複して数えます。読み取りと書き込みそれぞれの値は正しい値です
untold-not_told = ファイルに値がありません
untold-not_in_terse = fioのterse形式の出力にはありません
untold-syncs_before_3_4 = fioが同期の時間を計測するのはバージョン3.4以降です
untold-syncs_put_together = unified_rw_reportingを使うと、fioはこの値を出力しません
untold-figures_disagree = この値に関するファイル内の数値が互いに矛盾しています
untold-no_latency = { $program }はレイテンシを測定しません
untold-contradicted = ファイル内の他の数値と矛盾しています
derived-little = レート × 平均レイテンシ
derived-little_with_syncs = レート × 平均レイテンシ + 1秒あたりの同期数 × 同期の平均レイテンシ
derived-block_by_bytes = バイト数 ÷ I/O数
derived-operations_by_rate = レート × 秒数
derived-operations_by_bytes = バイト数 ÷ ブロックサイズ
derived-rate_by_operations = I/O数 ÷ 秒数
derived-bytes_by_block_size = I/O数 × ブロックサイズ
derived-bytes_by_block_size_rate = 1秒あたりのバイト数 ÷ ブロックサイズ
derived-most_outstanding_seen = 表にある未完了I/Oの最大値
derived-mean_of_directions = 表示値 ÷ (読み取りの割合² + 書き込みの割合²)。KDiskMarkは、読み取りと書き込みを割合で重み付けした平均を表示します
derived-sum_of_parts = 各部分の合計
derived-difference = 2回の読み取り値の差
derived-seconds_by_rate = I/O数 ÷ レート
derived-by_share_asked = ケース名に示された読み取りの割合
derived-by_percentile_of_hcibench = (95%tile_LAT − LATENCY) ÷ 1.645。HCIBenchはこの値から95%tile_LATを計算しています
derived-cpu_by_share = CPU使用率 × 秒数 ÷ I/O数
remark-clat_without_submission = レイテンシはfioのclatで、発行の呼び出しの後から計測しています。発行を含むlatのパーセンタイルは、このファイルにありません。必要な場合は、--lat_percentiles=1を付けてfioを実行してください。
remark-percentiles_told = パーセンタイルはファイルに記載された値です。分布がないため、他の実行の値と合成できません。--output-format=json+を付けると、fioが分布を出力します。
remark-short = 実行時間が0.1秒未満で、fioは時間をミリ秒単位でしか出力しないため、レートは概算です。
remark-microseconds_by_debug = このファイルはdebug=23で出力されており、時間の単位はマイクロ秒です。
remark-no_percentiles = ファイルにあるのは平均と最大値だけで、パーセンタイルはありません。
remark-percentiles_told_alone = パーセンタイルはファイルに記載された値です。分布がないため、他の実行の値と合成できません。
remark-coarse_steps = 分布の刻みは粗く、多くは上端が下端の2倍です。パーセンタイルはその刻みのどこかにあり、刻みの中央を表示しています。
remark-hcibench_means = HCIBenchのレイテンシは、各VMの平均をさらにVM間で平均した値です。95パーセンタイルとされる値は全I/Oのものではないため(平均 + 標準偏差 × 1.645、またはパーセンタイルの平均)、除外しました。全I/Oの値を得るには、ケースのフォルダーを取り込んでください。
remark-histogram_with_warmup = vdbenchのヒストグラムはウォームアップを含むため、パーセンタイルにもウォームアップが含まれます。レートと平均には含まれません。
remark-vms_missing = 一部のVMの結果がありません。数値は残りのVMのもので、全VMの合計はこれより多くなります。
remark-zone_not_told = ファイルにタイムゾーンの記載がないため、時刻をUTCとみなしています。
remark-no_latency_bound = ndisk64はレイテンシを測定しません。プロセスごとのI/Oが同時に1つなら、平均はプロセス数 ÷ レート以上です。
remark-rates_by_time_asked = Linux版diskspdは、実際の実行時間ではなく設定した実行時間で割ります。実際の時間の方が長い場合、レートは過大です。
remark-best_of_passes = CrystalDiskMarkは、各回の平均ではなく最良の回を報告します。
remark-percentiles_are_bounds = パーセンタイルは、elbenchoの刻みの上端です。刻みの幅は1つごとに19%ずつ広がり、真の値はその刻みの中にあります。分布は--lathistoと--jsonfileで得られます。
remark-live_figures = elbenchoの実行中の表示値です。最後の行より後の処理は含みません。--jsonfileには、フェーズ全体の値と分布があります。
remark-mean_of_passes = KDiskMarkのDefaultプロファイルは、各回の平均を報告します。
remark-best_of_passes_of_kdiskmark = KDiskMarkのこのプロファイルは、各回の平均ではなく最良の回を報告します。
remark-block_size_of_version = テキストにシーケンシャルテストのブロックサイズの記載がありません。CrystalDiskMarkのこのバージョンでは、キューありで128 KiB、キューなしで1 MiBです。
remark-rate_not_told = レートが設定されていたかどうかは、この出力では分かりません。この実行はクローズドループとして扱います。
remark-jobs_put_together = fioは、オプションの異なる複数のジョブを1つにまとめて報告しました(group_reporting)。表示するオプションは全ジョブに共通するものだけで、数値は全ジョブを合わせたものです。ジョブごとの数値を得るには、group_reportingを外してください。
remark-logs_alone = ログだけでは、ブロックサイズ、深度、設定レートが分かりません。接頭辞が同じログは、同時に実行されたジョブとして扱います。確実にするには、実行のJSON結果を同じ場所に置いてください。
remark-nanoseconds_assumed = レイテンシの単位は、fio 3と同じナノ秒とみなしています。fio 2はマイクロ秒で出力しており、どちらのバージョンのログかは判別できません。
remark-jobs_in_one_log = ログの時刻が途中で最初に戻るため、複数のジョブが含まれています(per_job_logs=0)。同時に実行されたジョブとして扱います。fioが同じファイルに追記した、順番に実行されたジョブの場合、レートは過大です。
remark-rows_lost = ログの末尾は0だけの行です。fio 2は、失われた行の代わりにこの行を出力しました。それ以降の状況は不明です。
remark-jobs_ended_apart = ジョブの実行時間が異なるか、一部のジョブで終了前に完了したI/Oがありません。タイムラインは、すべてのジョブの行がある期間だけを示します。
remark-windows_without_rows = 行のない時間枠は0 IOPSとして扱います。fioは、完了したI/Oがない時間枠の行を出力しません。行を出力するfio自身のスレッドが停止した場合もログは同じになり、区別するには実行のJSON結果が必要です。
remark-windows_of_nothing = 行のない時間枠に完了したI/Oはありません。fioはその場合に行を出力せず、JSON結果のI/O数は既存の行の合計と一致します。
remark-nothing_waited = 行のない時間枠で待っていたI/Oはありません。その後に完了したI/Oのレイテンシから、fioが停止していたか、発行していなかったと判断でき、ストレージは原因ではありません。この期間はタイムラインから除外しています。
remark-latencies_without_rates = IOPSの行が欠けています。同じ期間にレイテンシの行があるため、I/Oは完了しています。レートの記録がないため、この期間はタイムラインから除外しています。
remark-rows_missing = 行が欠けています。JSON結果では、行が出力されなかった期間にもI/Oが完了しています。記録がないため、この期間はタイムラインから除外しています。
remark-logs_go_back = 1つのジョブのログで時刻が逆行しています。時計が戻されたか、fioが出力した形の行ではありません。時間区間は表示しません。
remark-logs_disagree = 結果と同じ場所に同名のログがありますが、レートが異なるため(一致しない数値を参照)、タイムラインとして表示しません。
remark-latencies_of_logs_disagree = ログのレイテンシが結果と一致しないため(一致しない数値を参照)、タイムラインはレートだけです。
remark-logs_of_another_run = タイムラインはありません。このフォルダーの後の結果が同じログを参照しているか、ログがどの結果のものか判別できません。fioは最後の実行のログだけを残します。
remark-logs_not_told_apart = タイムラインはありません。結果と同じ場所に同名のログがありますが、どれがこのジョブのものか判別できません。
remark-logs_give_no_rate = タイムラインはありません。全ジョブ分のIOPSログがそろっていないため、レートが得られません。
remark-logs_of_ones = タイムラインはありません。IOPSログの行がすべて1です。log_compressionを使うと、fioはレートではなく個々のI/Oを平均します。
remark-maxima_in_logs = レイテンシのログにあるのは時間枠ごとの最大値(log_window_value=max)だけで、平均がないため、表示しません。
remark-lines_of_one_name = この名前の行がファイルに複数あります。それぞれ別の実行として扱います。1つのジョブの複製(group_reportingなしのnumjobs)であれば、レートは合計になります。terse形式の出力では区別できないため、--output-format=json+を使ってください。
remark-words_within = JSON文書の行の間に別のプログラムの行があったため、読み飛ばしました。
remark-ran_beside = 同じファイルの他のジョブが同時に実行されていました。
remark-unfinished_status = ファイル内の最後のステータスは、ジョブの終了前に出力されたものです。
remark-reads_and_writes_together = 読み取りと書き込みは合算して報告されています(unified_rw_reporting)。
remark-microseconds_before_3 = バージョン3より前のfioは、レイテンシをマイクロ秒で報告します。
starts-intended = 応答時間: 別の環境でPlimsollが発行予定時刻から計測した値
starts-submission = 完了レイテンシ: { $program }はI/Oの発行時に計測を始めるため、発行の順番を待つ時間を含まない値。発行予定時刻から計測する応答時間は不明
starts-after_submission = 完了レイテンシ: { $program }は発行の呼び出しの後に計測を始めるため(clat)、この呼び出しと、発行の順番を待つ時間を含まない値。応答時間は不明
figure-of-file-response_time_ns = 応答時間
figure-of-file-completion_latency_ns = 完了レイテンシ
figure-of-file-completion_latency_ns-percentiles = 全I/Oのパーセンタイル
figure-of-file-bytes_per_s = 1秒あたりのバイト数
figure-of-file-warmup_s = ウォームアップ
figure-of-file-measure_s = 測定時間
figure-of-file-errors = エラー
figure-of-file-flush = 同期のレイテンシ(fsync、fdatasync)
figure-of-file-outstanding_mean = 未完了I/O
import-ended-finished = { $program }の結果を取り込み、{ $program }は正常に完了
import-ended-fell_behind = { $program }の結果を取り込み、設定レートに未到達
import-ended-client_full = { $program }の結果を取り込み、設定レートに未到達、{ $program }側のCPUが飽和
import-ended-cached = { $program }の結果を取り込み、応答したのはストレージではなくメモリ上のキャッシュ
import-ended-errors = { $program }の結果を取り込み、{ $program }はエラーで終了
import-ended-cut = { $program }の結果を取り込み、実行の終了前にファイルが途切れている
starts-none = このファイルに{ $program }のレイテンシはありません
latency-of-file =
    { $kind ->
        [all] レイテンシ
        [read] 読み取りのレイテンシ
        [write] 書き込みのレイテンシ
        [trim] トリムのレイテンシ
        [flush] 同期のレイテンシ
       *[other] { $kind }のレイテンシ
    }
latency-of-file-start =
    { $kind ->
        [all] レイテンシ
        [read] 読み取りのレイテンシ
        [write] 書き込みのレイテンシ
        [trim] トリムのレイテンシ
        [flush] 同期のレイテンシ
       *[other] レイテンシ
    }
finding-more_outstanding_than_depth = レート × レイテンシから求めた未完了I/Oは{ $outstanding }ですが、設定は最大{ $depth }です。レイテンシまたは深度が別のもの(時計のずれ、片方向だけの値、別のジョブ)の値です。レイテンシは表示しません。
finding-depth_not_reached = 設定した深度{ $depth }に対し、未完了I/Oは平均{ $outstanding }でした。ストレージの手前(1つずつ完了を待つI/Oエンジン、発行の呼び出し、CPU)で滞留しており、この深度でのストレージの性能を示すものではありません。
finding-depth_or_rate = 設定した深度{ $depth }に対し、未完了I/Oは平均{ $outstanding }でした。この出力に現れないレート制限があったか、ストレージの手前(1つずつ完了を待つI/Oエンジン、発行の呼び出し、CPU)で滞留していました。この深度でのストレージの性能を示すものではありません。
finding-least_above_most = 最短の{ $latency }が{ $min_ns }、最長が{ $max_ns }のため、どちらも表示しません。
finding-mean_beyond_extremes = { $latency }の平均{ $mean_ns }が最短と最長の範囲({ $min_ns }から{ $max_ns })にないため、表示しません。
finding-percentile_below_shortest = { $latency }のp{ $percent }は{ $value_ns }で、最短の{ $min_ns }を下回るため、パーセンタイルを表示しません。
finding-percentile_above_longest = { $latency }のp{ $percent }は{ $value_ns }で、最長の{ $max_ns }を上回るため、パーセンタイルを表示しません。
finding-percentile_below_lower = { $latency }のp{ $percent }は{ $value_ns }で、より低いパーセンタイルの{ $before_ns }を下回るため、パーセンタイルを表示しません。
finding-mean_above_percentiles = { $latency }の平均は{ $mean_ns }ですが、パーセンタイルから計算できる上限は{ $most_ns }です。パーセンタイルは表示しません。
finding-mean_below_percentiles = { $latency }の平均は{ $mean_ns }ですが、パーセンタイルから計算できる下限は{ $least_ns }です。パーセンタイルは表示しません。
finding-distribution_against_mean = { $latency }の平均は{ $mean_ns }ですが、分布の平均は{ $distribution_ns }です。分布は別のI/O(ウォームアップなど)を含むため、そのパーセンタイルは表示しません。
finding-longer_without_submission = { $latency_start }は、発行を除くと{ $without_ns }、含めると{ $with_ns }です。矛盾しているため、どちらも表示しません。
finding-submit_held = { $latency }の一部は発行の呼び出しでした。含めると{ $with_ns }(fioのlat)、除くと{ $without_ns }(clat)です。
finding-cache_answered = 応答したのはストレージではなくキャッシュです。1つのI/Oの所要時間は{ $each_ns }ですが、ディスクでは{ $block }の転送に{ $least_ns }以上かかります。ファイルはOSのキャッシュ経由で開かれています。キャッシュを通さずに測定してください(fio direct=1、diskspd -Sh)。
finding-memory_answered = 応答したのはストレージではなくメモリです。1つのI/Oの所要時間は{ $each_ns }で、どのディスクよりも短い値です。
finding-above_disk_link = { $bytes_per_s } GB/sは、NVMeディスクのリンクの上限(PCIe 6.0 x4: { $one_disk } GB/s)を超えており、測定対象はディスク1台です。リンクの手前のキャッシュが応答しています。
finding-beyond_one_disk = { $bytes_per_s } GB/sは、ディスク1台の上限(PCIe 6.0 x4: { $one_disk } GB/s)を超えています。ファイルからはキャッシュを迂回したことを確認できず、複数のディスクまたはキャッシュが応答しています。
finding-cache_rate = 応答したのはストレージではなくキャッシュです。{ $bytes_per_s } GB/sは、ディスク1台の上限(PCIe 6.0 x4: { $one_disk } GB/s)を超えており、ファイルはOSのキャッシュ経由で開かれています。
finding-depth_partly_used = 設定した深度{ $depth }に対し、未完了I/Oは平均{ $outstanding }でした。クローズドループでは、常に全数が未完了になるはずです。測定プログラムの側で一部が滞留しているか、レートとレイテンシの対象となる時間やI/Oが異なっています。
finding-sync_time_missing = レート × レイテンシから求めた未完了I/Oは{ $outstanding }ですが、設定は{ $depth }です。残りの時間は同期(fsync)に費やされ、レイテンシには含まれていません。永続的な書き込みには、表示より長い時間がかかります。
finding-latency_of_a_queue = { $depth }個のI/Oが常に未完了でした。したがって、{ $mean_ns }というレイテンシは深度 ÷ レート({ $depth } ÷ { $rate_per_s } IOPS)であり、上限の手前にできた待ち行列の長さです。ストレージの応答の速さを示すものではありません。
finding-too_short = 実行時間は{ $length_s }でした。これほど短い負荷には、キャッシュや書き込みバッファだけで応答できます。
finding-ended_early = 設定した{ $configured_s }に対し、実行時間は{ $length_s }でした。途中で終了しています。
finding-ran_over = 設定は{ $configured_s }ですが、実行時間は{ $length_s }でした。最後に、完了しないI/Oを待っています。
finding-operations_failed = 失敗したI/O: { $errors }件。その所要時間も値に含まれています。
finding-many_failed = 失敗したI/O: { $errors }件(100件に1件以上)。レートとレイテンシは、失敗したI/Oの値です。
finding-data_zeros = 書き込まれたデータはゼロのみです。圧縮や重複排除を行うストレージや、ゼロを省くストレージでは、ほとんど何も格納されず、媒体は使われません。
finding-data_pattern = 書き込まれたデータは同じパターンの繰り返しです。圧縮や重複排除を行うストレージでは、ほとんど何も格納されず、媒体は使われません。
finding-data_compressible = データの{ $data_percent }は圧縮可能です。圧縮を行うストレージでは、この値は同様のデータにのみ当てはまります。
finding-data_duplicates = データの{ $data_percent }は重複しています。重複排除を行うストレージでは、この値は同様のデータにのみ当てはまります。
finding-small_working_set = アクセスした範囲は{ $working_set }だけです。コントローラ、アレイ、ディスクのキャッシュに全体が収まる可能性があります。
finding-percentile_is_longest = { $n }回のI/Oのp{ $percent }は、最も長かったI/Oの値そのものです。この回数では、p{ $percent }は求められません。
finding-one_direction_timed = ファイルには{ $latency }しかありません。もう一方の方向は計測されていません。
finding-directions_apart = 読み取りは{ $read_s }、書き込みは{ $write_s }でした。両者は常に並行して実行されたわけではないため、合計のレートは一部の時間についてのみ成り立ちます。
finding-sync_in_cache = 永続的な書き込みの所要時間は{ $durable_ns }で、フラッシュやディスク媒体に必要な時間より短い値です。応答したのは書き込みキャッシュです。データが安全なのは、そのキャッシュが停電時にも保持される場合だけです。
finding-faster_than_flash = { $block }のダイレクト読み取りの所要時間は{ $each_ns }で、フラッシュに必要な時間({ $least_ns })より短い値です。ダイレクトI/Oでは迂回できないキャッシュ(ファイルシステム、ハイパーバイザ、コントローラ、ディスク)か、ストレージとして使われているメモリが応答しています。
finding-two_modes = I/Oが2つのグループに分かれています({ $latency })。{ $share_percent }は{ $fast_ns }以下、残りは{ $slow_ns }以上でした。キャッシュのヒットとミスはこのような分布になります。平均も中央値も、どちらのグループも表しません。
finding-level_changed = レートは一定ではありませんでした。最も高い区間では{ $high_per_s } IOPS、{ $at_s }から{ $until_s }までは{ $low_per_s } IOPSです。平均はどちらも表しません。
finding-clock_set_back = ファイルの時計が{ $at_s }の時点で{ $back_s }戻されています。その前後の区間は長さが正しくなく、並行して記録したカウンタとも時刻が合いません。
finding-clock_set_back_within = 実行中にマシンの時計が{ $back_s }戻されています。測定値には影響しませんが、日時と、並行して記録したカウンタの時刻が合いません。
finding-clock_leapt = ファイルの時計が{ $at_s }の時点で{ $ahead_s }進められています。その前後の区間は長さが正しくなく、並行して記録したカウンタとも時刻が合いません。
finding-clock_leapt_within = 実行中にマシンの時計が{ $ahead_s }進められています。測定値には影響しませんが、日時と、並行して記録したカウンタの時刻が合いません。
finding-processors_full = 負荷を生成したプロセッサの使用率は{ $used_percent }でした。ストレージには、まだ余裕がある可能性があります。
finding-bytes_against_operations = バイト数 ÷ I/O数は{ $each }ですが、設定したブロックサイズは{ $block }です。バイト数は表示しません。
gap-of-file = { $total }の間、記録なし(測定の{ $places })
gaps-of-file = { $n }か所、計{ $total }の間、記録なし(測定の{ $places })
gaps-and-more = { $n }か所、計{ $total }の間、記録なし(測定の{ $places }、ほか{ $more }か所)
stood-still = { $time }の時点で、記録側が{ $length }停止しました。その間の行は、後でまとめて書き込まれています。
imported-origin = { $program }、{ $file }、{ $at }
imported-at-line = { $program }、{ $file }、{ $at }({ $line }行目)
program-and-format = { $program }({ $format })
percentiles-as-given = ファイルに記載された値。分布がないため合成しない
percentiles-of-distribution = ファイル内の分布から計算
percentiles-in-steps = ファイル内の分布から計算(刻みは最大で値の{ $step })

## Conditions of the figures

footer = Plimsoll { $version }、{ $store }のキャンペーン{ $campaign }
fact-campaign = キャンペーン
fact-machine = 測定機
fact-figures = 数値
fact-loads = 負荷
fact-store = 結果ファイル
campaign-seed = { $campaign }、シード { $seed }
all-simulated = シミュレーション: 記述されたストレージシステムを仮想クロック上で実行
all-emulated = エミュレーション: 記述されたストレージシステムを実クロック上で実行
some-simulated = { $of }回中{ $n }回の実行はシミュレーション: 記述されたストレージシステムを仮想クロック上で実行
some-emulated = { $of }回中{ $n }回の実行はエミュレーション: 記述されたストレージシステムを実クロック上で実行
nothing-on-a-device = { $parts }。実デバイスでの測定はありません。
every-run-imported = すべての実行は他のプログラムから取り込んだもので、Plimsollの測定ではありません。
some-runs-imported = { $of }回中{ $n }回の実行は他のプログラムから取り込んだもので、Plimsollの測定ではありません。
every-run-measured = 実測: すべての実行を測定対象そのもので行いました。
conditions = 測定の前提条件
unknown = 不明
completions-noticed = 完了の検出遅れは最大{ $most }、平均{ $mean }以下
seeds = キャンペーン { $seed }。各実行のシードはそれぞれの記録に記載
values-and-more = { $values }、ほか{ $more }件
nothing = なし
blocks-of = ブロック { $size }
name-and-facts = { $name }({ $facts })
target-sets = { $target }、パラメーターの組み合わせ{ $sets }通り
target-kind =
    { $kind ->
        [file] ファイル
        [block_device] ブロックデバイス
        [stack] スタック
        [nbd] NBD
        [several] 複数
       *[other] { $kind }
    }
device-kind =
    { $kind ->
        [disk] ディスク
        [partition] パーティション
        [device_mapper] デバイスマッパー
        [multipath] マルチパス
        [md] ソフトウェア RAID
        [loop] ループデバイス
        [nbd] NBD
        [memory] メモリ
       *[other] { $kind }
    }
campaign-kind =
    { $kind ->
        [run] 単独の測定
        [find] 負荷限界線の探索
        [demo] デモ
        [campaign] キャンペーン
        [grid] グリッド
        [import] 取り込み
        [check] 保証の検証
        [limits] 上限の測定
        [depth] キュー深度の測定
       *[other] { $kind }
    }
strategy =
    { $strategy ->
        [run] 単独の測定
        [grid] グリッド
        [maximum] 最大値
        [load_line] 負荷限界線
        [limits] 上限
        [factors] 要因
       *[other] { $strategy }
    }
arrival-process =
    { $process ->
        [constant] 一定間隔
        [poisson] ポアソン
        [trace] トレース
       *[other] { $process }
    }
engine-and-access =
    { $access ->
        [direct] { $engine }、ページキャッシュを迂回(direct)
        [cached] { $engine }、ページキャッシュ経由
       *[other] { $engine }、ページキャッシュの使用は不明
    }
version-imported = { $version }(取り込みに使用)
several-values = { $n }種類: { $values }
machine-not-told = 取り込んだファイルに記載なし
machine-none = なし(実行は仮想クロック上)
no-file-system = なし
mounted = { $source }上の{ $type }、{ $options }
machine-described = { $host }、{ $cpu }、{ $cores }コア、メモリ { $memory }
processor-unknown = CPU不明
chain-not-reported = 測定機からの報告なし
device-chain = デバイスチェーン
file-system = ファイルシステム
kernel = カーネル
kernel-and-clock = Linux { $kernel }、クロックソース { $clock }
device-scheduler = スケジューラ { $value }
device-requests = 要求数 { $value }
device-depth = キュー深度 { $value }
device-cache = キャッシュ { $value }
closed-loop-runs = クローズドループ{ $n }回
open-loop-runs = オープンループ{ $n }回({ $load })
settling-runs = ほかに、測定点の間で測定対象を整定させる実行{ $n }回
lengths-warmup = ウォームアップ { $time }
lengths-measure = 測定 { $time }
lengths-drain = ドレイン { $time }
store-place =
    { $where ->
        [on] { $store }(測定対象のデバイス上)
        [off] { $store }(測定対象のデバイス外)
       *[unknown] { $store }(測定対象のデバイス上かどうかは不明)
    }
campaign-described =
    { $begun ->
        [imported] { $campaign }、{ $kind }、方式 { $strategy }、{ $time }に取り込み、{ $state ->
            [running] 実行中
            [finished] 完了
            [interrupted] 中断
            [abandoned] 打ち切り
           *[other] { $state }
        }
       *[started] { $campaign }、{ $kind }、方式 { $strategy }、{ $time }に開始、{ $state ->
            [running] 実行中
            [finished] 完了
            [interrupted] 中断
            [abandoned] 打ち切り
           *[other] { $state }
        }
    }
not-controlled = 管理していない条件
not-known = 不明です。記録のある実行がありません。
another-program-measured = 他のプログラムによる測定です。測定機、そのキャッシュ、同時に動作していた他の負荷について、Plimsollの記録はありません。
opened-through-cache = ファイルはOSのキャッシュ経由で開かれました。キャッシュが応答したI/Oの割合と、ストレージに到達した書き込みの数は不明です。
on-virtual-clock = 実行は仮想クロック上です。測定対象はモデルであり、周囲からの外乱はありません。
no-real-storage = 測定対象は実際のストレージではありません。数値はモデルまたは負荷生成側のものです。
caches-not-emptied = デバイスまたはアレイ内部のキャッシュを、意図的に空にしたり満たしたりしていません。
file-system-between = { $type }ファイルシステムを経由しています。数値には、ジャーナルとブロック割り当ての影響が含まれます。
store-on-device = 結果ファイルが測定対象のデバイス上にあります。実行の保存により、数秒ごとに少量の書き込みが発生します。
machine-is-guest = 測定機はゲスト({ $guest })です。CPUとストレージを他と共有している可能性があります。
governor-unknown = CPU周波数ガバナーを読み取れませんでした。クロックが変動した可能性があります。
governor-is = CPU周波数ガバナーは{ $governor }です。クロックは負荷に応じて変動します。
processor-time-stolen = ハイパーバイザがCPU時間を他に割り当てました。時間区間あたり最大{ $most }、平均{ $mean }です。
other-processes = 他のプロセスまたはカーネルスレッドがCPUを使用しました。時間区間あたり最大{ $most }、平均{ $mean }です。
no-other-load = 測定機に他の負荷は見られませんでした。
note-of-all = { $note }(全{ $of }回の実行)
note-of-runs = { $note }({ $of }回中{ $n }回の実行)
words = 用語
word-load-line = 負荷限界線
meaning-load-line = 目標を満たしながら測定対象が安定して処理できる最大の投入レート。下端を推奨値とする
word-offered = 投入レート、発行レート、達成レート
meaning-offered = 測定中に予定したIOPS、発行したIOPS、完了したIOPS
word-response-time = 応答時間
meaning-response-time = I/Oの発行予定時刻から完了までの時間。待ち時間を含み、利用者の体感に相当
word-completion-latency = 完了レイテンシ
meaning-completion-latency = 発行から完了までの時間。測定対象とそのキューを含む
word-own-lag = 測定機の遅れ
meaning-own-lag = 負荷生成側自身の遅れ。許容値を超えた実行は、測定対象の評価に使えない
word-p99 = p99
meaning-p99 = I/Oの99%がこの時間以内に完了。これを超えるI/Oが10件以上ある場合に表示
word-probe = プローブ、確認実行
meaning-probe = 判定がつき次第終了する実行と、一定時間で確認する実行
word-maximum = 最大値
meaning-maximum = 完了だけに制約されるクローズドループで達成するレート。目標は適用しない
word-knee = 屈曲点
meaning-knee = 完了レイテンシの平均が、最大値の10分の1のときの2倍になるレート
word-horizon = 有効範囲
meaning-horizon = 負荷限界線の維持を確認した時間、I/O数、バイト数
word-system-load = システム負荷
meaning-system-load = 測定機全体のCPU時間、タスクがI/Oを待った時間、ディスクが稼働していた時間

## Campaign

every-run-on = { $subject }の全実行
curve-crosses = 曲線上では約{ $rate } IOPSまで目標を満たすが、確認実行による確認なし
work-without-verdict =
    { $state ->
        [running] { $work }、まだ実行中です({ $runs }を保存済み)。
        [interrupted] { $work }、中断されました({ $runs }を保存済み)。
       *[other] { $work }、判定なしで終了しました({ $runs }を保存済み)。
    }
verdict-of-runs = { $verdict ->
        [better] 良い
        [worse] 悪い
        [same] 同等
        [mixed] 混在
        [kept] 遵守
        [broken] 違反
        [inconclusive] 判定不能
        [found] 検出
        [absent] 検出されず
        [met] 達成
        [missed] 未達
        [undecided] 判定保留
        [confirmed] 確認済み
        [estimated] 推定
       *[other] { $verdict }
    }: { $because }({ $runs })。
point-not-valid = { $point }(無効)
plan-without-points = キャンペーン「{ $name }」、方式 { $strategy }: 測定点がありません。
plan-of-points =
    { $objective ->
        [none] キャンペーン「{ $name }」、方式 { $strategy }: { $points }({ $counts })。
       *[other] キャンペーン「{ $name }」、方式 { $strategy }、目標 { $objective }: { $points }({ $counts })。
    }
points =
    { $n ->
       *[other] 測定点{ $count }個
    }
targets =
    { $n ->
       *[other] 測定対象{ $count }個
    }
configurations = 構成{ $count }件
repeats = 繰り返し{ $n }回
import-of = { $files }の取り込み
import-of-more = { $files }、ほか{ $more }件の取り込み

## Clients

points-are-searches = 測定点が探索であり、クライアントごとの数値がありません
too-few-clients = 独自の数値を持つクライアントの種類が2つ未満です
clients-title = クライアント: { $subject }
client-with = { $client }({ $rest })
client-changed =
    { $factor ->
        [none] { $client }: { $setting }を{ $value }から{ $value_after }に変えると、p99は{ $p99 }から{ $p99_after }(ほぼ変化なし)、レートは{ $rate }から{ $rate_after } IOPSになりました。
       *[other] { $client }: { $setting }を{ $value }から{ $value_after }に変えると、p99は{ $p99 }から{ $p99_after }({ $factor }倍)、レートは{ $rate }から{ $rate_after } IOPSになりました。
    }
badge-measured = 測定済み
too-few-for-p99 = p99を求めるにはI/Oが少なすぎます。
not-hurt = 影響なし
hurt-in = { $of }件中{ $n }件で影響あり
no-client-hurt = 影響を受けたクライアントはありません。p99はほぼ変化していません。
client-hurt = { $client }: p99は{ $low }から{ $high }へ、{ $factor }倍になりました。
worst-p99 = 最悪のp99
worst-p99-of-client = クライアントの最悪のp99
p99-range = p99 { $low }から{ $high }
client = クライアント
p99-of-response-time = 応答時間のp99です。応答時間は、I/Oの発行予定時刻から計測しています。
not-drawn = 図にないもの: ほか{ $n }件は下の表にあります。
what-clients-got = 各クライアントの結果
head-offered = 投入IOPS
head-achieved = 達成IOPS
head-bytes-per-second = 1秒あたりのバイト数
every-client = すべてのクライアント({ $n })
clients-caption = 平均とp99は応答時間の値です。>は、ストレージが負荷を処理しきれず、実行が長いほど値が増えることを示します。ダッシュは、標本が少なすぎるか、投入レートの指定がないことを示します。
n-offered-rates =
    { $n ->
       *[other] { $count }段階の投入レート
    }
rate-grid-finished =
    { $objective ->
        [none] { $rates }でのグリッド測定、{ $runs }
       *[other] 目標 { $objective }、{ $rates }でのグリッド測定、{ $runs }
    }
rate-grid-running =
    { $objective ->
        [none] { $rates }でのグリッド測定、{ $runs }、実行中
       *[other] 目標 { $objective }、{ $rates }でのグリッド測定、{ $runs }、実行中
    }
rate-grid-interrupted =
    { $objective ->
        [none] { $rates }でのグリッド測定、{ $runs }、中断
       *[other] 目標 { $objective }、{ $rates }でのグリッド測定、{ $runs }、中断
    }
rate-grid-abandoned =
    { $objective ->
        [none] { $rates }でのグリッド測定、{ $runs }、判定なしで終了
       *[other] 目標 { $objective }、{ $rates }でのグリッド測定、{ $runs }、判定なしで終了
    }

## Summary to sign

letter-subject = 件名
letter-customer = 宛先
letter-author = 作成者
letter-document = 文書番号
letter-stamps = 承認印
letter-logo = ロゴ
footer-with-own = { $own } · { $footer }
accepted-by = 承認者
name-and-date = 氏名、日付
signature = 署名
more-remarks = ほか{ $n }件の注記は詳細レポートにあります。
in-full-report = 詳細レポートに掲載: { $panels }。
question-lines = それぞれについて、目標を満たす最大の投入レートはいくらか
question-differ = これらにどのような違いがあるか
question-of-points =
    { $leaves ->
        [line] 各測定点で、目標を満たす最大の投入レートはいくらか
        [maximum] 各測定点の、クローズドループでの最大値はいくらか
       *[run] グリッドの各測定点で、測定対象の性能はどうか
    }
asked = 確認事項
no-run-finished = なし(完了した実行なし)
the-question = 測定の目的
none-was-set = 設定なし
n-workloads = ワークロード{ $n }種類。{ $differences }
fact-campaigns = キャンペーン
more-in-full-report = ほか{ $n }件は詳細レポートにあります。
conditions-in-brief = 前提条件の概要
campaign-in-brief =
    { $begun ->
        [imported] { $campaign }、{ $time }に取り込み、{ $state ->
            [running] 実行中
            [finished] 完了
            [interrupted] 中断
            [abandoned] 打ち切り
           *[other] { $state }
        }、シード { $seed }
       *[started] { $campaign }、{ $time }に開始、{ $state ->
            [running] 実行中
            [finished] 完了
            [interrupted] 中断
            [abandoned] 打ち切り
           *[other] { $state }
        }、シード { $seed }
    }
summary-title = 要約: { $title }
summary-of-line = 要約: { $target }の負荷限界線
summary-of-run = 要約: { $target }での実行
remarks-on-steps =
    { $n ->
       *[other] 探索の途中経過に関する注記{ $n }件は、詳細レポートにあります。
    }
no-result = 結果なし
more-lines = ほか{ $n }本の負荷限界線は詳細レポートにあります。
no-line-searched = 負荷限界線の探索なし
n-estimated = { $of }件中{ $n }件は推定、確認なし
n-without-plan = { $of }件中{ $n }件は計画に使えるレートなし
no-verdict = 判定なし
one-of-charts = 同種の図{ $of }点のうちの1点です。すべての図は詳細レポートにあります。
charts-with-ends =
    { $n ->
       *[other] 同種の図{ $of }点のうち、レートの最低と最高を含む{ $n }点です。すべての図は詳細レポートにあります。
    }
charts-most =
    { $n ->
       *[other] 同種の図{ $of }点のうち、最低のレートと上記の項目の大半を含む{ $n }点です。すべての図は詳細レポートにあります。
    }

## Collected counters

counter-of = { $counter }(コレクタ{ $collector })
line-rise = 増加/秒
line-value = 値
hover-rise = 1秒あたりの増加
means-over-measure = 測定中の標本から求めた平均です。標本のない実行は空白です。
counters-over-rate = 投入レートに対する収集カウンタ
counters-of-run = 実行 { $run }。時間区間と同じ時間軸に、受信時刻で示しています。
gaps-where-missing = 値がない箇所は空白です。
means-of-parts = 長い系列は、{ $n }等分した各部分の平均で示しています。
counters-over-time = 同じ時間軸での収集カウンタ
rise-of = { $counter }、1秒あたりの増加
axis-not-from-zero = { $title }(軸の始点は0以外)
column-counter = カウンタ
column-rise = 1秒あたりの増加
counters-caption = 実行 { $run }の測定中の値です。単位はカウンタ名のとおりです。ダッシュは、値がないか、有効な値がないことを示します。
counters-of-whole-run = 実行 { $run }の全体(ウォームアップとドレインを含む)の値です。記録に測定開始の時刻がないため、図はありません。単位はカウンタ名のとおりです。ダッシュは、値がないか、有効な値がないことを示します。
collected-counters = 収集カウンタ({ $n })
source-every = { $source }、{ $time }ごと
values-kept = { $n }個の値を保存
first-failure = 最初のエラー: { $why }
collectors = コレクタ

## Live page

neither-met-nor-missed = 目標の達成または未達が判明した実行は、まだありません。
met-so-far = { $met } IOPSまでの実行で達成しましたが、まだ確認されていません。
missed-so-far = { $missed } IOPS以上で未達ですが、まだ確認されていません。
met-and-missed = { $met } IOPSまでの実行で達成、{ $missed } IOPS以上で未達ですが、まだ確認されていません。

## Lists of reports and forms

title-load-line = 負荷限界線
about-load-line = 投入レートに対する応答時間と達成レート: 屈曲点、負荷限界線、信頼区間、有効範囲、複数の線の重ね描き
title-grid = すべての測定点
about-grid = 測定した全条件の一覧: 横並びの表、棒グラフ、ヒートマップ
title-runs = すべての実行
about-runs = キャンペーンの全実行と、それぞれの測定条件
title-clients = クライアント
about-clients = 変化させた条件に対するクライアント種別ごとの結果(記述されたストレージ): 隣接クライアントの影響
title-point = 1回の実行
about-point = 1回の実行の全情報
title-summary = 署名用
about-summary = 署名用の1ページ: 質問、結果、判定、グラフ、管理していない条件
form-html = オフラインで使えるページ(選択、ポイント表示、印刷)
form-pdf = 印刷・署名用の文書
form-xlsx = Excel ブック: グラフ、ピボットテーブル、スライサー、実行と時間区間
form-md = Markdown(チケット、メール、Wiki 用)
form-json = 結果と実行の文書
form-csv = 実行の表
form-parquet = 型付きの実行の表(データフレーム用)
form-hlog = 分布の HdrHistogram ログ
form-openmetrics = 実行とその分布の OpenMetrics
form-svg = 1つのグラフの図形(ページ、スライド用)
form-png = 1つのグラフの画像(メール、スライド用)
form-card = 結果とグラフの画像(1200 × 630ピクセル、投稿やリンク用)

## Forms

theme-auto = 自動
theme-light = ライト
theme-dark = ダーク
colours = 配色
log-axis = 対数軸
linear-axis = 線形軸
none-of-chosen-runs = 選択した実行に該当するものはありません。
verdict-is = 判定: { $verdict }
in-the-way = 問題点
what-to-do = 対処
first-rows = { $of }行中、最初の{ $n }行です。全行はHTMLレポートにあります。
contents = 目次
reset = リセット
choose-runs = 実行の選択
how-to-choose = 値をクリックすると表示と非表示が切り替わります。CtrlまたはShiftを押しながらクリックすると、その値だけが残ります。上の結果と、個々の実行に属さない項目は変わりません。
choose-all = すべて
choose-none = なし
script-runs-with-others = 他の選択条件で実行{ $count }回
script-no-run-with-others = 他の選択条件に合う実行なし
script-runs-shown = 実行{ $count }回中{ $shown }件を表示
script-chosen = { $name }: { $values }
script-chosen-none = { $name }: なし
script-not-drawn = このグラフを描画できませんでした: { $reason }
script-all-shown = 全体を表示しています。
script-range-shown = 表示範囲: { $low }から{ $high }まで。
script-range-begun = 始点は{ $low }です。移動してもう一度Enterキーを押してください。
script-show-all = 全体を表示
script-named-figure = { $name }: { $figure }
script-save = 保存:
script-save-picture = このグラフを{ $form }で保存
script-save-data = このグラフのデータを{ $form }で保存
charts-need = 図({ $names })は省略しました。作図に必要な{ $package }がインストールされていません。
charts-beside-file = 図({ $names })は省略しました。レポートをファイルに出力すると、同じ場所に保存されます。
part-of-columns = 列、{ $of }分割の{ $n }
heat-legend =
    { $scale ->
        [log] { $name }: 左から右へ{ $low }から{ $high }、対数目盛
       *[linear] { $name }: 左から右へ{ $low }から{ $high }
    }
heat-legend-flat = { $name }: { $low }から{ $high }、差が2%以内のため1色で表示
heat-legend-marked = 色なし: 実行結果が正常以外
panel-sentence = { $panel }: { $contents }。数値は「すべての実行」の表にあります。
drawn-marks = 印{ $count }個
drawn-bars = 棒{ $count }本
drawn-cells = セル{ $count }個

## Document

evidence-heading = 根拠: { $title }
page-of = { $page } / { $pages } ページ
verdict-label = 判定:

## Workbook

grid-of-sheet = { $name }、縦: { $down }、横: { $across }
line-of-sheet = 線: { $name }
framed-of-sheet = 枠付き: { $words }
more-charts-in-html = ほか{ $n }点の図はHTML版のレポートにあります。ブックの動作が遅くなるため、図は{ $most }点までです。
down-to = { $name }: 下限
whiskers-up-to = { $name }: 上限
share-slower = { $title }: これより遅いI/Oの割合(1%がp99)
row-per-run = 実行ごとに1行です。色と印は、実行結果が正常以外か、無効な実行を示します。応答時間は発行予定時刻から計測しています。空欄は、値を求めるにはI/Oが少なすぎることを示します。
prints-charts-above = 印刷されるのはここまでの図のみです。以降の図も印刷するには印刷範囲を解除してください。
prints-first-page = 印刷されるのは最初のページのみです。すべて印刷するには印刷範囲を解除してください。
row-per-interval = 実行の時間区間ごとに1行です(ウォームアップを含む)。startは測定開始からの時間です。
first-intervals = { $of }個中、最初の{ $n }個の時間区間です。すべての時間区間は、同じ場所にある、名前が{ $ending }で終わるファイルにあります。
explore-achieved_rate_per_s = 達成レート
explore-bytes_per_s = スループット
explore-response_time_ns_mean = 平均応答時間
explore-response_time_ns_p99 = 応答時間 p99
choose-and-see = 選択して表示: 実行{ $n }回
marks-are-runs = 図の印1つが、下の表の実行1回に対応します。左のスライサーで値を選ぶと、このシートの図と表はすべて、選んだものだけを表示します。
without-slicers = スライサーがない場合(LibreOffice): 表の見出しの矢印で絞り込んでください。
runs-without-rate = 投入レートのない実行(表だけに表示): { $n }。
runs-no-results = 結果として扱わない実行(シートDataだけに表示): { $n }。
of-each-run = スライサーで選択された各実行の{ $figure }、{ $unit }
pivot-achieved_rate_per_s = 達成レート、IOPS(平均)
pivot-bytes_per_s = MiB/s(平均)
pivot-response_time_ns_mean = 平均応答時間、ms(平均)
pivot-response_time_ns_p99 = 応答時間 p99、ms(最大)
pivot-run = 実行数
pivot-slicers = 右のスライサーで値を選んでください。この表に反映されます(シートExploreの図には反映されません)。
pivot-means = 1行に複数の実行がある場合、レートと平均は実行間の単純平均で、最後の列が実行数です。パーセンタイルは平均せず、p99は実行中の最大値です。
pivot-filled = 表の内容は、Excelがファイルを開いたときと、[データ]の[すべて更新]で計算されます。
in-this-file = このファイルの内容
sheet-explore = 選択して表示: 横のスライサーに連動する図
sheet-charts = 全実行を示す、レポートの図
sheet-pivot = 実行のピボットテーブルとスライサー
sheet-data = 実行ごとに1行、全数値
sheet-intervals = 各実行の時間区間ごとに1行
sheet-tables = レポートの表
sheet-chart-data = 図の元データ
series-no-objective = 目標なし
without-property = { $name }なし
run-in-words = 実行の説明
axis-on-log-scale = { $title }、対数目盛
