import type { Callback, Receipt } from './gateway.ts'

export type Fields = ReadonlyMap<string, string>

/**
 * The fields of a callback by name; null if a name is repeated, ignoring case: which of them is signed would be
 * ambiguous.
 */
export function readFields(pairs: Callback['fields']): Fields | null {
  const names = new Set(pairs.map(([name]) => name.toUpperCase()))
  return names.size === pairs.length ? new Map(pairs) : null
}

/** The possible readings of a callback's fields: as UTF-8, and first, if UTF-8 decoding failed, as ISO-8859-9. */
export function decodeFields(callback: Callback): Fields[] {
  const isBroken = callback.fields.some((pair) => pair.some((text) => text.includes('\uFFFD')))
  const all = [...(isBroken ? [readTurkishForm(callback.raw)] : []), callback.fields]
  return all.map(readFields).filter((fields) => fields !== null)
}

/**
 * Decodes a form body as ISO-8859-9 (%FD, %F0 …). Some banks send this encoding, and a signature over Turkish letters
 * fails if they are read as UTF-8.
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

/** The first six and last four digits of a number masked by the bank (4355 08** **** 4358). */
export function maskedCard(text: string | undefined): Pick<Receipt, 'cardFirst6' | 'cardLast4'> {
  const masked = (text ?? '').replaceAll(' ', '')
  const first = /^(\d{6})\d{0,2}\D/.exec(masked)?.[1]
  const last = /\D(\d{4})$/.exec(masked)?.[1]
  return { ...(first === undefined ? {} : { cardFirst6: first }), ...(last === undefined ? {} : { cardLast4: last }) }
}

/** A bank's text for staff: one line, without digit sequences that could be a card number. */
export function bankText(text: string | undefined): string {
  return (text ?? '')
    .replace(/\s+/g, ' ')
    .replace(/\d(?:[ -]?\d){11,}/g, '…')
    .trim()
    .slice(0, 200)
}
