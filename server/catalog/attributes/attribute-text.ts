import type { Locale } from '#contract/core/visitor.ts'
import { measureText } from '#domain/text/measure.ts'
import type { AttributeRow, ValueRow } from '#server/catalog/index/labels.ts'
import { translate } from '#server/platform/http/words.ts'

type Names = { name_tr: string; name_en: string }

/** The name in the visitor's language; the Turkish one where there is no English one. */
export const attributeName = ({ name_tr, name_en }: Names, locale: Locale): string =>
  locale === 'en' && name_en !== '' ? name_en : name_tr

/** A value in the visitor's language and notation: 0,75 kW, IP65, Evet, a text or a choice. */
export function valueText(
  { type, unit }: Pick<AttributeRow, 'type' | 'unit'>,
  { number, name, name_en }: Pick<ValueRow, 'number' | 'name' | 'name_en'>,
  locale: Locale,
): string {
  if (type === 'yes_no') return translate(locale, number === 0 ? 'attributes.no' : 'attributes.yes')
  if (number !== null) return measureText(number, unit, locale)
  return locale === 'en' && name_en !== '' ? name_en : (name ?? '')
}
