import { kurusOf } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type { Card, Charge, PosTerms, Started } from '#server/payments/gateways/gateway.ts'
import { type CallPaytr, isTest, keysOf, paytrServer } from './paytr-api.ts'
import { directToken, iframeToken, paytrToken } from './paytr-token.ts'

/** PayTR's code of the lira. */
const currency = 'TL'
/** Minutes for which the iFrame accepts a payment; attempts without a notice are inquired after that. */
const timeLimit = '15'

/** Names and addresses within PayTR's length limits. */
function buyerFields({ buyer, callbackUrl }: Charge) {
  return {
    user_name: buyer.name.slice(0, 60),
    user_address: (buyer.address || '-').slice(0, 400),
    user_phone: (buyer.phone || '-').slice(0, 20),
    // The browser returns to these; the return proves nothing.
    merchant_ok_url: callbackUrl,
    merchant_fail_url: callbackUrl,
  }
}

function basketOf({ basket, baseAmount, reference }: Charge): string {
  const lines = basket.length === 0 ? [{ name: reference, amount: baseAmount }] : basket
  return JSON.stringify(lines.map(({ name, amount }) => [name.slice(0, 100), amount, 1]))
}

function common(terms: PosTerms, charge: Charge) {
  return {
    merchant_id: terms.settings['merchantId'] ?? '',
    user_ip: charge.address.slice(0, 39),
    merchant_oid: charge.reference,
    email: charge.buyer.email.slice(0, 100),
    currency,
    test_mode: isTest(terms) ? '1' : '0',
    debug_on: '0',
    ...buyerFields(charge),
  }
}

export async function startIframe(terms: PosTerms, call: CallPaytr, charge: Charge): Promise<Started> {
  const fields = common(terms, charge)
  const amount = kurusOf(charge.amount)
  const basket = Buffer.from(basketOf(charge)).toString('base64')
  const noInstallment = charge.installment > 1 ? '0' : '1'
  const maxInstallment = charge.installment > 1 ? String(charge.installment) : '0'
  const token = iframeToken(keysOf(terms), {
    merchantId: fields.merchant_id,
    userIp: fields.user_ip,
    merchantOid: fields.merchant_oid,
    email: fields.email,
    amount,
    basket,
    noInstallment,
    maxInstallment,
    currency,
    testMode: fields.test_mode,
  })
  const answer = await call('/odeme/api/get-token', {
    ...fields,
    payment_amount: amount,
    user_basket: basket,
    no_installment: noInstallment,
    max_installment: maxInstallment,
    timeout_limit: timeLimit,
    lang: charge.locale,
    paytr_token: token,
  })
  if (!answer.ok) return unreachable(answer.text)
  const { status, token: page, reason } = answer.json
  if (status !== 'success' || typeof page !== 'string' || !/^[\w-]+$/.test(page)) {
    return unreachable(bankText(typeof reason === 'string' ? reason : ''))
  }
  return { ok: true, step: { kind: 'redirect', url: `${paytrServer(terms)}/odeme/guvenli/${page}` } }
}

/** The browser posts the card directly to PayTR. The server only provides the token, which does not cover the card. */
export async function startDirect(
  terms: PosTerms,
  call: CallPaytr,
  charge: Charge,
  card: Card | null,
  storage: Readonly<Record<string, string>> = {},
): Promise<Started> {
  if (card === null) return unreachable('no card')
  const fields = await directFields(terms, call, charge, card.number.slice(0, 8))
  if (fields === null) return { ok: false, kind: 'declined', code: '8', text: 'No installments for this card' }
  const all = {
    ...fields,
    cc_owner: card.holder,
    card_number: card.number,
    expiry_month: card.month,
    expiry_year: card.year,
    cvv: card.cvc,
    ...storage,
  }
  return { ok: true, step: { kind: 'form', action: `${paytrServer(terms)}/odeme`, fields: Object.entries(all) } }
}

/** The fields of the Direct API but the card's; null: the card has no installments. `bin`: six to eight digits. */
export async function directFields(
  terms: PosTerms,
  call: CallPaytr,
  charge: Charge,
  bin: string,
): Promise<Record<string, string> | null> {
  const family = charge.installment > 1 ? await familyOf(terms, call, bin) : ''
  if (family === null) return null
  const fields = common(terms, charge)
  const installment = charge.installment > 1 ? String(charge.installment) : '0'
  const token = directToken(keysOf(terms), {
    merchantId: fields.merchant_id,
    userIp: fields.user_ip,
    merchantOid: fields.merchant_oid,
    email: fields.email,
    amount: charge.amount,
    installment,
    currency,
    testMode: fields.test_mode,
  })
  return {
    ...fields,
    payment_type: 'card',
    payment_amount: charge.amount,
    installment_count: installment,
    ...(family === '' ? {} : { card_type: family }),
    non_3d: '0',
    client_lang: charge.locale,
    user_basket: basketOf(charge),
    paytr_token: token,
  }
}

/** The card program for installments, by PayTR's name; null = none. */
async function familyOf(terms: PosTerms, call: CallPaytr, bin: string): Promise<string | null> {
  const { merchantKey, merchantSalt } = keysOf(terms)
  const merchantId = terms.settings['merchantId'] ?? ''
  const token = paytrToken(merchantKey, [bin, merchantId, merchantSalt])
  const answer = await call('/odeme/api/bin-detail', { merchant_id: merchantId, bin_number: bin, paytr_token: token })
  const brand = answer.ok && answer.json['status'] === 'success' ? answer.json['brand'] : null
  return typeof brand === 'string' && /^[a-z]+$/.test(brand) && brand !== 'none' ? brand : null
}

function unreachable(text: string): Started {
  return { ok: false, kind: 'unreachable', text }
}
