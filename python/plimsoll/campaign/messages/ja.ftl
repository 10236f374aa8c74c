## Progress and events

doing-measuring = 測定中
doing-between-runs = 実行の合間
repeat = 繰り返し{ $repeat }
defaults = 既定値
point-unsettled = 測定点 { $point }は整定しないまま開始しました: { $seconds }秒後のキュー深度1で{ $latency }、開始時は{ $at_start } ± { $noise }
point-unsettled-without-operation = 測定点 { $point }は整定しないまま開始しました: { $seconds }秒後のキュー深度1で完了したI/Oなし、開始時は{ $at_start } ± { $noise }
measuring-maximum = 投入レートの基準となる最大値を測定中
point-again = 測定点 { $point }を再測定します: { $why }
clearing-caches = キャッシュを消去中
applying-configuration = 構成 { $configuration }を適用中
measuring-latency = 整定の判定に使う軽負荷時のレイテンシを測定中
settling = 測定対象の整定待ち
settling-failed = 測定点 { $point }の前の整定待ちに失敗しました: { $why }
figures-include-faults = 平均とパーセンタイルには障害の影響が含まれます。停止区間と回復は plimsoll timeline で確認できます
rounds-anew = スタック定義のストレージの状態は保存されないため、ラウンドを最初からやり直します

## Marks on the time line

fault = 障害「{ $name }」
fault-undone = 障害「{ $name }」を解除
fault-failed = 障害「{ $name }」: { $why }
collector-ended = コレクタ{ $number }({ $name }): { $why }

## Plan

factor-configuration = 構成
factor-target = 測定対象
factor-test = テスト
factor-workload = ワークロード
factor-load = 負荷
factor-repeat = 繰り返し
factor-hosts = ホスト数

## Answers of Points

not-judged = 目標は未判定
no-answer = 結果なし
answer = { $rate } IOPS
answer-range = { $low }～{ $high } IOPS
grade-estimated = 推定
grade-bounded = 範囲のみ
beside-cpu = I/OあたりのCPU { $time }
beside-mean = 平均{ $time }
beside-p99 = p99 { $time }
