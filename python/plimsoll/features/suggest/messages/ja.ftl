## Answer

headline = { $of }の{ $system }: { $rules }。
headline-unnamed = { $system }: { $rules }。
headline-cost = { $of }のio.cost: 6本の負荷限界線から求めた線形モデルとレイテンシ目標。
badge-kept = 実証済み
badge-estimated = 実証済み(推定の負荷限界線に基づく)
badge-broken = 違反
badge-inconclusive = 未実証
origin = シミュレーション
row-basis = 根拠
row-headroom = 余裕
row-proof = 実証
proof-kept = モデル上で上限を実証(測定点{ $points }個すべて)
row-note = 注
row-reads = 読み取り
row-writes = 書き込み
headroom = 各負荷限界線の{ $share }を余裕として残しています
cost = ランダム{ $random }、シーケンシャル{ $sequential }、{ $bytes }
basis-of-line = キャンペーン{ $campaign }、{ $workload }: 計画に使える値{ $plan }、{ $interval }
basis-of-campaigns = { $store }のキャンペーン{ $numbers }の負荷限界線。信頼区間は本文のコメントにあります
workload = { $pattern } { $block }、{ $mix }
interval = 負荷限界線{ $low }～{ $high }({ $grade ->
     [confirmed] 確認済み
     [estimated] 推定
    *[bounded] 片側のみ
    })
interval-open = 負荷限界線{ $low }以上({ $grade ->
     [confirmed] 確認済み
     [estimated] 推定
    *[bounded] 片側のみ
    })
verify-there = ここで実証されたのは、モデル上でのこのポリシーの動作です。適用後、実際のシステムで守られるかを測定してください: plimsoll policy verify
search-there = ここで実証されたのは、モデル上でのこのポリシーの動作です。これは上限ではないため、policy verify では確認できません。適用後、実際のシステムで同じ負荷限界線をもう一度探索し、下がらないことを確認してください: plimsoll find
written-to = { $path }に書き込みました
lines-missing = { $count ->
    *[other] { $system }には、{ $store }にない{ $count }本の負荷限界線が必要です: { $flags }。次のコマンドで探索してください:
    }
line-open = { $system }のポリシーは作成できません: { $store }のキャンペーン{ $campaign }({ $workload })には計画に使える値がありません。次のコマンドで再度探索してください:

## Remarks

# What a user of the policy should know.
remark-estimated = 推定の負荷限界線が含まれます。真の値は信頼区間内にありますが、変動する可能性があります。
remark-one_mix = 探索した読み書き比率に対する値です。他の比率ではこれより下がる可能性があるため、それも探索してください(find --read)。
remark-lowest_mix = 読み取りと書き込みは区別せずに数えられるため、値が最も低い比率の上限を採用しています。
remark-large_only = 64k以上のブロックで求めた値です。小さなI/Oではこれより多く処理できる可能性があります。
remark-no_bytes = バイト単位の上限はありません: この読み書きについて64k以上のブロックの負荷限界線がありません(find --block-size 1m)。
remark-together = 読み取りと書き込みの上限は別々です。同時に使うと、ストレージが処理できる量を超える可能性があります。実際の比率で探索すれば、同時に成り立つ上限が得られます(find --read 70)。
remark-no_reads = 読み取りの上限はありません: 読み取りの負荷限界線がありません(find --read 100)。
remark-no_writes = 書き込みの上限はありません: 書き込みの負荷限界線がありません(find --read 0)。
remark-counted_in_32k = 32 KiB単位のI/O数です(ESXi 7.0 U3qおよび8.0 U3以降の数え方)。それより前のESXiはI/Oを1件ずつ数えるため、負荷限界線の値をそのまま設定してください。
remark-mean_objective = 目標にパーセンタイルがないため、io.costはレイテンシを監視しません。モデルだけが有効です。
remark-capacity = mClockがクライアントとリカバリに配分する処理能力であり、それ自体は上限ではありません。OSDの処理能力は素のデバイスより低いため、OSDを通して測った負荷限界線が必要です。ceph tell osd.N benchと比べてください。
remark-whole_units = バイト単位の上限は、システムの単位に切り捨てています。
remark-one_mix_of_bytes = IOPSは、値が最も低い比率のものです。バイト単位の上限は1つの比率でしか探索しておらず、他の比率では下がる可能性があるため、それも探索してください(find --read)。
remark-small_unsearched = 32 KiBまでのI/Oは1件と数えられるため、小さなI/Oはこのレートまで通りますが、そのレートは探索していません。先に探索してください: find --block-size 4k。
remark-capacity_unusual = Ceph自身のベンチマークはこの値を採用しません。採用するのは、hddでは50から500 IOPS、ssdでは1,000から80,000 IOPSです。
remark-allows_more = { $workload }: この上限は{ $allowed }まで通しますが、キャンペーン{ $campaign }の計画値は{ $plan }です。この負荷からはストレージを守りません。
