## Answers

limiter-target = ストレージ自体
limiter-policy_cap = ポリシーによる上限
limiter-client_cpu = ストレージではなく、負荷生成側のCPU
limiter-client_outstanding = ストレージではなく、負荷生成側の未完了I/O
limiter-cache = 途中のキャッシュ
limiter-schedule = なし(投入レートをすべて処理)
limiter-unknown = 特定できず
outcome-ok = 正常
outcome-cannot_carry = 処理能力不足
outcome-cached = キャッシュ応答
outcome-generator_limited = 負荷生成側の制約
outcome-not_steady = 非定常
outcome-failed = 失敗
outcome-stopped = 中止
gap-unknown = 停止区間か、記録側の停止です
gap-empty = ファイル自身の平均は{ $own }、行の平均は{ $rows }で、この期間に完了したI/Oはほとんどないと計算されます。停止区間か、記録側と負荷がともに停止していたかのどちらかです
gap-usual = ファイル自身の平均は{ $own }、行の平均は{ $rows }で、この期間も負荷は続いていたと計算されます。停止したのは記録側だけです
gap-slow = ファイル自身の平均は{ $own }、行の平均は{ $rows }で、この期間のレートは{ $in_gap }と計算されます。遅くなっていたか、期間の一部が停止区間です

## Workloads

nothing = なし
not-told = 不明
mix-reads = 読み取り
mix-writes = 書き込み
mix-share = 読み取り{ $percent }%
blocks-unknown = ブロックサイズ不明
blocks-apart = 読み取り { $reads }、書き込み { $writes }
blocks = ブロック { $blocks }
blocks-and-pattern =
    { $pattern ->
        [random] { $blocks } ランダム
        [sequential] { $blocks } シーケンシャル
       *[other] { $blocks } { $pattern }
    }
blocks-share = { $size } { $share }
pattern =
    { $pattern ->
        [random] ランダム
        [sequential] シーケンシャル
       *[other] { $pattern }
    }
blocks-without-pattern = { $blocks }、パターン不明
pattern-unknown = パターン不明
shares-unknown = 読み取り比率不明
shares-all-reads = 読み取りのみ
shares-all-writes = 書き込みのみ
shares-read = 読み取り{ $percent }%
shares-trim = トリム{ $percent }%
payload = 書き込みデータ: { $contents }
payload-zero = ゼロ
payload-compressible = 圧縮可能{ $percent }%
payload-duplicates = 重複{ $percent }%
verified = 照合あり
durable-writes = 永続化書き込み(O_DSYNC)
flushes = { $writes ->
    [1] 書き込みごとに{ $call }
   *[other] 書き込み{ $writes }回ごとに{ $call }
}
as-found = 変更なし
working-set = ワーキングセット { $size }
working-set-from = ワーキングセット { $size }(開始位置 { $begin }バイト)
on-volumes = { $workload }、ボリューム{ $volumes }個
client = { $name }: { $workload }
clients = { $name } × { $clients }: { $workload }
operations-read = 読み取り
operations-write = 書き込み
operations-trim = トリム
operations-flush = 同期
statistic-mean = 平均
statistic-max = 最大

## Fields of the web form

field-block_size = ブロックサイズ
field-block_size-example = 4k, 64k。混在は 4k:60+64k:40
field-read = 読み取り %
field-read-example = 100, 70
field-pattern = パターン
field-pattern-example = random, sequential, zipf:1.1
field-working_set = ワーキングセット
field-working_set-example = 1g または 50%。空欄は全体
field-workers = ワーカー
field-workers-example = 測定対象あたりの数。空欄は1、探索では最大4
field-queue_depth = キュー深度
field-queue_depth-example = クローズドループ: ワーカーあたりの未完了I/O。1, 32
field-rate = 投入レート
field-rate-example = オープンループ: 全ワーカー合計のIOPS。キュー深度の代わりに指定
