import { listQuery } from '#contract/shop/catalog.ts'
import { isApplicationPage } from '#contract/core/application-paths.ts'
import { isBarePage, isPayingPage, isSecretPage, pageSlugs, pages } from '#contract/core/pages.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { PageOptions, PageRules } from '#server/platform/http/pages.ts'
import { type CallContext, readVisit, type VisitOptions } from '#server/visitor/visitor.ts'

// Of lists and the searches that led to them, of signing in, of the cart's plan and refused order, and of comparisons.
const queryKeys = new Set([
  ...Object.keys(listQuery.shape),
  'searched',
  'unit',
  'next',
  'advencePrice',
  'refused',
  'challenge',
  'u',
])

/** Rules of the rendered pages that depend on visitors and on card payments. */
export function shopPageRules(
  visit: VisitOptions,
  bankOrigins: () => Promise<readonly string[]>,
): Pick<
  PageOptions<CallContext>,
  'secret' | 'readContext' | 'rulesOf' | 'variantOf' | 'isShared' | 'queryKeys' | 'payerOf' | 'storesStyles'
> {
  return {
    secret: visit.secret,
    readContext: (request, reply, setsCookies) => readVisit(request, reply, visit, setsCookies),
    rulesOf: (path) => rulesOf(path, bankOrigins),
    variantOf,
    isShared,
    queryKeys,
    storesStyles: ({ actor }) => actor !== null,
    payerOf: ({ actor, address }) => (actor === null ? networkOf(address) : `user ${actor.userId}`),
  }
}

function rulesOf(path: string, bankOrigins: () => Promise<readonly string[]>): PageRules {
  const isPaying = isPayingPage(path)
  const rules = {
    // Banks redirect to the result without the payer's cookies: a cookie for a new guest would replace theirs.
    setsCookies: path !== pages.paymentResult,
    // The sign-in page offers the providers of now, also right after one was added.
    isPrivate: isPaying || isApplicationPage(path) || path === pages.login,
    isSecret: isSecretPage(path),
    framesOtherSites: isPaying && !isBarePage(path),
  }
  // The frame of a card payment sends the card to the bank.
  return path === pages.paymentStart ? { ...rules, formTargets: bankOrigins } : rules
}

/** Guests with equal choices get the same page. Signed-in users and guests with a cart get their own. */
function variantOf({ actor, guestCart, locale, choices, hasSessionEnded }: CallContext): string | null {
  if (actor !== null || guestCart?.isStored === true) return null
  return JSON.stringify([locale, choices, hasSessionEnded])
}

/** Lists and product pages of dealers' users. Whoever acts for someone else gets pages of their own. */
function isShared({ actor }: CallContext, path: string): boolean {
  const [, first = ''] = path.split('/')
  const isCatalog = path === pages.search || !pageSlugs.includes(first)
  return isCatalog && !!actor?.dealer && actor.impersonator === null && actor.representative === null
}
