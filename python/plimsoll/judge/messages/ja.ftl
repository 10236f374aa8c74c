## Verdict of a Run

verdict-met = 目標達成
verdict-missed = 目標未達
verdict-undecided = 目標は判定保留
undecided-beyond = 目標は判定保留(現時点では未達: { $figures })
undecided-beyond-with-lag = 目標は判定保留(測定機の遅れを含む現時点の値では未達: { $figures })
missed-so-far = 現時点では未達: { $figures }
missed-so-far-with-lag = 測定機の遅れを含む現時点の値では未達: { $figures }
beyond = 許容値{ $allowed }に対し{ $statistic } { $measured }
beyond-of-kind = 許容値{ $allowed }に対し{ $kind }の{ $statistic } { $measured }
errors-beyond = 許容値{ $allowed }に対しエラー率{ $measured }
errors-beyond-of-kind = 許容値{ $allowed }に対し{ $kind }のエラー率{ $measured }
judged-objective_met = 目標を達成
judged-objective_missed = 目標は未達
judged-far_beyond_objective = 目標に遠く及ばず
judged-cannot_carry = 投入レート未達
judged-too_short = 測定時間が不足
judged-not_yet_steady = 定常状態に未到達
judged-from_histogram = ヒストグラムに基づく
judged-from_file = ファイルの値に基づく
judged-met-so-far = 現時点では達成、確定には測定時間が不足
judged-from_histogram-meets = この目標での判定なし、ヒストグラムでは目標を達成
judged-from_histogram-misses = この目標での判定なし、ヒストグラムでは目標は未達
judged-from_file-meets = この目標での判定なし、ファイルの値では目標を達成
judged-from_file-misses = この目標での判定なし、ファイルの値では目標は未達
judged-coarse_steps = この目標での判定なし、ヒストグラムの刻みが粗すぎるため
judged-too_close = 僅差で判定不能
judged-too_correlated = 遅いI/Oが集中して発生、判定には測定時間が不足
judged-own_lag = 未達は負荷生成側自身の遅れのみによる
short-objective_met = 目標達成
short-objective_missed = 目標未達
short-far_beyond_objective = 目標に遠く及ばず
short-cannot_carry = 投入レート未達
short-too_correlated = 遅いI/Oが集中
short-too_short = 測定時間が不足
short-too_close = 僅差で判定不能
short-not_yet_steady = 定常状態に未到達
short-own_lag = 測定機の遅れ
short-coarse_steps = ヒストグラムの刻みが粗すぎる
short-from_histogram = ヒストグラムに基づく
short-from_file = ファイルの値に基づく
judged-otherwise = このバージョンでは解釈できない理由
short-otherwise = 不明な理由

## Why a Run ended as it did

cause-interrupted = 実行が中断されました。値はその時点までのものです
cause-mismatch = データが書き込んだ内容と一致しません: { $found }
cause-every_operation_failed = すべてのI/Oが失敗しました
cause-target_gone = 測定対象が失われました({ $errno })
cause-operations_failed = { $count }件のI/Oが失敗しました。最初の失敗: { $first }
cause-nothing_measured = 測定の期間に入ったI/Oがなく、何も測定されませんでした。測定時間を長くしてください
cause-target_in_memory = 測定対象がメモリ上のファイルシステムにあり、ストレージは使われていません
cause-loop_through_page_cache = { $device }はページキャッシュ経由で元のファイルにアクセスしており、バイト数の{ $share }にページキャッシュが応答しました。losetup --direct-io=on で接続してください
cause-page_cache_answered = 読み取ったバイト数の{ $share }にページキャッシュが応答しました
cause-not_from_storage = 読み取ったバイト数の{ $share }はストレージからのものではありません(未書き込みのブロック、またはファイルシステムより下のキャッシュ)。先に測定対象を埋めてください: plimsoll prepare
cause-writes_to_page_cache = 書き込みはページキャッシュに対して行われ、ストレージに届く前に完了が通知されています
cause-host_lost = { $host }との接続が開始から{ $after_s }後に失われました。その分の負荷を他のホストは投入しません
cause-hosts_apart = { $host }の時計には{ $by_ns }の誤差があり、各ホストが同時に開始していない可能性があります。ホスト間のネットワークを確認してください: plimsoll hosts doctor
cause-not_steady = 測定対象が{ $within_ns }以内に定常状態になりませんでした({ $test })。そのまま測定しました
cause-closed_loop = クローズドループ: この数の未完了I/Oでのレートです
cause-closed_loop-rests = 思考時間、休止期間または独自の上限のあるクローズドループ: レートは、負荷が求めたものか、測定対象が処理したものです
cause-rate_changed = 測定中に投入レートが変わりました。この実行は注目すべき範囲を示しますが、判定には使えません
cause-too_short_to_judge = 測定対象が投入レートを処理しきれるかを判定するには短すぎます
cause-keeps_up-surely = 測定対象は投入レートを処理できています
cause-keeps_up-so-far = 測定対象が遅れる兆候はありませんが、確定には測定時間が不足しています
cause-keeps_up-surely-late = 測定対象は投入レートを処理できています。負荷生成側に遅れがあり(測定機の遅れのp99は{ $late_ns })、応答時間に含まれています
cause-keeps_up-so-far-late = 測定対象が遅れる兆候はありませんが、確定には測定時間が不足しています。負荷生成側に遅れがあり(測定機の遅れのp99は{ $late_ns })、応答時間に含まれています
cause-falls_behind = 測定対象が処理しきれていません: 投入{ $offered_per_s } IOPSに対し達成は{ $achieved_per_s } IOPSで、未処理のI/Oが毎秒{ $backlog_slope_per_s }件増えています
cause-falls_behind-at-cap = 測定対象が処理しきれていません: 投入{ $offered_per_s } IOPSに対し達成は{ $achieved_per_s } IOPSで、未処理のI/Oが毎秒{ $backlog_slope_per_s }件増えています。未完了I/Oが上限{ $at_cap }に達しました
cause-none_completed = 測定対象が処理しきれていません: 測定のI/O { $count }件は、ドレインを含めて1件も完了しませんでした
cause-not_answered = 測定対象が応答しなくなりました: 測定のI/O { $count }件のうち{ $unfinished }件は、{ $waited_s }のドレインを含めて完了しませんでした
cause-silent = 測定対象が測定前に応答しなくなりました: 未完了I/O({ $outstanding }件)は、ドレインを含む{ $waited_s }の間に完了しませんでした
cause-client_not_carried = 測定対象が{ $name }の負荷を処理しきれていません: { $scheduled_per_s } IOPSに対し達成は{ $achieved_per_s } IOPSです
cause-not_issued = 負荷生成側が発行したのは、予定の{ $scheduled_per_s } IOPSに対して{ $issued_per_s } IOPSです。測定対象についての根拠にはなりません
cause-none_issued = 負荷生成側が{ $late_ns }遅れ、測定中にI/Oを1件も発行しませんでした。測定対象についての根拠にはなりません。測定時間を長くしてください
cause-backlog_not_issued = 負荷生成側が予定から遅れています: 未処理のI/Oが毎秒{ $backlog_slope_per_s }件増えており、その大半は未発行です。測定対象についての根拠にはなりません
cause-missed_through_lateness = 測定機から見ると目標は未達ですが、ストレージだけで未達とは示されていません: I/Oの{ $share }に負荷生成側自身の遅れが関わっています
cause-client_cap = クライアント自身の未完了I/Oの上限{ $outstanding }に達しました。測定対象についての根拠にはなりません
cause-client_cap_reached = クライアント自身の未完了I/Oの上限{ $outstanding }に達しています
cause-client_full = { $name }のCPU使用率は{ $used }です。クライアントに余力がありません
cause-client_full-generator = 負荷生成側のCPU使用率は{ $used }です。クライアントに余力がありません
cause-late_while_idle = 各ワーカーのCPU使用率は{ $used }にすぎないのに、負荷生成側に遅れが生じました。測定機が停止したか、CPUが他の処理に使われていました
cause-workers_busy = 各ワーカーのCPU使用率は{ $used }です。システムコールの中で処理を行う測定対象でも、同じように見えます
cause-own_rate_cap = 負荷自身の上限に達しました: { $achieved_per_s } IOPS
cause-not_filled = 要求した未完了I/O { $asked }件のうち、発行済みは{ $outstanding }件だけです。ワーカーの発行が追いついていません
cause-not_filled-idle = 要求した未完了I/O { $asked }件のうち、発行済みは{ $outstanding }件だけです。各ワーカーのCPU使用率は{ $idle_at }にすぎないのに発行が追いついておらず、測定機が停止していました
cause-one_run_cannot_tell = 未完了I/O { $outstanding }件で{ $achieved_per_s } IOPSでした。未完了I/Oまたはワーカーを増やせばさらに上がるかは、1回の実行では分かりません
cause-element_full = { $name }の使用率は{ $used }です。余力がありません
cause-element_full-instance = { $name }({ $instance })の使用率は{ $used }です。余力がありません
cause-element_waiting = 完了レイテンシの{ $share }は { $name }での待ち時間です
cause-nothing_full = 飽和している要素はありません
cause-nothing_full-most = 飽和している要素はありません。最も負荷の高い { $busiest }の使用率は{ $used }で、完了レイテンシの{ $share }は { $longest }での処理時間です

## What held a Run on described storage back

held-back-client-cpu = クライアントのプロセッサ: { $because }
held-back-none = なし: { $because }
held-back-none-capped = なし: レートは維持されましたが、クライアントの未完了I/Oの上限{ $cap }に達することがありました
held-back-element = { $element }: 使用率は{ $used }です。約{ $carries } IOPSで飽和するところに{ $offered } IOPSが投入されたため、クライアントの未完了I/Oの上限{ $cap }に達しました
held-back-cap = クライアントの未完了I/Oの上限{ $cap }: 最も負荷の高い要素 { $element }でも使用率は{ $used }です
held-back-cap-idle = クライアントの未完了I/Oの上限{ $cap }: どの要素も遊休状態です

## Two steps of outstanding I/O

flatness-cap = 未完了I/Oを{ $outstanding_factor }倍({ $low } → { $high })にすると、レートは{ $rate_factor }倍、レイテンシは{ $latency_factor }倍になりました。上限があります
flatness-still_rises = 未完了I/Oを{ $outstanding_factor }倍({ $low } → { $high })にすると、レートは{ $rate_factor }倍、レイテンシは{ $latency_factor }倍になりました。レートはまだ上昇しています
flatness-neither = 未完了I/Oを{ $outstanding_factor }倍({ $low } → { $high })にすると、レートは{ $rate_factor }倍、レイテンシは{ $latency_factor }倍になりました。横ばいとも上昇ともいえません
flatness-imprecise = 未完了I/Oを{ $outstanding_factor }倍({ $low } → { $high })にすると、レートは{ $rate_factor }倍、レイテンシは{ $latency_factor }倍になりましたが、レートには{ $error }の誤差があります
flatness-client_workers = 未完了I/Oを{ $outstanding_factor }倍({ $low } → { $high })にすると、レートは{ $rate_factor }倍、レイテンシは{ $latency_factor }倍になりましたが、各ワーカーのプロセッサ使用率は{ $busy }でした。これが制約かどうかは、ワーカーを増やせば分かります
flatness-client_machine = 未完了I/Oを{ $outstanding_factor }倍({ $low } → { $high })にすると、レートは{ $rate_factor }倍、レイテンシは{ $latency_factor }倍になりましたが、クライアントのマシンのプロセッサ使用率は{ $busy }でした

## What a limiter rests on

sign-of_the_run = { $words }
sign-for_longer = より長い実行では: { $words }
sign-generator_late = 負荷生成側に遅れが生じました
sign-kept_by_more_workers = ワーカーを2倍にすると、予定どおりに発行できました
sign-late_with_more_workers = ワーカーを2倍にしても、遅れが生じました
sign-higher_cap = 未完了I/Oの上限を{ $cap }から{ $higher }に上げると、レートが{ $gain }上昇しました
sign-met_then_missed = あるレートでは目標を達成し、それをわずかに上回るレートでは未達でした
sign-missed_when_light = 試した中で最も軽い負荷でも、目標は未達でした
sign-cap_was_full = 不合格となったテストで、未完了I/Oが上限{ $cap }に達しました
sign-target_or_cap = 測定対象自体か、その手前の上限が制約しています
sign-not_confirmed = 負荷限界線は確認されていません
sign-offered_rates_alone = 投入レートを指定した実行だけでは、負荷限界線の制約要因は分かりません
sign-target_changed = 探索中に測定対象が変化しました
sign-paused = I/Oが休止しました(原因はストレージ自体、スロットル、または他の負荷)
sign-far_below_maximum = 最大値はこの何倍も高く、断続的なスロットルまたはレイテンシの長い裾が負荷限界線を大きく引き下げています
sign-not_placed = 負荷限界線の位置は、広い区間のどこである可能性もあります
sign-machine_disturbed = 測定機が大半の時間停止していました
sign-flat_ladder = 未完了I/Oが{ $shallow }から{ $deep }までのどの深度でも{ $rate } IOPSで、応答時間は深度に比例しており、スロットルがあります
sign-others_had_processors = 他のプログラムが測定機のCPU時間の多くを使用しました
sign-step = 未完了I/Oを{ $outstanding_factor }倍({ $low } → { $high })にすると、レートは{ $rate_factor }倍(± { $error })、レイテンシは{ $latency_factor }倍になりました
sign-step-exact = 未完了I/Oを{ $outstanding_factor }倍({ $low } → { $high })にすると、レートは{ $rate_factor }倍、レイテンシは{ $latency_factor }倍になりました
sign-still_rose = 未完了I/Oが{ $outstanding }でも、レートはまだ上昇していました
sign-most_outstanding = 未完了I/Oは{ $outstanding }までで、それ以上は試していません
sign-depth_not_used = キュー深度を2倍にしても、未完了I/Oは{ $outstanding }にとどまりました
sign-not_filled = 未完了I/Oは、要求{ $low_asked }に対して{ $low }、要求{ $high_asked }に対して{ $high }にとどまりました
sign-never_more = 未完了I/Oは{ $most }を超えず、ほぼその数で一定でした
sign-not_submitted = ワーカーは要求された量のI/Oを発行できません
sign-one_more_worker = ワーカーを1つ増やすと、レートはなお5%を超えて上昇しました
sign-more_workers_raised = ワーカーを2倍にすると、レートが{ $gain }上昇しました
sign-more_workers_not_run = ワーカーを増やした実行は行っていません
sign-more_workers_did_not = ワーカーを増やしても、レートは上昇しませんでした
sign-neither_raised = 未完了I/Oを増やしてもワーカーを増やしても、レートは横ばいでした
sign-workers_busy = 各ワーカーのプロセッサ使用率は{ $busy }でした
sign-workers_idle = 各ワーカーのプロセッサ使用率は{ $busy }にすぎませんでした
sign-workers_not_full = ワーカーのプロセッサは飽和していませんでした
sign-generator_used = 負荷生成側が全プロセッサの{ $used }を使用しました
sign-machine_full = 測定機のプロセッサ使用率は、他のプログラムの処理を含めて{ $busy }でした
sign-not_stationary = レートとレイテンシの積は未完了I/Oの{ $share }倍で、負荷は定常ではありませんでした
sign-run_failed = 実行「{ $run }」は拒否されたか、失敗しました
sign-too_few_runs = 実行の数がまだ足りません
sign-nothing_alone = 軽い負荷では、完了したI/Oがありませんでした
sign-alone = 単独では、1回のI/Oに{ $ns }かかります
sign-faster_than_storage = どのストレージよりも速く、メモリが応答しています
sign-too_few_to_say = I/Oが少なすぎて、完了間隔の均一さを判断できません
sign-even = 完了は等間隔です(分散指数{ $dispersion })
sign-even_seconds = 毎秒の完了数は一定で(分散指数{ $dispersion })、まとまって完了しています
sign-even_seconds_alone = 毎秒の完了数は一定です(分散指数{ $dispersion })
sign-even_batches = 完了はまとまって発生し、累計は一定の割合で増えています(変動{ $wander })
sign-even_mostly = 停止を除けば、完了は等間隔です(分散指数{ $dispersion })
sign-uneven = 完了の間隔は不均一です(分散指数{ $dispersion })
sign-as_service_varies = これはサービス時間がばらつく場合の典型です
sign-too_even = 完了は、飽和したサーバーの場合よりも均一です(分散指数{ $dispersion }、単独でのサービス時間のばらつき{ $share })
sign-service_is_alike = 単独でのサービス時間のばらつきは{ $share }にすぎず、これでは説明できないため、時間枠を割り当てるスロットルか、断続的なバックグラウンド処理が考えられます
sign-idle_servers = 同時に処理中のI/Oは平均{ $places }件にすぎず、ストレージには遊休時間があります
sign-unseen_work = ストレージのバックグラウンド処理、または他の負荷の干渉(ノイジーネイバー)があります
sign-most_pass = レイテンシの中央値は平均の{ $share }倍で、大半のI/Oは即座に通過し、一部がスロットルの次の割り当てを待っています
sign-few_wait = レイテンシの中央値は平均の{ $share }倍で、大半のI/Oは即座に通過し、一部が長く待っており、スロットルでもストレージの休止でもこのようになります
sign-longer_than_a_round = 未完了I/Oが少ないとき、完了は均一なままレイテンシが平均の{ $share }倍ばらつくため、I/Oはサーバーではなくスロットルの次の割り当てを待っています
sign-rounds = 一部のI/Oはサービス時間1回分を待ち、残りは待たないため、{ $places }個のサーバーがすべて稼働しています
sign-differ_alone = 単独でのサービス時間のばらつきは{ $share }で、サーバーが1つならレートも同程度ばらつくはずです
sign-one_server = サービス時間が一定のサーバー1つでも、同じ結果になります
sign-no_size_told = 試したどのブロックサイズでも、IOPSの上限と、サービス時間が一定のサーバー{ $places }個とを区別できませんでした
sign-other_size = ブロックサイズ{ $block_size_bytes }では{ $rate_per_s }、単独では{ $alone_ns }です
sign-same_rate = I/Oあたりの処理量が異なっても、レートは同じです
sign-same_work = I/Oあたりの処理量がほとんど変わらなかったため、バイト数による制限か、バケットに残っていたバーストクレジットが原因です
sign-rate_follows_work = レートはI/Oあたりの処理量に応じて変わります

## Questions that a further Run answers

question-workers_processor = ワーカーのプロセッサが制約か
question-carried = レートは維持されたか
question-own_cap = 負荷生成側の上限が制約か
question-as_long = 他の実行と同じ長さでの同じ負荷
question-outstanding = 未完了I/Oを増やすとレートは上がるか
question-workers = ワーカーを増やすとレートは上がるか
question-alone = 待ちがないとき、1回のI/Oにかかる時間は
question-rounds = 一部のI/Oだけがサービス時間1回分を待つか
question-size = レートはI/Oあたりの処理量に応じて変わるか
question-size_alone = このサイズのI/O 1回にかかる時間は

## Names of further Runs

run-name-again = 再実行
run-name-longer = より長い同じ実行
run-name-more-workers = このレートでワーカー増
run-name-higher-cap = 未完了I/Oの上限引き上げ
run-name-light = 軽負荷
run-name-depth = 深度{ $depth }
run-name-round = 深度{ $depth }(1.5巡)
run-name-workers = ワーカー{ $workers }個
run-name-size = ブロックサイズ{ $size }
run-name-size-light = ブロックサイズ{ $size }、軽負荷

## What would decide a limiter

decides-of_the_run = { $words }
decides-run = { $run }: { $question }
decides-light_run = 軽い負荷での実行
decides-for_longer = より長時間の同じ実行
decides-runs_for_longer = より長時間の同じ一連の実行
decides-quieter = 外乱の少ない測定機での同じ実行
decides-longer_and_quieter = 外乱の少ない測定機での、より長時間の同じ一連の実行
decides-quieter_other_engine = 外乱の少ない測定機での同じ一連の実行、および別のエンジンでの実行
decides-higher_cap = --max-outstanding を{ $cap }より大きくした同じ探索
decides-engine_or_cap = 別のエンジン、またはクライアントのより大きい上限
decides-without_rests = 休みを入れない同じ負荷(休むスロットは発行できる量を使い切らない)
decides-larger_working_set = データを保持しうるメモリより大きいワーキングセット
decides-other_sizes = より小さいブロックとより大きいブロックでの実行(飽和したサーバーのレートはI/Oあたりの処理量に応じて変わり、スロットルのレートは変わらない)
decides-sizes_or_settings = I/Oあたりの処理量が異なるブロックサイズでの実行、またはボリュームの設定
decides-settings = ボリュームまたはその下位層の設定

## What happened in a Run

episode-gap = { $time }の間、記録がありません: { $meaning }
episode-gaps = { $gaps }か所、合計{ $time }の間、記録がありません: { $meaning }
machine-stood-still = このマシンが停止していたため、ストレージは計測されていません
episode-outage = { $time }の間、I/Oがほとんど成功しませんでした
episode-outage-before = { $time }の間、I/Oがほとんど成功しませんでした(直前: { $before })
episode-errors-for = { $operations ->
   *[other] { $time }の間に{ $count }件のI/Oが失敗しました
}
episode-errors-from-then = { $operations ->
   *[other] それ以降、{ $count }件のI/Oが失敗しました
}
episode-rate-fell-for = { $time }の間、レートが{ $before }から{ $worst }に低下しました
episode-rate-fell-for-to = { $time }の間、レートが{ $worst }に低下しました
episode-rate-fell-open = レートが{ $before }から{ $worst }に低下しました
episode-rate-fell-open-to = レートが{ $worst }に低下しました
episode-rate-fell-stayed = レートが{ $before }から{ $worst }に低下し、その水準が続きました
episode-rate-fell-stayed-to = レートが{ $worst }に低下し、その水準が続きました
episode-rate-rose-for = { $time }の間、レートが{ $before }から{ $worst }に上昇しました
episode-rate-rose-for-to = { $time }の間、レートが{ $worst }に上昇しました
episode-rate-rose-open = レートが{ $before }から{ $worst }に上昇しました
episode-rate-rose-open-to = レートが{ $worst }に上昇しました
episode-rate-rose-stayed = レートが{ $before }から{ $worst }に上昇し、その水準が続きました
episode-rate-rose-stayed-to = レートが{ $worst }に上昇し、その水準が続きました
episode-response-rose-for = { $time }の間、応答時間が{ $before }から{ $worst }に増加しました
episode-response-rose-for-to = { $time }の間、応答時間が{ $worst }に増加しました
episode-response-rose-open = 応答時間が{ $before }から{ $worst }に増加しました
episode-response-rose-open-to = 応答時間が{ $worst }に増加しました
episode-response-rose-stayed = 応答時間が{ $before }から{ $worst }に増加し、その水準が続きました
episode-response-rose-stayed-to = 応答時間が{ $worst }に増加し、その水準が続きました
episode-response-fell-for = { $time }の間、応答時間が{ $before }から{ $worst }に減少しました
episode-response-fell-for-to = { $time }の間、応答時間が{ $worst }に減少しました
episode-response-fell-open = 応答時間が{ $before }から{ $worst }に減少しました
episode-response-fell-open-to = 応答時間が{ $worst }に減少しました
episode-response-fell-stayed = 応答時間が{ $before }から{ $worst }に減少し、その水準が続きました
episode-response-fell-stayed-to = 応答時間が{ $worst }に減少し、その水準が続きました
episode-pattern-rate = { $period }周期のパターンが{ $repeats }回繰り返されました: レート{ $rate_low }～{ $rate_high }
episode-pattern-rate-quiet = { $period }周期のパターンが{ $repeats }回繰り返されました: レート{ $rate_low }～{ $rate_high }、I/Oがほとんど成功しなかった時間は合計{ $quiet }
episode-pattern-response = { $period }周期のパターンが{ $repeats }回繰り返されました: 応答時間{ $time_low }～{ $time_high }
episode-pattern-response-quiet = { $period }周期のパターンが{ $repeats }回繰り返されました: 応答時間{ $time_low }～{ $time_high }、I/Oがほとんど成功しなかった時間は合計{ $quiet }
episode-pattern-both = { $period }周期のパターンが{ $repeats }回繰り返されました: レート{ $rate_low }～{ $rate_high }、応答時間{ $time_low }～{ $time_high }
episode-pattern-both-quiet = { $period }周期のパターンが{ $repeats }回繰り返されました: レート{ $rate_low }～{ $rate_high }、応答時間{ $time_low }～{ $time_high }、I/Oがほとんど成功しなかった時間は合計{ $quiet }
episode-drift-rate = 実行全体を通じて緩やかに変動しました: レート{ $before } → { $worst }
episode-drift-rate-to = 実行全体を通じて緩やかに変動しました: レートが{ $worst }に到達
episode-drift-response = 実行全体を通じて緩やかに変動しました: 応答時間{ $before } → { $worst }
episode-drift-response-to = 実行全体を通じて緩やかに変動しました: 応答時間が{ $worst }に到達
episode-rate-rise-for = { $time }かけて、レートが{ $before }から{ $worst }まで徐々に上昇しました
episode-rate-rise-for-to = { $time }かけて、レートが{ $worst }まで徐々に上昇しました
episode-rate-rise-to-end = 実行の終了まで、レートが{ $before }から{ $worst }まで徐々に上昇しました
episode-rate-rise-to-end-to = 実行の終了まで、レートが{ $worst }まで徐々に上昇しました
episode-rate-fall-for = { $time }かけて、レートが{ $before }から{ $worst }まで徐々に低下しました
episode-rate-fall-to-end = 実行の終了まで、レートが{ $before }から{ $worst }まで徐々に低下しました
episode-response-rise-for = { $time }かけて、応答時間が{ $before }から{ $worst }まで徐々に増加しました
episode-response-rise-for-to = { $time }かけて、応答時間が{ $worst }まで徐々に増加しました
episode-response-rise-to-end = 実行の終了まで、応答時間が{ $before }から{ $worst }まで徐々に増加しました
episode-response-rise-to-end-to = 実行の終了まで、応答時間が{ $worst }まで徐々に増加しました
episode-response-fall-for = { $time }かけて、応答時間が{ $before }から{ $worst }まで徐々に減少しました
episode-response-fall-to-end = 実行の終了まで、応答時間が{ $before }から{ $worst }まで徐々に減少しました
longest-wait = 最長待ち時間{ $wait }
longest-wait-usually = 最長待ち時間{ $wait }(通常{ $usual })
response-time = 応答時間{ $before } → { $worst }
worst-after = { $time }後に最悪値
up-to-waited = { $operations ->
   *[other] 最大{ $count }件のI/Oが待機
}
operations-failed = { $count }件のI/Oが失敗
recovered-after = 開始から{ $time }後に回復
not-over-yet = 継続中
not-over-at-end = 実行終了時も継続中
did-not-come-back = レートは元の水準に戻らず
on-the-way = { $time }時点: { $kind }: { $sentence }
kind-outage = 停止区間
kind-gap = 記録なし
kind-errors = エラー
kind-dip = 一時的な低下
kind-drop = 低下
kind-surge = 一時的な増加
kind-rise = 上昇
kind-slow = 一時的な遅延
kind-slower = 遅延増加
kind-quick = 一時的な高速化
kind-quicker = 高速化
kind-periodic = 周期変動
kind-drift = ドリフト
moment-hours = { $hours }時間{ $minutes }分{ $seconds }秒

## Notes beside a time line

note-no_record = 実行の記録がないため({ $state })、タイムラインには保存済みの時間区間を示します
note-marks_left_out = 仮想クロックには時刻がないため、マークを省略しました
note-marks_undated = 取り込んだファイルに実行日時がないため、マークを省略しました
note-marks_without_record = 記録がないため、測定の開始時刻と各マークの位置にはコンマ数秒の誤差があります
note-marks_of_import = 取り込んだ実行の開始時刻は最良でも秒単位のため、各マークの位置に同程度の誤差がありえます
note-recorder_stood_still = 記録側が{ $at_s }の時点で{ $length_s }停止し、その間の行は後からまとめて書き込まれました
note-ends_before_the_run = 行は実行の終了より{ $length_s }早く終わっており、その間はタイムラインにも平均レートにも含まれません
note-no_intervals = 測定の時間区間が保存されていないため、判定できません
note-few_intervals-import = { $intervals ->
   *[other] 時間区間が{ $intervals }個しかありません。時間区間の短いログ、またはより長い実行であれば、より詳しく分かります
}
note-few_intervals-longer = { $intervals ->
   *[other] 時間区間が{ $intervals }個しかありません。より長い実行であれば、より詳しく分かります
}
note-few_intervals-campaign = { $intervals ->
   *[other] 時間区間が{ $intervals }個しかありません。キャンペーンファイルに interval = '{ $interval }' を指定すると、より詳しく分かります
}
note-few_intervals-run = { $intervals ->
   *[other] 時間区間が{ $intervals }個しかありません。'plimsoll run --interval { $interval }' を使うと、より詳しく分かります
}
to-see-more-import = 時間区間の短いログ、またはより長い実行であれば、より詳しく分かります
to-see-more-longer = より長い実行であれば、より詳しく分かります
to-see-more-campaign = キャンペーンファイルに interval = '{ $interval }' を指定すると、より詳しく分かります
to-see-more-run = 'plimsoll run --interval { $interval }' を使うと、より詳しく分かります

## Clients and targets side by side

members-client = クライアント{ $number }台
members-client-of-kind = クライアント { $kind } { $number }台
members-target = 測定対象{ $number }個
members-target-of-kind = 測定対象 { $kind } { $number }個
spread = { $whose }: { $figures }
spread-offered = { $whose }、投入レート各{ $offered } IOPS: { $figures }
spread-all-served = すべて処理
spread-served = 処理された割合{ $low }～{ $high }
spread-rate = 各{ $rate } IOPS
spread-rates = 各{ $low }～{ $high } IOPS
spread-rates-apart = 各{ $low }～{ $high } IOPS(最大は最小の{ $factor }倍)
latency-mean = 平均{ $span }
latency-mean-range = 平均{ $low }～{ $high }
latency-p99 = p99 { $span }
latency-p99-range = p99 { $low }～{ $high }
clients-not-apart = クライアントは{ $clients }台あります。個別の値は --per-client で表示できます
column-offered = 投入レート
column-share = 割合
column-bytes = バイト/秒
column-mean = 平均
column-count = 件数
column-failed = 失敗
row-best = 最良: { $name }
row-median = 中央値: { $name }
row-worst = 最悪: { $name }

## Simulated storage that makes no difference between sizes

alike-block_size-range = { $target }: このモデルでは、ブロックサイズ{ $first }～{ $last }の間でIOPSに差が生じえないため、IOPSが等しいことも、これらのサイズのスループットも、何の根拠にもなりません
alike-block_size-pair = { $target }: このモデルでは、ブロックサイズ{ $first }と{ $last }の間でIOPSに差が生じえないため、IOPSが等しいことも、これらのサイズのスループットも、何の根拠にもなりません
alike-read-range = { $target }: このモデルでは、読み取りの割合{ $first }～{ $last }の間でIOPSに差が生じえないため、IOPSが等しいことは何の根拠にもなりません
alike-read-pair = { $target }: このモデルでは、読み取りの割合{ $first }と{ $last }の間でIOPSに差が生じえないため、IOPSが等しいことは何の根拠にもなりません
alike-pattern-pair = { $target }: このモデルでは、{ $first }と{ $last }の間でIOPSに差が生じえないため、IOPSが等しいことは何の根拠にもなりません
alike-several-sizes = { $target }: このモデルでは、{ $settings }のいずれでもIOPSに差が生じえないため、IOPSが等しいことも、これらのサイズのスループットも、何の根拠にもなりません
alike-several = { $target }: このモデルでは、{ $settings }のいずれでもIOPSに差が生じえないため、IOPSが等しいことは何の根拠にもなりません
alike-between-block_size-range = ブロックサイズ{ $first }～{ $last }の間
alike-between-block_size-pair = ブロックサイズ{ $first }と{ $last }の間
alike-between-read-range = 読み取りの割合{ $first }～{ $last }の間
alike-between-read-pair = 読み取りの割合{ $first }と{ $last }の間
alike-between-pattern-pair = { $first }と{ $last }の間

## Rounds of a suite

within-round = ラウンド{ $round }の途中
between-rounds = ラウンド{ $after }とラウンド{ $before }の間
rested-within = ラウンド{ $after }の途中で、測定対象が{ $rest }休止しました。休止により測定対象の状態が変わるため、定常状態はその後に始まったラウンドだけで判定します。
rested-between = ラウンド{ $after }とラウンド{ $before }の間で、測定対象が{ $rest }休止しました。休止により測定対象の状態が変わるため、定常状態はその後に始まったラウンドだけで判定します。

## What a comparison leaves out

left-no_record = 実行 { $run }: { $state }、記録なし
left-not_finished = キャンペーン { $campaign }の測定点 { $point }: { $state }
left-not_finished-told = キャンペーン { $campaign }の測定点 { $point }: { $state }({ $told })
left-no_answer = キャンペーン { $campaign }: { $state }、結果なし
left-same_file = 実行 { $run }: 実行 { $as_run }と同じファイルから取り込まれたもので、繰り返しではありません
left-same_seed = 実行 { $run }: 実行 { $as_run }と同一(仮想クロック、同じシード)で、繰り返しではありません
state-planned = 未実行
state-running = 実行中
state-stopping = 停止処理中
state-finished = 完了
state-interrupted = 中断
state-abandoned = 打ち切り
state-failed = 失敗
state-skipped = 省略
