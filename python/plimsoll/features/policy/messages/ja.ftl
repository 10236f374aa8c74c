## Rules

rule-limit = 上限{ $rates }
rule-reads = 読み取り{ $rates }
rule-writes = 書き込み{ $rates }
rule-counted-up = { $unit }単位で計数(切り上げ)
rule-counted = { $unit }単位で計数(比例)
rule-burst = バースト{ $rates }({ $span })
rule-reservation = 予約{ $rates }
rule-shares = シェア{ $shares }
rule-per-vm = VMの全ボリュームの合計に適用
no-rules = 規則なし
and = { $names }と{ $last }
or = { $first }または{ $other }
accepted-apart = 読み取りと書き込みにそれぞれ上限を適用
accepted-no_reservation = 予約なし
accepted-no_shares = シェアなし
accepted-no_burst = バーストなし
accepted-plain_iops = すべてのI/Oを1として計数
accepted-in_proportion = I/Oをサイズに比例して計数

## What is set

configured-compliant = 準拠
configured-drifted = 外部で変更
configured-out_of_date = 未反映
configured-unknown = 不明
not-set = 未設定
not-set-removed = 未設定({ $at }に解除)
differs-from-before = 現在: { $now }、ポリシー適用前: { $wanted }
differs-from-policy = 現在: { $now }、ポリシーの値: { $wanted }
badge-plan-unread = 不明
badge-plan-pending = 計画
badge-plan-by-others = 他の担当者が適用
badge-plan-same = 変更なし
plan = { $changes ->
    *[other] 変更予定は{ $changes }件です。まだ何も変更していません。
    }
plan-by-others = ボリューム{ $volumes }個は、ここから読み取ることも設定することもできません。適用は他の担当者が行います。
plan-unread = { $unread ->
    *[other] ボリューム{ $unread }個を読み取れなかったため、変更内容は不明です。何も変更していません。
    }
plan-unread-others = { $unread ->
    *[other] ボリューム{ $unread }個を読み取れませんでした。その他の変更予定は{ $changes }件です。何も変更していません。
    }
the-disk-itself = ディスク自体
storage-policy = ストレージポリシー{ $name }
stale = その後、設定またはポリシーが変更されています

## Findings of a policy file

finding-reservation_above_limit = 予約{ $reservation }が上限{ $limit }を超えているため、両立しません
finding-reservations_above_line = ボリューム{ $volumes }個の予約の合計は{ $reserved }ですが、実証済みの負荷限界線は{ $line }です
finding-line_unknown = ボリューム{ $volumes }個に予約がありますが、負荷限界線が実証されていないため、予約を守れるかどうかは不明です。測定(plimsoll find)してから、load_lineを設定してください
finding-misplaced = 配置先のデータストア「{ $datastore }」がポリシー「{ $policy }」に適合しません: { $why }
finding-unverified = { $server }の証明書は検証されません(vcenter.tomlのinsecure)
finding-no_system = ポリシー「{ $policy }」が割り当てられていますが、適用するシステムがありません
finding-no_rules = ポリシー「{ $policy }」には、システムが適用できる規則がありません
finding-cannot_apart = システム「{ $system }」({ $kind })は読み取りと書き込みを別々に制限するため、合計では上限の2倍に達します。これはポリシー「{ $policy }」の要件と異なります。許容する場合は、[system.{ $system }]にaccept = ["apart"]を設定してください
finding-cannot_no_reservation = システム「{ $system }」({ $kind })には予約の機能がなく、ポリシー「{ $policy }」の要件を満たせません。許容する場合は、[system.{ $system }]にaccept = ["no_reservation"]を設定してください
finding-cannot_no_shares = システム「{ $system }」({ $kind })ではシェアを使用できず、ポリシー「{ $policy }」の要件を満たせません。許容する場合は、[system.{ $system }]にaccept = ["no_shares"]を設定してください
finding-cannot_no_burst = システム「{ $system }」({ $kind })にはバーストの機能がなく、ポリシー「{ $policy }」の要件を満たせません。許容する場合は、[system.{ $system }]にaccept = ["no_burst"]を設定してください
finding-cannot_plain_iops = システム「{ $system }」({ $kind })はサイズにかかわらずI/Oを1として計数します。これはポリシー「{ $policy }」の要件と異なります。許容する場合は、[system.{ $system }]にaccept = ["plain_iops"]を設定してください
finding-cannot_in_proportion = システム「{ $system }」({ $kind })はI/Oをサイズに比例して計数し、切り上げを行いません。これはポリシー「{ $policy }」の要件と異なります。許容する場合は、[system.{ $system }]にaccept = ["in_proportion"]を設定してください
miss-tag = タグ「{ $category }」は{ $have }で、必要な値({ $wanted })と異なります
miss-capability = { $name }は{ $have }で、必要な値({ $wanted })と異なります
miss-capacity_unknown = 容量が記載されていません
miss-space = 空き容量は{ $left }ですが、ボリュームには{ $need }が必要です
miss-line_unknown = 負荷限界線が実証されていないため、予約できません
miss-rate = 負荷限界線の残りは{ $left }ですが、ポリシーの予約は{ $need }です
room-rates = { $line }のうち{ $left }が未予約
room-bytes = 空き{ $left }
room-unknown = 容量と負荷限界線の記載なし
not-stated = 記載なし

## What was proven

badge-kept = 遵守
badge-broken = 違反
badge-inconclusive = 判定不能
head-proven = { $volumes ->
     [1] { $verdict ->
         [kept] ボリュームはポリシーどおりに設定され、上限も守られています。
         [broken] ボリュームはポリシーどおりではありません。
        *[inconclusive] ボリュームがポリシーどおりかどうかは判定できません。
        }
    *[other] ボリューム{ $volumes }個中{ $proven }個がポリシーどおりに設定され、上限も守られています。
    }
length = 測定
length-total = 合計{ $time }
set-them = ポリシーを適用してください: plimsoll policy apply { $file }
verdict-kept = 遵守
verdict-broken = 違反
verdict-inconclusive = 判定不能
point = { $size }、{ $mix }
result = { $rate }({ $point })
nothing-measured = 測定値なし
pair = 「{ $neighbour }」と同時に負荷をかけたときの合計は{ $together }({ $own }と{ $other })、上限は{ $limit }です
together = スケジューラ配下のボリューム{ $volumes }個すべてに同時に負荷をかけたとき、このボリュームのレートは{ $got }でした
together-between = スケジューラ配下のボリューム{ $volumes }個すべてに同時に負荷をかけたとき、このボリュームのレートは{ $got }({ $low }～{ $high })でした
against = { $together }。mClockによる計算値は{ $mclock }です
burst-rate = { $size }の読み取りで{ $rate }
burst-rule = { $rate }のバースト({ $span })
burst-run = { $rest }の休止後、{ $got }が{ $span }続き、その後は{ $after }でした。{ $burst }は途中で補充されるため、持続時間は{ $shortest }～{ $longest }です
proven-kept = { $points ->
     [1] 上限は実証済みで、測定点1個で守られています: { $result }、許容値は{ $limit }
    *[other] 上限は実証済みで、測定点{ $points }個のすべてで守られています: { $result }、許容値は{ $limit }
    }
proven-kept-unknown = { $points ->
     [1] 測定点1個で上限が守られていますが、ポリシーによる上限とは断定できません: { $result }、許容値は{ $limit }
    *[other] 測定点{ $points }個のすべてで上限が守られていますが、ポリシーによる上限とは断定できません: { $result }、許容値は{ $limit }
    }
proven-not_enforced = 上限は設定されていますが、実際には制限されていません: { $result }、許容値は{ $limit }
proven-other_setting = 設定値がポリシーと異なります: { $result }、許容値は{ $limit }
proven-higher_cap = この上限ではなく、実証済みのより高い上限で制限されています: { $result }、許容値は{ $limit }
proven-apart = 読み取りと書き込みのそれぞれに上限が適用されています: { $result }、合計の許容値は{ $limit }
proven-counts_units = 上限はI/Oをサイズに応じて{ $unit }単位で計数しています: { $result }。ポリシーの許容値はサイズによらず{ $limit }です
proven-counts_units-up = 上限はI/Oをサイズに応じて{ $unit }単位(切り上げ)で計数しています: { $result }。ポリシーの許容値はサイズによらず{ $limit }です
proven-size_blind = 上限はすべてのI/Oを1として計数しています: { $result }。ポリシーはサイズに応じて計数し、許容値は{ $limit }です
proven-counts_less = 上限は大きなI/Oをポリシーより少なく計数しています: { $result }、許容値は{ $limit }
proven-lower_at_size = ポリシーにない上限が大きなI/Oを制限しています: { $result }、許容値は{ $limit }
proven-writes_twice = 書き込みが二重に計数されています: { $result }、許容値は{ $limit }。上限がミラーの下層にあるか、2か所で適用されていないか確認してください
proven-twice = 上限が二重に適用されているか、I/Oが二重に計数されています: { $result }、許容値{ $limit }の半分です
proven-lower_cap = ポリシーより低い別の上限が実証されました: { $result }、許容値は{ $limit }
proven-lower_open = { $result }、許容値は{ $limit }で、未完了I/Oを増やしてもレートは上がりません。原因は別の上限またはストレージ自体ですが、これらの実行では区別できません。ほかの負荷がないマシンでplimsoll limitsを実行するか、測定時間を延ばしてください(--measure-for)
proven-target_full = ストレージ自体が上限{ $limit }より低い{ $result }で飽和しているため、上限は検証できていません
proven-open = { $point }: { $because }
proven-open-decide = { $point }: { $because }。判定に必要なこと: { $decide }
proven-nothing_to_ask = ポリシーに、ここで測定できる上限がありません
proven-no_target = 測定に使う測定対象がファイルに指定されていません(target = …)
proven-unreadable = 現在の設定を読み取れません: { $why }
proven-changed_meanwhile = 検証中に設定が変更されたため、何も実証されていません。もう一度検証してください
proven-shared_by_vm = VMのボリュームが1つの上限を共有していますが、ポリシーは各ボリュームに上限を与えています: { $pair }
proven-one_limit = 「{ $neighbour }」と1つの上限を共有していますが(atが同じ)、ポリシーは各ボリュームに上限を与えています: { $pair }。それぞれに上限を設定するか、コンポーネントにper = "vm"を指定してください
proven-per_disk = VMのボリュームごとに上限が適用されていますが、ポリシーは全ボリュームの合計に上限を与えています: { $pair }
proven-neighbour_open = VMのボリュームが上限を共有しているかどうかは不明です: { $pair }
proven-neighbour_failed = VMのボリュームが上限を共有しているかどうかは不明です: 「{ $neighbour }」との同時実行が失敗しました
proven-contention_kept-shares = シェアは守られています: { $against }
proven-contention_kept-reservation = 予約は守られています: { $against }
proven-contention_kept-both = シェアと予約は守られています: { $against }
proven-rules_not_shown-shares = { $together }。mClockの計算どおりですが、シェアがなくてもほぼ同じレートになるため、スケジューラがシェアを適用している証拠にはなりません
proven-rules_not_shown-reservation = { $together }。mClockの計算どおりですが、予約がなくてもほぼ同じレートになるため、スケジューラが予約を適用している証拠にはなりません
proven-rules_not_shown-both = { $together }。mClockの計算どおりですが、シェアと予約がなくてもほぼ同じレートになるため、スケジューラがこれらを適用している証拠にはなりません
proven-held_elsewhere = { $against }。ただし、経路上の別の上限がボリュームを制限したか、その可能性があるため、スケジューラの問題とは判定できません。その上限なしで負荷をかけるか、測定時間を延ばしてください(--measure-for)
proven-machine_full = { $against }。ただし、測定機のCPU使用率が{ $used }に達しており、ボリュームへの要求が不足した可能性があります。ほかの負荷がない状態でもう一度検証してください(plimsoll doctor)
proven-held_alone = { $together }が、単独で負荷をかけても{ $alone }以下です。制約しているのはスケジューラではなく、上限またはボリューム自体のストレージです。特定するには: plimsoll limits
proven-limit_elsewhere = 単独で負荷をかけても別の上限({ $alone })で制限されるため、シェアに応じたレートに達しません: { $together }
proven-reservation_missed = { $together }が、予約は{ $reserved }です
proven-shares_otherwise = { $against }(シェアと予約による値)。スケジューラの深度が待機中の要求数より大きくないか、または後段で処理順が決められていないか確認してください
proven-shares_by_demand = { $against }(シェアと予約による値)。各ボリュームのレートは、先入れ先出しのキューのように要求量に応じた値になっています。スケジューラが有効で、待機中の要求より少ない数だけを通しているか確認してください
proven-shares_open = { $against }。測定時間が短すぎて判定できません。測定時間を延ばしてください(--measure-for)
proven-not_scarce = { $together }。すべてのボリュームが上限に達して競合が生じなかったため、シェアと予約は作用していません
proven-contention_failed = シェアと予約が守られているかどうかは不明です。全ボリュームに同時に負荷をかけたとき、「{ $volume }」の結果が得られませんでした: { $why }
with-another = 別のボリュームに負荷をかけられませんでした
processors-were-full = 測定機のCPUが飽和していました
nothing-completed = 完了したI/Oがありません
proven-burst_endless = バーストが終わりません。{ $rest }の休止後、{ $got }が{ $span }続き、上限の{ $limit }に戻りませんでした。{ $burst }の持続時間は最長{ $longest }です
proven-burst_missing = バーストがありません。{ $rest }の休止後も{ $got }にとどまり、上限と同じです。ポリシーの指定は{ $burst }です
proven-burst_faster = バーストのレートがポリシーより高くなっています: { $run }
proven-burst_shorter = バーストの持続時間がポリシーより短くなっています: { $run }
proven-burst_longer = バーストの持続時間がポリシーより長くなっています: { $run }
proven-burst_slower = バーストが守られているかどうかは不明です。{ $rest }の休止後のレートは、{ $got }が最大でした。ポリシーの指定は{ $burst }です。ストレージまたは負荷生成側の能力が不足している可能性があります。上限なしで測定してください(plimsoll find)
proven-burst_failed = バーストが守られているかどうかは不明です: { $because }
note-together-both = { $pair }(2つの合計に対する上限)
note-together-each = { $pair }(それぞれに対する上限)
note-burst_kept = バーストは守られています: { $run }
note-reads_only = 書き込みは検証していません
note-reservation_not_asked = 予約は検証していません(競合時にのみ確認できます)
note-shares_not_asked = シェアは検証していません(競合時にのみ確認できます)
note-reservation_not_shown = 予約は検証できていません(予約がなくてもほぼ同じレートになります)
note-shares_not_shown = シェアは検証できていません(シェアがなくてもほぼ同じレートになります)
note-held_in_contention = スケジューラ配下のボリューム{ $volumes }個すべてに同時に負荷をかけたとき、このボリュームのレートは{ $got } IOPSで、シェアと予約に基づくmClockの計算値は{ $mclock } IOPSです
note-burst_not_asked = バーストは検証していません
note-one_of_vm = VMのほかのボリューム{ $others }個のうち1個だけと組み合わせて実証しました(残りには同時に負荷をかけていません)
note-alone_in_vm = VMのほかのボリュームには負荷をかけていないため、上限を共有しているかどうかは検証していません

## Simulation

no-needs = 目標または予約を持つゲストがありません。必要な性能を指定してください(objective = …)
estate-miss = { $count ->
    *[other] { $names }は必要な性能を満たしません
    }
estate-undecided = { $count ->
    *[other] { $names }が必要な性能を満たすかどうかは判定保留です
    }
estate-get = すべてのゲストが必要な性能を満たします
badge-guests-met = 達成
badge-guests-missed = 未達
badge-guests-undecided = 判定保留
badge-guests-none = 完了、必要な性能の指定なし
of-datastore = { $datastore }: { $answer }
sentence = { $text }。
in-all = 合計{ $rate }
limit-none_needed = 上限は不要です。上限がなくても、すべてのゲストが必要な性能を満たします({ $now })
limit-now = 現在{ $limit }
no-limit-now = 現在は上限なし
limit-always_harm = { $count ->
    *[other] どの上限でも解決しません。試したすべての上限で必要な性能を満たさないゲストがあり、上限なしでは{ $names }が満たしません({ $now })
    }
limit-largest = { $count ->
    *[other] ボリュームごとに{ $low }以下。上限なしでは、{ $names }が必要な性能を満たしません({ $now })
    }
limit-largest-at = { $count ->
    *[other] ボリュームごとに{ $low }以下。{ $high }では、{ $names }が必要な性能を満たしません({ $now })
    }
no-limit = なし
guests-met = 達成
guests-missed = 未達
guests-undecided = 判定保留
simulated-held_by_limit = 自身の上限が投入レート以下のため、処理待ちが増え続けます
simulated-held_by_pool = ストレージの処理が投入レートに追いつかず、処理待ちが増え続けます
simulated-held_in_some_runs = 一部の実行でストレージの処理が投入レートに追いつかず、処理待ちが増え続ける可能性があります
simulated-burst_outlasts_warmup = バーストがウォームアップより長い{ $span }続くため、この数値はバースト中のものです。バースト後の値を得るには: --warmup-for { $warmup }
simulated-residents = スタックファイルのクライアントが並行して動作しています: { $rates }
simulated-no_capacity_left = { $element }に能力の余裕がありません
simulated-sums_fit = { $fitting ->
    *[other] 余裕を見込まないplimsoll sizeの計算では、負荷限界線{ $line }の範囲にこの構成のゲストが{ $fit }台収まり、ここでの{ $wanted }台は収まります
    }
simulated-sums_do_not_fit = { $fitting ->
    *[other] 余裕を見込まないplimsoll sizeの計算では、負荷限界線{ $line }の範囲に収まるこの構成のゲストは{ $fit }台で、ここでの{ $wanted }台は収まりません
    }

## Page

page-title = ポリシー
page-no-file = このサーバーはポリシーファイルなしで起動されました。次のように指定してください:
page-about = 上限を設定しても、守られているとは限りません。このページには設定と測定結果の両方を表示します。
page-no-volume = このファイルには、ポリシーを割り当てたボリュームがありません。
page-loose = ポリシーなし: { $names }
page-verify = 守られているかどうかを測定するコマンド:
page-unknown = ボリューム{ $volumes }個の設定は、ここから読み取れません。
page-summary = ボリューム{ $volumes }個のうち{ $set }件がファイルどおりに設定され、そのうち{ $proven }件が実証済みです。
file-version = { $file }、バージョン{ $version }
finding-wrong = 誤り: { $finding }
table-volumes = { $file }のボリューム
column-volume = ボリューム
column-configured = 設定
column-proven = 実証
column-last-proof = 最終検証
column-setting = 設定項目
column-now = 現在
column-applied = 適用後
about-policy = ポリシー{ $policy }、{ $rules }
about-accepted = 許容: { $accepted }
about-leaves = ファイルから削除済み
about-drifted = 適用後に外部で変更
version-applied = バージョン{ $version }を適用済み
differs = { $key }: 現在{ $now }、正しい値は{ $wanted }
never-measured = 未測定
stale-kept = 以前の設定では遵守
stale-broken = 以前の設定では違反
stale-inconclusive = 以前の設定では判定不能
documents-for-others = 適用する文書
documents-by-command = これらのシステムの管理者が適用します。{ $command } でも同じ内容を表示できます。
download-documents = { $system }用をダウンロード
page-plan-title = ポリシーの変更計画
table-changes = 変更
button-plan = 適用時の変更を表示
button-back = ポリシーに戻る
button-apply = 適用
button-policies = ポリシーへ
page-may-not-apply = サーバーが--allow-policiesなしで起動されているため、このページからは適用できません。端末で実行してください:
page-kept-first = 現在の設定は最初に保存されます。{ $command }を実行すると、クラッシュ後でも元に戻せます。
page-applied = バージョン{ $version }を適用しました
page-applied-title = 適用済み
page-measures-it = 上限は設定されましたが、まだ実証されていません。守られているかどうかは{ $command }で測定できます。
step-set = 設定済み
step-put_back = 元に戻しました
step-same = 変更不要
step-left = 未処理
plan-changed = 表示後に変更計画が変わりました。何も適用していません。

## On a terminal

head = { $name }({ $kind }): ポリシー「{ $policy }」、{ $rules }
head-for-policy = { $name }({ $kind }): ポリシー「{ $policy }」用
head-leaves = { $name }({ $kind }): ファイルから削除済み、元の設定に戻す対象
rules-accepted = { $rules }(許容: { $accepted })
state-version = { $state }(バージョン{ $version }を適用済み)
state-by-others = { $state }(他の担当者が適用)
state-not-from-here = { $state }(ここから適用したものではありません)
line-beside = 注記: { $where }でも制限されています({ $settings })
line-with-others = 注記: { $others }と1つの上限を共有しています
line-wrong = 誤り: { $finding }
line-note = 注記: { $finding }
line-unreadable = 読み取れません: { $error }
line-for-others = 他の担当者が適用します(--printで文書を出力)
line-nothing-to-change = 変更なし
line-drifted = 適用後に外部で変更されています:
line-proven = 実証: { $proof }
line-never = なし
line-no-policy = { $name }: ポリシーなし
line-set = 設定済み: { $what }
line-put-back = 元に戻しました: { $what }
line-already-so = 変更不要: { $names }
line-not-reached = 未処理: { $names }
line-applied = バージョン{ $version }を適用しました。
line-kept = 維持({ $by }が使用): { $names }
line-left = 適用後に外部で変更されたため、そのまま残しました: { $names }
line-forgotten = 記録を削除しました(元には戻していません): { $names }
line-had = 元の設定: { $settings }
line-had-none = 元は上限なし
line-last-set-nothing = 元に戻すものはありません。直前の適用では何も設定されなかったか、すでに元に戻されています。--lastを付けない場合は、このファイルによる変更をすべて元に戻します。
line-nothing-to-put-back = 元に戻すものはありません。このファイルによる変更はないか、すでに元に戻されています。
place = { $volume }(ポリシー「{ $policy }」): { $datastores }
no-datastore-fits = 適合するデータストアなし
there-now = { $datastore }(現在の配置先)
line-fits = { $datastore }: 適合
line-does-not-fit = { $datastore }: 不適合
least-time = { $volumes ->
    *[other] ボリューム{ $volumes }個の測定には最短でも{ $time }かかります
    }
proof-of = { $volume }(ポリシー「{ $policy }」): { $rules }
line-configured = 設定: { $state }
line-law = 検出した法則: { $law }
limited-by-policy_cap = 制約要因: スロットル
limited-by-target = 制約要因: ストレージ自体(飽和)
limited-by-cache = 制約要因: キャッシュ
limited-by-unknown = 制約要因: 不明(スロットルまたはストレージ自体)
simulated-how = 仮想時間で{ $length }の実行を{ $runs }回(シード{ $first }～{ $last })。IOPSはゲスト1台あたり、p99は同じ種類の全ゲストの値です。
of-stack = { $datastore }({ $stack })
harmless-limits = ほかのポリシーを変えない場合に、どのゲストも妨げない最大の上限:
outstanding = 未完了I/O { $queue_depth }
reserved = 予約{ $rates }
terminal-block-size = ブロックサイズ
terminal-mix = 種別
terminal-allowed = 許容値
terminal-measured = 測定値
terminal-verdict = 判定
terminal-guests = ゲスト
terminal-policy = ポリシー
terminal-wants = 要求
terminal-gets = 実績
terminal-least = 最小
terminal-p99 = p99
terminal-needs = 必要な性能
