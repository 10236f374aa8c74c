## Answer

verdict-kept = 遵守
verdict-broken = 違反
verdict-inconclusive = 判定不能
verdict-kept-ideal = 遵守(理想範囲内)
verdict-kept-tolerable = 遵守(許容範囲内)
sentence-kept = 遵守: { $promise }: { $because }。
sentence-broken = 違反: { $promise }: { $because }。
sentence-inconclusive = 判定不能: { $promise }: { $because }。
would-decide = 判定するには: { $decide }
because-verdict = { $verdict }: { $promise }: { $because }。
because-verdict-decide = { $verdict }: { $promise }: { $because }。判定するには: { $decide }。
overall-kept = { $promises }件の保証はすべて遵守されています
overall-broken-because = { $promises }件中{ $count }件の保証に違反があります: { $because }
overall-inconclusive-because = { $promises }件中{ $count }件の保証が判定不能です: { $because }
promise-because = { $promise }: { $because }
promise-on = { $promise }({ $target })
and = { $names }と{ $last }
or = { $names }または{ $last }

offered = { $rate } IOPS
offered-on = { $target }への{ $offered }
served = 処理は{ $rate } IOPS
answer-mean = 平均{ $latency }
answer-p99 = p99 { $latency }
yes = はい: { $offered }の投入で{ $objective }を{ $time }にわたり達成しました({ $figures })。
no = いいえ: { $offered }の投入で{ $objective }は{ $time }の間に未達でした({ $figures })。
no-served = いいえ: { $offered }の投入に対し、{ $time }の間に処理できたのは{ $served } IOPSだけです({ $figures })。
undecided = 判定保留: { $because }。
undecided-on = 判定保留({ $target }): { $because }。
undecided-rate = 判定保留: { $offered }: { $because }。
undecided-served = 判定保留: { $offered }の投入に対し、処理できたのは{ $served } IOPSだけです({ $figures })。このクライアントは自身の未完了I/Oの上限に達していました。上限を引き上げてください: --max-outstanding。
undecided-advice = 判定保留: { $offered }を投入し、これまでの値は{ $figures }です。{ $advice }。
undecided-longer = 判定保留: { $offered }を投入し、これまでの値は{ $figures }です。{ $time }では短すぎて判定できません。--measure-for { $longer }で再測定してください。
undecided-others = 判定保留: { $offered }を投入し、これまでの値は{ $figures }です。{ $time }では短すぎて判定できません。ほかのプログラムがCPUの{ $share }を使用していました。plimsoll doctor で確認してから、--measure-for { $longer }で再測定してください。
title-promises = 保証
about-promises = 各保証の判定: 遵守、違反、判定不能(保証値との比較)

## First screen

badge-kept = 遵守
badge-broken = 違反
badge-inconclusive = 判定不能
badge-kept-tolerable = 遵守(許容範囲内)
head-kept = { $promises ->
     [1] 保証は遵守されています。
     [2] 2件の保証はいずれも遵守されています。
    *[other] { $promises }件の保証はすべて遵守されています。
    }
head-kept-named = { $promises ->
     [1] 「{ $name }」の保証は遵守されています。
     [2] 「{ $name }」の保証は2件とも遵守されています。
    *[other] 「{ $name }」の保証は{ $promises }件すべて遵守されています。
    }
head-kept-tolerable = { $promises ->
     [1] 保証は遵守されていますが、許容範囲内にとどまります。
     [2] 2件の保証はいずれも遵守されています。うち{ $tolerable }件は許容範囲内にとどまります。
    *[other] { $promises }件の保証はすべて遵守されています。うち{ $tolerable }件は許容範囲内にとどまります。
    }
head-kept-tolerable-named = { $promises ->
     [1] 「{ $name }」の保証は遵守されていますが、許容範囲内にとどまります。
     [2] 「{ $name }」の保証は2件とも遵守されています。うち{ $tolerable }件は許容範囲内にとどまります。
    *[other] 「{ $name }」の保証は{ $promises }件すべて遵守されています。うち{ $tolerable }件は許容範囲内にとどまります。
    }
head-one-broken = 違反、{ $which }。
head-one-inconclusive = 判定不能、{ $which }。
head-one-broken-named = 違反: { $name }、{ $which }。
head-one-inconclusive-named = 判定不能: { $name }、{ $which }。
head-one-broken-short = 違反です。
head-one-inconclusive-short = 判定不能です。
head-one-broken-short-named = 違反: { $name }。
head-one-inconclusive-short-named = 判定不能: { $name }。
head-broken = { $promises }件中{ $count }件の保証に違反があります。
head-inconclusive = { $promises }件中{ $count }件の保証が判定不能です。
head-broken-which = { $promises }件中{ $count }件の保証に違反があります: { $which }。
head-inconclusive-which = { $promises }件中{ $count }件の保証が判定不能です: { $which }。
head-broken-named = 「{ $name }」の保証{ $promises }件中{ $count }件に違反があります: { $which }。
head-inconclusive-named = 「{ $name }」の保証{ $promises }件中{ $count }件が判定不能です: { $which }。
figure-kept = 遵守された保証
figure-kept-basis = それぞれの根拠は下記
row-caveat = 留意点
caveat-shown = 各テストは{ $time }以上。それより長いバースト、クレジット、キャッシュの影響は現れません
count-of = { $promises }件中{ $count }件
count-ideal = 理想範囲内{ $promises }件
count-tolerable = 許容範囲内{ $promises }件
promises = 保証
promises-below = 下記の保証{ $promises }件
table-promises = 保証({ $promises }件)
table-promises-more = 残り{ $promises }件の保証は、ここに示したものより悪い結果ではありません。完全なレポートに掲載しています。
level-objective = 目標
level-ideal = 理想
level-tolerable = 許容
level-at_least = { $promise }({ $rate }以上)
level-at_most = { $promise }({ $rate }以下)
level-equals = { $promise }({ $rate }と一致)

## What is promised

promised-at_least = { $value }以上
promised-at_most = { $value }以下
promised-equals = ちょうど{ $value }
within-objective = { $objective }を満たして{ $promise }
levels = { $objective } <= { $tolerable }(許容)
levels-ideal = { $objective } <= { $tolerable }(許容)、{ $ideal }(理想)
objective-at = { $rate }で{ $objective }
objective-with = 未完了I/O { $workers } × { $queue_depth }で{ $objective }
in-units = { $size }単位で毎秒{ $units }単位、{ $block_size }は{ $cost }単位
at-size = { $promise }({ $size })
this-objective = この目標
this-rate = このレート
subject-throttle = スロットル
subject-media = 媒体
subject-system = システム

## Reasons

with-ends = { $value }({ $low }～{ $high })
rate-with = { $load }での{ $rate }
outstanding = 未完了I/O { $workers } × { $queue_depth }
bound-and = { $bound }({ $promised }の{ $margin }%増)
bound-less = { $bound }({ $promised }の{ $margin }%減)

steps-one_amount = 試した未完了I/Oの数は1種類だけです
steps-did_not_grow = キュー深度を上げても未完了I/Oは増えませんでした: { $low }～{ $high }

reason-no_run = この保証を検証した実行がありません
reason-no_run_in_campaign = キャンペーン{ $campaign }には、このワークロードと負荷の実行がありません
reason-no_run_of_level = { $objective }で判定された実行がありません
reason-cached = ストレージではなくキャッシュがI/Oを処理しました: { $because }
reason-failed = I/Oが失敗しました: { $because }
reason-client_bound = クライアント側の制約: { $because }
reason-not_settled = 測定の後半でレートが低下しました: まだ整定していません
reason-no_intervals = 実行に時間区間の記録がないため、レートの誤差が不明です
reason-too_few_intervals = 時間区間が少なすぎるため、信頼区間を求められません

reason-above = { $rate }は{ $bound }を超えています
reason-reached = { $rate }は{ $bound }以上です
reason-too_low = { $rate }は{ $bound }を下回り、未完了I/Oを増やしても上がりません: { $steps }
reason-too_low_or_client-outstanding = クライアント側の制約: { $rate }は{ $bound }を下回りますが、制約要因はクライアント自身の未完了I/Oでした
reason-too_low_or_client-processors = クライアント側の制約: { $rate }は{ $bound }を下回りますが、クライアントのCPUが飽和していました
reason-too_low_or_client-workers = クライアント側の制約: { $rate }は{ $bound }を下回りますが、各ワーカーのCPUが飽和しており、ワーカーを増やした測定がありません
reason-too_low_so_far = クライアント側の制約: { $rate }は{ $bound }を下回りますが、未完了I/Oを増やせば達する可能性があります({ $steps })
reason-interval_includes = { $rate }の信頼区間は{ $bound }を含みます
reason-cap_or_client-outstanding-may-be = クライアント側の制約: { $rate }は{ $promised }を超える可能性がありますが、制約要因はクライアント自身の未完了I/Oでした
reason-cap_or_client-outstanding-is-not = クライアント側の制約: { $rate }は{ $promised }を超えていませんが、制約要因はクライアント自身の未完了I/Oでした
reason-cap_or_client-processors-may-be = クライアント側の制約: { $rate }は{ $promised }を超える可能性がありますが、クライアントのCPUが飽和していました
reason-cap_or_client-processors-is-not = クライアント側の制約: { $rate }は{ $promised }を超えていませんが、クライアントのCPUが飽和していました
reason-cap_or_client-workers-may-be = クライアント側の制約: { $rate }は{ $promised }を超える可能性がありますが、各ワーカーのCPUが飽和しており、ワーカーを増やした測定がありません
reason-cap_or_client-workers-is-not = クライアント側の制約: { $rate }は{ $promised }を超えていませんが、各ワーカーのCPUが飽和しており、ワーカーを増やした測定がありません
reason-no_proof_of_a_cap-may-be = クライアント側の制約: { $rate }は{ $promised }を超える可能性があり、上限の証明にはなりません: { $steps }
reason-no_proof_of_a_cap-is-not = クライアント側の制約: { $rate }は{ $promised }を超えていませんが、上限の証明にはなりません: { $steps }
reason-equals_and_capped = { $rate }は{ $promised }との差が{ $margin }%以内で、上限も実証されています: { $steps }
reason-within_and_capped = { $rate }は{ $bound }以下で、上限も実証されています: { $steps }

reason-rate_of_file = ファイルのレートは{ $rate }、基準は{ $bound }です。ファイルには実行全体のレートしかないため、誤差は不明です
reason-rate_of_file-below = ファイルのレートは{ $rate }、基準は{ $bound }で、{ $apart }%下回ります。ファイルには実行全体のレートしかないため、誤差は不明です
reason-rate_of_file-above = ファイルのレートは{ $rate }、基準は{ $bound }で、{ $apart }%上回ります。ファイルには実行全体のレートしかないため、誤差は不明です
reason-near_in_file = { $finding }: 実行全体の値1つでは僅差で判定不能です。この値は実行ごとに4分の1ほど変わることがあります
reason-not_carried_in_file = { $finding }: 制約要因がストレージか負荷生成側かを判定できる値がファイルにありません
reason-no_run_alike = この保証に合う取り込み済みの実行がありません
reason-several_questions = 取り込み済みの実行は{ $parts }が異なり、保証にその指定がありません

at-unknown-load = 負荷不明
at-offered = 投入レート{ $rate }
at-load = { $load }
level-served = 処理できたのは{ $rate }だけです
level-nothing = 完了したI/Oなし
level-share-errors = { $objective }: I/Oの失敗率は{ $share }です
level-share-achieved = { $objective }: 投入に対する未達成の割合は{ $share }です
level-share-beyond = { $objective }: これを超えた割合は{ $share }です
level-against = { $statistic ->
     [mean] 平均
    *[other] { $statistic }
    }は{ $value }、基準は{ $bound }です
met-as-well = { $finding }、ほかに達成: { $others }
reason-met-tolerable = { $finding }(許容範囲内)
reason-met-ideal = { $finding }(理想範囲内)
also-undecided = { $level ->
     [ideal] 理想範囲内かどうかは判定保留です
     [tolerable] 許容範囲内かどうかは判定保留です
    *[other] { $level }の範囲内かどうかは判定保留です
    }
also-undecided-unsettled = { $level ->
     [ideal] 平均が整定していないため、理想範囲内かどうかは判定保留です: 開始時{ $first }、終了時{ $last }。より長い実行で判定できます
     [tolerable] 平均が整定していないため、許容範囲内かどうかは判定保留です: 開始時{ $first }、終了時{ $last }。より長い実行で判定できます
    *[other] 平均が整定していないため、{ $level }の範囲内かどうかは判定保留です: 開始時{ $first }、終了時{ $last }。より長い実行で判定できます
    }
reason-undecided = { $finding }: 判定保留
reason-undecided-because = { $finding }: 判定保留({ $why })
reason-undecided-unsettled = { $finding }: 平均が整定していないため判定保留です: 開始時{ $first }、終了時{ $last }
reason-undecided-because-unsettled = { $finding }: 平均が整定していないため判定保留です({ $why }): 開始時{ $first }、終了時{ $last }

line = 負荷限界線は{ $low }～{ $high }の間にあります
line-no-low = 負荷限界線は{ $high }より下にあります(下端は未確認)
line-no-high = 負荷限界線は{ $low }より上にあります(上端には未到達)
line-open = 負荷限界線の両端とも見つかっていません
reason-line_reaches = { $line }: 下端は{ $bound }以上です
reason-line_too_low = { $line }: 上端は{ $bound }を下回ります
reason-line_missed_below = { $line }。ただし、{ $missed }
reason-line_includes = { $line }。{ $bound }である可能性は否定できません

reason-may_be_a_cache = { $volume }のうち{ $addressed }({ $share }%)にしかアクセスしていません: キャッシュが処理した可能性があり、媒体は検証されていません

## What would decide it

decide-measure = 測定してください
decide-measure_promised = 測定してください: --campaign なしの plimsoll check
decide-use_direct = ダイレクトI/Oを使ってください
decide-mend = 失敗の原因を取り除いてから、もう一度検証してください
decide-client_on_time = 予定どおりにI/Oを発行できるクライアントを使ってください
decide-to_the_end = もう一度、最後まで検証してください
decide-steady_or_longer = 測定対象を安定させるか、より長く測定してください
decide-with_intervals = 時間区間のある実行(作成元プログラムのログまたは区間出力)を用意するか、--campaign なしの plimsoll check で測定してください
decide-steady = 測定対象を安定させてください
decide-settle = { $time }より長くウォームアップするか、より長く測定してください
free-own-lag = 測定機の負荷を下げるか、別のマシンから測定してください: 未達の原因は測定機の遅れだけで、時間を延ばしても解消しません。原因は plimsoll doctor で確認できます
free-own-lag-busy = 測定機の負荷を下げる(ほかのプログラムがCPUの{ $share }を使用)か、別のマシンから測定してください: 未達の原因は測定機の遅れだけで、時間を延ばしても解消しません。原因は plimsoll doctor で確認できます
free-others = 先に測定機の負荷を下げてください。原因は plimsoll doctor で確認できます
free-others-busy = 先に測定機の負荷を下げてください(ほかのプログラムがCPUの{ $share }を使用)。原因は plimsoll doctor で確認できます
decide-longer = より長く測定してください
decide-longer-about = 約{ $time }測定してください
decide-free-then-longer = { $free }。その後、より長く測定してください
decide-free-then-longer-about = { $free }。その後、約{ $time }測定してください
decide-wider_margin = 許容幅を広げてください: レートが基準値とほぼ同じです
decide-larger_client = CPUの多いクライアントを使うか、クライアントを複数にしてください
decide-faster_client = より速いクライアントを使うか、クライアントを複数にしてください
decide-higher_in_flight_cap = load.max_outstanding を引き上げてください
decide-more_outstanding = 未完了I/Oを増やしてください: --most-outstanding { $most }以上(これまでは{ $asked })
decide-longer_or_more_outstanding = より長く測定するか、未完了I/Oを増やしてください: --most-outstanding { $most }以上(これまでは{ $asked })
decide-holds_below = 保証されたレートより低いレートで確認実行を行ってください
decide-hold_at_promised = 保証されたレートで確認実行を行ってください: --campaign なしの plimsoll check
decide-larger_working_set = ワーキングセットを{ $wanted }以上(ボリュームの{ $share }%)にしてください
decide-intervals_or_measure = 実行の時間区間(1秒ごとのログまたは区間出力)を用意するか、--campaign なしの plimsoll check で測定してください
decide-state_it = 保証に明記してください([workload]、[load])。構成は --configuration で選択します
decide-deeper_run = 未完了I/Oの多い実行を取り込む(plimsoll import)か、--campaign なしの plimsoll check で測定してください
decide-import_or_measure = 条件の合う実行を取り込む(plimsoll import)か、--campaign なしの plimsoll check で測定してください

## Beside the verdict

note-media_not_examined = 媒体は検証されていません: アクセスしたのは{ $volume }のうち{ $addressed }({ $share }%)です
note-not_reached_again = { $time }の{ $rate }は、同じ負荷のより長い実行では再現しませんでした: バーストまたはクレジットによる可能性があるため、集計から除外しました
note-settled_later = { $load }の実行が整定していなかったため、同じ負荷のより長い実行を代わりに使用しました
note-burst_kept_out = 開始時のバースト({ $time }間にレートをI/O { $amount }回分超過)は除外しました
note-burst_kept_out-bytes = 開始時のバースト({ $time }間にレートを{ $amount }バイト超過)は除外しました
note-shown = { $time }、{ $operations }回のI/Oにわたり確認しました
note-shown_so_long = { $time }、{ $operations }回のI/Oにわたり確認しました。これより長く続くクレジットやキャッシュの影響は検出できません
note-reached_with_more = 未完了I/O { $asked }で達しました。指定された{ $stated }ではレイテンシがレートを制限します
note-no_throttle_proven = このレートに達しても、スロットルの存在は証明されません
note-missed_below = 目標は、達成した{ $met }より低い{ $missed }で未達でした
note-imported = 実行は取り込まれたものです: ファイルにない項目(書き込むデータ、同期書き込み、クライアントのCPU)は保証と照合していません。
note-imported_without_intervals = 時間区間のないファイルはレートの誤差が不明なため、判定の根拠にしていません。
note-run_shown = 実行 { $run }: { $shown }({ $load })
note-run_shown-unlike = 実行 { $run }({ $parts }が異なる): { $shown }({ $load })
note-more_runs = ほかの実行{ $runs }回
note-imported_question = 取り込み済みの実行({ $load })で判定しました
note-imported_question-free = 取り込み済みの実行({ $load })で判定しました(保証に{ $parts }の指定がありません)
note-taken_as = 保証に{ $parts }の指定がないため、{ $load }とみなしました
note-not_finished = このキャンペーンで完了しなかった実行{ $runs }回は、集計から除外しました
note-other_target = 保証の対象は{ $named }ですが、これらの実行の測定対象は{ $target }です
note-two_regimes = 2つの状態が見つかりました({ $ends }): 過負荷の後は、休止の後より負荷限界線が低くなります
regime-below = 下から近づけると{ $rate }
regime-above = 上から近づけると{ $rate }
unknown-target = 不明な測定対象
latency-not-told = レイテンシ不明
mean-of = 平均{ $latency }
schedule-issued = 予定はすべて発行されており、測定機の遅れが影響するのは別の目標だけです

part-read_percent = 読み取りの割合
part-trim_percent = トリムの割合
part-pattern = パターン
part-sync = 同期
part-durable_writes = 書き込みの永続化
part-payload = 書き込むデータ
part-align_bytes = アライメント
part-blocks = ブロックサイズ
part-working_set_bytes = ワーキングセット
part-load = 負荷
part-no-rate = 負荷(投入レートなし)
part-a-rate = 負荷(投入レートあり)
part-offered-rate = 投入レート
part-amount-outstanding = 未完了I/Oの数
part-outstanding = 未完了I/O
part-configuration = 構成
part-target = 測定対象

## Charts and tables

chart-kept = 遵守: 実測値と保証値
chart-broken = 違反: 実測値と保証値
chart-inconclusive = 判定不能: 実測値と保証値
axis-promises = 保証とその判定
axis-rate = レート(IOPS)
axis-bytes_per_s = バイト/秒
axis-time = 応答時間(保証された値、対数目盛)
axis-share = 割合
axis-not-from-0 = { $axis }(軸は0から始まりません)
chart-measured-whiskers = 実測値のエラーバー: { $confidence }%。
chart-promised-whiskers = 保証値のエラーバー: 許容幅{ $margin }。
chart-nothing-measured = 測定値なし: { $promises }。
legend-at_least = 保証: この値以上(許容幅を含む)
legend-at_most = 保証: この値以下(許容幅を含む)
legend-equals = 保証: ちょうどこの値(許容幅を含む)
legend-ideal = 理想: この値以下
legend-tolerable = 許容: この値以下
legend-promised = 保証: この値以下
legend-kept = 実測: 遵守
legend-broken = 実測: 違反
legend-inconclusive = 実測: 判定不能
hover-promise = 保証
hover-promised = 保証値
hover-measured = 実測値
hover-verdict = 判定
hover-margin = 許容幅
table-all = 保証({ $promises }件)
table-all-caption = 下限と上限は信頼区間です。
table-runs = 判定の根拠となった実行
column-promise = 保証
column-verdict = 判定
column-promised = 保証値
column-of = 対象
column-measured = 実測値
column-low = 下限
column-high = 上限
column-margin = 許容幅
column-because = 理由
column-decides = 判定するには
column-run = 実行
column-load = 負荷
column-outcome = 結果
column-held-against = 判定基準
column-latency = 平均完了レイテンシ
column-limited-by = 制約要因
load-closed = クローズド、{ $queue_depth } × { $workers }
met = 達成
missed = 未達
level-undecided = 判定保留
facts-beside = 判定に関する注記
report-does-not-fit = 保証の検証は行われていません。実行から保証を判定するには: plimsoll check PROMISE --store { $store } --campaign { $campaign }

## The kind of campaign

kind-question = 測定対象は保証を遵守しているか
kind-title = { $where }の保証
kind-work = 保証の検証

## On the terminal

line-promise = 保証({ $subject }): { $promised }
line-would-decide = 判定に必要なこと: { $decide }
line-note = 注: { $note }
line-length = 実行時間: { $time }
line-no-length = 実行時間: 不明
load-not-told = 不明
the-same-run = 同じ実行
terminal-load = 負荷
terminal-outcome = 結果
terminal-judged-against = 判定基準
terminal-low = 下限
terminal-high = 上限
terminal-latency = 平均レイテンシ

## Progress

step-target = 測定対象{ $targets }個中{ $number }個目: { $target }
times-as-long = { $load }、{ $times }倍の時間
offered-against = 投入{ $rate } IOPS、目標{ $objective }
