## Lists

form-fio = fio の json+ 形式の実行結果(分布はビン単位)
