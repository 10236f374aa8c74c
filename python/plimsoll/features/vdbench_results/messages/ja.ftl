## Formats

format-vdbench-flatfile = flatfile.html
format-vdbench-report = summary.html、totals.html、logfile.html、画面への出力
format-hcibench-result = テストケースの結果ファイル(-res.txt)
format-hcibench-folder = テストケースのフォルダー
format-vdbench-folder = 出力フォルダー: flatfile、ヒストグラム、パラメータ

## Files that cannot be read

row-cut-or-damaged = 行の列が{ $of }列中{ $columns }列しかありません。ファイルが途中で切れているか、壊れています
no-file-systems = vdbenchのファイルシステムのワークロード(FSD、FWD)は取り込めません。取り込めるのはI/Oレートと読み取り、書き込みの応答時間の列がある、raw I/O(SD、WD)の結果だけです
no-column = 見出しに{ $column }の列がありません
heading-short = 見出しの2行目の語数が足りません
row-without-rate = I/Oレートのない行があります
row-of-few-words = 行の語が{ $words }個しかありません。ファイルが途中で切れているか、壊れています
bucket-before-heading = ヒストグラムの区間が見出しより前にあります
ended-in-first-interval = RD={ $name }は対象外です。vdbenchが平均に含めない最初の時間区間のうちに終了しました
nothing-in-average = RD={ $name }は対象外です。平均の対象となるI/Oがありません
stopped-in-warmup = RD={ $name }は対象外です。ウォームアップの{ $of }区間中{ $intervals }区間で停止しました
run-cut = RD={ $run }が始まっていますが区間がありません: vdbenchが完了していないか、ファイルが途中で切れています
no-figure = { $name }が{ $given }で、数値ではありません
no-unit = { $name }に単位がありません。ファイルがこの行で切れています
test-without-iops = { $named ->
    [no] IOPSのないテストがあります。ファイルが途中で切れています
   *[other] { $name }にIOPSがありません。ファイルが途中で切れています
}
test-cut = { $named ->
    [no] 終わりのないテストがあります。ファイルが途中で切れています
   *[other] { $name }に終わりがありません。ファイルが途中で切れています
}
