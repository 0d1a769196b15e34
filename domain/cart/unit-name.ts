import { fold } from '#domain/text/text.ts'

/** Spellings of the common units. */
const common = new Map(
  'ADET PAKET KOLİ KUTU METRE TAKIM SET ÇİFT TOP RULO LİTRE KG DÜZİNE DESTE BİDON ÇUVAL TORBA PALET MAKARA KANGAL BOY'
    .split(' ')
    .map((unit) => [fold(unit), unit]),
)

/** What people write for them in orders. */
const short = new Map([
  ['ad', 'ADET'],
  ['adt', 'ADET'],
  ['tane', 'ADET'],
  ['adedi', 'ADET'],
  ['pcs', 'ADET'],
  ['pc', 'ADET'],
  ['piece', 'ADET'],
  ['pieces', 'ADET'],
  ['box', 'KUTU'],
  ['boxes', 'KUTU'],
  ['pack', 'PAKET'],
  ['packs', 'PAKET'],
  ['carton', 'KOLİ'],
  ['cartons', 'KOLİ'],
  ['pair', 'ÇİFT'],
  ['pairs', 'ÇİFT'],
  ['dozen', 'DÜZİNE'],
  ['roll', 'RULO'],
  ['rolls', 'RULO'],
  ['kilo', 'KG'],
  ['kgr', 'KG'],
  ['ktu', 'KUTU'],
  ['pak', 'PAKET'],
  ['plt', 'PALET'],
  ['cuv', 'ÇUVAL'],
  ['pkt', 'PAKET'],
  ['pk', 'PAKET'],
  ['kl', 'KOLİ'],
  ['kt', 'KUTU'],
  ['mt', 'METRE'],
  ['mtr', 'METRE'],
  ['tk', 'TAKIM'],
  ['cft', 'ÇİFT'],
  ['rl', 'RULO'],
  ['lt', 'LİTRE'],
  ['dz', 'DÜZİNE'],
])

/** The shop's spelling of a unit: `koli` becomes KOLİ; uncommon units stay as typed. */
export function unitName(text: string): string {
  return common.get(fold(text)) ?? text
}

/** The unit that a word in an order stands for: `koli` and `kl` mean KOLİ; undefined if it is no common unit. */
export function orderedUnit(text: string): string | undefined {
  const plain = fold(text).replace(/\.$/, '')
  return common.get(plain) ?? short.get(plain)
}

/** Whether a word in an order is one of the common units, or short for one. */
export function isUnitName(text: string): boolean {
  return orderedUnit(text) !== undefined
}
