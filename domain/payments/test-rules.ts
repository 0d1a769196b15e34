import fc from 'fast-check'
import type { BankRate } from './bank-rates.ts'
import type { CardInfo, InstallmentLimit, PosPlan, Purchase } from './installments.ts'
import { ruleCardTypes, ruleTargets } from './pos-rules.ts'
import type { RoutedAccount, RoutedCard, Routing, RoutingRule } from './route-payment.ts'

export const testPurchase: Purchase = {
  amount: '1000',
  currency: 'TRY',
  categoryIds: [],
  today: '2026-11-29',
  installmentLimit: 0,
}

const planOf = (accountId: number, installment: number): PosPlan => ({
  id: accountId * 100 + installment,
  installment,
  commission: installment === 1 ? '0' : '5',
  isDefault: installment === 1,
  minAmount: null,
})

export const routedAccount = (id: number, rest: Partial<RoutedAccount> = {}): RoutedAccount => ({
  id,
  currency: 'TRY',
  bankCode: null,
  families: [],
  minAmount: null,
  maxAmount: null,
  isDefault: false,
  position: id,
  mode: 'own_form',
  isSilent: false,
  plans: [1, 2, 3, 6, 9, 12].map((count) => planOf(id, count)),
  ...rest,
})

/** A rate of the bank for all cards, borne as the account's plan says. */
export const rate = (id: number, installment: number, percent: string): BankRate => ({
  id,
  family: null,
  cardClass: null,
  installment,
  percent,
  extraInstallments: 0,
  bearer: 'plan',
  payOutDays: null,
  validFrom: '2026-01-01',
  validUntil: null,
})

export const credit = (bankCode: string, family: string | null): CardInfo => {
  return { bankCode, family, type: 'credit', isCommercial: false }
}

export const rule = (rest: Partial<RoutingRule> = {}): RoutingRule => ({
  id: 1,
  bins: [],
  families: [],
  bankCodes: [],
  cardTypes: [],
  cardClass: null,
  minAmount: null,
  maxAmount: null,
  installments: [],
  currency: null,
  target: 'ordered',
  shareBy: 'amount',
  accounts: [],
  ...rest,
})

export const routing = (rest: Partial<Routing> = {}): Routing => {
  return { accounts: [], rules: [], limits: [], taken: new Map(), ...rest }
}

const ids = [1, 2, 3, 4]
const someAccounts: fc.Arbitrary<RoutedAccount[]> = fc.tuple(
  ...ids.map((id) =>
    fc
      .record({
        bankCode: fc.constantFrom('0062', '0046', null),
        families: fc.subarray(['Bonus', 'Axess', 'Maximum']),
        minAmount: fc.constantFrom(null, null, '100'),
        maxAmount: fc.constantFrom(null, null, '5000'),
        isDefault: fc.boolean(),
        isSilent: fc.boolean(),
        mode: fc.constantFrom('own_form' as const, 'own_form' as const, 'hosted' as const),
        counts: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
        commission: fc.constantFrom('3', '5'),
      })
      .map(({ counts, commission, ...rest }) =>
        routedAccount(id, { ...rest, plans: counts.map((count) => ({ ...planOf(id, count), commission })) }),
      ),
  ),
)

const someRule = (id: number): fc.Arbitrary<RoutingRule> =>
  fc.record<RoutingRule>({
    id: fc.constant(id),
    bins: fc.subarray(['540061', '43', '4936'], { maxLength: 1 }),
    families: fc.subarray(['Bonus', 'Axess'], { maxLength: 1 }),
    bankCodes: fc.subarray(['0062', '0046'], { maxLength: 1 }),
    cardTypes: fc.subarray([...ruleCardTypes]),
    cardClass: fc.constantFrom(null, null, 'personal', 'commercial'),
    minAmount: fc.constantFrom(null, '50'),
    maxAmount: fc.constantFrom(null, '6000'),
    installments: fc.subarray([1, 2, 3, 6]),
    currency: fc.constantFrom(null, 'TRY', 'USD'),
    target: fc.constantFrom(...ruleTargets),
    shareBy: fc.constantFrom('amount', 'count'),
    accounts: fc.subarray(ids, { minLength: 1 }).map((some) => some.map((each) => ({ id: each, share: '25' }))),
  })

export const someRules: fc.Arbitrary<RoutingRule[]> = fc.tuple(someRule(1), someRule(2), someRule(3))

export const someRoutings: fc.Arbitrary<Routing> = fc
  .record({
    accounts: someAccounts,
    rules: someRules,
    limits: fc.array(
      fc.record<InstallmentLimit>({
        cardClass: fc.constantFrom(null, 'personal', 'commercial'),
        categoryId: fc.constant(null),
        maxInstallments: fc.integer({ min: 1, max: 12 }),
        validFrom: fc.constant(null),
        validUntil: fc.constant(null),
      }),
      { maxLength: 1 },
    ),
  })
  .map((parts) => routing(parts))

const someInfo = fc.record<CardInfo>({
  bankCode: fc.constantFrom('0062', '0046', null),
  type: fc.constantFrom('credit', 'credit', 'debit', 'prepaid'),
  family: fc.constantFrom('Bonus', 'Axess', null),
  isCommercial: fc.boolean(),
})

export const someCards: fc.Arbitrary<RoutedCard> = fc.record({
  digits: fc.constantFrom('54006100', '43000000', '49360012'),
  card: fc.option(someInfo, { freq: 5 }),
})
