import type {
  Card,
  CardList,
  CardRemoval,
  CardStorage,
  CardToken,
  Charge,
  StartedStored,
  StoredCard,
} from '#server/payments/gateways/gateway.ts'
import { listOf, textOf } from '#server/payments/gateways/json-message.ts'
import { startAndStore, type StartWith } from '#server/payments/gateways/start-and-store.ts'
import type { CallCraftgate, CraftgateAnswer } from './craftgate-api.ts'

/** Craftgate's card storage. A stored card needs no security code. */
export function craftgateCards(call: CallCraftgate, start: StartWith): CardStorage {
  return {
    startAndStore: (charge, card, userKey) => startAndStore(start, charge, cardsToStore(card, userKey)),
    startStored: (charge, card) => startStored(call, start, charge, card),
    remove: (token) => remove(call, token),
    list: (userKey) => list(call, { cardUserKey: userKey }),
  }
}

export function typedCard(card: Card | null): object {
  return {
    cardHolderName: card?.holder,
    cardNumber: card?.number,
    expireYear: `20${card?.year}`,
    expireMonth: card?.month,
    cvc: card?.cvc,
  }
}

function cardsToStore(card: Card, userKey: string | null) {
  const plain = typedCard(card)
  return {
    plain,
    stored: { ...plain, storeCardAfterSuccessPayment: true, ...(userKey !== null && { cardUserKey: userKey }) },
  }
}

/** No documented code says that a card is unknown, so a refused start is compared with the list. */
async function startStored(
  call: CallCraftgate,
  start: StartWith,
  charge: Charge,
  { userKey, cardToken }: StoredCard,
): Promise<StartedStored> {
  const started = await start(charge, { cardUserKey: userKey, cardToken })
  if (started.ok || started.kind === 'declined') return started
  return (await isGone(call, { userKey, cardToken }))
    ? { ok: false, kind: 'unknown_card', text: started.text }
    : started
}

async function remove(call: CallCraftgate, { userKey, cardToken }: CardToken): Promise<CardRemoval> {
  const answer = await call('/payment/v1/cards/delete', { cardUserKey: userKey, cardToken })
  if (answer.kind === 'data') return { ok: true }
  // The answer may have no content, or an earlier one was lost: the list decides.
  const isAnswered = answer.kind === 'error' || /^HTTP 20\d$/.test(answer.text)
  if (isAnswered && (await isGone(call, { userKey, cardToken }))) return { ok: true }
  return { ok: false, text: problemOf(answer) }
}

async function isGone(call: CallCraftgate, { userKey, cardToken }: CardToken): Promise<boolean> {
  const found = await list(call, { cardUserKey: userKey, cardToken })
  return found.ok && !found.cards.some((card) => card.cardToken === cardToken)
}

async function list(call: CallCraftgate, filter: Readonly<Record<string, string>>): Promise<CardList> {
  const answer = await call(`/payment/v1/cards?${new URLSearchParams({ ...filter, page: '0', size: '100' })}`, null)
  if (answer.kind !== 'data') return { ok: false, text: problemOf(answer) }
  const cards = listOf(answer.data['items']).map((card) => {
    return { cardToken: textOf(card['cardToken']), last4: textOf(card['lastFourDigits']), needsCvc: false }
  })
  return { ok: true, cards }
}

function problemOf(answer: CraftgateAnswer): string {
  return answer.kind === 'error' || answer.kind === 'none' ? answer.text : 'unreadable'
}
