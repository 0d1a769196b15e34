import { createHash, timingSafeEqual } from 'node:crypto'

export type Fields = readonly (readonly [name: string, value: string])[]

/** What takes no part in hash version 3, in any letter case. */
const unsigned = new Set(['HASH', 'ENCODING', 'NATIONALIDNO'])

/**
 * The bank's side of hash version 3, written without a look at the shop's: values by name (letter case does not count,
 * `_` comes after the letters), `\` doubled, then `|` with a `\` before it, the store key last, SHA-512 in base64.
 */
export function signatureOf(fields: Fields, storeKey: string): string {
  const values = fields
    .map(([name, value]) => ({ name: name.toUpperCase(), value }))
    .filter(({ name }) => !unsigned.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map(({ value }) => value)
  const text = [...values, storeKey].map((value) => value.replace(/[\\|]/g, (mark) => `\\${mark}`)).join('|')
  return createHash('sha512').update(text, 'utf8').digest('base64')
}

/** Whether a form that a shop sent carries the signature of its fields. */
export function isSigned(fields: Fields, storeKey: string): boolean {
  const given = Buffer.from(fields.find(([name]) => name.toUpperCase() === 'HASH')?.[1] ?? '')
  const expected = Buffer.from(signatureOf(fields, storeKey))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
