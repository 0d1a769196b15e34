import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BankRate } from './bank-rates.ts'
import {
  type InstallmentLimit,
  type CardInfo,
  maxInstallmentsFor,
  plansForCard,
  plansOfAccount,
  type PosOffer,
  type PosPlan,
  type Purchase,
  tablesOfAccount,
} from './installments.ts'

const plan = (id: number, installment: number, rest: Partial<PosPlan> = {}): PosPlan => {
  return { id, installment, commission: installment === 1 ? '0' : '5', isDefault: false, minAmount: null, ...rest }
}
const account = (id: number, rest: Partial<PosOffer> = {}): PosOffer => ({
  id,
  currency: 'TRY',
  bankCode: null,
  families: [],
  minAmount: null,
  maxAmount: null,
  isDefault: false,
  position: id,
  plans: [1, 2, 3, 6, 9, 12].map((installment) => plan(id * 100 + installment, installment)),
  ...rest,
})

const bonus = account(1, { bankCode: '0062', families: ['Bonus', 'Miles&Smiles'] })
const axess = account(2, { bankCode: '0046', families: ['Axess', 'Wings'], isDefault: true })
const isbank = account(3, { bankCode: '0064', families: [] })
const accounts = [bonus, axess, isbank]

const credit = (bankCode: string, family: string | null): CardInfo => {
  return { bankCode, family, type: 'credit', isCommercial: false }
}
const purchase: Purchase = {
  amount: '1000',
  currency: 'TRY',
  categoryIds: [],
  today: '2026-11-21',
  installmentLimit: 0,
}
const limit = (most: number, rest: Partial<InstallmentLimit> = {}): InstallmentLimit => {
  return { cardClass: null, categoryId: null, validFrom: null, validUntil: null, maxInstallments: most, ...rest }
}
const offered = (card: CardInfo | null, change: Partial<Purchase> = {}, limits: InstallmentLimit[] = []) => {
  const found = plansForCard(accounts, card, { ...purchase, ...change }, limits)
  return found && { account: found.account.id, installments: found.plans.map(({ installment }) => installment) }
}
const all = [1, 2, 3, 6, 9, 12]

describe('the account and plans of a card', () => {
  test.each<[string, CardInfo | null, number, number[]]>([
    ['a card of an account’s program', credit('0062', 'Bonus'), 1, all],
    ['another bank’s card of the same program', credit('0134', 'Bonus'), 1, all],
    ['a card of an account’s second program', credit('0046', 'Wings'), 2, all],
    ['a program that no account takes, of a bank with an account', credit('0064', 'Maximum'), 3, all],
    ['a program and bank without an account', credit('0010', 'Bankkart'), 2, [1]],
    ['a credit card whose program is unknown', credit('0064', null), 3, [1]],
    ['a debit card of a bank with an account', { ...credit('0062', 'Bonus'), type: 'debit' }, 1, [1]],
    ['a prepaid card', { ...credit('0143', 'Bonus'), type: 'prepaid' }, 2, [1]],
    ['an unknown card', null, 2, [1]],
  ])('%s', (_what, card, id, installments) => {
    expect(offered(card)).toEqual({ account: id, installments })
  })

  test('of two accounts with the program, the issuing bank’s account takes the card', () => {
    const other = account(0, { families: ['Bonus'] })
    const found = plansForCard([other, bonus], credit('0062', 'Bonus'), purchase, [])
    expect(found?.account.id).toBe(1)
    expect(plansForCard([other, bonus], credit('0099', 'Bonus'), purchase, [])?.account.id).toBe(0)
  })

  test('an account that does not take the amount is skipped', () => {
    const small = { ...bonus, maxAmount: '999.99' }
    expect(plansForCard([small, axess], credit('0062', 'Bonus'), purchase, [])?.account.id).toBe(2)
    expect(plansForCard([small], null, purchase, [])).toBe(null)
    expect(plansForCard([{ ...bonus, plans: [plan(9, 3)] }], null, purchase, [])).toBe(null)
    expect(plansForCard([], null, purchase, [])).toBe(null)
  })

  test('an account takes its own currency only, and other currencies than lira in a single payment', () => {
    const dollars = account(4, { bankCode: '0062', families: ['Bonus'], currency: 'USD' })
    const found = plansForCard([bonus, dollars], credit('0062', 'Bonus'), { ...purchase, currency: 'USD' }, [])
    expect(found?.account.id).toBe(4)
    expect(found?.plans.map(({ installment }) => installment)).toEqual([1])
    expect(plansForCard([bonus, dollars], credit('0062', 'Bonus'), { ...purchase, currency: 'EUR' }, [])).toBe(null)
    expect(plansForCard([dollars], credit('0062', 'Bonus'), purchase, [])).toBe(null)
  })

  test('an account takes amounts from its minimum to its maximum, both included', () => {
    const narrow = { ...bonus, minAmount: '100', maxAmount: '1000' }
    const takes = (amount: string | null) => plansOfAccount(narrow, { ...purchase, amount }, []) !== null
    expect(['99.99', '100', '1000', '1000.01'].map(takes)).toEqual([false, true, true, false])
    expect(takes(null)).toBe(true)
  })

  test('the first account takes a card that no other rule assigns, and plans are sorted by installments', () => {
    const [first, later] = [account(9, { position: 1 }), account(8, { position: 2 })]
    expect(plansForCard([later, first], null, purchase, [])?.account.id).toBe(9)
    expect(plansForCard([account(9, { position: 2 }), later], null, purchase, [])?.account.id).toBe(8)
    const mixed = account(1, { plans: [plan(1, 3), plan(2, 1), plan(3, 2)] })
    expect(plansOfAccount(mixed, purchase, [])?.plans.map(({ installment }) => installment)).toEqual([1, 2, 3])
  })

  test('installments are offered only for amounts above installmentLimit', () => {
    const card = credit('0062', 'Bonus')
    expect(offered(card, { installmentLimit: 1000 })?.installments).toEqual([1])
    expect(offered(card, { installmentLimit: 999.99 })?.installments).toEqual(all)
    expect(offered(card, { installmentLimit: 1000, amount: null })?.installments).toEqual(all)
  })

  test('a plan is offered from its minimum amount, and below it the single payment is the default', () => {
    const own = account(1, {
      families: ['Bonus'],
      plans: [plan(1, 1), plan(2, 3, { minAmount: '1000' }), plan(3, 6, { minAmount: '1000.01', isDefault: true })],
    })
    const plansAt = (amount: string) =>
      plansForCard([own], credit('0062', 'Bonus'), { ...purchase, amount }, [])?.plans.map(
        ({ installment, isDefault }) => `${installment}${isDefault ? ' default' : ''}`,
      )
    expect(plansAt('999.99')).toEqual(['1 default'])
    expect(plansAt('1000')).toEqual(['1 default', '3'])
    expect(plansAt('1000.01')).toEqual(['1', '3', '6 default'])
  })
})

describe('installment limits', () => {
  const personal = { categoryIds: [10, 1], today: '2026-11-21' }
  test.each<[string, InstallmentLimit[], boolean | null, number]>([
    ['none', [], false, 12],
    ['apply to their card class', [limit(9, { cardClass: 'personal' })], false, 9],
    ['do not apply to the other card class', [limit(9, { cardClass: 'personal' })], true, 12],
    ['apply to a card of unknown class', [limit(9, { cardClass: 'personal' })], null, 9],
    ['apply to categories below theirs', [limit(4, { categoryId: 1 })], false, 4],
    ['do not apply to other categories', [limit(4, { categoryId: 2 })], false, 12],
    ['apply with the strictest value', [limit(9), limit(4, { categoryId: 10 }), limit(6)], false, 4],
    ['do not apply before their first day', [limit(4, { validFrom: '2026-11-22' })], false, 12],
    ['apply on their first day', [limit(4, { validFrom: '2026-11-21' })], false, 4],
    ['apply on their last day', [limit(4, { validUntil: '2026-11-21' })], false, 4],
    ['do not apply after their last day', [limit(4, { validUntil: '2026-11-20' })], false, 12],
  ])('%s', (_what, limits, isCommercial, most) => {
    expect(maxInstallmentsFor(limits, personal, isCommercial)).toBe(most)
  })

  test('exclude plans, but never the single payment', () => {
    expect(offered(credit('0062', 'Bonus'), {}, [limit(3)])?.installments).toEqual([1, 2, 3])
    expect(offered(credit('0062', 'Bonus'), {}, [limit(1)])?.installments).toEqual([1])
    expect(plansOfAccount(isbank, purchase, [limit(3, { cardClass: 'commercial' })])?.plans).toHaveLength(3)
  })
})

describe('an account with the bank’s rates', () => {
  const rate = (installment: number, rest: Partial<BankRate> = {}): BankRate => ({
    id: 1000 + installment,
    family: 'Bonus',
    cardClass: null,
    installment,
    percent: '10',
    extraInstallments: 0,
    bearer: 'payer',
    payOutDays: null,
    validFrom: '2026-01-01',
    validUntil: null,
    ...rest,
  })
  const own = account(1, {
    families: ['Bonus', 'Miles&Smiles'],
    plans: [plan(1, 1), plan(2, 2), plan(6, 6, { minAmount: '500', isDefault: true })],
    rates: [
      rate(3),
      rate(6, { bearer: 'plan', extraInstallments: 2 }),
      rate(9, { cardClass: 'commercial', bearer: 'store' }),
      rate(4, { bearer: 'plan' }),
      rate(12, { validUntil: '2026-11-20' }),
    ],
  })
  const shown = (plans: readonly PosPlan[] = []) =>
    plans.map(
      ({ installment, commission, rate: given }) => `${installment}+${given?.extraInstallments ?? 0}: ${commission}`,
    )
  const plansOf = (card: CardInfo, change: Partial<Purchase> = {}, given = own) =>
    plansForCard([given], card, { ...purchase, ...change }, [])?.plans

  test('offers a card the rates of its program and class that are in force, and always the single payment', () => {
    expect(shown(plansOf(credit('0062', 'Bonus')))).toEqual(['1+0: 0', '3+0: 11.111', '6+2: 5'])
    const commercial = { ...credit('0062', 'Bonus'), isCommercial: true }
    expect(shown(plansOf(commercial))).toEqual(['1+0: 0', '3+0: 11.111', '6+2: 5', '9+0: 0'])
    expect(shown(plansOf(credit('0062', 'Miles&Smiles')))).toEqual(['1+0: 0'])
    expect(shown(plansOf({ ...commercial, type: 'debit' }))).toEqual(['1+0: 0'])
  })

  test('has minimum amounts and default of its plans, and numbers of its rates', () => {
    expect(plansOf(credit('0062', 'Bonus'))?.find(({ isDefault }) => isDefault)).toMatchObject({ id: 1006 })
    expect(shown(plansOf(credit('0062', 'Bonus'), { amount: '499.99' }))).toEqual(['1+0: 0', '3+0: 11.111'])
  })

  test('offers its plans while no rate is in force', () => {
    expect(shown(plansOf(credit('0062', 'Bonus'), { today: '2025-12-31' }))).toEqual(['1+0: 0', '2+0: 5', '6+0: 5'])
  })

  test('has the bank’s rate of the single payment, which the payer does not bear', () => {
    const rates = [rate(1, { family: null, bearer: 'plan', percent: '1.79' })]
    const plans = plansOf(credit('0062', 'Bonus'), {}, { ...own, rates })
    expect(plans).toMatchObject([{ installment: 1, commission: '0', rate: { percent: '1.79' } }])
  })

  test('has one table for cards with the same terms, and tables by class where they differ', () => {
    const tables = tablesOfAccount(own, purchase, []).map(({ families, cardClass, plans }) => {
      return [families.join(), cardClass, plans.length]
    })
    expect(tables).toEqual([
      ['Bonus', 'personal', 3],
      ['Bonus', 'commercial', 4],
      ['Miles&Smiles', null, 1],
    ])
    expect(tablesOfAccount(account(1, { families: ['Bonus'] }), purchase, [limit(3)])).toMatchObject([
      { families: ['Bonus'], cardClass: null, plans: [{}, {}, {}] },
    ])
    expect(tablesOfAccount({ ...own, maxAmount: '1' }, purchase, [])).toEqual([])
  })

  test('offers the dearest rate while the card is not known', () => {
    const rates = [rate(3), rate(3, { family: null, percent: '20' })]
    expect(shown(plansOfAccount({ ...own, rates }, purchase, [])?.plans)).toEqual(['1+0: 0', '3+0: 25'])
  })
})

const cards = fc.option(
  fc.record<CardInfo>({
    bankCode: fc.constantFrom('0062', '0046', '0064', '0010'),
    family: fc.constantFrom('Bonus', 'Axess', 'Maximum', null),
    type: fc.constantFrom('credit', 'debit', 'prepaid'),
    isCommercial: fc.boolean(),
  }),
)
const someAccounts = fc.array(
  fc.record<PosOffer>({
    id: fc.integer({ min: 1, max: 9 }),
    currency: fc.constant('TRY' as const),
    bankCode: fc.constantFrom('0062', '0046', null),
    families: fc.subarray(['Bonus', 'Axess', 'Maximum']),
    minAmount: fc.constantFrom(null, '100'),
    maxAmount: fc.constantFrom(null, '5000'),
    isDefault: fc.boolean(),
    position: fc.integer({ min: 0, max: 3 }),
    plans: fc
      .uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 6 })
      .map((numbers) => numbers.map((n) => plan(n, n))),
  }),
  { maxLength: 4 },
)
const limits = fc.array(
  fc.record<InstallmentLimit>({
    cardClass: fc.constantFrom(null, 'personal', 'commercial'),
    categoryId: fc.constantFrom(null, 1, 2),
    maxInstallments: fc.integer({ min: 1, max: 12 }),
    validFrom: fc.constant(null),
    validUntil: fc.constant(null),
  }),
  { maxLength: 3 },
)

test('any input gives a single payment, one default, and installments only for known credit cards within the limits', () => {
  fc.assert(
    fc.property(someAccounts, cards, limits, fc.integer({ min: 1, max: 9000 }), (given, card, inForce, amount) => {
      const bought = { ...purchase, amount, categoryIds: [1] }
      const found = plansForCard(given, card, bought, inForce)
      const takes = ({ minAmount, maxAmount, plans }: PosOffer) =>
        amount >= Number(minAmount ?? 0) &&
        amount <= Number(maxAmount ?? Infinity) &&
        plans.some(({ installment }) => installment === 1)
      expect(found === null).toBe(!given.some(takes))
      if (found === null) return
      const installments = found.plans.map(({ installment }) => installment)
      expect(installments[0]).toBe(1)
      expect(found.plans.filter(({ isDefault }) => isDefault)).toHaveLength(1)
      expect(Math.max(...installments)).toBeLessThanOrEqual(
        maxInstallmentsFor(inForce, bought, card?.isCommercial ?? null),
      )
      if (installments.length > 1) {
        expect(card).toMatchObject({ type: 'credit', family: expect.any(String) })
        const isOwn = found.account.bankCode !== null && found.account.bankCode === card?.bankCode
        expect(isOwn || found.account.families.includes(card?.family ?? '')).toBe(true)
      }
    }),
  )
})
