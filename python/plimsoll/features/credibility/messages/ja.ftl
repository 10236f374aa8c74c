## Answer

verdict = { $file }: { $verdict }({ $program })
use-usable = 使用可能
use-limited = 次の制限付きで使用可能
use-unusable = 使用不可
result-of-run = { $latency ->
    [none] { $rate } IOPS、{ $moved }、レイテンシなし。{ $workload }。{ $length }
   *[other] { $rate } IOPS、{ $moved }、{ $syncs ->
        [none] 平均レイテンシ{ $latency }
       *[other] 平均レイテンシ{ $latency }、同期{ $syncs }
    }。{ $workload }。{ $length }
}
run-refuted = { $at }: 値が互いに矛盾しています
runs-of-file = 実行: { $parts }
runs-usable = 使用可能{ $count }件
runs-limited = 制限付き{ $count }件
runs-unusable = 使用不可{ $count }件
steps = 確認実行に至る探索中の他の実行{ $count }回は判定の対象外です
reason = { $use ->
    [unusable] 使用不可: { $text }
    [limited] 制限: { $text }
   *[usable] 注記: { $text }
}
reason-of-runs = { $use ->
    [unusable] 使用不可
    [limited] 制限
   *[usable] 注記
}({ $n }件: { $places }{ $more ->
    [0] {""}
   *[other] 、ほか{ $more }件
}): { $text }
more-reasons = { $reasons ->
   *[other] 指摘がほか{ $count }件: --json
}
instead = 代わりに行う測定: { $text }
not-checked = 未確認: { $items }
unchecked-steadiness = レートが一定だったか(ファイルの時間区間が不足)
unchecked-working-set = 測定対象のうちアクセスした範囲(ファイルに記載なし)
unchecked-link = リンク(--link NAME)
stored-run = 実行{ $run }
left-out = 判定対象外: { $why }
left-out-read-as = 判定対象外: { $why }({ $format }として読み取り)
left-out-more = { $files ->
   *[other] 判定対象外: ほか{ $count }個のファイル(--jsonにファイル名を出力)
}
only-ignored = { $files ->
   *[other] 判定するものがありません: { $count }個のファイルは、対応するプログラムの結果ではありません
}
counters-only = { $file }は{ $program }が記録したカウンタで、結果は含まれていません。plimsoll importで実行と並べて表示できます
link-limit = { $ways ->
    [1] { $mb } MB/s
   *[other] 各方向{ $mb } MB/s
}
link-limit-ops = { $limit }、{ $ops } IOPS

## Findings on the whole Run

about-through_cache = ファイルはOSのキャッシュ経由で開かれています。I/Oの一部には、メモリが応答した可能性があります。
about-cache_unknown = OSのキャッシュを迂回したかどうか、ファイルからは分かりません。I/Oの一部には、メモリが応答した可能性があります。
about-no_latency = レイテンシがありません。レートと深度を照合できず、1つのI/Oにかかった時間も分かりません。
about-depth_unknown = 未完了I/Oの数がファイルから分かりません。レートとレイテンシを深度と照合できません。
about-null_target = 測定対象はnullで、自ら応答します。ストレージは測定されていません。
about-stack_target = 応答したのは記述されたスタックで、ハードウェアではありません。
about-writes_fit_cache = 書き込んだ量は{ $written }だけです。コントローラ、アレイ、ディスクの書き込みキャッシュに全体が収まる可能性があります。
figure-disagrees = { $figure }は、ファイルの値が{ $told }、他の値から求めると{ $recomputed }です。
own-outcome = 実行の結果は「{ $outcome }」です: { $why }。
above-link = { $direction ->
    [read] 読み取り{ $rate } GB/sは、{ $link }の上限({ $most } GB/s)を超えています。リンクの手前のキャッシュが応答しています。
    [write] 書き込み{ $rate } GB/sは、{ $link }の上限({ $most } GB/s)を超えています。リンクの手前のキャッシュが受け取っています。
    [ops] { $rate } IOPSは、{ $link }の上限({ $most } IOPS)を超えています。その手前のキャッシュが応答しています。
   *[all] { $rate } GB/sは、{ $link }の上限({ $most } GB/s)を超えています。リンクの手前のキャッシュが応答しています。
}

## What to measure instead

instead-bypass_caches = キャッシュを迂回し(fio direct=1、diskspd -Sh、vdbench openflags=o_direct)、経路上のメモリの合計より広い範囲にアクセスしてください。
instead-larger_set = あらかじめデータで満たした領域で、メモリ、コントローラ、ディスクがキャッシュできる量の数倍にアクセスしてください。
instead-all_latencies = 読み書きの両方と同期のレイテンシを、分布とともに記録してください(fio --output-format=json+、elbencho --lathisto)。
instead-fill_the_queue = キューを使うI/Oエンジン(libaio、io_uring、windowsaio)で、レートが上がらなくなるまでジョブを増やしてください。
instead-lower_the_depth = より浅い深度か、一定のレートでも測定してください。plimsoll findは、目標を満たす最も高いレートを探します。
instead-longer = ウォームアップの後に1分以上測定し、毎秒のレートを記録してください(fio write_iops_log、log_avg_msec=1000)。
instead-real_data = 実際と同様のデータを書き込んでください(fio refill_buffersとbuffer_compress_percentage、diskspd -Zr)。事前の書き込みも同様です。
instead-more_clients = レートが上がらなくなるまで、ワーカーまたは測定機を増やしてください。
instead-repair = まずエラーの原因を調べてください。
instead-keep_latency = レイテンシを記録してください(fioはgtod_reduceなし、diskspd -L)。
instead-whole_output = 抜粋や要約ではなく、1回の実行についてプログラムが出力した全体を判定してください。
instead-real_target = ファイルまたはデバイスを指定してください。
instead-steady_clock = 測定中はマシンの時計を一定に保ってください。NTPは徐々に合わせる設定にし、マシンのサスペンドや移行を避けます。
