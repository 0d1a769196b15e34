import { fold } from '#domain/text/text.ts'

/** Spellings of the common units. */
const common = new Map(
  'ADET PAKET KOLİ KUTU METRE TAKIM SET ÇİFT TOP RULO LİTRE KG DÜZİNE BİDON ÇUVAL TORBA PALET'
    .split(' ')
    .map((unit) => [fold(unit), unit]),
)

/** The shop's spelling of a unit: `koli` becomes KOLİ; uncommon units stay as typed. */
export function unitName(text: string): string {
  return common.get(fold(text)) ?? text
}

/** Whether the text is one of the common units, however it is written. */
export function isUnitName(text: string): boolean {
  return common.has(fold(text))
}
