/** A Turkish spreadsheet of three products. */
export const hardware = `Stok Kodu;Stok Adı;Marka;Model;Kategori;Barkod;Fiyat;Liste Fiyatı;Döviz;KDV;Stok;advencePrice1;Açıklama
001;ÇEKİÇ 500 gr;İzeltaş;Pro;El Aletleri > Çekiçler;8690504015833;1.234,56;1.500,00;TL;20;12;1.200,00;Sağlam & güçlü
002;Şerit metre;Izeltas;;El Aletleri > Metreler;;12,5;;EURO;10;-3;;
003;Vida 1/2" x 3";;;Hırdavat;;0;;;;;;
`
