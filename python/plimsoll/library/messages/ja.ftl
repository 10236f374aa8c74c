## Notes

line-of-block-size = ブロックサイズ { $size }
line-of-read-share = 読み取り{ $share }%
line-as-asked = 指定どおり
line-begins = { $line }:
grid-crossed = キャンペーン{ $campaign }と並行したグリッド測定は{ $rate } IOPSで目標の境界を越えましたが、確認実行では確かめていません
grid-not-crossed = キャンペーン{ $campaign }と並行したグリッド測定は目標の境界を越えませんでしたが、確認実行では確かめていません
share-of-maximum = 最大値{ $maximum } IOPSの{ $share }: 投入レート { $rate } IOPS
share-of-saturated-maximum = 最大値{ $maximum } IOPS以上(負荷生成側が飽和)の{ $share }: 投入レート { $rate } IOPS
scaling-run = { $run }: { $rate } IOPS({ $question })
scaling-run-refused = { $run }: 拒否。この実行なしで判定({ $question })
left-out = 除外: { $line }: { $reason }
point = 測定点{ $number }
not-told = 不明
store-on-target = { $store }は測定対象のデバイス上にあります({ $devices })。実行中に書き込まれる結果も測定に含まれます。--storeで別のデバイスに保存するか、'plimsoll config store PATH'で今後の保存先を設定してください
