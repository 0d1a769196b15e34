import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leanDecimal } from './lean-decimal.ts'
import { leanRouter, unofferedParts, withoutBodies } from './lean-router.ts'
import { root } from '#cli/root.ts'

const lean = leanDecimal(readFileSync(join(root, 'node_modules/decimal.js/decimal.mjs'), 'utf8'))
const { Decimal: LeanDecimal } = (await import(
  `data:text/javascript;base64,${Buffer.from(lean.code).toString('base64')}`
)) as { Decimal: typeof Decimal }

/** Sources that run in the browser. */
const browserSources = ['domain', 'contract', 'web'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
)

const amount = fc
  .tuple(fc.integer(), fc.nat({ max: 9_999 }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(4, '0')}`)

test('amounts come out the same with and without the parts that are left out', () => {
  const settings = { precision: 34, rounding: Decimal.ROUND_HALF_UP }
  const [Whole, Lean] = [Decimal.clone(settings), LeanDecimal.clone(settings)]
  fc.assert(
    fc.property(amount, amount, amount, fc.integer({ min: 0, max: 4 }), (a, b, c, places) => {
      const said = (Type: typeof Decimal) => {
        const [x, y, z] = [new Type(a), new Type(b), new Type(c)]
        const divided = x.times(y).dividedBy(z.isZero() ? 1 : z)
        return [
          divided.toString(),
          divided.toDecimalPlaces(places).toFixed(places),
          x.plus(y).minus(z).abs().toNumber(),
          x.modulo(y.isZero() ? 1 : y).decimalPlaces(),
          [x.greaterThan(y), x.lessThanOrEqualTo(z), x.equals(a), x.comparedTo(y), x.isInteger()],
          [x.floor(), x.ceil(), x.negated(), x.truncated()].join(' '),
        ]
      }
      expect(said(Lean)).toEqual(said(Whole))
    }),
  )
})

test('nothing in the browser asks an amount for what was left out', () => {
  expect(lean.removed).toEqual(expect.arrayContaining(['sqrt', 'pow', 'ln', 'cos', 'toBinary']))
  const asked = [...browserSources.join('\n').matchAll(/(?<!\bMath)\.(\w+)\(/g)].map(([, name]) => name)
  expect(lean.removed.filter((name) => asked.includes(name))).toEqual([])
})

test('functions are emptied by name, and one that is gone is noticed', () => {
  const code = 'export function a() { return b() }\nfunction b() { function c() { return 1 } }'
  expect(withoutBodies('x.js', code, ['a', 'c'])).toBe('export function a() {}\nfunction b() { function c() {} }')
  expect(() => withoutBodies('x.js', code, ['d'])).toThrow('no function "d"')
})

test('pages use nothing of the router that was emptied', () => {
  const file = '/node_modules/react-router/dist/production/lib/router/router.js'
  const code = readFileSync(join(root, file), 'utf8')
  expect(leanRouter(file, code)?.length).toBeLessThan(code.length - 8_000)
  expect(leanRouter('/node_modules/react-router/dist/production/lib/context.js', code)).toBeNull()
  const exported = (source: string, name: string) =>
    new RegExp(`export (async )?(function|const) ${name}\\b`).test(source)
  for (const source of browserSources) {
    for (const part of unofferedParts) expect(source).not.toMatch(new RegExp(`\\b${part}\\b`))
    expect([exported(source, 'action'), exported(source, 'clientAction')]).toEqual([false, false])
    // The router has no way of its own to data.
    expect(exported(source, 'clientLoader')).toBe(exported(source, 'loader'))
  }
})
