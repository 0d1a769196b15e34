import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestImport, type TestImport } from '#server/catalog/import/test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

type Case = { system: string; file: string; offSale: string[]; onSale: string[]; rules: string }

const cases: Case[] = [
  {
    system: 'Shopify',
    file: `Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status
a,Kupa,TRUE,Title,Default Title,SH-1,80,active
b,Tabak,TRUE,Title,Default Title,SH-2,90,draft
c,Kase,TRUE,Title,Default Title,SH-3,95,archived
d,Sahan,FALSE,Title,Default Title,SH-4,99,active
e,Önlük,TRUE,Renk,Gri,SH-5,150,draft
e,,,,Bej,SH-6,150,
`,
    onSale: ['SH-1'],
    offSale: ['SH-2', 'SH-3', 'SH-4', 'SH-5', 'SH-6', 'e'],
    rules: 'Status = draft (3), Status = archived (1), Published = FALSE (1)',
  },
  {
    system: 'WooCommerce',
    file: `ID,Type,SKU,Name,Published,Visibility in catalog,Regular price,Parent
1,simple,W-1,Tornavida,1,visible,40,
2,simple,W-2,Pense,0,visible,50,
3,simple,W-3,Kargaburun,-1,visible,50,
4,simple,W-4,Hediye kartı,1,hidden,50,
`,
    onSale: ['W-1'],
    offSale: ['W-2', 'W-3', 'W-4'],
    rules: 'Published = 0 (1), Published = -1 (1), Visibility in catalog = hidden (1)',
  },
  {
    system: 'Magento',
    file: `sku,attribute_set_code,product_type,name,product_online,visibility,price,configurable_variations
MG-S,Giyim,simple,Gömlek S,1,Not Visible Individually,200,
MG-M,Giyim,simple,Gömlek M,2,Not Visible Individually,200,
MG,Giyim,configurable,Gömlek,1,"Catalog, Search",200,"sku=MG-S,size=S|sku=MG-M,size=M"
MG-2,Giyim,simple,Parça,1,Not Visible Individually,10,
MG-3,Giyim,simple,Kemer,2,"Catalog, Search",10,
`,
    onSale: ['MG', 'MG-S'],
    offSale: ['MG-2', 'MG-3', 'MG-M'],
    rules: 'product_online = 0 (2), visibility = Not Visible Individually (1)',
  },
  {
    system: 'ikas',
    file: `Ürün Grup ID,Varyant ID,İsim,Satış Fiyatı,SKU,Silindi mi?
g1,v1,Mont,900,IK-1,false
g2,v2,Bere,150,IK-2,true
`,
    onSale: ['IK-1'],
    offSale: ['IK-2'],
    rules: 'Silindi mi? = true (1)',
  },
  {
    system: 'T-Soft',
    file: 'Ürün Kodu;Ürün Adı;Satış Fiyatı;KDV;Aktif\nTF-1;Termos;240;20;1\nTF-2;Matara;99;20;0\n',
    onSale: ['TF-1'],
    offSale: ['TF-2'],
    rules: 'Aktif = 0 (1)',
  },
  {
    system: 'IdeaSoft',
    file: 'stockCode,label,status,price1,stockAmount\nIS-1,Çivi,1,12.50,100\nIS-2,Dübel,0,24,20\n',
    onSale: ['IS-1'],
    offSale: ['IS-2'],
    rules: 'status = 0 (1)',
  },
  {
    system: 'Ticimax',
    file: `URUNKARTIID;STOKKODU;URUNADI;SATISFIYATI;AKTIF;VARYASYON
1;TC-K;Çanta;120;0;Renk:Kırmızı
1;TC-M;Çanta;120;1;Renk:Mavi
2;TC-2;Anahtarlık;50;Pasif;
`,
    onSale: ['1', 'TC-M'],
    offSale: ['TC-2', 'TC-K'],
    rules: 'AKTIF = 0 (1), AKTIF = Pasif (1)',
  },
  {
    system: 'Trendyol',
    file: `Barkod,Model Kodu,Tedarikçi Stok Kodu,Ürün Adı,Trendyol'da Satılacak Fiyat (KDV Dahil),KDV Oranı,Durum
8690000000012,M1,TY-1,Bot,480,10,Satışta
8690000000029,M2,TY-2,Boya,120,10,Satışa Kapalı
8690000000036,M3,TY-3,Cila,120,10,Tükendi
8690000000043,M4,TY-4,Fırça,120,10,Arşivde
`,
    onSale: ['TY-1', 'TY-3'],
    offSale: ['TY-2', 'TY-4'],
    rules: 'Durum = Satışa Kapalı (1), Durum = Arşivde (1)',
  },
  {
    system: 'Hepsiburada',
    file: `Satıcı Stok Kodu;Ürün Adı;Fiyat;Stok;Satışta mı?
HB-1;Kulaklık;240;8;Evet
HB-2;Kablo;60;5;Hayır
`,
    onSale: ['HB-1'],
    offSale: ['HB-2'],
    rules: 'Satışta mı? = Hayır (1)',
  },
  {
    system: 'Logo table',
    file: 'LOGICALREF;CODE;NAME;ACTIVE\n1;LG-1;Çekiç;0\n2;LG-2;Metre;1\n',
    onSale: ['LG-1'],
    offSale: ['LG-2'],
    rules: 'ACTIVE = 1 (1)',
  },
]

test.each(cases)('$system: what is not for sale there is off sale here, and the preview says which', async (sample) => {
  const summary = await shop.succeed([sample.file], { prices: 'net' })
  expect(summary.rejected).toBe(0)
  const codes = (isActive: boolean) =>
    shop.pool
      .query<{ code: string }>('SELECT code FROM products WHERE is_active = $1 ORDER BY code COLLATE "C"', [isActive])
      .then((rows) => rows.map(({ code }) => code))
  expect(await codes(true)).toEqual(sample.onSale)
  expect(await codes(false)).toEqual(sample.offSale)
  expect(summary.issues.find(({ code }) => code === 'off_sale')?.example).toContain(sample.rules)
})

test('a status column with other words is no sale status', async () => {
  const summary = await shop.succeed(['kod,ad,durum\nD-1,Vida,Yeni\nD-2,Somun,İkinci el\n'])
  expect(summary).toMatchObject({ created: 2, rejected: 0 })
  expect(summary.issues.map(({ code }) => code)).toEqual(['columns_unused'])
})

test('a row whose status is unknown is rejected and not put on sale', async () => {
  const summary = await shop.succeed(['kod,ad,durum\nD-1,Vida,Aktif\nD-2,Somun,Pasif\nD-3,Pul,Beklemede mi\n'])
  expect(summary).toMatchObject({ created: 2, rejected: 1 })
  expect(await shop.report()).toContainEqual(
    expect.objectContaining({ code: 'active_invalid', reason: expect.stringContaining('durum') as string }),
  )
})
