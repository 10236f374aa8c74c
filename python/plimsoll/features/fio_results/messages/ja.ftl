## Formats

format-fio-json = jsonとjson+。ステータスは1つでも複数でも、ホストは1台でも複数台でも可
format-fio-terse = バージョン3から5
format-fio-text = 通常の出力
format-fio-logs = 同じ接頭辞のbw、iops、lat、histの各ログ。JSONと一緒でも、ログだけでも可

## Files that cannot be read

no-number = 「{ $given }」は数値ではありません
number-impossible = 「{ $given }」はありえない値です
nothing-in-it = 内容がありません
fio-no-count = ジョブ{ $job }の「{ $name }」は、件数や時間の値ではありません
fio-too-many-jobs = ジョブが{ $jobs }個あります。取り込めるのは{ $most }個までです。ファイルを分割してください
fio-foreign-document = fioのものではないJSON文書が含まれています
fio-without-jobs = fioの文書ですが、ジョブがありません
fio-did-not-run = { $at }のジョブ{ $job }は実行されていません(runtimeが0)
fio-too-many-bins = ジョブ{ $job }の分布に{ $bins }個のビンがあります(fioの上限は{ $most }個)
fio-no-bin = ジョブ{ $job }の「{ $value }」はビンの値ではありません
fio-log-too-long = 平均値の時刻が{ $most }個を超えています。log_avg_msecを大きくすると、取り込めるログになります
fio-no-log-line = fioのログの行ではないか、途中で切れています
fio-log-line-impossible = ログの行がありえない値です
fio-no-histogram-line = ヒストグラムのログの行ではないか、途中で切れています
fio-bins-impossible = ヒストグラムのビンが{ $bins }個で、fioが出力する数ではありません
fio-log-packed = fioが圧縮して保存したログです(log_store_compressed=1)。`fio --inflate-log={ $packed } > { $unpacked }`で展開したものを取り込んでください
fio-log-goes-back = ジョブ{ $job }だけのログで、時刻が逆戻りしています。時計が戻されたか、行の順序が変わったか、複数のログが1つのファイルにまとめられています。時刻が戻る位置でファイルを分割してください
fio-log-of-ones = IOPSログの時間枠がすべて1です。log_compressionを使うと、fioはレートではなく個々のI/Oを平均します。実行のJSON結果を同じ場所に置いてください
fio-rate-log-missing = ジョブ{ $jobs }のIOPSログがありません
fio-logs-without-rate = IOPSログがないため、レートが得られません。実行のJSON結果を同じ場所に置いてください
fio-no-job-line = ジョブの行がありません
fio-job-idle = ジョブ{ $job }はI/Oを実行していません
fio-did-nothing = { $at }の{ $job }はI/Oを実行していません
fio-terse-cut = terse形式バージョン{ $version }の行の項目が{ $fields }個しかなく、途中で切れています
fio-no-job = ジョブがありません
fio-job-cut = ジョブ{ $job }の記述が途中で切れています
fio-job-without-figures = ジョブ{ $job }の数値がありません。途中で切れているか、I/Oを実行していません
fio-job-did-not-run = ジョブ{ $job }は実行されていません(runtimeが0)
fio-line-missing = ジョブ{ $job }は{ $kind ->
    [read] 読み取り
    [write] 書き込み
    [trim] トリム
    [sync] 同期
   *[other] { $kind }
}を{ $issued }回発行していますが、その行がありません
