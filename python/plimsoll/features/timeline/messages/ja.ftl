## Answer

sentence = { $text }。
run-measured = 実行 { $run }(測定時間{ $length })
run-measured-ended = 実行 { $run }({ $outcome }、測定時間{ $length })
answer-no-interval = { $run }: 時間区間の記録がないため、事象を検出できません。
answer-few-intervals = { $run }: 時間区間が少なすぎるため({ $intervals }個)、事象を検出できません。
answer-quiet = { $run }: ばらつきを超える変化は見られません。停止区間、落ち込み、水準の変化、周期性、ドリフトはいずれもありません。
answer-whole = { $run }: 実行全体で{ $kind }。{ $episode }。
answer-at = { $run }: { $at }の時点で{ $kind }。{ $episode }。
drawn-by = ページとして作成するコマンド: plimsoll report time --store { $store } --run { $run }
more-episodes = { $count ->
       *[other] ほか{ $count }件の事象は下に記載しています。
    }
chosen-marked = { $runs }回の実行のうち、実行 { $run }を表示しています(マークのある最後の実行)。別の実行は--runで選択できます。
chosen-broke = { $runs }回の実行のうち、実行 { $run }を表示しています(I/Oの失敗または一時的な停止があった実行)。別の実行は--runで選択できます。
chosen-hold = { $runs }回の実行のうち、実行 { $run }を表示しています(最後の確認実行)。別の実行は--runで選択できます。
chosen-passed = { $runs }回の実行のうち、実行 { $run }を表示しています(目標を達成した最も長い実行)。別の実行は--runで選択できます。
chosen-longest = { $runs }回の実行のうち、実行 { $run }を表示しています(最も長い実行)。別の実行は--runで選択できます。
title-time = 時間推移
about-time = 1回の実行の時間推移: いつ何が起きたか、応答時間の折れ線とヒートマップ

## Figures

outage = 停止区間
outage-note = { $length }のうち{ $count }回
backlog = 最大バックログ
backlog-note = 時間区間の終わりのI/O数
recovery = 回復時間
recovery-note = 最長のもの(事象の開始から)
rate = レート
mean-rate-all = 全体の平均、n = { $n }
mean-rate-all-offered = 全体の平均、n = { $n }、投入{ $offered } IOPS
mean-rate-recorded = 記録された範囲の平均、n = { $n }
mean-rate-recorded-offered = 記録された範囲の平均、n = { $n }、投入{ $offered } IOPS
errors = エラー
errors-note = { $operations } I/O中

## Charts

page-title = 実行 { $run }の時間推移
chart-title = 実行 { $run }の時間推移: { $episode }
heat-title = 実行 { $run }のレイテンシヒートマップ
axis-time = 測定開始からの時間
axis-both-rates = 投入レートと達成レート(IOPS)
axis-achieved = 達成レート(IOPS)
axis-heat = { $metric }(全I/O、対数目盛)
axis-response = { $metric }(全I/O)
axis-waiting = 待機中または未完了のI/O
axis-failed = 失敗したI/O(毎秒)
heat-share = その時間のI/Oに占める割合
heat-note = 縦1列は{ $width }を表し、合計は100%です。背景から際立つ色ほど割合が大きく、色は対数目盛です。成功したI/Oがない列は空白です。
note-without-p99 = p99のない列は、I/O数が足りないか、成功したI/Oがありません。
note-unnamed = ほか{ $count }件の事象はラベルなしで描かれています。内容は表に記載しています。
basis-ok = 実行 { $run }、{ $role }: n = { $n } I/O、{ $length }の時間区間{ $intervals }個。
basis-ok-columns = 実行 { $run }、{ $role }: n = { $n } I/O、{ $length }の時間区間{ $intervals }個。1列は最大{ $most }区間({ $width })。
basis-ended = 実行 { $run }、{ $role }、結果は{ $outcome }: n = { $n } I/O、{ $length }の時間区間{ $intervals }個。
basis-ended-columns = 実行 { $run }、{ $role }、結果は{ $outcome }: n = { $n } I/O、{ $length }の時間区間{ $intervals }個。1列は最大{ $most }区間({ $width })。
offered = 投入
achieved = 達成
lowest-interval = 最低の時間区間
waiting-most = 待機(最大)
outstanding-mean = 未完了(平均)
failed = 失敗
mean = 平均
maximum = 最大
hover-seconds = 秒
hover-share = 割合
hover-operations = I/O
hover-waiting = 待機
hover-errors = エラー
range = { $low }～{ $high }

## What cannot be shown

no-runs = 実行がありません
no-interval-kept = どの実行にも時間区間の記録がありません
no-such-run-in = キャンペーン{ $campaign }に実行 { $run }はありません
no-such-run-in-now = 存在する実行: { $known }。
no-interval-of = 実行 { $run }には測定の時間区間がありません
name-another = 別の実行を--runで選択してください。
