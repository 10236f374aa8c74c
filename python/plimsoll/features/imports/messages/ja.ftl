## Answer

imported = { $runs ->
   *[other] { $count }回の実行を{ $store }のキャンペーン{ $campaign }に取り込みました({ $programs })
}
nothing-imported = 取り込んだものはありません
runs-of-program = { $program } { $count }回
and-next = { $list }、{ $next }
configurations = 構成は{ $count }種類で、互いの繰り返しとしては扱いません: { $names }。1つの構成にまとめるには: --as NAME
configurations-more = 構成は{ $count }種類で、互いの繰り返しとしては扱いません: { $names }、ほか{ $more }種類。1つの構成にまとめるには: --as NAME
files-known = { $files ->
   *[other] { $count }個のファイルは取り込み済み
}
left-out = 対象外: { $why }
left-out-read-as = 対象外: { $why }({ $format }として読み取り)
left-out-more = { $files ->
   *[other] 対象外: ほか{ $count }個のファイル(--jsonにファイル名を出力)
}
nothing-kept-of-it = 対象外のファイルからは何も保存していません。作成元からコピーし直すか、該当の行を修正して、もう一度取り込んでください
files-no-result = { $files ->
   *[other] 次の{ $count }個のファイルには、取り込める結果がありません:
}
files-more = ほか{ $count }個(--jsonにファイル名を出力)
check = 要確認: { $text }
disagreement = { $file }、{ $at }: { $figure }は、ファイルの値が{ $told }、再計算した値が{ $recomputed }です
findings-more = { $findings ->
   *[other] 同様の指摘がほか{ $count }件: --json
}
gap = 欠落: { $text }
report-command = レポート: { $command }
compare-command = 比較: { $command }

## Counters

matched = { $program }の{ $counters }の{ $values }を{ $runs }に対応付けました
matched-but = { $program }の{ $counters }の{ $values }を{ $runs }に対応付けました({ $rest })
values = { $values ->
   *[other] 値{ $count }個
}
counters = { $counters ->
   *[other] カウンタ{ $count }個
}
runs = { $runs ->
   *[other] { $count }回の実行
}
cut = { $reports ->
   *[other] 実行の時間外を含むレポート{ $count }個は対象外
}
names-left = ほか{ $count }個のカウンタは対象外、--onlyで選択可
counters-known = { $file }: カウンタは対応付け済みです
no-values = { $file }: 値がありません
all-cut = { $file }: 実行中の{ $reports }個のレポートは、いずれも実行の時間外を含みます。より短い間隔で記録してください
none-matches = { $file }: --onlyに一致するカウンタがありません。--onlyを外すとカウンタ名を確認できます
no-run-then = { $file }: { $store }には、{ $low }から{ $high }(UTC)の間に測定した実行がありません。ファイルの時刻が別のタイムゾーンのものであれば、--utc-offsetで指定してください。

## Formats

format-plimsoll-record = plimsoll run --jsonの出力
format-iometer-csv = 結果ファイル
format-diskspd-xml = -Rxml
format-diskspd-text = -Rtext
format-ndisk64-text = 画面への出力
format-crystaldiskmark-text = テキストとしてコピーまたは保存したもの
format-rados-bench-text = 画面への出力
format-rados-bench-json = --format json
format-rbd-bench-text = 画面への出力
format-kdiskmark-text = テキストとしてコピーまたは保存したもの
format-iostat-text = iostat -t: ディスクとプロセッサ
format-iostat-json = iostat -t -o JSON
format-sar-text = sarとsadf -d: ディスク、プロセッサなど
format-esxtop-csv = esxtop -b、resxtop -b
format-perfmon-csv = WindowsのパフォーマンスログのCSV(PhysicalDiskまたはLogicalDiskを含むもの)

## Files without results that can be imported

kind-empty = { $file }は空です
kind-gzip = { $file }はgzipで圧縮されています。展開してから、中のファイルを取り込んでください
kind-zip = { $file }はzipアーカイブ、またはOfficeのブックや文書です。展開してから、中のファイルを取り込んでください
kind-bzip2 = { $file }はbzip2で圧縮されています。展開してから、中のファイルを取り込んでください
kind-xz = { $file }はxzで圧縮されています。展開してから、中のファイルを取り込んでください
kind-zstd = { $file }はzstdで圧縮されています。展開してから、中のファイルを取り込んでください
kind-7zip = { $file }は7-Zipアーカイブです。展開してから、中のファイルを取り込んでください
kind-rar = { $file }はRARアーカイブです。展開してから、中のファイルを取り込んでください
kind-database = { $file }はデータベースです(Plimsollの結果ファイルの可能性があります)。結果ファイルは--storeで指定してください
kind-pdf = { $file }はPDF文書です。PDFの数値は読み取れません
kind-picture = { $file }は画像です。画像の数値は読み取れません
kind-old-office = { $file }は旧形式のOffice文書です。表をCSVまたはテキストで保存してください
kind-sar-binary = { $file }はsarのバイナリファイルです。sadf -d FILE -- -A > FILE.csvで変換したものを取り込んでください
kind-program = { $file }はプログラムです
kind-blg = { $file }はWindowsのパフォーマンスログ(バイナリ)です。relog FILE -f CSV -o FILE.csvで変換したものを取り込んでください
kind-not-text = { $file }は対応するプログラムのファイルではなく、テキストでもありません
kind-fiologparser = { $file }はfiologparser.pyまたはfiologparser_hist.pyの表です。1つのI/Oを、かかったすべての区間で数えており、レイテンシの単位も記載されていません。元のfioのログを取り込んでください
kind-clat2csv = { $file }はfio_jsonplus_clat2csvの表です。元のjson+ファイルを取り込んでください
kind-iometer-configuration = { $file }はIometerの設定で、結果ではありません。plimsoll iometer FILE --campaign OUT.tomlでキャンペーンに変換できます
kind-diskspd-profile = { $file }はdiskspdのプロファイルで、結果ではありません。plimsoll diskspd -XFILE --campaign OUT.tomlでキャンペーンに変換できます
kind-perfmon-without-disks = { $file }はWindowsのパフォーマンスログ(perfmon)ですが、PhysicalDiskとLogicalDiskのカウンタがありません。これらも記録してください
kind-hdrhistogram = { $file }はHdrHistogramのログです。この形式の結果には対応していません
kind-nmon = { $file }はnmonのファイルです。この形式の結果には対応していません
kind-dd = { $file }はddの出力です。この形式の結果には対応していません
kind-hdparm = { $file }はhdparmの出力です。この形式の結果には対応していません
kind-vmstat = { $file }はvmstatの出力です。この形式の結果には対応していません
kind-dstat = { $file }はdstatの表です。この形式の結果には対応していません
kind-result-of = { $file }は{ $program }の結果です。この形式の結果には対応していません
kind-sqlio = { $file }はSQLIOの結果です。後継のdiskspdで測定し直してください
kind-script = { $file }はスクリプトです
kind-hcibench-configuration = { $file }はHCIBenchの設定で、結果ではありません。plimsoll hcibench FILE --campaign OUT.tomlでキャンペーンに変換できます
kind-vdbench-parameters = { $file }はvdbenchのパラメータファイルで、結果ではありません。plimsoll vdbench -f FILEで実行できます(ファイルシステムのワークロードを除く)
kind-fio-job = { $file }はfioのジョブファイルで、結果ではありません。plimsoll fio FILEで実行できます
kind-blank = { $file }は対応するプログラムのファイルではありません(空白だけのファイル)
kind-vdbench-page = { $file }はvdbenchのページですが、結果がありません。出力フォルダー全体を取り込んでください
kind-counters-of = { $file }は{ $program }のカウンタで、結果がありません。この形式には対応していません
kind-json = { $file }は対応するプログラムのファイルではありません({ $keys }を含むJSON)
kind-begins = { $file }は対応するプログラムのファイルではありません(先頭は「{ $begin }」)
known-programs = { $what }。対応するプログラム: { $programs }

## Files that cannot be read

bad-file = { $file }: { $text }
bad-line = { $file }の{ $line }行目: { $text }
at-place = { $file }、{ $at }: { $text }
line-too-long = 1行が{ $most } Mi文字を超えています
line-cut = ファイルがこの行の途中で終わっています
not-regular = 通常のファイルではありません
unreadable = 読み取れません: { $why }
folder-unreadable = { $folder }を読み取れません: { $why }
no-run-in-it = { $program }のファイル({ $format })ですが、結果のある実行が含まれていません
written-meanwhile = 読み取り中にファイルが書き換えられました
too-many-runs = 実行が{ $most }回を超えています。ファイルを分割してください
run-impossible = { $at }を取り込めません: { $why }
counts-impossible = 分布の度数がありえない値です
no-rate = レートの記載がありません
reads-impossible = 読み取りの割合が{ $percent }%となっており、ありえない値です
percentile-impossible = { $percent }%のパーセンタイルがあり、ありえない値です
against-own-counts = { $name }({ $at })は対象外です。ファイルでは{ $kind ->
    [read] 読み取り
    [write] 書き込み
    [trim] トリム
    [all] 読み取りと書き込みの合計
   *[other] { $kind }
}の値が{ $told } { $unit }ですが、同じファイルのI/O数と時間から計算すると{ $recomputed }になります
against-two-figures = { $name }({ $at })は対象外です。ファイルの値は{ $told } IOPSですが、他の2つの数値(バイト数、深度に対するレイテンシ、内訳のいずれか)から計算すると{ $other }になります
no-document = JSON文書がありません
json-too-large = JSON文書が{ $most } Mi文字を超えています
json-without-end = ここから始まるJSON文書に終わりがありません
json-too-deep = JSONの入れ子が深すぎます
json-damaged = JSONが壊れています({ $why })
damaged = ファイルが壊れています({ $why })
no-csv-row = CSVの行として読み取れません({ $why })
figure-no-number = { $name }が「{ $given }」で、数値ではありません
figure-impossible = { $name }が{ $given }で、ありえない値です
is-empty = ファイルが空です
too-large = ファイルが{ $most } Mi文字を超えています
not-finished = 結果がありません(プログラムが最後まで動作していません)
results-cut = 結果が途中で切れています
row-cut = 行の列が{ $of }列中{ $columns }列しかなく、途中で切れています
row-before-heading = 結果の行が見出しより前にあります
row-below-heading = 表の行の列数が見出しより少なくなっています

no-totals = { $title }に合計がありません。ファイルが途中で切れています
no-results-element = Results要素がありません
no-time-span = 結果のあるTimeSpanがありません(プログラムが最後まで動作していません)
xml-too-deep = 要素の入れ子が深すぎます
declares-type = 文書型宣言があります。diskspdの結果に文書型宣言はありません
xml-not-whole = XML文書が完全ではありません({ $why })
span-without-time = TimeSpan { $number }にTestTimeSecondsがありません
span-cut = TimeSpan { $number }のスレッドが{ $of }個中{ $threads }個しかなく、途中で切れています
span-idle = TimeSpan { $number }にI/Oがありません

no-row-of-all = 種別ALLの行がありません(テストが最後まで実行されていません)
row-without-iops = IOpsのない行があります
row-idle = { $name }({ $line }行目)は対象外です。I/Oを実行していません

no-test = テストがありません
cut-before-date = 日付の前で終わっており、途中で切れています
no-test-run = 実行されたテストがありません(すべて0.000 MB/s)
section-lost = [{ $section }]のテストが2回あります。次のセクションの始まりの行がありません
test-unreadable = テストの数値が読み取れません
test-without-size = このテストのIOPSもブロックサイズも記載がありません
test-without-mix = この混在テストの読み取りの割合が記載されていません

no-rados-result = rados benchの結果がありません
rados-cut = rados benchが最後まで動作していないか、合計が途中で切れています('Total time run'から'Min latency'までが必要です)
rbd-without-end = このrbd benchの出力には終わりがありません
rbd-cut = rbd benchが最後まで動作していません(最後の'elapsed:'の行がありません)
rbd-totals-unreadable = この合計の行は、rbd benchの出力の形('elapsed: … ops: … ops/sec: … bytes/sec: …')ではありません
rbd-idle = このrbd benchの出力にはI/Oがありません

document-no-record = 実行の記録ではないJSON文書が含まれています
record-damaged = 実行の記録が正しくありません: { $why }
no-record = 実行の記録がありません
processes-cut = 行が{ $of }プロセス中{ $rows }プロセス分しかなく、途中で切れています
totals-cut = 合計の行がなく、途中で切れています
length-unknown = 実行時間の記載がありません

time-unknown = 「{ $given }」は対応する形式の時刻ではありません
iostat-without-times = 時刻のあるレポートがありません。iostatを-t付きで実行してください(S_TIME_FORMAT=ISOを推奨)
iostat-times-unknown = 対応する形式の時刻のあるレポートがありません。iostatを-t付きで実行してください(S_TIME_FORMAT=ISOを推奨)
iostat-without-end = iostatのレポートではありません(終わりのない構造です)
sar-column-no-time = 3列目が時刻ではありません
sar-date-unknown = 1行目に対応する形式の日付がありません
row-without-time = 行が時刻で始まっていません
too-many-values = これらの実行に対応する値が{ $most }個を超えています。--onlyでカウンタを選択してください
too-many-times = 時刻が{ $most }個を超えています。ファイルを分割してください
date-of-several-runs = 日付{ $date }は{ $days }のいずれとも解釈でき、その複数に実行があります。--datesで指定してください
date-of-no-run = 日付{ $date }は{ $days }のいずれとも解釈できますが、どの日にも実行がありません。--datesで指定してください
or-next = { $list }、{ $next }
