## Warnings during a Run

starting = 開始中
late-worker = 遅れ: ワーカー{ $name }の測定機の遅れp99は{ $lag }で、許容値{ $limit }を超えています。応答時間には、測定対象だけでなく測定機の遅れも含まれます
late-host = 遅れ: ホスト{ $name }の測定機の遅れp99は{ $lag }で、許容値{ $limit }を超えています。応答時間には、測定対象だけでなくこのホストの遅れも含まれます
waiting = 待ち: 平均応答時間{ $mean }のうち{ $before }は、バックログまたは測定機の遅れによる発行前の時間です(許容値 { $limit })。どちらかは実行の記録で分かります
late-sentence = { $warning }。
host-slower-mean = { $host }は他のホストより低速です。負荷生成側の遅れを除いた平均応答時間は{ $figure }、他のホストは{ $others }です。
host-slower-median = { $host }は他のホストより低速です。負荷生成側の遅れを除いた応答時間の中央値は{ $figure }、他のホストは{ $others }です。
host-behind = { $host }のワーカーあたりのIOPSは、他のホスト(中央値)の{ $share }でした。
host-late = { $host }の負荷生成側に遅れがあります。測定機の遅れp99は{ $figure }、他のホストは{ $others }です。
more-odd-hosts = ほかに{ $hosts }台のホストの値が際立っています。
