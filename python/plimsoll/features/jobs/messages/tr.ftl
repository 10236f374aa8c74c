## Lists

form-fio = koşular, fio’nun json+ biçiminde; dağılımlar sınıflar hâlinde
