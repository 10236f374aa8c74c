## Answer

fit-guests = { $guests ->
        [0] ゲストは1台も収容できません。1台だけでも{ $limit }を超えます。
       *[other] ゲスト{ $number }台を収容できます。1台増やすと{ $limit }を超えます。
    }
fit-guests-most = { $guests ->
        [0] 確実に収容できるゲストはありません(負荷限界線の上端では最大{ $most }台)。1台だけでも{ $limit }を超えます。
       *[other] ゲスト{ $number }台を収容できます(負荷限界線の上端では最大{ $most }台)。1台増やすと{ $limit }を超えます。
    }
fit-guests-open = { $guests ->
        [0] 収容できると確認されたゲストはありません。1台だけでも確認済みの負荷限界線を超え、その上端は不明です。
       *[other] ゲスト{ $number }台を収容できます(負荷限界線の上端が不明なため、さらに収容できる可能性があります)。1台増やすと、確認済みの負荷限界線を超えます。
    }
fit-kinds = { $guests ->
        [0] ゲストは1台も収容できません。1台だけでも{ $limit }を超えます。
       *[other] ゲスト{ $number }台({ $kinds })を収容できます。1台増やすと{ $limit }を超えます。
    }
fit-kinds-most = { $guests ->
        [0] 確実に収容できるゲストはありません(負荷限界線の上端では最大{ $most }台)。1台だけでも{ $limit }を超えます。
       *[other] ゲスト{ $number }台({ $kinds })を収容できます(負荷限界線の上端では最大{ $most }台)。1台増やすと{ $limit }を超えます。
    }
fit-kinds-open = { $guests ->
        [0] 収容できると確認されたゲストはありません。1台だけでも確認済みの負荷限界線を超え、その上端は不明です。
       *[other] ゲスト{ $number }台({ $kinds })を収容できます(負荷限界線の上端が不明なため、さらに収容できる可能性があります)。1台増やすと、確認済みの負荷限界線を超えます。
    }
wanted-fit = { $guests ->
       *[other] 指定された{ $number }台は収容できます。
    }
wanted-not-shown = { $guests ->
       *[other] 指定された{ $number }台を収容できるかは確認されていません: 負荷限界線の上端が不明です。
    }
wanted-beyond-it = { $guests ->
       *[other] 指定は{ $number }台です。
    }
wanted-not-fit = { $guests ->
       *[other] 指定された{ $number }台は収容できません(超過: { $limits })。
    }
limit-drives = ドライブの上限
limit-load-line = 負荷限界線
limit-bandwidth = 帯域幅
limit-capacity = 容量
limit-host = ホストの上限
unit-IOPS-on-drives = ドライブ上のIOPS
unit-IOPS-on-a-host = ホストあたりのIOPS
basis-drives = ドライブ{ $count }台 × { $iops }、書き込み1回のコストは{ $penalty }
basis-line = 負荷限界線
basis-bandwidth = バイト/秒
basis-pool = プールの{ $fill }%
basis-fullest_host = { $hosts }台のホストのうち最も負荷の高いホスト
with-one-controller-down = { $sums }(コントローラ1台停止時)
with-one-host-down = { $sums }(ホスト1台停止時)
share-one-controller-down = { $sums } × { $left }/{ $parts }(コントローラ1台停止時)
share-one-host-down = { $sums } × { $left }/{ $parts }(ホスト1台停止時)

## Notes

note = 注: { $text }
note-assumed-read_percent = ゲストの読み取りの割合の指定がないため、すべて読み取りと仮定しました。割合を指定してください
note-assumed-block_bytes = ゲストのブロックサイズの指定がないため、4 KiBと仮定しました。ブロックサイズを指定してください
note-assumed-both = ゲストの読み取りの割合とブロックサイズの指定がないため、すべて読み取り、4 KiBと仮定しました。割合とブロックサイズを指定してください
note-assumed-of-profile-read_percent = { $profile }の読み取りの割合の指定がないため、すべて読み取りと仮定しました。割合を指定してください
note-assumed-of-profile-block_bytes = { $profile }のブロックサイズの指定がないため、4 KiBと仮定しました。ブロックサイズを指定してください
note-assumed-of-profile-both = { $profile }の読み取りの割合とブロックサイズの指定がないため、すべて読み取り、4 KiBと仮定しました。割合とブロックサイズを指定してください
note-host_iops_not_given = { $hosts }台のホストそれぞれが処理できる IOPS(host_iops)の指定がないため、ホストの上限は適用していません
note-on_savings = 負荷限界線は、{ $element }の蓄積分(バースト、クレジット)を使って{ $held_s }維持されたものです。長期的に処理できるのは{ $lasting_per_s }です。--rate でそのレートを指定してサイジングするか、find --horizon で必要な持続時間を指定してください
note-planned_lower = 計画には推奨レート{ $planned_per_s }を使用しました。負荷限界線の下端は{ $low_per_s }です
note-end_not_confirmed-low = 負荷限界線の下端は確認実行で確認されていません
note-end_not_confirmed-high = 負荷限界線の上端は確認実行で確認されていません
note-measured_by_few = { $clients ->
       *[other] 負荷限界線はクライアント{ $number }台で測定され、全ゲストの合計に適用されています: クライアントを増やした場合や複数ホストの場合のレートは、測定するまで推測にすぎません(plimsoll find --hosts)
    }
note-measured_by_unknown = { $source }に、負荷限界線を測定したホスト数の記録がありません: { $hosts }台のホストの合計とみなしました
note-mix_unknown = { $source }に、負荷限界線を測定したときの読み取りの割合とブロックサイズの記録がありません: ゲストの値と一致している必要があります
note-other_reads = 負荷限界線は読み取り{ $read_percent }%で測定されましたが、ゲスト全体の読み取りは{ $guests_read_percent }%です: この割合で負荷限界線を測定してください
note-other_blocks = 負荷限界線は{ $block_bytes }で測定されましたが、ゲストは{ $guests_block_bytes }を使用します: このサイズで負荷限界線を測定してください
note-scaled_one_down = コントローラ1台停止時の負荷限界線は、残りの台数に比例させた推測値です。1台停止した状態で測定し、low_one_down に指定する方が確実です

## Tables

guests = ゲスト
wanted = 要求
fit = 収容可能
column-limit = 制限
column-carried = 全体
column-usable = 使用可能
column-used = 使用
column-left = 残り
line = { $source }の負荷限界線: { $low }～{ $high }、{ $objective }
line-open = { $source }の負荷限界線: { $low }以上(上端には未到達)、{ $objective }
per-host = { $hosts }台のうち最も負荷の高いホスト: ゲスト{ $guests }台、{ $rate }
row-kept-free = 余裕
row-note = 注
badge-fits = 収容可能
badge-does-not-fit = 収容不可
badge-not-shown = 収容可否は不明
badge-sized = 算定済み
badge-on-savings = { $badge }(蓄積分が続く間のみ)
origin-calculated = 計算値
reserve-headroom = 余裕{ $share }
reserve-growth = { $years }年後の需要 × { $grown }
reserve-down-none = 停止なし
reserve-down-controller = コントローラ1台停止
reserve-down-host = ホスト1台停止
