import { fold } from '#domain/text/text.ts'

/** Ways to write the common units; others stay as they are written. */
const common = new Map(
  'ADET PAKET KOLİ KUTU METRE TAKIM SET ÇİFT TOP RULO LİTRE KG DÜZİNE BİDON ÇUVAL TORBA PALET'
    .split(' ')
    .map((unit) => [fold(unit), unit]),
)

/** A unit as the shop writes it: `koli` is KOLİ; one that is not common stays as typed. */
export function unitName(text: string): string {
  return common.get(fold(text)) ?? text
}
