import type { BankSession } from '#server/sandbox-bank/queries.ts'
import { dataOf } from '#server/sandbox-bank/dialects/books.ts'
import type { BankRequest, Books } from '#server/sandbox-bank/dialects/dialect.ts'
import { type Answer, failure } from './craftgate-payment.ts'

type Body = Readonly<Record<string, unknown>>

/** Keeps the card of a paid session, if its start wanted that. */
export async function keepCard(session: BankSession, bank: Books): Promise<void> {
  const { storeCard, userKey = '', expires = '' } = dataOf(session)
  if (storeCard === '1') await bank.vault.keep(session, { userKey, expires })
}

/** The tokens of the card that a payment has stored. */
export async function tokensOf(oid: string, bank: Books): Promise<Record<string, string>> {
  const kept = await bank.vault.ofOrder(oid)
  return kept === undefined ? {} : { cardUserKey: kept.user_key, cardToken: kept.token }
}

export async function listCards({ query }: BankRequest, bank: Books): Promise<Answer> {
  const cardToken = query.get('cardToken')
  const all = await bank.vault.list(query.get('cardUserKey') ?? '')
  const items = all
    .filter(({ token }) => cardToken === undefined || token === cardToken)
    .map(({ user_key, token, card }) => {
      return { cardUserKey: user_key, cardToken: token, binNumber: card.slice(0, 6), lastFourDigits: card.slice(-4) }
    })
  return { page: 0, size: items.length, totalSize: items.length, items }
}

export async function removeCard({ cardUserKey, cardToken }: Body, bank: Books): Promise<Answer> {
  const isRemoved = await bank.vault.remove({ userKey: String(cardUserKey), cardToken: String(cardToken) })
  return isRemoved ? {} : failure('4171', 'Saklı kart bulunamadı')
}
