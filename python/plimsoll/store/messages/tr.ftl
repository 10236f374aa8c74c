## Kinds of campaigns

question-run = Ölçülen birim bu yük altında nasıl bir başarım gösteriyor?
question-find = Ölçülen birimin hedefi sağlarken kararlı biçimde karşıladığı en yüksek sunulan hız nedir?
question-demo = Bu makinenin diskinin hedefi sağlarken kararlı biçimde karşıladığı en yüksek sunulan hız nedir?
question-grid = Yanıt süresi sunulan hıza göre nasıl değişiyor?
title-campaign = Kampanya “{ $name }”
title-grid = Izgara: { $where }
campaign-elsewhere = Ölçüm noktalarının nasıl sonuçlandığı şu komutla görülür: plimsoll campaign status --campaign { $number } { $store }.
