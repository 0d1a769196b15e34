import type { Field } from '#server/catalog/import/read/fields.ts'
import type { Table } from '#server/platform/tables/table.ts'
import { findNamed, type FormatNotes, squeeze } from './format-columns.ts'
import type { Grouping } from './collect-groups.ts'
import { groupVariants } from './group-variants.ts'
import { readMagento } from './magento.ts'
import { readShopify } from './shopify.ts'
import { readWooCommerce } from './woocommerce.ts'

export type KnownFormat = {
  name: string
  /** Squeezed names of columns that together identify the format. */
  needs: readonly string[]
  /** Squeezed names of the columns of fields, the first that the file has. */
  fields: Partial<Record<Field, string>>
  /** Squeezed names of columns that mean something else than their name says. */
  ignored?: string
  /** A price that replaces the regular one if it is above 0; the regular one is then the list price. */
  discount?: { regular: string; reduced: string }
  /** The sign between the levels of categories; "," separates the paths. */
  levels?: '/' | '>'
  /** Rows with a common value are variants of a product without a row of its own. */
  grouping?: Grouping
  reshape?(table: Table, notes: FormatNotes): Promise<Table>
}

/** Exports of shop systems and marketplaces whose rows or columns need more than a column's name. */
const formats: readonly KnownFormat[] = [
  {
    name: 'Shopify',
    needs: ['handle', 'title', 'variantprice'],
    fields: {
      code: 'variantsku',
      name: 'title',
      brand: 'vendor',
      category: 'productcategory type',
      price: 'variantprice',
      list_price: 'variantcompareatprice',
      barcode: 'variantbarcode',
      stock: 'variantinventoryqty',
      description: 'bodyhtml body',
      seo: 'handle',
      meta_title: 'seotitle',
      meta_description: 'seodescription',
    },
    ignored: 'costperitem type variantimage imageposition imagealttext variantweightunit giftcard',
    reshape: readShopify,
  },
  {
    name: 'WooCommerce',
    needs: ['type', 'sku', 'regularprice', 'parent'],
    fields: wooFields({ price: 'saleprice', list_price: 'regularprice' }),
    ignored: 'instock taxstatus taxclass shortdescription id type parent position',
    discount: { regular: 'regularprice', reduced: 'saleprice' },
    levels: '>',
    reshape: readWooCommerce,
  },
  {
    name: 'WooCommerce (TR)',
    needs: ['tur', 'stokkodusku', 'normalfiyat'],
    fields: wooFields({ price: 'indirimlisatisfiyati indirimlifiyat', list_price: 'normalfiyat' }),
    ignored: 'stokta vergidurumu vergisinifi kisaaciklama kimlik tur ebeveyn ust konum',
    discount: { regular: 'normalfiyat', reduced: 'indirimlisatisfiyati indirimlifiyat' },
    levels: '>',
    reshape: readWooCommerce,
  },
  {
    name: 'Magento',
    needs: ['sku', 'attributesetcode', 'producttype'],
    fields: {
      code: 'sku',
      price: 'specialprice',
      list_price: 'price',
      stock: 'qty',
      seo: 'urlkey',
    },
    ignored: 'thumbnailimage smallimage shortdescription taxclassname isinstock hidefromproductpage',
    discount: { regular: 'price', reduced: 'specialprice' },
    levels: '/',
    reshape: readMagento,
  },
  {
    name: 'Trendyol',
    needs: ['modelkodu', 'barkod', 'trendyoldasatilacakfiyatkdvdahil'],
    fields: {
      code: 'tedarikcistokkodu stokkodu barkod',
      price: 'trendyoldasatilacakfiyatkdvdahil',
      list_price: 'piyasasatisfiyatikdvdahil',
      stock: 'urunstokadedi stokadedi',
      category: 'kategoriismi',
    },
    ignored: 'partnerid komisyonorani trendyollinki urunlinki',
    grouping: { group: 'modelkodu', dimensions: { Renk: 'urunrengi renk', Beden: 'beden' } },
  },
  {
    name: 'Hepsiburada',
    needs: ['saticistokkodu', 'fiyat'],
    fields: { code: 'saticistokkodu', price: 'fiyat', stock: 'stok' },
    ignored: 'hepsiburadasku hbsku sku komisyonorani',
    grouping: { group: 'varyantgrupid varyantgrupkodu', dimensions: { Renk: 'renk', Beden: 'beden' } },
  },
  {
    name: 'Google Merchant',
    needs: ['id', 'title', 'link', 'price', 'availability'],
    fields: {
      code: 'id',
      name: 'title',
      price: 'saleprice',
      list_price: 'price',
      stock: 'quantity availability',
      category: 'producttype googleproductcategory',
      model: 'mpn',
    },
    ignored: 'link adult condition googleproductcategory',
    discount: { regular: 'price', reduced: 'saleprice' },
    grouping: { group: 'itemgroupid', dimensions: { Renk: 'color', Beden: 'size', Malzeme: 'material' } },
  },
  {
    name: 'ikas',
    needs: ['urungrupid', 'varyantid', 'isim'],
    fields: {
      code: 'sku',
      name: 'isim',
      price: 'indirimlifiyati indirimlifiyat',
      list_price: 'satisfiyati',
      barcode: 'barkodlistesi',
      category: 'kategoriler',
      meta_title: 'metadatabaslik',
      meta_description: 'metadataaciklama',
    },
    ignored: 'alisfiyati tip desi urungrupid varyantid etiketler',
    discount: { regular: 'satisfiyati', reduced: 'indirimlifiyati indirimlifiyat' },
    grouping: {
      group: 'urungrupid',
      pairs: [
        ['varyanttip1', 'varyantdeger1'],
        ['varyanttip2', 'varyantdeger2'],
      ],
    },
  },
  {
    name: 'IdeaSoft',
    needs: ['stockcode', 'label', 'stockamount'],
    fields: { code: 'stockcode', name: 'label' },
  },
  {
    name: 'Ticimax',
    needs: ['urunkartiid', 'stokkodu', 'urunadi', 'satisfiyati'],
    fields: {
      price: 'indirimlifiyat indirimlifiyati',
      list_price: 'satisfiyati',
      stock: 'stokadedi',
      unit: 'satisbirimi',
      category: 'kategoriler kategori breadcrumb',
    },
    ignored: 'urunkartiid varyasyonid onyazi tedarikci alisfiyati alisfiyat urunid',
    discount: { regular: 'satisfiyati', reduced: 'indirimlifiyat indirimlifiyati' },
    grouping: { group: 'urunkartiid', listed: 'varyasyon', dimensions: { Renk: 'renk', Beden: 'beden' } },
  },
  {
    name: 'Nebim',
    needs: ['urunkodu', 'urunaciklamasi', 'renkaciklamasi'],
    fields: { code: 'urunkodu', name: 'urunaciklamasi', stock: 'kullanilabilirenvanter envanter' },
    ignored: 'renkkodu kdvgrubu',
    grouping: {
      group: 'urunkodu',
      dimensions: { Renk: 'renkaciklamasi', Beden: 'beden boyut1 bedenkodu' },
      codeIsGroup: true,
    },
  },
]

function wooFields(prices: { price: string; list_price: string }): KnownFormat['fields'] {
  return {
    ...prices,
    code: 'sku stokkodusku',
    name: 'name isim',
    brand: 'brands brand markalar marka',
    barcode: 'gtinupceanorisbn gtinupceanveyaisbn',
    category: 'categories kategoriler',
    stock: 'stock stok',
    description: 'description aciklama',
  }
}

/** The format that a file has by its columns. */
export function findFormat(columns: readonly string[]): KnownFormat | undefined {
  const names = new Set(columns.map(squeeze))
  return formats.find(({ needs }) => needs.every((name) => names.has(name)))
}

/** The columns of the format's fields, and those to ignore. */
export function columnsOfFormat({ fields, ignored = '', discount }: KnownFormat, columns: readonly string[]) {
  const mapping = new Map<Field, string>()
  for (const [field, names] of Object.entries(fields) as [Field, string][]) {
    const column = columns[findNamed(columns, names)]
    if (column !== undefined) mapping.set(field, column)
  }
  const regular = columns[findNamed(columns, discount?.regular ?? '')]
  // Without a column of reduced prices, the regular price is the price.
  if (!mapping.has('price') && regular !== undefined) {
    mapping.set('price', regular)
    mapping.delete('list_price')
  }
  const used = new Set(mapping.values())
  const skip = new Set(ignored.split(' '))
  return { mapping, ignored: new Set(columns.filter((column) => skip.has(squeeze(column)) && !used.has(column))) }
}

/** Turns the rows of a known format into one row per product and variant, with the prices in their columns. */
export async function reshapeFormat(table: Table, format: KnownFormat, notes: FormatNotes): Promise<Table> {
  const priced = format.discount ? applyDiscounts(table, format.discount) : table
  if (format.reshape) return format.reshape(priced, notes)
  if (!format.grouping) return priced
  const code = findNamed(priced.columns, format.fields.code ?? 'stokkodu urunkodu sku kod code')
  const clear = ['stock', 'barcode'].map((field) => format.fields[field as 'stock' | 'barcode'] ?? '')
  return groupVariants(priced, format.grouping, {
    code,
    name: findNamed(priced.columns, format.fields.name ?? 'urunadi urunismi urunbaslik stokadi name title ad'),
    clear: `${clear.join(' ')} barkod barkodu gtin ean stok`,
    notes,
  })
}

/** Moves the regular price into the column of the sale price where there is no reduced one. */
function applyDiscounts(table: Table, { regular, reduced }: { regular: string; reduced: string }): Table {
  const from = findNamed(table.columns, regular)
  const to = findNamed(table.columns, reduced)
  if (from < 0 || to < 0) return table
  return {
    ...table,
    async *rows(options) {
      for await (const row of table.rows(options)) {
        const cells = [...row.cells]
        const value = cells[to] ?? ''
        if (/^[\s0.,]*(?:[A-Z]{3})?$/.test(String(value))) {
          cells[to] = cells[from] ?? ''
          cells[from] = ''
        }
        yield { ...row, cells }
      }
    },
  }
}
