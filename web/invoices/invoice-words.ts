import type { Translate } from '#contract/core/words.ts'

const types = new Set([
  'SATIS',
  'IADE',
  'TEVKIFAT',
  'ISTISNA',
  'OZELMATRAH',
  'IHRACKAYITLI',
  'TEVKIFATIADE',
  'SGK',
  'KOMISYONCU',
])
/** Scenarios of the Turkish UBL profile. */
const profiles = new Set([
  'TEMELFATURA',
  'TICARIFATURA',
  'EARSIVFATURA',
  'IHRACAT',
  'YOLCUBERABERFATURA',
  'KAMU',
  'HKS',
  'OZELFATURA',
  'ENERJI',
  'ILAC_TIBBICIHAZ',
  'YATIRIMTESVIK',
  'IDIS',
])
const units = new Set([
  ...['C62', 'NIU', 'EA', 'PA', 'PK', 'BX', 'CT', 'SET', 'PR', 'KGM', 'GRM', 'TNE', 'LTR', 'MTR', 'MTK', 'MTQ', 'RO'],
  ...['DZN', 'HUR', 'DAY'],
])

/** The name of an invoice's type; an unlisted one is shown as in the document. */
export const typeName = (t: Translate, code: string): string => (types.has(code) ? t(`invoices.types.${code}`) : code)

/** The name of an invoice's scenario; an unlisted one is shown as in the document. */
export const profileName = (t: Translate, code: string): string =>
  profiles.has(code) ? t(`invoices.profiles.${code}`) : code

/** The name of a unit by its UN/ECE code. */
export const unitName = (t: Translate, code: string): string => (units.has(code) ? t(`invoices.units.${code}`) : code)
