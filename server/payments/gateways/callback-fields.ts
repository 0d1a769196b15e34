import type { Callback, Receipt } from './gateway.ts'

export type Fields = ReadonlyMap<string, string>

/** The fields of a callback by name; null where a name (in whatever case) stands twice: nobody could tell which one was signed. */
export function readFields(pairs: Callback['fields']): Fields | null {
  const names = new Set(pairs.map(([name]) => name.toUpperCase()))
  return names.size === pairs.length ? new Map(pairs) : null
}

/** What a callback may say: what was read as UTF-8, and before that, where letters broke, its bytes as ISO-8859-9. */
export function decodeFields(callback: Callback): Fields[] {
  const isBroken = callback.fields.some((pair) => pair.some((text) => text.includes('\uFFFD')))
  const all = [...(isBroken ? [readTurkishForm(callback.raw)] : []), callback.fields]
  return all.map(readFields).filter((fields) => fields !== null)
}

/**
 * The body of a form as ISO-8859-9, whose letters %FD, %F0 … are. Banks of this age send their messages so, and the
 * signature over a Turkish letter would fail when it is read as UTF-8.
 */
function readTurkishForm(raw: Buffer): Callback['fields'] {
  const pairs = raw.toString('latin1').split('&')
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [turkishText(pair), ''] : [turkishText(pair.slice(0, at)), turkishText(pair.slice(at + 1))]
    })
}

const turkish = new TextDecoder('iso-8859-9')

function turkishText(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return turkish.decode(Buffer.from(bytes, 'latin1'))
}

/** First six and last four digits of a number that was masked by the bank (4355 08** **** 4358). */
export function maskedCard(text: string | undefined): Pick<Receipt, 'cardFirst6' | 'cardLast4'> {
  const masked = (text ?? '').replaceAll(' ', '')
  const first = /^(\d{6})\d{0,2}\D/.exec(masked)?.[1]
  const last = /\D(\d{4})$/.exec(masked)?.[1]
  return { ...(first === undefined ? {} : { cardFirst6: first }), ...(last === undefined ? {} : { cardLast4: last }) }
}

/** A bank's own words, for staff: one line, no run of digits in it that could be a card's. */
export function bankText(text: string | undefined): string {
  return (text ?? '')
    .replace(/\s+/g, ' ')
    .replace(/\d(?:[ -]?\d){11,}/g, '…')
    .trim()
    .slice(0, 200)
}
