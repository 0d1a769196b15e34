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
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import { listOf, textOf } from '#server/payments/gateways/json-message.ts'
import { startAndStore, type StartWith } from '#server/payments/gateways/start-and-store.ts'
import type { CallIyzico, IyzicoAnswer } from './iyzico-api.ts'

/** iyzico's card storage. A stored card needs no security code. */
export function iyzicoCards(call: CallIyzico, start: StartWith): CardStorage {
  return {
    startAndStore: (charge, card, userKey) => startAndStore(start, charge, cardsToStore(card, userKey)),
    startStored: (charge, card) => startStored(call, start, charge, card),
    remove: (token) => remove(call, token),
    list: (userKey) => list(call, userKey),
  }
}

export function typedCard(card: Card | null, registration: object = { registerCard: 0 }): object {
  return {
    cardHolderName: card?.holder,
    cardNumber: card?.number,
    expireMonth: card?.month,
    expireYear: `20${card?.year}`,
    cvc: card?.cvc,
    ...registration,
  }
}

function cardsToStore(card: Card, userKey: string | null) {
  const registration = { registerCard: 1, ...(userKey !== null && { cardUserKey: userKey }) }
  return { plain: typedCard(card), stored: typedCard(card, registration) }
}

/** No documented code says that a card is unknown, so a refused start is compared with the person's list. */
async function startStored(
  call: CallIyzico,
  start: StartWith,
  charge: Charge,
  { userKey, cardToken }: StoredCard,
): Promise<StartedStored> {
  const started = await start(charge, { cardUserKey: userKey, cardToken })
  if (started.ok || started.kind === 'declined') return started
  const found = await list(call, userKey)
  const isUnknown = found.ok && !found.cards.some((card) => card.cardToken === cardToken)
  return isUnknown ? { ok: false, kind: 'unknown_card', text: started.text } : started
}

async function remove(call: CallIyzico, { userKey, cardToken }: CardToken): Promise<CardRemoval> {
  const answer = await call('/cardstorage/card', { locale: 'tr', cardUserKey: userKey, cardToken }, 'DELETE')
  if (isSuccess(answer)) return { ok: true }
  // The card may have been removed by a request whose answer was lost.
  const found = answer.ok ? await list(call, userKey) : null
  if (found?.ok === true && !found.cards.some((card) => card.cardToken === cardToken)) return { ok: true }
  return { ok: false, text: problemOf(answer) }
}

async function list(call: CallIyzico, userKey: string): Promise<CardList> {
  const answer = await call('/cardstorage/cards', { locale: 'tr', cardUserKey: userKey })
  if (!answer.ok || !isSuccess(answer)) return { ok: false, text: problemOf(answer) }
  const cards = listOf(answer.json['cardDetails']).map((card) => {
    return { cardToken: textOf(card['cardToken']), last4: textOf(card['lastFourDigits']), needsCvc: false }
  })
  return { ok: true, cards }
}

function isSuccess(answer: IyzicoAnswer): boolean {
  return answer.ok && answer.json['status'] === 'success'
}

function problemOf(answer: IyzicoAnswer): string {
  if (!answer.ok) return answer.text
  return `${textOf(answer.json['errorCode'])} ${bankText(textOf(answer.json['errorMessage']))}`.trim()
}
