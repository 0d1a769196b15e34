import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { isSameAmount, isSameInstallment, liraOfKurus } from '#server/payments/gateways/bank-amount.ts'
import { originsOf } from '#server/payments/gateways/bank-http.ts'
import { bankText, decodeFields, type Fields } from '#server/payments/gateways/callback-fields.ts'
import type {
  Adapter,
  Callback,
  CallbackResult,
  Card,
  Charge,
  PosTerms,
  Started,
} from '#server/payments/gateways/gateway.ts'
import type { XmlTree } from '#server/payments/gateways/xml-message.ts'
import { isSame } from '#server/platform/http/secrets.ts'
import { posnetOperations } from './posnet-api.ts'
import { posnetMac, posnetSender, resultOf, type SendPosnet, signedValues } from './posnet-message.ts'

/**
 * PosNet (Yapı Kredi): the bank encrypts the order, and the card in `own_form`, before the browser goes to 3-D Secure, and
 * decrypts the return. The shop captures the money. Without a card, the bank's own page asks for it.
 */
export const posnet: Adapter = {
  /**
   * - `gateway`: address of the 3-D page (…/3DSWebService/YKBPaymentService)
   * - `api`: address of the XML service (…/PosnetWebService/XML)
   * - `merchantId`, `terminalId`: üye işyeri and terminal numarası, ten and eight digits
   * - `posnetId`: POSNET numarası
   */
  settings: ['gateway', 'api', 'merchantId', 'terminalId', 'posnetId'],
  /** The key that the bank's panel creates (ENCKEY). */
  secrets: ['encKey'],
  identity: ['merchantId', 'terminalId'],
  modes: ['own_form', 'hosted'],
  currencies: posCurrencies,
  hasList: false,
  open(terms, http) {
    const send = posnetSender(terms, http)
    return {
      takesMoneyItself: false,
      origins: originsOf(terms.settings['gateway'] ?? ''),
      start: (charge, card) => start(terms, send, charge, card),
      readCallback: (callback, charge) => readCallback(terms, send, callback, charge),
      ...posnetOperations(terms, send),
    }
  },
}

async function start(terms: PosTerms, send: SendPosnet, charge: Charge, card: Card | null): Promise<Started> {
  const { settings } = terms
  const [XID, amount, currencyCode] = signedValues(charge)
  const typed: XmlTree =
    card === null
      ? {}
      : { cardHolderName: card.holder, ccno: card.number, expDate: `${card.year}${card.month}`, cvc: card.cvc }
  const installment = (charge.installment > 1 ? charge.installment : 0).toString().padStart(2, '0')
  const order = { XID, amount, currencyCode, installment, tranType: 'Sale' }
  const answer = await send(charge, { oosRequestData: { posnetid: settings['posnetId'] ?? '', ...order, ...typed } })
  if (!answer.ok) return { ok: false, kind: 'unreachable', text: answer.text }
  const { isApproved, isRefused, code, text } = resultOf(answer.message)
  if (isRefused) return { ok: false, kind: 'declined', code, text }
  const packet = (name: string) => answer.message.text('oosRequestDataResponse', name)
  const isWhole = packet('data1') !== '' && packet('sign') !== '' && (card === null || packet('data2') !== '')
  if (!isApproved || !isWhole) return { ok: false, kind: 'unreachable', text: 'unreadable' }
  const fields = {
    mid: settings['merchantId'] ?? '',
    posnetID: settings['posnetId'] ?? '',
    posnetData: packet('data1'),
    posnetData2: packet('data2'),
    digest: packet('sign'),
    merchantReturnURL: charge.callbackUrl,
    url: '',
    lang: charge.locale,
    openANewWindow: '0',
  }
  return { ok: true, step: { kind: 'form', action: settings['gateway'] ?? '', fields: Object.entries(fields) } }
}

/** The return is not signed but encrypted. Its readable fields are compared first: those of another order are not sent. */
async function readCallback(
  terms: PosTerms,
  send: SendPosnet,
  callback: Callback,
  charge: Charge,
): Promise<CallbackResult> {
  const [fields] = decodeFields(callback)
  const reason = fields === undefined ? 'repeated fields' : mismatchOf(fields, terms, charge)
  if (fields === undefined || reason !== null) return { kind: 'forged', reason: reason ?? '' }
  const packets = {
    bankData: fields.get('BankPacket') ?? '',
    merchantData: fields.get('MerchantPacket') ?? '',
    sign: fields.get('Sign') ?? '',
  }
  const mac = posnetMac(signedValues(charge), terms)
  const answer = await send(charge, { oosResolveMerchantData: { ...packets, mac } })
  if (!answer.ok) return { kind: 'returned' }
  const { isApproved, isRefused, code, text } = resultOf(answer.message)
  // Errors of the 3-D service (E…): the packets or the mac are wrong.
  if (isRefused && code.startsWith('E')) return { kind: 'forged', reason: `${code} ${text}`.trim() }
  if (!isApproved) return { kind: 'returned' }
  return readResolved(terms, charge, (name) => answer.message.text('oosResolveMerchantDataResponse', name), {
    ...packets,
    cardFirst6: /^\d{6}$/.exec(fields.get('CCPrefix') ?? '')?.[0] ?? '',
  })
}

/** The first readable field of the return that differs from the charge; null if none does. */
function mismatchOf(fields: Fields, { settings }: PosTerms, charge: Charge): string | null {
  const [xid] = signedValues(charge)
  const expected: [name: string, isSame: boolean][] = [
    ['Xid', fields.get('Xid') === xid],
    ['MerchantId', fields.get('MerchantId') === settings['merchantId']],
    ['Amount', !fields.has('Amount') || isSameAmount(liraOfKurus(fields.get('Amount')), charge.amount)],
    ...['BankPacket', 'MerchantPacket', 'Sign'].map((name): [string, boolean] => [name, Boolean(fields.get(name))]),
  ]
  return expected.find(([, isMatching]) => !isMatching)?.[0] ?? null
}

function readResolved(
  terms: PosTerms,
  charge: Charge,
  value: (name: string) => string,
  proof: Readonly<Record<string, string>>,
): CallbackResult {
  const values = signedValues(charge)
  const mdStatus = value('mdStatus')
  const isSigned = isSame(value('mac'), posnetMac([mdStatus, ...values], terms))
  if (!isSigned) return { kind: 'forged', reason: 'mac' }
  const isOurs = ['xid', 'amount', 'currency'].every((name, i) => value(name) === values[i])
  if (!isOurs || !isSameInstallment(value('installment'), charge.installment))
    return { kind: 'forged', reason: 'order' }
  if (mdStatus === '1') return { kind: 'authenticated', proof }
  return { kind: 'declined', code: `3D-${mdStatus}`, text: bankText(value('mdErrorMessage')) }
}
