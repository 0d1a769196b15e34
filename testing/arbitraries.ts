import fc from 'fast-check'

/** The part of JSON Schema that the OpenAPI page uses. */
export type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  pattern?: string
  minimum?: number
  maximum?: number
}

/** Values that exist in the shop under test, by the name of their field. */
export type ExistingValues = Record<string, readonly unknown[]>

/** Input of users, scanners and attackers. */
export const hostileTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1,5',
  '1e309',
  'NaN',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  "'",
  '"',
  "' OR 1=1 --",
  '; DROP TABLE orders; --',
  '%',
  '_',
  '%_%_',
  '\\',
  '\\u0000',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..\\..',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uFEFF',
  '\u202E',
  'İıŞşĞğÜüÖöÇç',
  'i\u0307',
  'ﷺ',
  '١٢٣',
  '👩‍👩‍👧',
  '\r\nSet-Cookie: a=b',
  'a'.repeat(3000),
  '9'.repeat(40),
]
const hostileNumbers = [0, -1, 0.5, 1e9, 1e308, 2 ** 53, -(2 ** 31), 2 ** 31, 1e-7]

const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary' }), fc.string())
const anything = fc.oneof(text, fc.constantFrom<unknown>(...hostileNumbers), fc.jsonValue())

/** Usually a value that matches the schema, sometimes one that does not. */
export function valueOf(schema: Schema, known: ExistingValues, name = ''): fc.Arbitrary<unknown> {
  const meant = known[name]
  return fc.oneof(
    { weight: 4, arbitrary: rightValue(schema, known) },
    { weight: meant === undefined ? 0 : 6, arbitrary: fc.constantFrom(...(meant ?? [null])) },
    { weight: 2, arbitrary: anything },
  )
}

function rightValue(schema: Schema, known: ExistingValues): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => rightValue(each, known)))
  if (schema.pattern !== undefined) return fc.oneof(fc.nat().map(String), text)
  if (schema.type === 'string') return text
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'number' || schema.type === 'integer') return numberOf(schema)
  if (schema.type === 'array') return fc.array(valueOf(schema.items ?? {}, known), { maxLength: 4 })
  return schema.type === 'object' ? objectOf(schema, known) : anything
}

function numberOf({ minimum = 0, maximum = 1_000_000 }: Schema): fc.Arbitrary<unknown> {
  const top = Math.min(maximum, 1_000_000)
  const whole = fc.integer({ min: Math.min(Math.max(minimum, -1_000_000), top), max: top })
  return fc.oneof(fc.integer({ min: 1, max: 3 }), whole, fc.constantFrom<unknown>(...hostileNumbers))
}

/** Objects with missing and additional fields. */
export function objectOf({ properties = {}, required = [] }: Schema, known: ExistingValues): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties)
  const shape = Object.fromEntries(entries.map(([name, schema]) => [name, valueOf(schema, known, name)]))
  const whole = fc.record(shape, { requiredKeys: required.filter((name) => name in shape) })
  const broken = fc.record(shape, { requiredKeys: [] })
  const extra = fc.dictionary(fc.oneof(text, fc.constantFrom(...Object.keys(known))), anything, { maxKeys: 2 })
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: fc.tuple(whole, extra).map(([right, more]) => ({ ...more, ...right })) },
  )
}
