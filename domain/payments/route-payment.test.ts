import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CardInfo, maxInstallmentsFor, plansForCard, type PosPlan, type Purchase } from './installments.ts'
import type { TakenShares } from './pos-rules.ts'
import {
  type RoutedAccount,
  type RoutedCard,
  routedPlans,
  routePayment,
  type Routing,
  takingAccounts,
  traceRoute,
} from './route-payment.ts'
import { credit, rate, routedAccount, routing, rule, someCards, someRoutings, testPurchase } from './test-rules.ts'

const bonus = routedAccount(1, { bankCode: '0062', families: ['Bonus'], isDefault: true })
const axess = routedAccount(2, { bankCode: '0046', families: ['Axess', 'Bonus'] })
const vakif = routedAccount(3, { bankCode: '0015', families: ['World'] })
const accounts = [bonus, axess, vakif]
const card = { digits: '54006100', card: credit('0062', 'Bonus') }
const to = (...ids: number[]) => ({ accounts: ids.map((id) => ({ id, share: null })) })

/** The account by number of installments. */
function accountsOf(change: Partial<Routing>, of: Partial<RoutedCard> & { purchase?: Partial<Purchase> } = {}) {
  const { purchase, ...other } = of
  const routes = routedPlans(routing({ accounts, ...change }), { ...testPurchase, ...purchase }, { ...card, ...other })
  return Object.fromEntries(routes?.routes.map(({ account, plan }) => [plan.installment, account.id]) ?? [])
}
const everywhere = (id: number, counts = [1, 2, 3, 6, 9, 12]) => Object.fromEntries(counts.map((count) => [count, id]))

describe('a rule decides', () => {
  test.each([
    ['the card’s program', rule({ families: ['Bonus'], ...to(2) }), 2],
    ['another program', rule({ families: ['World'], ...to(2) }), 1],
    ['six digits', rule({ bins: ['540061'], ...to(2) }), 2],
    ['eight digits', rule({ bins: ['54006100'], ...to(2) }), 2],
    ['other digits', rule({ bins: ['54006101', '540060'], ...to(2) }), 1],
    ['the issuing bank', rule({ bankCodes: ['0062'], ...to(2) }), 2],
    ['another bank', rule({ bankCodes: ['0046'], ...to(2) }), 1],
    ['the type of card', rule({ cardTypes: ['credit', 'debit'], ...to(2) }), 2],
    ['another type', rule({ cardTypes: ['debit', 'unknown'], ...to(2) }), 1],
    ['the class of card', rule({ cardClass: 'personal', ...to(2) }), 2],
    ['another class', rule({ cardClass: 'commercial', ...to(2) }), 1],
    ['the amount', rule({ minAmount: '1000', maxAmount: '1000.00', ...to(2) }), 2],
    ['a higher amount', rule({ minAmount: '1000.01', ...to(2) }), 1],
    ['a lower amount', rule({ maxAmount: '999.99', ...to(2) }), 1],
    ['the currency', rule({ currency: 'TRY', ...to(2) }), 2],
    ['another currency', rule({ currency: 'EUR', ...to(2) }), 1],
  ])('by %s', (_what, first, id) => {
    expect(accountsOf({ rules: [first] })).toEqual(everywhere(id))
  })

  test('for a number of installments only: each number has an account of its own', () => {
    const rules = [rule({ id: 1, installments: [3, 6], ...to(2) })]
    expect(accountsOf({ rules })).toEqual({ ...everywhere(1), 3: 2, 6: 2 })
  })

  test('first where several are for the payment', () => {
    const rules = [rule({ id: 1, families: ['Bonus'], ...to(2) }), rule({ id: 2, ...to(1) })]
    expect(accountsOf({ rules })).toEqual(everywhere(2))
    expect(accountsOf({ rules: rules.toReversed() })).toEqual(everywhere(1))
  })

  test('about cards on no list by their digits or as unknown cards', () => {
    const foreign = { digits: '49999300', card: null }
    expect(accountsOf({ rules: [rule({ cardTypes: ['unknown'], ...to(3) })] }, foreign)).toEqual({ 1: 3 })
    expect(accountsOf({ rules: [rule({ bins: ['499993'], ...to(3) })] }, foreign)).toEqual({ 1: 3 })
    expect(accountsOf({ rules: [rule({ cardClass: 'personal', ...to(3) })] }, foreign)).toEqual({ 1: 1 })
  })
})

describe('an account is passed over', () => {
  const passedAt = (change: Partial<Routing>, installment = 1) => {
    const { route, passed } = traceRoute(routing({ accounts, ...change }), testPurchase, { ...card, installment })
    return { ...route, passed }
  }
  const small = { ...axess, maxAmount: '999.99' }

  test.each([
    ['inactive', [bonus, vakif], 1],
    ['silent', [bonus, { ...axess, isSilent: true }, vakif], 1],
    ['currency', [bonus, { ...axess, currency: 'USD' as const }, vakif], 1],
    ['page', [bonus, { ...axess, mode: 'hosted' as const }, vakif], 1],
    ['amount', [bonus, small, vakif], 1],
    ['plan', [bonus, { ...axess, plans: axess.plans.slice(0, 2) }, vakif], 9],
  ] as const)('as %s, for the next account of the rule, then for the next rule', (reason, given, installment) => {
    const change = { accounts: given, rules: [rule({ id: 7, ...to(2, 1) })] }
    expect(passedAt(change, installment)).toMatchObject({
      account: { id: 1 },
      ruleId: 7,
      passed: [{ ruleId: 7, accountId: 2, reason }],
    })
    const alone = { accounts: given, rules: [rule({ id: 7, ...to(2) }), rule({ id: 8, ...to(1) })] }
    expect(passedAt(alone, installment)).toMatchObject({ account: { id: 1 }, ruleId: 8, passed: [{ ruleId: 7 }] })
  })

  test('only if it comes before the account that takes the payment', () => {
    expect(passedAt({ rules: [rule({ id: 7, ...to(1, 3) })] }, 6)).toMatchObject({ account: { id: 1 }, passed: [] })
  })

  test('that does not take the program of a card in installments, but takes its single payment', () => {
    const rules = [rule({ id: 7, ...to(3) })]
    expect(accountsOf({ rules })).toEqual({ ...everywhere(1), 1: 3 })
    expect(passedAt({ rules }, 6)).toMatchObject({ ruleId: null, reason: 'family', passed: [{ reason: 'program' }] })
  })

  test('without a rule as well: a silent bank’s cards go to another account', () => {
    const given = [{ ...bonus, isSilent: true }, axess, vakif]
    expect(passedAt({ accounts: given })).toMatchObject({
      account: { id: 2 },
      ruleId: null,
      passed: [{ ruleId: null, accountId: 1, reason: 'silent' }],
    })
  })

  test('but not if all banks are silent: then nothing better is known', () => {
    const given = accounts.map((each) => ({ ...each, isSilent: true }))
    expect(passedAt({ accounts: given, rules: [rule({ ...to(2) })] })).toMatchObject({ account: { id: 2 }, passed: [] })
  })
})

describe('the cheapest account', () => {
  /** Gives an account the bank's rates of its plans. */
  const rated = (of: RoutedAccount, percentOf: (count: number) => string): RoutedAccount => ({
    ...of,
    rates: of.plans.map(({ id, installment }) => rate(id, installment, percentOf(installment))),
  })
  const rules = [rule({ target: 'cheapest', ...to(3, 1, 2) })]

  test('is the one with the lowest cost; accounts whose cost is not known come last', () => {
    const known = [rated(bonus, () => '2.19'), rated(axess, () => '1.79'), vakif]
    expect(accountsOf({ rules, accounts: known })).toEqual(everywhere(2))
    expect(accountsOf({ rules })).toEqual({ ...everywhere(1), 1: 3 })
  })

  test('depends on the number of installments', () => {
    const given = [rated(bonus, (count) => (count > 3 ? '1' : '2')), rated(axess, (count) => (count > 3 ? '2' : '1'))]
    const two = [rule({ target: 'cheapest', ...to(1, 2) })]
    expect(accountsOf({ rules: two, accounts: given })).toEqual({ 1: 2, 2: 2, 3: 2, 6: 1, 9: 1, 12: 1 })
  })
})

describe('shares', () => {
  const shares = (a: string, b: string, c: string) => ({
    accounts: [
      { id: 1, share: a },
      { id: 2, share: b },
      { id: 3, share: c },
    ],
  })
  const single = { ...card, installment: 1 }

  test('an account that takes nothing now leaves its share to the others', () => {
    const given = [bonus, { ...axess, isSilent: true }, vakif]
    const rules = [rule({ target: 'shares', ...shares('20', '60', '20') })]
    const taken = new Map([[1, new Map([[1, '500']])]])
    expect(routePayment(routing({ accounts: given, rules, taken }), testPurchase, single)?.account.id).toBe(3)
  })

  test('never change the price that was shown: only accounts with the same commission are chosen from', () => {
    const dear = { ...axess, plans: axess.plans.map((each) => ({ ...each, commission: '9' })) }
    const rules = [rule({ target: 'shares', ...shares('10', '90', '0') })]
    const find = (shown: PosPlan | null) =>
      routePayment(routing({ accounts: [bonus, dear], rules }), testPurchase, { ...card, installment: 3, shown })
    const [shown = null] = bonus.plans.filter(({ installment }) => installment === 3)
    expect(find(null)?.account.id).toBe(2)
    expect(find(shown && { ...shown, commission: '5.000' })?.account.id).toBe(1)
  })

  test('are kept over the payments: no account is ever further from its share than the others are large', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 60 })
    const parts = fc
      .tuple(fc.integer({ min: 1, max: 98 }), fc.integer({ min: 1, max: 98 }))
      .filter(([a, b]) => a + b < 100)
    fc.assert(
      fc.property(amounts, parts, fc.constantFrom('amount' as const, 'count' as const), (given, [a, b], shareBy) => {
        const wanted = [a, b, 100 - a - b]
        const rules = [rule({ target: 'shares', shareBy, ...shares(`${wanted[0]}`, `${wanted[1]}`, `${wanted[2]}`) })]
        const taken = new Map<number, string>()
        for (const amount of given) {
          const found = routePayment(
            routing({ accounts, rules, taken: new Map<number, TakenShares>([[1, taken]]) }),
            { ...testPurchase, amount },
            single,
          )
          const id = found?.account.id ?? 0
          taken.set(id, String(Number(taken.get(id) ?? 0) + (shareBy === 'count' ? 1 : amount)))
        }
        const largest = shareBy === 'count' ? 1 : Math.max(...given)
        const total = [...taken.values()].reduce((sum, each) => sum + Number(each), 0)
        for (const [i, percent] of wanted.entries()) {
          const had = Number(taken.get(i + 1) ?? 0)
          expect(Math.abs(had - (total * percent) / 100)).toBeLessThanOrEqual(largest * 2)
        }
      }),
    )
  })
})

describe('whatever rules, accounts and card there are', () => {
  test('without a rule the choice is that of the card’s program and bank', () => {
    fc.assert(
      fc.property(someRoutings, someCards, fc.integer({ min: 1, max: 9000 }), (given, of, amount) => {
        const purchase = { ...testPurchase, amount }
        const found = routedPlans({ ...given, rules: [] }, purchase, of)
        const usual = plansForCard(takingAccounts(given.accounts, 'TRY'), of.card, purchase, given.limits)
        expect(found && { account: found.account, plans: found.plans }).toEqual(usual)
      }),
    )
  })

  test('a payment is charged what its card was offered, also if shares have moved since', () => {
    fc.assert(
      fc.property(someRoutings, someCards, fc.integer({ min: 1, max: 9000 }), (given, of, amount) => {
        const purchase = { ...testPurchase, amount }
        const offered = routedPlans(given, purchase, of)
        const moved = new Map(given.rules.map(({ id }) => [id, new Map([[1, '1000000']])]))
        for (const shown of offered?.plans ?? []) {
          const { installment, commission, id } = shown
          const start = { ...of, installment, shown }
          expect(routePayment(given, purchase, start)?.plan.id).toBe(id)
          const later = routePayment({ ...given, taken: moved }, purchase, start)
          expect(later?.plan).toMatchObject({ installment, commission })
        }
      }),
    )
  })

  test('a single payment is offered where an account takes it, one plan is the default, and every plan is its account’s', () => {
    fc.assert(
      fc.property(someRoutings, someCards, fc.integer({ min: 1, max: 9000 }), (given, of, amount) => {
        const purchase = { ...testPurchase, amount }
        const found = routedPlans(given, purchase, of)
        const open = takingAccounts(given.accounts, 'TRY')
        const max = maxInstallmentsFor(given.limits, purchase, of.card?.isCommercial ?? null)
        expect(found?.plans[0]?.installment ?? 1).toBe(1)
        if (found !== null) expect(found.plans.filter(({ isDefault }) => isDefault)).toHaveLength(1)
        for (const { account, plan, ruleId } of found?.routes ?? []) {
          const { passed } = traceRoute(given, purchase, { ...of, installment: plan.installment })
          expect(open).toContain(account)
          expect(account.plans.map(({ id }) => id)).toContain(plan.id)
          expect(amount >= Number(account.minAmount ?? 0) && amount <= Number(account.maxAmount ?? Infinity)).toBe(true)
          if (plan.installment > 1) {
            expect(plan.installment).toBeLessThanOrEqual(max)
            expect(mayDivide(of.card, account)).toBe(true)
          }
          // No account is both passed over by a rule and chosen by it.
          expect(passed.some((each) => each.ruleId === ruleId && each.accountId === account.id)).toBe(false)
        }
      }),
    )
  })
})

function mayDivide(
  of: CardInfo | null,
  { families, bankCode }: { families: readonly string[]; bankCode: string | null },
) {
  if (of?.type !== 'credit' || of.family === null) return false
  return families.includes(of.family) || (bankCode !== null && bankCode === of.bankCode)
}
