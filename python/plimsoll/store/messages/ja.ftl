## Kinds of campaigns

question-run = この負荷のとき、測定対象の性能はどの程度か
question-find = 測定対象が目標を達成しながら安定して維持できる最高の投入レートはいくらか
question-demo = この測定機のディスクが目標を達成しながら安定して維持できる最高の投入レートはいくらか
question-grid = 応答時間は投入レートに応じてどう変わるか
title-campaign = キャンペーン「{ $name }」
title-grid = グリッド: { $where }
campaign-elsewhere = 各測定点の終了状況は plimsoll campaign status --campaign { $number } { $store }で確認できます。
