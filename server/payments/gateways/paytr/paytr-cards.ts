import type {
  CardList,
  CardRemoval,
  CardStorage,
  CardToken,
  Charge,
  PosTerms,
  StartedStored,
  StoredCard,
} from '#server/payments/gateways/gateway.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import { listOf, readJson, textOf } from '#server/payments/gateways/json-message.ts'
import { readSecurePage } from '#server/payments/gateways/secure-page.ts'
import { type CallPaytr, keysOf, type PostPaytr } from './paytr-api.ts'
import { directFields, startDirect } from './paytr-start.ts'
import { paytrToken } from './paytr-token.ts'

/** PayTR's card storage (CAPI). Its list says which cards need the security code. */
export function paytrCards(terms: PosTerms, call: CallPaytr, post: PostPaytr): CardStorage {
  return {
    startAndStore: (charge, card, userKey) => {
      return startDirect(terms, call, charge, card, { store_card: '1', ...(userKey !== null && { utoken: userKey }) })
    },
    startStored: (charge, card) => startStored(terms, call, post, charge, card),
    remove: (token) => remove(terms, post, token),
    list: (userKey) => list(terms, post, userKey),
  }
}

/** The server posts the form, unlike that of a typed card: tokens do not reach the browser. */
async function startStored(
  terms: PosTerms,
  call: CallPaytr,
  post: PostPaytr,
  charge: Charge,
  { userKey, cardToken, bin, cvc }: StoredCard & { cvc: string },
): Promise<StartedStored> {
  const found = await list(terms, post, userKey)
  if (!found.ok) return { ok: false, kind: 'unreachable', text: found.text }
  const card = found.cards.find((each) => each.cardToken === cardToken)
  if (card === undefined) return { ok: false, kind: 'unknown_card', text: '' }
  if (card.needsCvc && cvc === '') return { ok: false, kind: 'needs_cvc' }
  const fields = await directFields(terms, call, charge, bin)
  if (fields === null) return { ok: false, kind: 'declined', code: '8', text: 'No installments for this card' }
  const stored = { utoken: userKey, ctoken: cardToken, require_cvv: card.needsCvc ? '1' : '0' }
  const answer = await post('/odeme', { ...fields, ...stored, ...(card.needsCvc && { cvv: cvc }) })
  if (!answer.ok) return { ok: false, kind: 'unreachable', text: answer.text }
  const step = readSecurePage(answer.text)
  return step === null ? { ok: false, kind: 'unreachable', text: 'page' } : { ok: true, step }
}

async function remove(terms: PosTerms, post: PostPaytr, { userKey, cardToken }: CardToken): Promise<CardRemoval> {
  const answer = await post('/odeme/capi/delete', signed(terms, { ctoken: cardToken, utoken: userKey }))
  const json = answer.ok ? readJson(answer.text) : null
  if (json?.['status'] === 'success') return { ok: true }
  // "No card, or it was removed before".
  const found = json?.['status'] === 'error' ? await list(terms, post, userKey) : null
  if (found?.ok === true && !found.cards.some((card) => card.cardToken === cardToken)) return { ok: true }
  return { ok: false, text: answer.ok ? bankText(textOf(json?.['err_msg'])) : answer.text }
}

/** A list; an object with a status if something is wrong, and an empty one without cards. */
async function list(terms: PosTerms, post: PostPaytr, userKey: string): Promise<CardList> {
  const answer = await post('/odeme/capi/list', signed(terms, { utoken: userKey }))
  if (!answer.ok) return { ok: false, text: answer.text }
  const json = readJson(answer.text)
  if (json !== null) {
    const isEmpty = Object.keys(json).length === 0
    return isEmpty ? { ok: true, cards: [] } : { ok: false, text: bankText(textOf(json['err_msg'])) || 'unreadable' }
  }
  // The text of a list is read as an object around it.
  const wrapped = readJson(`{"cards":${answer.text}}`)
  if (!Array.isArray(wrapped?.['cards'])) return { ok: false, text: 'unreadable' }
  const cards = listOf(wrapped['cards']).map((card) => {
    const [cardToken, last4] = [textOf(card['ctoken']), textOf(card['last_4'])]
    return { cardToken, last4, needsCvc: textOf(card['require_cvv']) === '1' }
  })
  return { ok: true, cards }
}

/** The token covers the fields in their order, then the salt. */
function signed(terms: PosTerms, fields: Readonly<Record<string, string>>): Record<string, string> {
  const { merchantKey, merchantSalt } = keysOf(terms)
  const token = paytrToken(merchantKey, [...Object.values(fields), merchantSalt])
  return { merchant_id: terms.settings['merchantId'] ?? '', ...fields, paytr_token: token }
}
