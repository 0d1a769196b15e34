import { createHash } from 'node:crypto'
import { factsFor, type Store, type View, usableCurrencies, viewOf } from '#server/settings/settings.ts'
import type { PurchaseRow } from '#server/purchasing/purchasing.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'

/**
 * How the store looks for a request: its currency and branch, and the buyer's language for what is sent to the buyer. The
 * reader's rights decide about prices and stock.
 */
export function requestView(row: PurchaseRow, context: DealerContext, store: Store): View {
  const facts = store.facts()
  const currency = usableCurrencies(factsFor(context, facts)).find(({ code }) => code === row.currency)?.id
  const { branchId } = row.terms
  const choices = {
    ...(currency !== undefined && { defaultCurrency: currency }),
    ...(branchId !== null && { branch: branchId }),
  }
  return viewOf({ actor: context.actor, choices, locale: row.buyer_locale }, facts)
}

export type ShownRequest = {
  requestId: number
  revision: number
  currency: string
  /** Exact texts; null where prices are hidden. */
  total: string | null
  lines: readonly { unitId: number; quantity: number; price: string | null; isShort: boolean }[]
}

/** Identifies what an approver has on screen: lines, prices, total, and which lines stock does not cover. */
export function shownFingerprint(shown: ShownRequest): string {
  const { requestId, revision, currency, total, lines } = shown
  const content = [requestId, revision, currency, total, lines.map((line) => Object.values(line))]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}
