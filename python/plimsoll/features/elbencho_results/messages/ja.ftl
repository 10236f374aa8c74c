## Formats

format-elbencho-csv = --csvfile
format-elbencho-text = 画面への出力、--resfile
format-elbencho-live-csv = --livecsv
format-elbencho-json = --jsonfile

## Files that cannot be read

row-cut-file = 行の列が{ $of }列中{ $columns }列しかありません。ファイルが途中で切れています
no-phase = フェーズがありません
line-no-document = JSON文書として完全でない行があります
line-no-object = JSONオブジェクトでない行があります
phase-without-figures = 'last_done'または'config'のないフェーズがあります
bucket-without-range = ヒストグラムに範囲のない区間があります
phase-lines-missing = フェーズ{ $phase }に終わりがありません。行が欠けています
phase-cut = フェーズ{ $phase }に終わりがありません。ファイルが途中で切れています
command-cut = このコマンドの結果がありません: コマンドが完了していないか、ファイルが途中で切れています
phase-without-average = フェーズの{ $latency }レイテンシに平均がありません
bytes-go-back = DoneBytesが前の行より小さくなっています
no-data-phase = データを読み書きしたフェーズがありません
