## Strategies of a campaign

strategy-grid = グリッド
strategy-grid-summary = 各負荷を一定時間実行
strategy-grid-each = 各負荷を一定時間実行
strategy-maximum = 最大値
strategy-maximum-summary = 測定対象が出せる最大値
strategy-maximum-each = それぞれの最大値
strategy-load_line = 負荷限界線
strategy-load_line-summary = 目標を達成する最高レート
strategy-load_line-each = それぞれの負荷限界線

## Progress of a search

load-rate = { $rate } IOPS
load-depth = キュー深度{ $depth } × ワーカー{ $workers }
role-maximum = 最大値
role-reference = 軽負荷
role-probe = プローブ
role-hold_low = 確認実行(下端)
role-hold_high = 確認実行(上端)
role-run = 実行
role-grid = グリッド
probe-carried = 維持
probe-pass = 合格
probe-fail = 不合格
probe-undecided = 判定保留
progress = { $role } { $load }: { $found }、達成レート{ $achieved } IOPS
progress-why = { $role } { $load }: { $found }({ $why })、達成レート{ $achieved } IOPS
progress-p99 = { $role } { $load }: { $found }、達成レート{ $achieved } IOPS、p99 { $p99 }
progress-why-p99 = { $role } { $load }: { $found }({ $why })、達成レート{ $achieved } IOPS、p99 { $p99 }

## Why a search ended

reason-interval_narrow_enough = 信頼区間が指定の幅まで狭まりました
reason-both_held = 確認実行で両端を確認できました
reason-line_moves = 確認実行で両端を確認しましたが、その外側で目標を達成または未達とした実行もあり、負荷限界線は変動しています(信頼区間は全実行に基づく)
reason-too_close_to_decide = 負荷限界線にさらに近いプローブは制限内に判定できず、信頼区間が広がりました
reason-probe_limit = プローブ数の上限に達したため、信頼区間が広がりました
reason-time_limit = テスト時間の上限に達したため、信頼区間が広がりました
reason-client_bound = 測定対象より先にクライアントが限界に達したため、負荷限界線は下端以上です
reason-no_upper_end = 制限内に不合格がなかったため、負荷限界線は下端以上です
reason-not_confirmed = 制限内に、下端の確認実行が合格しませんでした
reason-objective_not_met = どのレートでも目標を達成しません
reason-above_range = 範囲内の最高レートでも目標を達成したため、負荷限界線はそれより上にあります
reason-below_range = 範囲内の最低レートでも目標が未達だったため、負荷限界線はそれより下にあります
reason-objective_needed = 適切な既定の目標がないため、目標の指定が必要です
reason-target_changed = 探索中に測定対象が変化し、同じ負荷の実行どうしの結果が矛盾しています
reason-machine_disturbed = 測定機が大半の時間停止していたため、ストレージをほとんど測定できませんでした
reason-pauses_break_objective = ストレージの休止により、どのレートでも目標を達成しません
reason-undecided = 制限内に判定できたプローブがありませんでした
reason-read_from_runs = 探索を行わず、保存済みの実行から読み取りました
reason-closed_loop_only = クローズドループの実行しかなく、負荷限界線の上限だけが定まります
reason-stopped = 中断されました
reason-failed = 測定対象に障害が発生しました
reason-stopped_answering = 測定対象が連続する実行で応答しなくなりました
no-pass-not-met = どのレートでも目標を達成しません
no-pass-not-met-p99 = どのレートでも目標を達成しません({ $rate } IOPSでのp99: { $p99 })
no-pass-late = 軽い負荷でもクライアントに遅れが生じました
no-pass-late-p99 = 軽い負荷でもクライアントに遅れが生じました({ $rate } IOPSでのp99: { $p99 })
no-pass-undecided = 制限内に判定できたプローブがありませんでした
no-pass-undecided-p99 = 制限内に判定できたプローブがありませんでした({ $rate } IOPSでのp99: { $p99 })
no-objective-no-p99 = 最大値の10分の1の負荷ではI/Oが1,000回に満たずp99が得られないため、既定の目標を決められません。--objective で目標を指定してください
no-objective = 最大値の10分の1の負荷でのp99({ $p99 })に合う既定の目標がありません。--objective で目標を指定してください
nothing-completed = クローズドループで完了したI/Oがありませんでした

## Remarks beside the answer of a search

event-objective_chosen-alone = 目標: { $objective }(自動選択: 最大値の10分の1でのp99 { $p99_ns }の4倍以上)
event-objective_chosen-intervals = 目標: { $objective }(自動選択: 最大値の10分の1で時間区間の9割が満たす p99 { $p99_ns }の2倍以上)
event-objective_chosen-completion = 目標: { $objective }(自動選択: 最大値の10分の1での完了レイテンシのp99 { $p99_ns }の4倍以上。この負荷では測定機が大半のI/Oを遅らせました)
event-objective_chosen-before = 目標: { $objective }(結果を比較できるよう、この結果ファイルのキャンペーン { $campaign }で選択した目標を継続。最大値の10分の1でのp99は{ $p99_ns })
event-maximum_is_a_lower_bound-most_workers = ワーカーを1つ増やすとIOPSが5%を超えて上昇したため、最大値は下限値です
event-maximum_is_a_lower_bound-most_outstanding = 未完了I/Oが{ $outstanding }でもIOPSがまだ上昇していたため、最大値は下限値です
event-started_nearby = 類似ワークロードの負荷限界線は最大値の{ $share }にあるため、そこから探索を開始します
event-horizon_counts = { $rate }では{ $passed_for_s }にわたり目標を達成し、{ $failed_at }では{ $failed_for_s }のテストで未達でした。結果はテストの長さで決まります(キャッシュの充満、バーストクレジットの枯渇など)
event-high_capped = クローズドループで{ $maximum }に達したため、負荷限界線は{ $rate }未満です
event-machine_was_busy = 他のプログラムまたはハイパーバイザが測定機のプロセッサの{ $others }を使用し、I/Oの{ $disturbed }が影響を受けました。結果は測定機から得られるレートであり、ストレージの限界ではありません
event-throttle_seen = 未完了I/Oが{ $shallow }から{ $deep }までのどの深度でも{ $rate }でした。スロットルがあるため、このレートから探索を開始します
event-target_changed-reference_moved = 同じ{ $rate }での応答時間が、探索開始から{ $earlier_at_s }の時点では{ $earlier_ns }、{ $later_at_s }の時点では{ $later_ns }でした
event-target_changed-runs_contradict = 負荷限界線がどこにあっても、判定の明確な実行{ $clear }回のうち{ $dismissed }回が他と矛盾します
event-machine_disturbed = 測定機は時間の{ $disturbed }にわたり停止していたか、他の処理に使われていました
event-pauses_seen-one = ストレージが{ $watched }の間に1回、{ $longest }休止しました。時間の{ $share }にあたり、目標の許容範囲内です
event-pauses_seen-several = ストレージが{ $watched }の間に{ $pauses }回、最長{ $longest }休止しました。時間の{ $share }({ $low }～{ $high })にあたり、目標の許容範囲内です
event-pauses_seen-broken = ストレージが{ $watched }の間に{ $pauses }回、最長{ $longest }休止しました。時間の{ $share }にあたり、目標の許容範囲を超えます
event-pauses_seen-broken_once = ストレージが{ $watched }の間に1回、{ $longest }休止しました。時間の{ $share }にあたり、目標の許容範囲を超えます
event-percentile_kept = { $percentile }は{ $rate }まで許容値以内です
event-more_time = 信頼区間の幅を半分にするには、4倍の時間が必要です: find --time { $minutes }m
event-read_from_runs-one = 新たな実行は行わず、{ $rate }、長さ{ $length }の保存済みの実行1回から読み取りました
event-read_from_runs-one_rate = 新たな実行は行わず、{ $rate }、長さ{ $length }の保存済みの実行{ $runs }回から読み取りました
event-read_from_runs-several = 新たな実行は行わず、{ $lowest }から{ $highest }までの{ $rates }通りの投入レート、長さ{ $length }の保存済みの実行{ $runs }回から読み取りました
event-rejudged-one = 実行1回は、この目標で判定されていません。目標を超えたI/Oの数をヒストグラムから推定しましたが、これは判定ではなく、どちらの端の確認にもなりません
event-rejudged-several = 実行{ $runs }回は、この目標で判定されていません。目標を超えたI/Oの数をヒストグラムから推定しましたが、これは判定ではなく、どちらの端の確認にもなりません
event-rejudged-file_one = 実行1回は取り込まれたものです。ファイルの値を目標と比較しましたが、これは判定ではなく、どちらの端の確認にもなりません
event-rejudged-file_several = 実行{ $runs }回は取り込まれたものです。各ファイルの値を目標と比較しましたが、これは判定ではなく、どちらの端の確認にもなりません
event-between_rows-latencies = { $met_at }では目標を達成し({ $met_ns })、{ $rate }では未達でした({ $missed_ns })。その間の負荷限界線は、全レートを通る曲線から求めました
event-between_rows-full = { $met_at }では目標を達成し、{ $rate }を超えるレートは維持できませんでした。負荷限界線はその間にあります
event-between_rows-closed = { $met_at }では目標を達成し、クローズドループでは{ $rate }で未達でした。負荷限界線はその間にあります
event-latency_taken-completion = これらのファイルには応答時間がないため、完了レイテンシを比較しました。{ $program }ではI/Oの発行時点から計測され、スロット待ち時間は含まれません
event-latency_taken-after_submission = これらのファイルには応答時間がないため、{ $program }のclat を比較しました。発行の完了後から計測され、発行の時間もスロット待ち時間も含まれません
event-latency_taken-total = これらのファイルには応答時間がないため、{ $program }のlat を比較しました。発行の時間を含み、スロット待ち時間は含まれません
event-rate_taken = これらのファイルには投入レートがなく、未完了I/Oがループの許容数を大きく下回っていたため、達成レートを代わりに使用しました
event-lacking_figure-one = 目標に対応する値がファイルにないため、実行1回を除外しました
event-lacking_figure-several = 目標に対応する値がファイルにないため、実行{ $runs }回を除外しました
event-runs_left_out-one = 実行1回は、負荷限界線の根拠になりません: { $reasons }
event-runs_left_out-several = 実行{ $runs }回は、負荷限界線の根拠になりません: { $reasons }
event-closed_loop_only = { $because }
event-late = { $rate }で負荷生成側に遅れが生じたため、同じレートを再投入します
event-more_workers = 負荷生成側に遅れが生じたため、以降のワーカー数を{ $workers }にします
event-cached-because = ページキャッシュが応答したため、測定値はストレージではなくキャッシュのものです({ $because })
event-cached-seen = ページキャッシュが応答したため、測定値はストレージではなくキャッシュのものです
event-failure_by_chance-probe = { $rate }は一度不合格となり、再実行で合格しました
event-failure_by_chance-hold = { $rate }は、再度の確認実行で過負荷の後を含めて2回合格しました
event-pass_by_chance = { $rate }は一度合格しましたが、再実行では合格しませんでした
event-non_monotone-twice = 目標は{ $rate }で未達、{ $met_at }で達成となり、どちらも2回確認されました。負荷限界線より低いレートでも、目標を達成しない場合があります
event-non_monotone-moved = 目標は{ $rate }で未達、{ $met_at }で達成となりました。これらの実行の間に負荷限界線が変動しました
event-non_monotone-moved_often = 目標は{ $rate }で未達、{ $met_at }で達成となり、ほかに{ $more }通りのレートでも同様でした。これらの実行の間に負荷限界線が変動しました
event-two_regimes = { $rate }は、休止の後では合格し、過負荷の後では不合格となりました(どちらも2回)
event-client_bound = クライアントは、確認実行の間{ $rate }を投入し続けることができません
event-high_passed = 上端とした{ $rate }の確認実行が合格しました
event-high_undecided-undecided = { $rate }の確認実行は僅差で判定不能でした
event-high_undecided-disturbed = { $rate }の確認実行は測定機の外乱を受けたため、確認になりません
event-high_undecided-client = クライアントは、確認実行の間{ $rate }を投入し続けることができませんでした
event-high_not_confirmed = { $rate }で不合格となった確認実行がないため、この端はプローブのみに基づきます
event-low_failed = 下端とした{ $rate }の確認実行が不合格となりました
event-raised_from_below = { $rate }の確認実行は、より軽いテストの後に合格しました。その間に蓄えられたバーストクレジットなどが有利に働いた可能性があります
event-low_undecided-undecided = { $rate }の確認実行は僅差で判定不能でした
event-low_undecided-disturbed = { $rate }の確認実行は測定機の外乱を受けたため、確認になりません
event-low_undecided-client = クライアントは、確認実行の間{ $rate }を投入し続けることができませんでした
event-end_not_narrowed = 負荷限界線により近い{ $rate }の確認実行が僅差で判定不能だったため、信頼区間は狭まっていません
event-low_not_confirmed = { $rate }で合格した確認実行がないため、この値に依拠しないでください

## Why a Point of a campaign has no answer

point-error = { $error }
point-run_ended = { $outcome }: { $because }
point-nothing_completed = クローズドループで完了したI/Oがありませんでした
point-search_ended = { $because }
point-setting_changed = 設定「{ $setting }」が「{ $was }」から「{ $now }」に変わりました
point-setting_changed-times = 設定「{ $setting }」が「{ $was }」から「{ $now }」に変わりました({ $times }回)
point-setting_unreadable = 設定「{ $setting }」を読み戻せません: { $error }
point-setting_unreadable-times = 設定「{ $setting }」を読み戻せません({ $times }回): { $error }
point-time_limit = 実行前に制限時間{ $limit }に達しました
point-rounds_steady = ラウンド{ $round }で定常状態に達しました
point-rounds_written = ラウンド{ $round }までに容量の{ $written }倍が書き込まれました
point-share_of_lower_bound = { $maximum }の{ $share }ですが、この値は測定対象の最大値ではありません。負荷生成側が飽和していたか、ページキャッシュが応答しました

## A line that was read from Runs

no-evidence = 測定対象の根拠となる実行がありません
none-missed = 目標が未達となった投入レートはありません
none-met = 目標を達成した投入レートはありません
none-met-silent = 目標を達成した投入レートはありません。{ $runs }回の実行のうち{ $silent }回は根拠になりません
not-offered = クライアントが{ $rate }を投入できなかったため、負荷限界線は下端以上です
figure-without-distribution = 取り込んだファイルにはこの値がありますが、元の分布がなく、値だけでは負荷限界線の範囲が定まりません
none-clear = 目標の達成または未達が明確な実行はありませんでした。より長い実行であれば判定できます
not-judged = 未判定
runs-and-why = { $why }{ $runs }回
length-unknown = 不明
lengths = { $shortest }～{ $longest }
closed-without-figure = クローズドループの実行しかなく、目標に対応する値もありません
latency-figure = { $statistic } { $value }
latency-range = { $statistic } { $low }～{ $high }
step-depth = 未完了I/O { $outstanding }({ $rate }、{ $latency })
step-depth-followed = 未完了I/O { $outstanding }({ $rate }、{ $latency } = 未完了I/O ÷ レート)
step-rate = { $rate }({ $latency })
step-rate-followed = { $rate }({ $latency } = 未完了I/O ÷ レート)
closed-met-unbound = クローズドループでは{ $met }まで目標を達成し、未達はありませんでした。オープンループの実行がないため、その負荷限界線の範囲は定まりません
closed-met-missed = クローズドループでは{ $met }まで目標を達成し、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります
closed-met-one-depth = クローズドループでは{ $met }まで目標を達成し、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります。ただし深度が1つだけの場合、レイテンシは深度 ÷ レートにすぎず、より軽い負荷では大幅に短い可能性があります
closed-met-clearly-unbound = クローズドループでは{ $met }まで明確に目標を達成し、明確な未達はありませんでした。オープンループの実行がないため、その負荷限界線の範囲は定まりません
closed-met-clearly-missed = クローズドループでは{ $met }まで明確に目標を達成し、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります
closed-met-clearly-one-depth = クローズドループでは{ $met }まで明確に目標を達成し、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります。ただし深度が1つだけの場合、レイテンシは深度 ÷ レートにすぎず、より軽い負荷では大幅に短い可能性があります
closed-no-depth-unbound = クローズドループでは、どの深度でも目標の達成も未達も確認されませんでした。オープンループの実行がないため、その負荷限界線の範囲は定まりません
closed-no-depth-missed = クローズドループでは、目標を達成した深度はなく、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります
closed-no-depth-one-depth = クローズドループでは、目標を達成した深度はなく、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります。ただし深度が1つだけの場合、レイテンシは深度 ÷ レートにすぎず、より軽い負荷では大幅に短い可能性があります
closed-no-depth-clearly-unbound = クローズドループでは、どの深度でも目標の達成も未達も明確には確認されませんでした。オープンループの実行がないため、その負荷限界線の範囲は定まりません
closed-no-depth-clearly-missed = クローズドループでは、目標を明確に達成した深度はなく、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります
closed-no-depth-clearly-one-depth = クローズドループでは、目標を明確に達成した深度はなく、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります。ただし深度が1つだけの場合、レイテンシは深度 ÷ レートにすぎず、より軽い負荷では大幅に短い可能性があります
closed-no-rate-unbound = クローズドループでは、どのレートでも目標の達成も未達も確認されませんでした。オープンループの実行がないため、その負荷限界線の範囲は定まりません
closed-no-rate-missed = クローズドループでは、目標を達成したレートはなく、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります
closed-no-rate-one-depth = クローズドループでは、目標を達成したレートはなく、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります。ただし深度が1つだけの場合、レイテンシは深度 ÷ レートにすぎず、より軽い負荷では大幅に短い可能性があります
closed-no-rate-clearly-unbound = クローズドループでは、どのレートでも目標の達成も未達も明確には確認されませんでした。オープンループの実行がないため、その負荷限界線の範囲は定まりません
closed-no-rate-clearly-missed = クローズドループでは、目標を明確に達成したレートはなく、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります
closed-no-rate-clearly-one-depth = クローズドループでは、目標を明確に達成したレートはなく、{ $missed }で未達でした。完了を待たないオープンループでは、そこでも未達となります。ただし深度が1つだけの場合、レイテンシは深度 ÷ レートにすぎず、より軽い負荷では大幅に短い可能性があります
file-steps-too-wide = ファイルの分布の刻みが粗すぎます。許容値が刻みの途中にあるため、それを超えたI/Oの割合が分かりません
file-full-at-every-rate = どのレートでも、負荷生成側の未完了I/Oが自身の上限に達していました
file-full-above = それより上のレートでは、負荷生成側の未完了I/Oが自身の上限に達していたため、負荷限界線は下端以上です
file-nothing-carried = ファイル内に、維持できたレートがありません
file-none-missed = ファイル内に、目標が未達となったレートがありません
file-no-upper-end = { $runs }回の実行のうち{ $missed }回で目標が未達でしたが、ファイル内のレート全体からは上端が定まりません
file-none-met = ファイル内に、目標を達成したレートがありません
file-none-clearly-met = { $runs }回の実行のうち{ $met }回で目標を達成しましたが、ファイル内に明確に達成したレートがありません
file-too-close = ファイルの値は許容値に近すぎます
runs-disagree = 同じレートの実行が一致せず({ $rate }で{ $low }と{ $high })、同一システムのものではないため、--configuration で1つを選ぶか、別々に取り込む必要があります
