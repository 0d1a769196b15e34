import { createHash } from 'node:crypto'

/**
 * Names that the hash ignores, in any case: the hash itself, the page's encoding, and a field that banks add
 * afterwards.
 */
const unsignedNames = new Set(['HASH', 'ENCODING', 'NATIONALIDNO'])

/**
 * NestPay's hash, version 3. Takes all other fields in the order of their names (`compareNames`); doubles `\` in each
 * value, then puts `\` before `|`; joins them with `|` and appends the store key; SHA-512 of UTF-8, base64. An empty
 * value is an empty part.
 */
export function nestpayHash(fields: Iterable<readonly [name: string, value: string]>, storeKey: string): string {
  const signedFields = [...fields]
    .map(([name, value]) => [upperAscii(name), value] as const)
    .filter(([name]) => !unsignedNames.has(name))
    .sort(([a], [b]) => compareNames(a, b))
  const text = [...signedFields.map(([, value]) => value), storeKey].map(escapePart).join('|')
  return createHash('sha512').update(text, 'utf8').digest('base64')
}

/** Upper case of ASCII letters only, as the protocol compares parameter names. */
export function upperAscii(name: string): string {
  return name.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/**
 * The order of two upper-cased names, as PHP's `natcasesort` in the bank's own sample: `_` after the letters, and digits by
 * the number that they write (`NAME2` before `NAME10`) unless one of the numbers starts with 0.
 */
function compareNames(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const order = compareParts(left[i] ?? '', right[i] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** Digits in one part, everything else character by character. */
const partsOf = (name: string): string[] => name.match(/\d+|\D/g) ?? []

function compareParts(a: string, b: string): number {
  const areNumbers = /^[1-9]/.test(a) && /^[1-9]/.test(b)
  if (areNumbers && a.length !== b.length) return a.length - b.length
  return a < b ? -1 : Number(a > b)
}

function escapePart(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('|', '\\|')
}
