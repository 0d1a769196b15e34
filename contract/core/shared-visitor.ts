import type { Visitor } from './visitor.ts'

/**
 * The fields of a visitor in which dealers' users who share a page differ (docs/decisions/101-dealers-share-pages.md). Shared pages
 * contain them apart from the rest, which is equal.
 */
export type OwnVisitor = Pick<Visitor, 'user' | 'account' | 'cartLineCount'>

/**
 * Splits a visitor. Visitors share a page only if all of `shared` is equal. It lacks the name, email, company, limit and cart. What
 * decides the structure of a page stays: whether there is a limit, and whether the cart has lines.
 */
export function splitVisitor(visitor: Visitor): { shared: Visitor; own: OwnVisitor } {
  const { user, account, cartLineCount } = visitor
  const shared = {
    ...visitor,
    user: user && {
      ...user,
      id: 0,
      name: '',
      email: '',
      dealerName: user.dealerName === null ? null : '',
      dealerCode: user.dealerCode === null ? null : '',
    },
    account: account && { ...account, availableLimit: account.availableLimit === null ? null : 0 },
    cartLineCount: Math.min(cartLineCount, 1),
  }
  return { shared, own: { user, account, cartLineCount } }
}
