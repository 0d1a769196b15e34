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
export async function expectForged(
  visit: Pick<BankVisit, 'callback' | 'read'>,
  covered: readonly string[],
  mayAdd: boolean,
): Promise<void> {
  const { fields } = visit.callback
  const isForged = async (changed: Callback['fields']) => (await visit.read(posted(changed))).kind === 'forged'
  expect((await visit.read(posted(fields))).kind).not.toBe('forged')
  for (const name of covered) {
    expect([name, await isForged(withValue(name, 'x')(fields))]).toEqual([name, true])
  }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...covered), fc.string(), async (name, value) => {
      const signedValue = fields.find(([each]) => each === name)?.[1]
      fc.pre(signedValue !== undefined && signedValue !== value)
      expect(await isForged(withValue(name, value)(fields))).toBe(true)
    }),
  )
  for (const name of covered) {
    const [, value = ''] = fields.find(([each]) => each === name) ?? []
    if (value !== '') expect([name, await isForged(without(name)(fields))]).toEqual([name, true])
  }
  for (const [name, value] of fields) expect(await isForged([...fields, [name.toLowerCase(), value]])).toBe(true)
  if (mayAdd) {
    const added = fc.stringMatching(/^[a-z]{3,12}$/)
    await fc.assert(
      fc.asyncProperty(added, fc.string(), async (name, value) => {
        fc.pre(!['encoding', 'nationalidno', 'hash'].includes(name))
        expect(await isForged([...fields, [name, value]])).toBe(true)
      }),
    )
  }
}

/** The names of the callback's fields. */
export const names = ({ callback }: BankVisit) => callback.fields.map(([name]) => name)
