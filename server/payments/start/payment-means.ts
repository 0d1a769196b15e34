import { cardConsentVersion } from '#contract/shop/stored-cards.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import { cardOwnerOf, type CardRow, findCardOf, findTokenAt, lockToken } from '#server/payments/cards/card-rows.ts'
import { openToken } from '#server/payments/cards/seal-card.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Card, Charge, Gateway, StartedStored, StoredCard } from '#server/payments/gateways/gateway.ts'
import type { ParsedStart, StartBody } from './parse-start.ts'

/** What a payment is started with. Held in memory only. */
export type PaymentMeans =
  /** On the provider's page. */
  | { kind: 'hosted' }
  /** `storage`: the provider stores the card; null: it does not. */
  | { kind: 'typed'; card: Card; storage: { userKey: string | null } | null }
  | { kind: 'stored'; id: number; card: StoredCard & { cvc: string } }

/** A stored card that the payer chose. `bin` and `cvc` are part of `token`. */
export type ChosenCard = { row: CardRow; token: StoredCard & { cvc: string }; hash: string }

/** The stored card of a start. Aborts if it is none of the payer's, or not usable. Null: a card is typed. */
export async function findChosenCard(
  db: Db,
  deps: PaymentDeps,
  { stored, request }: Pick<ParsedStart, 'stored' | 'request'>,
  { actor }: CallContext,
): Promise<ChosenCard | null> {
  if (stored === null) return null
  const owner = request.linkToken === null ? cardOwnerOf(actor) : null
  if (owner === null) return abortTransaction('stored_card_not_found')
  const [sealed, row] = [await lockToken(db, owner, stored.id), await findCardOf(db, owner, stored.id)]
  if (sealed === undefined || row === undefined) return abortTransaction('stored_card_not_found')
  if (row.refused_at !== null) return abortTransaction('stored_card_refused')
  if (row.expires_on <= dayInTurkey(deps.now())) return abortTransaction('card_expired')
  const isCvc = /^\d{3,4}$/.test(stored.cvc) || (stored.cvc === '' && !row.needs_cvc)
  if (!isCvc) return abortTransaction('card_cvc_invalid')
  const token = openToken(deps.secret, sealed.token_hash, sealed.token)
  return { row, token: { ...token, bin: row.first6, cvc: stored.cvc }, hash: sealed.token_hash }
}

type MeansOptions = { gateway: Gateway; posAccountId: number; chosen: ChosenCard | null; card: Card | null }

/** `card` null without a chosen one: the card is typed on the provider's page. */
export async function meansOf(
  db: Db,
  deps: PaymentDeps,
  { gateway, posAccountId, chosen, card }: MeansOptions,
  body: StartBody,
  context: CallContext,
): Promise<PaymentMeans> {
  if (chosen !== null) return { kind: 'stored', id: chosen.row.id, card: chosen.token }
  if (card === null) return { kind: 'hosted' }
  if (!isStorageWanted(body, context) || gateway.cards === undefined) return { kind: 'typed', card, storage: null }
  const owner = cardOwnerOf(context.actor)
  const other = owner === null ? undefined : await findTokenAt(db, owner, posAccountId)
  const userKey = other === undefined ? null : openToken(deps.secret, other.token_hash, other.token).userKey
  return { kind: 'typed', card, storage: { userKey } }
}

/** Whether the payer agreed to the current text. Guests, and whoever acts as another user, store no cards. */
function isStorageWanted({ storeCard, link }: StartBody, { actor }: CallContext): boolean {
  return storeCard === cardConsentVersion && link === undefined && cardOwnerOf(actor) !== null
}

export async function startAt(gateway: Gateway, charge: Charge, means: PaymentMeans): Promise<StartedStored> {
  const unreachable = { ok: false, kind: 'unreachable', text: 'failed' } as const
  try {
    if (means.kind === 'hosted') return await gateway.start(charge, null)
    if (means.kind === 'stored') return (await gateway.cards?.startStored(charge, means.card)) ?? unreachable
    const { card, storage } = means
    if (storage === null || gateway.cards === undefined) return await gateway.start(charge, card)
    return await gateway.cards.startAndStore(charge, card, storage.userKey)
  } catch {
    return unreachable
  }
}
