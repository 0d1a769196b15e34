import { cardDigits, cardLength, cvcLength } from '#domain/payments/card.ts'
import { passesLuhn } from '#domain/payments/luhn.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { amountOf, currencyOf, installmentOf } from './cc5.ts'
import { demoBinOf } from './demo-cards.ts'
import { merchantOf } from './merchants.ts'
import { codeLife, insertSession, type StoreType } from './queries.ts'
import { type Fields, isSigned } from './signature.ts'

/** Why the bank cannot send the browser back: `sandbox.refused.<reason>`. */
export type GateRefusal = 'merchant' | 'hash' | 'address' | 'form'
export type GateResult = { ok: true; id: string } | { ok: false; reason: GateRefusal }

const storeTypes = new Set<string>(['3d', '3d_pay', '3d_host', '3d_pay_hosting'])
const hosted = new Set<string>(['3d_host', '3d_pay_hosting'])
/** The card's fields, which are never stored. */
const cardFields = /^(pan|cv2|cvv2?|cvc|hash|encoding|ecom_payment_card_\w+|cardholder\w*|.*holder.*)$/i

/**
 * Opens a session for a shop's form. Checks the signature first, then the order. An invalid order is returned as
 * mdStatus 7.
 */
export async function openGate(db: Db, fields: Fields, now: Date): Promise<GateResult> {
  const form = new Map(fields)
  if (form.size !== fields.length) return { ok: false, reason: 'form' }
  const merchant = merchantOf(form.get('clientid') ?? '')
  if (merchant === undefined) return { ok: false, reason: 'merchant' }
  if (form.get('hashAlgorithm') !== 'ver3' || !isSigned(fields, merchant.storeKey)) return { ok: false, reason: 'hash' }
  const [okUrl, failUrl] = [webAddress(form.get('okUrl')), webAddress(form.get('failUrl'))]
  if (okUrl === null || failUrl === null) return { ok: false, reason: 'address' }
  const oid = form.get('oid') ?? ''
  const storeType = form.get('storetype') ?? ''
  if (!/^[\w-]{1,64}$/.test(oid) || !storeTypes.has(storeType)) return { ok: false, reason: 'form' }
  const isHosted = hosted.has(storeType)
  const problem = problemOf(form) ?? (await paidProblem(db, merchant.clientId, oid))
  const read = isHosted || problem !== null ? null : readCard(cardOf(form), now)
  const problemOrCard = problem ?? (read !== null && 'problem' in read ? read.problem : null)
  const { id } = await insertSession(db, {
    dialect: 'nestpay',
    client_id: merchant.clientId,
    oid,
    store_type: storeType as StoreType,
    amount: amountOf(form.get('amount')) ?? '0',
    currency: currencyOf(form.get('currency')) ?? 'TRY',
    installment: installmentOf(form.get('taksit')) ?? 1,
    lang: form.get('lang') === 'en' ? 'en' : 'tr',
    ok_url: okUrl,
    fail_url: failUrl,
    fields: fields.filter(([name]) => !cardFields.test(name)).map(([name, value]) => [name, value.slice(0, 1000)]),
    card: read !== null && 'card' in read ? read.card : null,
    result_code: read !== null && 'card' in read ? read.code : null,
    state: problemOrCard === null ? (isHosted ? 'card' : 'challenge') : 'done',
    md_status: problemOrCard === null ? null : '7',
    md_error: problemOrCard ?? '',
    expires_at: new Date(now.getTime() + codeLife * 1000),
    created_at: now,
  })
  return { ok: true, id }
}

/** `sandbox.bank.<problem>`, or null. */
function problemOf(form: ReadonlyMap<string, string>): string | null {
  if (amountOf(form.get('amount')) === null) return 'amount'
  if (currencyOf(form.get('currency')) === null) return 'currency'
  if (installmentOf(form.get('taksit')) === null) return 'installment'
  return (form.get('TranType') ?? form.get('islemtipi')) === 'Auth' ? null : 'type'
}

async function paidProblem(db: Db, clientId: string, oid: string): Promise<string | null> {
  const paid = await db.one(
    "SELECT 1 AS paid FROM sandbox_transactions WHERE client_id = $1 AND oid = $2 AND kind = 'sale' AND approved",
    [clientId, oid],
  )
  return paid === undefined ? null : 'duplicate'
}

function webAddress(text: string | undefined): string | null {
  const url = URL.parse(text ?? '')
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : null
}

export type TypedCard = { number: string; cvc: string; month: string; year: string }

function cardOf(form: ReadonlyMap<string, string>): TypedCard {
  return {
    number: form.get('pan') ?? '',
    cvc: form.get('cv2') ?? '',
    month: form.get('Ecom_Payment_Card_ExpDate_Month') ?? '',
    year: form.get('Ecom_Payment_Card_ExpDate_Year') ?? '',
  }
}

/**
 * What is stored of a card: its mask, and a result code if the card's data decides it. Problems are
 * `sandbox.bank.<problem>`.
 */
export function readCard(
  card: TypedCard,
  now: Date,
  takesAnyCard = false,
): { card: string; code: string | null } | { problem: string } {
  const number = cardDigits(card.number)
  if (number.length !== cardLength(number) || !passesLuhn(number)) return { problem: 'card_number' }
  if (demoBinOf(number) === undefined && !takesAnyCard) return { problem: 'card_foreign' }
  if (!/^\d+$/.test(card.cvc) || card.cvc.length !== cvcLength(number)) return { problem: 'card_cvc' }
  if (!/^(0[1-9]|1[0-2])$/.test(card.month) || !/^\d\d$/.test(card.year)) return { problem: 'card_expiry' }
  const isOver = Date.UTC(2000 + Number(card.year), Number(card.month)) <= now.getTime()
  const mask = `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`
  return { card: mask, code: isOver ? '54' : null }
}
