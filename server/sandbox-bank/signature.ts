import { createHash, timingSafeEqual } from 'node:crypto'

export type Fields = readonly (readonly [name: string, value: string])[]

/** Names that hash version 3 ignores, in any letter case. */
const unsigned = new Set(['HASH', 'ENCODING', 'NATIONALIDNO'])

/**
 * The bank's side of hash version 3, written independently of the shop's: values in order of their names
 * (case-insensitive, `_` after the letters), `\` doubled, `|` preceded by `\`, the store key last, SHA-512 in base64.
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

/** Whether a shop's form is signed correctly. */
export function isSigned(fields: Fields, storeKey: string): boolean {
  const given = Buffer.from(fields.find(([name]) => name.toUpperCase() === 'HASH')?.[1] ?? '')
  const expected = Buffer.from(signatureOf(fields, storeKey))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
