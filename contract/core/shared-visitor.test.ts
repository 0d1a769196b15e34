import { expect, test } from 'vitest'
import { splitVisitor } from './shared-visitor.ts'
import type { Visitor } from './visitor.ts'

const dealer = {
  stamp: 's',
  user: {
    id: 7,
    name: 'Ayşe Yılmaz',
    email: 'ayse@example.com',
    role: 'dealer',
    dealerName: 'Yılmaz Hırdavat',
    dealerCode: 'B001',
    permissions: ['order'],
  },
  account: { availableLimit: 1250.5, limitMode: 'order', isOrderBlocked: false, overdueDebts: [] },
  cartLineCount: 3,
  seesPrices: true,
  banners: [],
} as unknown as Visitor

const sharedOf = (visitor: Visitor) => JSON.stringify(splitVisitor(visitor).shared)
const user = dealer.user as NonNullable<Visitor['user']>
const account = dealer.account as NonNullable<Visitor['account']>

test('what pages share says nothing of the user, the company, the limit and the cart', () => {
  for (const own of ['Ayşe', 'example.com', 'Hırdavat', 'B001', '1250', '"id":7', '"cartLineCount":3'])
    expect(sharedOf(dealer)).not.toContain(own)
})

test.each<[string, Partial<Visitor>]>([
  ['user', { user: { ...user, id: 8, name: 'Ali', email: 'ali@example.com', dealerName: 'Kaya', dealerCode: 'B2' } }],
  ['limit', { account: { ...account, availableLimit: 0 } }],
  ['full cart', { cartLineCount: 900 }],
])('visitors with another %s share pages', (_, change) => {
  expect(sharedOf({ ...dealer, ...change })).toBe(sharedOf(dealer))
})

test.each<[string, Partial<Visitor>]>([
  ['right', { user: { ...user, permissions: [] } }],
  ['user without a company', { user: { ...user, dealerName: null } }],
  ['account without a limit', { account: { ...account, availableLimit: null } }],
  [
    'debt',
    { account: { ...account, overdueDebts: [{ overdueBalance: 1, overdueBalanceExpiryDay: 2, currency: 'TRY' }] } },
  ],
  ['empty cart', { cartLineCount: 0 }],
  ['stamp', { stamp: 't' }],
  ['sight of prices', { seesPrices: false }],
  ['banner', { banners: [{ id: 1, title: 'a', html: 'b' }] as Visitor['banners'] }],
])('visitors with another %s share none', (_, change) => {
  expect(sharedOf({ ...dealer, ...change })).not.toBe(sharedOf(dealer))
})

test('the two parts together are the visitor', () => {
  const { shared, own } = splitVisitor(dealer)
  expect({ ...shared, ...own }).toEqual(dealer)
})
