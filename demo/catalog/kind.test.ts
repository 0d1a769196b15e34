import { describe, expect, test } from 'vitest'
import { capacityOf, choiceAt } from './choices.ts'
import { fillTemplate } from './kind.ts'
import { nameOf } from './make-product.ts'
import { kinds } from '#demo/plan.ts'

describe('names of products', () => {
  test('have no gap where a value is missing', () => {
    expect(fillTemplate('{Gerilim} {Motor} Matkap, {Kutu}', { Gerilim: '18V', Motor: '' })).toBe('18V Matkap')
    expect(fillTemplate('Disk [{Çap} × {Kalınlık}] {Tip}', { Çap: '125 mm', Tip: 'düz' })).toBe('Disk düz')
    expect(fillTemplate('Disk [{Çap} × {Kalınlık}]', { Çap: '125 mm', Kalınlık: '1,0 mm' })).toBe(
      'Disk 125 mm × 1,0 mm',
    )
  })

  test.each(kinds.map((kind) => [kind.id, kind] as const))('of %s are complete', (_, kind) => {
    for (let n = 0; n < 50; n += 1) {
      const name = nameOf(kind, choiceAt(kind, n, 1))
      expect(name).toMatch(/^[\p{Lu}\d]/u)
      expect(name).not.toMatch(/[{}[\]]| {2}|,,|, ,|\(\)|undefined/)
    }
  })

  test.each(kinds.map((kind) => [kind.id, kind] as const))('%s never generates the same product twice', (_, kind) => {
    const made = new Set<string>()
    const count = Math.min(capacityOf(kind), 1000)
    for (let n = 0; n < count; n += 1) {
      const { brand, series, values } = choiceAt(kind, n, 1)
      made.add(`${brand} ${series} ${values.map(({ text }) => text).join('/')}`)
    }
    expect(made.size).toBe(count)
  })

  test.each(kinds.map((kind) => [kind.id, kind] as const))('%s uses only dimensions that it has', (_, kind) => {
    const labels = kind.axes.map(({ label }) => label)
    const named = [...`${kind.name} ${kind.leaf}`.matchAll(/\{([^}]+)\}/g)].map(([, label]) => label)
    expect(named.filter((label) => label !== 'seri' && !labels.includes(label ?? ''))).toEqual([])
    expect(kind.variants.filter((label) => !labels.includes(label))).toEqual([])
  })
})
