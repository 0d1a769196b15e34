import { squeezeCode } from '#domain/text/text.ts'
import { type RecordReader, RowSkipped } from '#server/statement/statement.ts'

/** Names of the columns that price rules and promotions share, as they are compared: folded, letters and digits only. */
export const sharedWords = {
  dealer: 'bayikodu bayikod bayi carikodu carikod hesapkodu dealercode dealer customercode',
  dealer_group: 'grup grupkodu bayigrubu bayigrupkodu dealergroup group groupcode',
  region: 'bolge region',
  product_code: 'stokkodu stokkod stokod urunkodu urunkod malzemekodu productcode stockcode itemcode sku',
  brand: 'marka markaadi brand',
  category: 'kategoriyolu kategori categorypath category',
  currency: 'doviz dovizcinsi dovizkodu parabirimi pb currency cur',
  starts_on: 'baslangic baslangictarihi ilkgun startson start startdate validfrom firstday',
  ends_on: 'bitis bitistarihi songun endson end enddate validuntil lastday',
  priority: 'oncelik priority',
  is_active: 'acik aktif etkin active isactive enabled',
} as const

const yesWords = new Set(['evet', 'e', 'yes', 'y', 'true', 'dogru', '1', 'x', 'var', 'acik', 'aktif', 'active', 'on'])
const noWords = new Set(['hayir', 'h', 'no', 'n', 'false', 'yanlis', '0', 'yok', 'kapali', 'pasif', 'inactive', 'off'])

/** A column of yes and no: `before` without the column, `empty` for an empty cell. */
export function readSwitch<Field extends string>(
  record: RecordReader<Field>,
  field: Field,
  { before, empty }: { before: boolean; empty: boolean },
): boolean {
  if (!record.has(field)) return before
  const text = record.text(field)
  const word = squeezeCode(text)
  if (word === '') return empty
  if (yesWords.has(word)) return true
  if (noWords.has(word)) return false
  throw new RowSkipped('rule_switch_unknown', { column: record.title(field), value: text.slice(0, 60) })
}

/** The name whose words have this one. */
export const nameOfWord = <Name extends string>(
  words: Readonly<Record<Name, string>>,
  text: string,
): Name | undefined => (Object.keys(words) as Name[]).find((name) => words[name].split(' ').includes(squeezeCode(text)))
