## Runs

target-not-opened = { $name }: 測定対象を開けませんでした: { $why }
lost-earlier = { $hosts }: 以前の実行で接続が失われました
lost-earlier-now = ホストを復旧するか、ホストファイルから外してください。
no-clock = 時計を読み取れませんでした
late-start = { $name }: 開始指示を{ $seconds }秒前に送信しましたが、到着が間に合いませんでした
overloaded = ホスト、またはホストへのネットワークが過負荷です。確認するには: plimsoll hosts doctor。
look-at-host = ホストを確認するには: plimsoll hosts status。
not-heard = コーディネーターとの通信が{ $seconds }秒途絶えたため、負荷を停止しました
no-answer = { $seconds }秒以内に応答がありません
host-lost = ホストとの接続が失われました({ $why })
