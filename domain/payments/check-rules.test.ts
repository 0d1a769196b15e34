import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRules } from './check-rules.ts'
import { type RuleConditions, sharesAddUp } from './pos-rules.ts'
import { routedPlans } from './route-payment.ts'
import { rule, someCards, someRoutings, testPurchase } from './test-rules.ts'

const to = (...ids: number[]) => ({ accounts: ids.map((id) => ({ id, share: null })) })
const problemOf = (first: Partial<RuleConditions>, second: Partial<RuleConditions>, ids = [1]) =>
  checkRules([rule({ id: 1, ...first, ...to(1) }), rule({ id: 2, ...second, ...to(...ids) })]).get(2)

describe('a rule below another one', () => {
  test.each<[string, Partial<RuleConditions>, Partial<RuleConditions>]>([
    ['without conditions', {}, { families: ['Bonus'] }],
    ['for a shorter prefix', { bins: ['540061'] }, { bins: ['54006100', '540061'] }],
    ['for more programs', { families: ['Bonus', 'Axess'] }, { families: ['Axess'] }],
    ['for more installments', { installments: [1, 2, 3] }, { installments: [2, 3] }],
    ['for a wider range', { minAmount: '100' }, { minAmount: '100', maxAmount: '200' }],
    ['for credit cards, of which alone are programs', { cardTypes: ['credit'] }, { families: ['Bonus'] }],
    ['for credit cards, which alone pay in installments', { cardTypes: ['credit'] }, { installments: [6] }],
    ['for lira, in which alone are installments', { currency: 'TRY' }, { installments: [6] }],
    ['for the single payment of debit cards', { installments: [1] }, { cardTypes: ['debit'] }],
    ['for known cards', { cardTypes: ['credit', 'debit', 'prepaid'] }, { bankCodes: ['0062'] }],
  ])('%s is never used with the same account, and is its reserve with another', (_what, first, second) => {
    expect(problemOf(first, second)).toEqual({ kind: 'shadowed', by: [1] })
    expect(problemOf(first, second, [1, 2])).toEqual({ kind: 'reserve', by: [1] })
  })

  test.each<[string, Partial<RuleConditions>, Partial<RuleConditions>]>([
    ['other digits', { bins: ['540061'] }, { bins: ['54006100', '540062'] }],
    ['any digits', { bins: ['540061'] }, {}],
    ['other programs', { families: ['Bonus'] }, { families: ['Bonus', 'Axess'] }],
    ['a lower amount', { minAmount: '100' }, { minAmount: '99.99' }],
    ['no highest amount', { maxAmount: '100' }, { minAmount: '10' }],
    ['another class', { cardClass: 'personal' }, { cardClass: 'commercial' }],
    ['any currency', { currency: 'TRY' }, {}],
  ])('is used for %s', (_what, first, second) => {
    expect(problemOf(first, second)).toBe(undefined)
  })

  test('is never used if several rules above it have all its accounts', () => {
    const rules = [rule({ id: 1, ...to(1) }), rule({ id: 2, ...to(2) }), rule({ id: 3, ...to(2, 1) })]
    expect(checkRules(rules)).toEqual(
      new Map([
        [2, { kind: 'reserve', by: [1] }],
        [3, { kind: 'shadowed', by: [1, 2] }],
      ]),
    )
  })
})

test.each<[string, Partial<RuleConditions>]>([
  ['a debit card in installments', { cardTypes: ['debit'], installments: [2, 3] }],
  ['a debit card of a program', { cardTypes: ['debit', 'prepaid'], families: ['Bonus'] }],
  ['an unknown card of a bank', { cardTypes: ['unknown'], bankCodes: ['0062'] }],
  ['dollars in installments', { currency: 'USD', installments: [3] }],
])('%s cannot be paid by anyone', (_what, conditions) => {
  expect(checkRules([rule({ ...conditions, ...to(1) })]).get(1)).toEqual({ kind: 'impossible' })
})

test('a rule that is never used decides about no payment at all', () => {
  fc.assert(
    fc.property(someRoutings, someCards, fc.integer({ min: 1, max: 9000 }), (given, of, amount) => {
      const problems = checkRules(given.rules)
      for (const { ruleId } of routedPlans(given, { ...testPurchase, amount }, of)?.routes ?? []) {
        const problem = ruleId === null ? undefined : problems.get(ruleId)
        expect(problem === undefined || problem.kind === 'reserve').toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  [['60', '40'], true],
  [['33.33', '33.33', '33.34'], true],
  [['60', '39.99'], false],
  [['100.01'], false],
  [[], false],
])('shares of %s add up to 100: %s', (shares, isWhole) => {
  expect(sharesAddUp(shares)).toBe(isWhole)
})
