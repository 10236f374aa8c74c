## Answers

limiter-target = ストレージ自体
limiter-policy_cap = ポリシーによる上限
limiter-client_cpu = ストレージではなく、負荷生成側のCPU
limiter-client_outstanding = ストレージではなく、負荷生成側の未完了I/O
limiter-cache = 途中のキャッシュ
limiter-schedule = なし(投入レートをすべて処理)
limiter-unknown = 特定できず
outcome-ok = 正常
outcome-cannot_carry = 投入レート未達
outcome-cached = キャッシュ応答
outcome-generator_limited = 負荷生成側が制約
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

## Keys of a workload and a load

# What a number may be, after what it means.
bounds-between = 範囲: { $low }～{ $high }。
bounds-from = 範囲: { $low }以上。
bounds-above = 範囲: { $low }より大きい値。
key-block_size-name = ブロックサイズ
key-write_block_size-name = 書き込みブロックサイズ
key-align-name = アライメント
key-read-name = 読み取り比率
key-trim-name = トリム比率
key-pattern-name = パターン
key-working_set-name = ワーキングセット
key-working_set_offset-name = ワーキングセットの開始位置
key-sync-name = 書き込みの永続化
key-payload-name = 書き込むデータ
key-compressible-name = 圧縮可能な比率
key-duplicates-name = 重複の比率
key-verify-name = 読み取りデータの検証
key-workers-name = ワーカー数
key-queue_depth-name = キュー深度
key-rate-name = 投入レート
key-arrivals-name = 到着過程
key-max_outstanding-name = 未完了I/Oの上限
key-think_time-name = 思考時間
key-cap_rate-name = レートの上限
key-cap_bytes-name = 帯域幅の上限
key-bursts-name = バースト
key-block_size = I/Oサイズ: 4k、または 4k:60,64k:40 のような混在。既定値は4k。
key-write_block_size = 書き込みとトリムのI/Oサイズ。既定値は読み取りと同じ。
key-align = オフセットをこの値の倍数に揃えます。既定値は最小のブロックサイズ。
key-read = 読み取りの割合。残りは書き込み。既定値は100。
key-trim = トリムの割合。既定値は0。
key-pattern = random、random:once、zipf:1.1、pareto:0.2、normal:10、zones:90/10,10/90、sequential、sequential:shared、sequential:each、strided:64k。混在: sequential+30%random。既定値はrandom。
key-working_set = アクセスする領域の大きさ: 1g、50%。既定値は測定対象の全体。
key-working_set_offset = その領域の開始位置: 1g、50%。既定値は0。
key-sync = 書き込みを永続化する方法: fdatasync、fsync(ワーカーの書き込みが完了するたびに発行)、fdatasync:8(8回ごとに発行)、dsyncまたはfua(書き込み自体を永続化、O_DSYNC、FUA)、dsync+fsync:8、none。既定値はnoneです。
key-payload = 書き込む内容: random または zero。既定値はrandom。
key-compressible = 書き込むデータのうち、圧縮で取り除ける割合。
key-duplicates = 書き込むブロックのうち、他と重複するものの割合。
key-verify = 各ブロックに測定対象、オフセット、世代、チェックサムを書き込み、読み取ったデータを検査します。
key-workers = 測定対象あたりのワーカー数。各ワーカーが独自のキューを持ちます。既定値は1。
key-workers-in-files = 測定対象あたりのワーカー数。各ワーカーが独自のキューを持ちます。既定値は1。探索では上限を表し、既定値は4。
key-queue_depth = クローズドループ: ワーカーあたりの未完了I/O。既定値は32。
key-rate = オープンループ: 全ワーカー合計の投入IOPS: 5000、漸増 1000..50000、段階 1000:10s,5000:20s。最大値に対する割合(最大値を先に測定): 80%。複数の測定対象のそれぞれに: 1250/target。記述したスタックの各クライアントに(仮想クロックのみ): 1250/client。既定値はクローズドループ。
key-arrivals = オープンループの到着過程: poisson(独立した利用者)、constant、または trace:FILE。既定値はpoisson。
key-max_outstanding = オープンループでの未完了I/Oの上限(全ワーカー合計)。既定値は4096、バッファ1 GiB、カーネルがディスクに対してキューに入れる数のうち最小のもの。
key-think_time = クローズドループ: 完了から同じスロットの次のI/Oまでの思考時間: 1ms、exp:1ms。
key-cap_rate = クローズドループ: IOPSの上限。
key-cap_bytes = クローズドループ: 帯域幅の上限(バイト/秒): 100m。
key-bursts = 負荷と休止を交互に繰り返します: 100ms/900ms。このとき投入レートは平均値です。

## Other systems

needs-linux = Plimsollがストレージを測定できるのはLinuxだけです。このシステムでは、結果の読み取り、比較、サイジング、シミュレーションができます。
needs-linux-now = Linuxホストで実行し、その結果ファイルをここへコピーしてください。
