import { expect, test } from 'vitest'
import { shownStep } from './shown-step.ts'

test('a step names its promotion in the language of the reader, and by its only name if it has one', () => {
  const step = { kind: 'promotion', chain: '3', value: '97', currency: 'TRY' } as const
  const both = { ...step, rule: { id: 1, name: 'Sepet iskontosu', nameEn: 'Basket discount' } }
  expect(shownStep(both, 'tr').rule).toBe('Sepet iskontosu')
  expect(shownStep(both, 'en').rule).toBe('Basket discount')
  expect(shownStep({ ...step, rule: { id: 1, name: 'Sepet iskontosu' } }, 'en').rule).toBe('Sepet iskontosu')
})
