import type { FeedColumn, FeedField } from './feed-fields.ts'

export const feedFormats = ['xml', 'csv', 'json', 'xlsx'] as const
export type FeedFormat = (typeof feedFormats)[number]

/** Starting points for feeds, by the program that reads them. */
export const feedPresetNames = ['standard', 'ticimax', 'tsoft', 'ideasoft', 'ikas', 'google', 'woocommerce'] as const
export type FeedPresetName = (typeof feedPresetNames)[number]

export type FeedPreset = {
  /** The formats that the receiver reads, the usual one first. */
  formats: readonly FeedFormat[]
  /** The XML elements around all products, and around each of them. */
  root: string
  item: string
  taxIncluded: boolean
  columns: readonly FeedColumn[]
  /** The receiver has its own format: names and fields cannot be changed. */
  isFixed?: true
}

const columnsOf = (names: Partial<Record<FeedField, string>>): FeedColumn[] =>
  Object.entries(names).map(([field, name]) => ({ field: field as FeedField, name }))

const standard: FeedField[] = [
  ...(['code', 'parentCode', 'barcode', 'name', 'description', 'brand', 'model', 'category'] as const),
  ...([
    'price',
    'listPrice',
    'currency',
    'taxRate',
    'taxIncluded',
    'stock',
    'isInStock',
    'unit',
    'multiplier',
  ] as const),
  ...(['image', 'url', 'variant'] as const),
]

/** docs/feeds.md tells which of them were checked against the receiver. */
export const feedPresets: Readonly<Record<FeedPresetName, FeedPreset>> = {
  standard: {
    formats: ['xml', 'csv', 'json', 'xlsx'],
    root: 'products',
    item: 'product',
    taxIncluded: false,
    columns: standard.map((field) => ({ field, name: field })),
  },
  ticimax: {
    formats: ['xml'],
    root: 'Root/Urunler',
    item: 'Urun',
    taxIncluded: true,
    columns: columnsOf({
      parentCode: 'UrunKartiID',
      name: 'UrunAdi',
      description: 'Aciklama',
      brand: 'Marka',
      unit: 'SatisBirimi',
      categoryName: 'Kategori',
      category: 'KategoriTree',
      url: 'UrunUrl',
      images: 'Resimler/Resim',
      code: 'UrunSecenek/Secenek/StokKodu',
      barcode: 'UrunSecenek/Secenek/Barkod',
      stock: 'UrunSecenek/Secenek/StokAdedi',
      price: 'UrunSecenek/Secenek/SatisFiyati',
      taxIncluded: 'UrunSecenek/Secenek/KDVDahil',
      taxRate: 'UrunSecenek/Secenek/KdvOrani',
      currency: 'UrunSecenek/Secenek/ParaBirimiKodu',
      variant: 'UrunSecenek/Secenek/EkSecenekOzellik/Ozellik',
    }),
  },
  tsoft: {
    formats: ['xml', 'csv', 'xlsx'],
    root: 'Urunler',
    item: 'Urun',
    taxIncluded: true,
    columns: columnsOf({
      code: 'UrunKodu',
      parentCode: 'AnaUrunKodu',
      name: 'UrunAdi',
      barcode: 'Barkod',
      brand: 'Marka',
      category1: 'AnaKategori',
      category2: 'AltKategori',
      category3: 'AltKategori2',
      price: 'SatisFiyati',
      currency: 'Doviz',
      taxRate: 'KDV',
      taxIncluded: 'KDVDahil',
      stock: 'Stok',
      unit: 'Birim',
      variant: 'Varyant',
      description: 'Detay',
      image: 'Resim1',
      image2: 'Resim2',
      image3: 'Resim3',
      image4: 'Resim4',
    }),
  },
  ideasoft: {
    formats: ['xml', 'csv', 'xlsx'],
    root: 'root',
    item: 'item',
    taxIncluded: false,
    columns: columnsOf({
      code: 'stockCode',
      parentCode: 'rootProductStockCode',
      name: 'label',
      brand: 'brand',
      barcode: 'barcode',
      category1: 'mainCategory',
      category2: 'category',
      category3: 'subCategory',
      price: 'price1',
      currency: 'currencyAbbr',
      taxRate: 'tax',
      taxIncluded: 'taxIncluded',
      stock: 'stockAmount',
      unit: 'stockType',
      description: 'details',
      image: 'picture1Path',
      image2: 'picture2Path',
      image3: 'picture3Path',
      image4: 'picture4Path',
    }),
  },
  ikas: {
    formats: ['xlsx', 'csv'],
    root: 'products',
    item: 'product',
    taxIncluded: true,
    columns: columnsOf({
      parentCode: 'Ürün Grup ID',
      code: 'SKU',
      name: 'İsim',
      description: 'Açıklama',
      price: 'Satış Fiyatı',
      barcode: 'Barkod Listesi',
      brand: 'Marka',
      category: 'Kategoriler',
      images: 'Resim URL',
      stock: 'Stok:Ana Depo',
      variantName1: 'Varyant Tip 1',
      variantValue1: 'Varyant Değer 1',
      variantName2: 'Varyant Tip 2',
      variantValue2: 'Varyant Değer 2',
    }),
  },
  google: { formats: ['xml'], root: 'rss/channel', item: 'item', taxIncluded: true, columns: [], isFixed: true },
  woocommerce: {
    formats: ['csv'],
    root: 'products',
    item: 'product',
    taxIncluded: true,
    columns: [],
    isFixed: true,
  },
}

/** Files of this preset contain products with variants beside these. */
export const hasParents = (preset: FeedPresetName): boolean => preset === 'woocommerce'
