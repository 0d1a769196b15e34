import { squeezeCode } from '#domain/text/text.ts'

/** Known column names by field, in the form in which they are compared: folded, letters and digits only. */
const names = {
  code: 'code kod kodu stokkodu stokkod stockcode stockno stokno sku urunkodu urunkod productcode itemcode malzemekodu malkodu gid urunstokkodu stokod malzemekod saticistokkodu tedarikcistokkodu mamulkodu stokkoduno kartkodu',
  name: 'name ad adi isim urunadi urunismi urun stokadi stokismi malzemeadi productname title baslik label stoisim urunhizmetadi hizmetveurunadi urunhizmet malzemesinifiaciklamasi kartadi mamuladi urunbaslik',
  brand: 'brand marka markaadi brandname manufacturer uretici markasi markaismi',
  model: 'model modeladi modelname modeli mpn',
  category:
    'category kategori kategoriadi kategoriyolu categorypath categories kategoriler urungrubu anakategori kategoritree gproducttype grubuadi kategoriismi urunkategorisi urunkategori kategoriagaci',
  barcode: 'barcode barkod barkodu barkodno ean ean13 gtin upc barkod1 barkodlari barkodlistesi eanno urunbarkodu',
  price:
    'price fiyat fiyati satisfiyati satisfiyat saleprice salesprice birimfiyat birimfiyati unitprice satisfiyati1 satisfiyat1 price1 satisfiat satisfiat1 sfiyatfiyati fiyat1 birimsatisfiyati bayisatisfiyati',
  list_price:
    'listprice listefiyati listefiyat piyasafiyati psf piyasasatisfiyati tavsiyeedilensatisfiyati perakendefiyat compareatprice onerilenfiyat psfiyat',
  plan1: 'advenceprice1 advanceprice1 plan1 plan1price planfiyati1 odemeplani1 vadelifiyat1',
  plan2:
    'advenceprice2 advanceprice2 plan2 plan2price planfiyati2 odemeplani2 vadelifiyat2 satisfiyati2 satisfiyat2 price2 satisfiat2 fiyat2',
  plan3:
    'advenceprice3 advanceprice3 plan3 plan3price planfiyati3 odemeplani3 vadelifiyat3 satisfiyati3 satisfiyat3 price3 satisfiat3 fiyat3',
  plan4:
    'advenceprice4 advanceprice4 plan4 plan4price planfiyati4 odemeplani4 vadelifiyat4 satisfiyati4 satisfiyat4 price4 satisfiat4 fiyat4',
  plan5:
    'advenceprice5 advanceprice5 plan5 plan5price planfiyati5 odemeplani5 vadelifiyat5 satisfiyati5 satisfiyat5 price5 satisfiat5 fiyat5',
  currency:
    'currency currencycode currencyabbr parabirimi doviz dovizcinsi dovizkodu satisdovizi satisparabirimi satisdovizcinsi parabirimikodu dovtip satdovtip',
  tax_rate:
    'taxrate tax vat vatrate kdv kdvorani kdvoran satiskdv kdvsatis satiskdvorani toptankdv toptankdvorani perakendekdv kdvyuzdesi kdvyuzde selvat sellvat vergiorani',
  stock:
    'stock stok miktar envanter stokmiktari stokmiktar stokadedi stockamount quantity qty mevcut bakiye kalan kalanmiktar miktarkalan kalanstok fiilistok gercekstok depodakimiktar eldekimiktar kullanilabilirstok stokbakiye stokmevcudu stokdurumu onhand inventory availability urunstokadedi eldeki',
  unit: 'unit birim birimadi unitname olcubirimi satisbirimi anabirim olcubr olcubr1 olcubirimi1 stobirim1ad birim1 birim1adi birimi birimkodu',
  multiplier: 'multiplier unitmultiplier carpan birimcarpan birimcarpani',
  description: 'description aciklama urunaciklamasi detay detail details bodyhtml uzunaciklama urundetay urundetayi',
  parent_code: 'parentcode parentsku parent anakod anaurunkodu anastokkodu ustkod varyantanakodu',
  equivalent_code: 'equivalentcode equivalent esdegerkod esdegerkodu esdeger muadil muadilkod muadilkodu',
  ozelkod: 'ozelkod ozelkodu ozelkod1 specialcode specialcode1',
  ozelkod2: 'ozelkod2 specialcode2',
  ozelkod3: 'ozelkod3 specialcode3',
  ozelkod4: 'ozelkod4 specialcode4',
  ozelkod5: 'ozelkod5 specialcode5',
  seo: 'seo slug seourl urlkey',
  meta_title: 'metatitle metabaslik seobaslik seotitle',
  meta_description: 'metadescription metaaciklama seoaciklama seodescription',
  meta_keywords: 'metakeywords metaanahtarkelimeler anahtarkelimeler keywords',
  active: 'active isactive aktif yayimlanmis published productonline',
  size: 'size beden ebat',
  color: 'color colour renk',
} as const

export type Field = keyof typeof names
export const fields = Object.keys(names) as Field[]

/** The field's own name is always accepted. */
const fieldByWord = new Map([
  ...fields.map((field) => [squeezeCode(field), field] as const),
  ...fields.flatMap((field) => names[field].split(' ').map((word) => [word, field] as const)),
])

/** Prices that may have their own currency in a column `<column name> currency`, `… para birimi` or `… döviz`. */
export const priceFields = ['price', 'list_price', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'] as const
export type PriceField = (typeof priceFields)[number]

export const numberFields: ReadonlySet<Field> = new Set([...priceFields, 'tax_rate', 'stock', 'multiplier'])

/** Names, in the shop, of the two dimensions that have columns of their own. */
export const dimensionNames = { size: 'Beden', color: 'Renk' } as const

/** Returns the field for a column name, or for a word of --map, --key and --defaults. */
export function fieldOf(word: string): Field | undefined {
  return fieldByWord.get(squeezeCode(word))
}

/** Returns the price whose currency the column holds: `list_price_currency`, `Liste Fiyatı Döviz` … */
export function priceOfCurrency(column: string): PriceField | undefined {
  const match = /^(.+?)(?:currency|parabirimi|doviz|dovizcinsi)$/.exec(squeezeCode(column))
  const field = match?.[1] && fieldOf(match[1])
  return priceFields.find((price) => price === field)
}
