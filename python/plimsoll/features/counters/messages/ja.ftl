## First screen

badge-short = 上限で頭打ち
badge-held = 上限で頭打ち
badge-finer_first = まず、より細かいカウンタが必要
badge-tight = 余裕不足
badge-doubtful = カウンタが疑わしい
badge-unknown = 種類が不明
badge-latency_open = レイテンシの記載なし
badge-oversized = 購入量が過大
badge-right = 適正サイズ
badge-read = カウンタを読み取り済み
origin-counted = カウンタの値(ここでは測定していない)
about-time = 期間
time-covered = { $began }から{ $ended }まで、{ $length }ごとの平均
headline-one = { $volume }: 平均{ $mean } IOPS、最も負荷の高い{ $length }は{ $busiest } IOPS
headline-all = ボリューム{ $volumes }個: { $n ->
    [0] カウンタ上、上限で頭打ちになったものはない
   *[other] { $held }個が上限で頭打ち
}
headline-sized = ボリューム{ $volumes }個: { $parts }
count-short = 頭打ち{ $count }
count-tight = 余裕不足{ $count }
count-oversized = 過大{ $count }
count-finer_first = 細かいカウンタが必要{ $count }
count-doubtful = 疑わしい{ $count }
count-unknown = 種類が不明{ $count }
count-latency_open = レイテンシ未確定{ $count }
count-right = 適正{ $count }
headline-unsized = ボリューム{ $volumes }個。どれもボリュームのファイルにない
row-load = 負荷
row-limit = 上限
row-hidden = 平均に隠れた分
row-hidden-bytes = 同、スループット
row-bought = 購入済み
row-needs = 必要
row-money = 費用
row-finer = 細かいカウンタ
row-short = 頭打ち
row-tight = 余裕
row-unknown = 種類が不明
row-latency_open = レイテンシ未確定
row-doubtful = 疑わしい
row-held = 頭打ち
row-absent = カウンタなし
row-note = 注記
todo-short = 上限で抑えられた負荷の大きさは分かりません。上限を上げるか、負荷の高い時間帯を1秒ごとに記録してください。
todo-finer_first = 負荷の高い1時間を1秒ごとに記録し(iostat -xt 1、またはクラウドの詳細メトリクス)、そのファイルでもう一度実行してください。
todo-doubtful = I/O数、バイト数、時間を、同じ期間の合計(Stat=Sum)としてエクスポートし、ボリュームのファイルの内容を確かめてください。
name-and-money = { $name }(最大{ $money })
and-more = { $list }、ほか{ $more }個
money = 月額{ $amount } { $currency }
amount = { $amount } { $currency }
money-of-all = 現在は月額{ $price }。時間区間内にどのようなバーストが隠れていても{ $sure }を削減でき、細かいカウンタでバーストがないと分かれば、さらに最大{ $possible }を削減できます
idle = I/Oのないボリューム{ $count }個: { $names }
one-direction = 読み取りと書き込みの一方しかファイルにないため、レートが分かりません: { $names }
incomplete = 読み取りまたは書き込みの値がないか、あり得ない値の{ $count }時間区間を除外しました
gaps = カウンタがあるのは、この期間の{ $share }

## A volume

load-size = I/Oあたり{ $size }
load-reads = 読み取り{ $share }
load-latency = 平均レイテンシ{ $latency }、未完了I/O { $outstanding }
load-no-latency = レイテンシはファイルにない
contradiction = 時間とI/O数から求めたキューは、カウンタが示すキューの{ $ratio }倍です。期間の合計ではないため、レートも同じだけ誤っている可能性があります。
above-limit = 時間区間の最大は{ $most }で、上限{ $level }を超えています。
above-why = ボリュームのファイルがその時期のものではないか、クラウド側がそれ以上を通したか、カウンタが期間の合計ではありません。
not-held = ボリュームの上限に達した時間区間はありません。
not-held-flat = 負荷が増えてもレイテンシは増えていないため、時間区間全体にわたる頭打ちはありません。
open-limits = 不明です。ボリュームの上限が指定されておらず(--volumes)、カウンタにも現れていません。
held-volume_iops = { $level ->
    [none] { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、ボリュームのIOPSの上限で頭打ちになりました。
   *[other] { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、ボリュームの上限{ $level }で頭打ちになりました。
}
held-volume_throughput = { $level ->
    [none] { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、ボリュームのスループットの上限で頭打ちになりました。
   *[other] { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、ボリュームの上限{ $level }で頭打ちになりました。
}
held-instance_iops = { $level ->
    [none] { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、マシンのIOPSの上限で頭打ちになりました。
   *[other] { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、マシンの上限{ $level }で頭打ちになりました。
}
held-instance_throughput = { $level ->
    [none] { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、マシンのスループットの上限で頭打ちになりました。
   *[other] { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、マシンの上限{ $level }で頭打ちになりました。
}
held-credits = { $level ->
    [none] { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、バーストクレジットが尽きていました。
   *[other] { $of }時間区間({ $length }ごと)のうち{ $count }時間区間でバーストクレジットが尽き、{ $level }しか残りませんでした。
}
held-throttled = { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、クラウド側がI/Oを待たせました。
held-plateau_iops = { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、待つI/Oが増えても{ $level }のままでした。そこに上限があります。
held-plateau_throughput = { $of }時間区間({ $length }ごと)のうち{ $count }時間区間で、待つI/Oが増えても{ $level }のままでした。そこに上限があります。
hidden-nothing = なし。時間区間は{ $window }以下で、最も負荷の高い{ $window }は{ $low }
hidden-at-limit = なし。最も負荷の高い時間区間は、ずっと上限の{ $low }
hidden-unbounded = 最も負荷の高い{ $window }は{ $low }以上{ $high }以下。これを狭める上限は知られていません
hidden = 最も負荷の高い{ $window }は{ $low }以上{ $high }以下。{ $length }の1時間区間のうち、上限にあったのは最長{ $at_limit }
configuration = { $type }、{ $size } GiB、{ $iops }、{ $throughput }
without-price = { $what }(表に価格なし)
with-price = { $what }: { $money }
type-unknown = { $type }(プランの表にない)
verdict-right = { $enough ->
    [none] { $headroom }の余裕を残せるものは、表にありません
   *[other] 購入済みのもので足り、{ $headroom }の余裕が残ります
}
verdict-oversized = { $enough }。時間区間内にどのようなバーストが隠れていても足ります
verdict-tight = { $enough ->
    [none] より大きなもの。ただし最も負荷の高い時間区間に{ $headroom }の余裕を残せるものは、表にありません
   *[other] { $enough }。これで{ $headroom }の余裕が残ります
}
verdict-short = { $low ->
    [none] 購入済みより大きなもの。上限で頭打ちになったため、どれだけ必要かは不明
   *[other] 少なくとも{ $low }。上限で頭打ちになったため、それ以上どれだけ必要かは不明
}
verdict-finer_first = バーストが平均と同じなら{ $low }。あり得る最大なら{ $enough }
verdict-doubtful = カウンタどうし、または購入内容と矛盾しているため不明
verdict-unknown = 種類の情報がないため不明
verdict-latency_open = { $why ->
    [counted] 未確定: 記載にかかわらず、平均レイテンシは{ $latency }で{ $asked }を超過
    [documented] { $low }(記載のレイテンシは{ $asked }未満)。現在の種類の記載は{ $latency }未満
    [documented-alone] { $asked }未満のレイテンシを記載した製品は同じ提供元にない。現在の種類の記載は{ $latency }未満
    [undocumented] { $low }(記載のレイテンシは{ $asked }未満)。現在の種類にはレイテンシの記載がない
   *[other] 未確定: 現在の種類にレイテンシの記載がなく、同じ提供元に{ $asked }未満と記載した製品もない
}

## Table

column-volume = ボリューム
column-bought = 購入済み
column-mean = 平均IOPS
column-busiest = 最も負荷の高い時間区間
column-second = バーストの範囲
column-throughput = スループット
column-size = I/Oあたり
column-reads = 読み取り
column-latency = レイテンシ
column-outstanding = 未完了I/O
column-limit = 上限
column-needs = 結果
column-enough = どの場合にも足りるもの
column-price = 月額
column-price-then = その月額
column-saving = 削減額
column-possible = さらに最大
short-right = 適正
short-oversized = 過大
short-tight = 余裕不足
short-short = 頭打ち
short-finer_first = 細かいカウンタ
short-doubtful = 疑わしい
short-unknown = 種類が不明
short-latency_open = レイテンシ未確定
short-held = 頭打ち
short-not_held = 頭打ちなし
short-open = 不明
more-volumes = ほか{ $count }個のボリューム: --reportまたは --json
written = レポート: { $file }

## Report

page-title = カウンタから見たボリューム
page-footer = Plimsoll { $version }。カウンタはほかのプログラムが記録したもので、ここでは何も測定していません。
because-bounds = 時間区間の平均は、その中のバーストを隠します。最も負荷の高い{ $window }は、最も負荷の高い時間区間の平均と、そのI/O数と既知の上限が許す値との間にあります。その間のどこにあったかは記録からは分かりません。
because-need = ボリュームに必要なのは、少なくとも最も負荷の高い時間区間に{ $headroom }の余裕を加えたもので、多くてもこれまでに通した量です。両端が同じプランになれば、それが結果です。
because-span = 見えているのはこの期間だけです。月に一度の負荷には、1か月分のカウンタが必要です。
table-needs = 購入済みと必要
table-loads = 負荷と上限
caption-needs = 価格は月額({ $currency })。「どの場合にも足りるもの」は、バーストがあり得る最大だった場合の最小のプランです。
table-finer = まず細かいカウンタが必要なもの
caption-finer = 小さいほうのプランで足りるかどうかは、この平均に隠れたバーストによります。金額の大きい順。
facts-offers = プランと価格
caption-offers = 表にない価格は不明のままにします。自分の表で置き換えられます: --offers FILE。
offer-source = 規則の日付{ $date }: { $sources }
offer-latency = 記載のレイテンシは{ $below }未満: { $source }。
offer-no-latency = レイテンシの記載はありません。
offer-priced = 規則の日付{ $date }、価格は{ $region }、{ $priced }時点: { $sources }
chart-title = { $volume }の推移
chart-x = { $began }からの時間(時間)
chart-rate = IOPS
chart-throughput = スループット
chart-latency = 平均レイテンシ
chart-mean = 各時間区間の平均
chart-busiest = { $n }時間区間のうちの最大値
chart-limit = ボリュームの上限
chart-note = 各点は{ $length }の1時間区間の平均です。時間区間内のバーストは見えません。
chart-note-thinned = 各点は、連続する{ $n }時間区間(各{ $length })のうちの最大値です。時間区間内のバーストは見えません。
figure-now = 現在
figure-sure = 確実な削減額
figure-possible = さらに最大
basis-now = カウンタのあるすべてのボリューム
basis-sure = 時間区間内にどのようなバーストが隠れていても
basis-possible = 細かいカウンタでバーストがないと分かった場合
