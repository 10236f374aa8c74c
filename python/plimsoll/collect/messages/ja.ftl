## Problems of collectors

collector = コレクタ{ $number }({ $name })
collector-reports = { $collector }: { $words }
problem-ended = { $why }。カウンタの収集はここで終わります
problem-failed = { $why }。再試行します
problem-bad = 読み取れない行を出力しています: { $why }
problem-over-rate = 値が多すぎます。保存は1秒あたり{ $most }個までです
problem-over-names = 名前が{ $most }個を超えています。先頭の{ $most }個だけを保存します
problem-over-names-choose = 名前が{ $most }個を超えています。先頭の{ $most }個だけを保存します。URL#PATTERNで選択してください
ended-early-code = 途中で終了しました(終了コード { $code })
ended-early-code-and-said = 途中で終了しました(終了コード { $code }): { $text }
ended-early-signal = 途中で終了しました(シグナル { $signal })
ended-early-signal-and-said = 途中で終了しました(シグナル { $signal }): { $text }
collected-with-losses = { $collector }: { $values }個の値を収集、{ $losses }
collected-nothing = { $collector }: 値を収集できませんでした
lost-bad = 読み取り不能{ $count }件
lost-failed = カウンタが得られない要求{ $count }件
lost-over-rate = 1秒あたり{ $most }個を超えた値または行、{ $count }件以上を破棄
lost-over-names = 先頭の{ $most }個以外の名前の値、{ $count }件を破棄
lost-not-numbers = 有限の数値でない{ $count }件を除外
no-counters = 応答にカウンタがありません
no-counters-that-match = 応答に「{ $pattern }」と一致するカウンタがありません

## What can be collected

exporter-node_exporter = Linuxホストのディスク、I/O待ち、負荷
exporter-ceph = Cephクラスター: OSDのレイテンシ、プールのI/O数とバイト数
exporter-netapp = Harvest経由のONTAPクラスター: ボリューム、アグリゲート、ノード
exporter-snmp = snmp_exporter経由のスイッチのポート: バイト数、エラー、破棄
reader-iostat = sysstatのiostat: ディスクと、出力に含まれる場合はCPU
reader-esxtop = esxtop、resxtopのバッチモード: ESXiホストのカウンタ
reader-snmp = snmpget、snmpwalk、snmpbulkwalk: スイッチ、アレイ、PDU

## Why lines and replies cannot be read

not-started = 起動できませんでした: { $why }
reading-failed = 読み取りに失敗しました: { $why }
line-too-long = { $most } KiBを超える行です: { $text }
line-no-object = JSONですが、名前と数値のオブジェクトではありません
line-no-utf8 = UTF-8のテキストではありません
line-no-json = JSONではありません
line-too-deep = JSONの入れ子が深すぎるか、数値が長すぎて読み取れません
reply-no-prometheus = Prometheusのテキスト形式ではありません({ $why })
reply-too-long = 応答が{ $most } MiBを超えています
no-reply = { $limit }秒以内に応答がありません
