import fc from 'fast-check'
import { expect } from 'vitest'
import type { Callback } from './gateway.ts'
import { posted } from './test-bank.ts'
import type { BankVisit } from './test-bank-visit.ts'

export const without = (name: string) => (fields: Callback['fields']) => fields.filter(([each]) => each !== name)
export const withValue = (name: string, value: string) => (fields: Callback['fields']) =>
  fields.map((each): readonly [string, string] => (each[0] === name ? [name, value] : each))

/**
 * Changes, removes and adds fields that the signature covers (`covered`) and repeats fields: each such callback is
 * forged.
 */
export function expectForged(visit: BankVisit, covered: readonly string[], mayAdd: boolean): void {
  const { fields } = visit.callback
  const isForged = (changed: Callback['fields']) => visit.read(posted(changed)).kind === 'forged'
  expect(visit.read(posted(fields)).kind).not.toBe('forged')
  for (const name of covered) {
    expect([name, isForged(withValue(name, 'x')(fields))]).toEqual([name, true])
  }
  fc.assert(
    fc.property(fc.constantFrom(...covered), fc.string(), (name, value) => {
      const signedValue = fields.find(([each]) => each === name)?.[1]
      fc.pre(signedValue !== undefined && signedValue !== value)
      expect(isForged(withValue(name, value)(fields))).toBe(true)
    }),
  )
  for (const name of covered) {
    const [, value = ''] = fields.find(([each]) => each === name) ?? []
    if (value !== '') expect([name, isForged(without(name)(fields))]).toEqual([name, true])
  }
  for (const [name, value] of fields) expect(isForged([...fields, [name.toLowerCase(), value]])).toBe(true)
  if (mayAdd) {
    const added = fc.stringMatching(/^[a-z]{3,12}$/)
    fc.assert(
      fc.property(added, fc.string(), (name, value) => {
        fc.pre(!['encoding', 'nationalidno', 'hash'].includes(name))
        expect(isForged([...fields, [name, value]])).toBe(true)
      }),
    )
  }
}

/** The names of the callback's fields. */
export const names = ({ callback }: BankVisit) => callback.fields.map(([name]) => name)
