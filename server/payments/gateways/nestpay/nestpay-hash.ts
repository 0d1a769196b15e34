import { createHash } from 'node:crypto'

/**
 * Names that the hash ignores, in any case: the hash itself, the page's encoding, and a field that banks add
 * afterwards.
 */
const unsignedNames = new Set(['HASH', 'ENCODING', 'NATIONALIDNO'])

/**
 * NestPay's hash, version 3. Takes all other fields in ASCII order of their upper-cased names; doubles `\` in each
 * value, then puts `\` before `|`; joins them with `|` and appends the store key; SHA-512 of UTF-8, base64. An empty
 * value is an empty part.
 */
export function nestpayHash(fields: Iterable<readonly [name: string, value: string]>, storeKey: string): string {
  const signedFields = [...fields]
    .map(([name, value]) => [name.toUpperCase(), value] as const)
    .filter(([name]) => !unsignedNames.has(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const text = [...signedFields.map(([, value]) => value), storeKey].map(escapePart).join('|')
  return createHash('sha512').update(text, 'utf8').digest('base64')
}

function escapePart(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('|', '\\|')
}
