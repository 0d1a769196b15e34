import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { isSame } from '#server/platform/http/secrets.ts'
import {
  installmentText,
  isSameAmount,
  isSameInstallment,
  kurusOf,
  liraOfKurus,
  currencyNumbers,
} from '#server/payments/gateways/bank-amount.ts'
import { originsOf } from '#server/payments/gateways/bank-http.ts'
import { bankText, type Fields, decodeFields } from '#server/payments/gateways/callback-fields.ts'
import { garantiOperations, garantiServer, transactionSender } from './garanti-api.ts'
import { listTransactions } from './garanti-list.ts'
import { callbackHash, formHash } from './garanti-hash.ts'
import type {
  Adapter,
  Callback,
  CallbackResult,
  Card,
  Charge,
  PosTerms,
  Started,
} from '#server/payments/gateways/gateway.ts'

/**
 * Garanti BBVA (GVPS, version 512), model `3D`: the shop captures the money after 3-D Secure. The form's signature does
 * not cover the card, but the card's fields are part of the shop's page.
 */
export const garanti: Adapter = {
  /**
   * - `merchantId`: üye iş yeri numarası
   * - `terminalId`: terminal numarası, at most nine digits
   */
  settings: ['merchantId', 'terminalId'],
  /**
   * `gateway` and `api`: replace the addresses of the account's environment (…/servlet/gt3dengine, …/VPServlet);
   * `userId`: the name on the bank's slips instead of PROVAUT.
   */
  optional: ['gateway', 'api', 'userId'],
  /** The passwords of the users PROVAUT (payments) and PROVRFN (void, refund), and the 3-D key (3D güvenlik anahtarı, storekey). */
  secrets: ['provautPassword', 'provrfnPassword', 'storeKey'],
  identity: ['merchantId', 'terminalId'],
  modes: ['own_form'],
  currencies: posCurrencies,
  hasList: true,
  open(terms, http) {
    return {
      takesMoneyItself: false,
      origins: originsOf(garantiServer(terms).gateway),
      start: (charge, card) => Promise.resolve(start(terms, charge, card)),
      readCallback: (callback, charge) => readCallback(terms, callback, charge),
      ...garantiOperations(terms, http),
      transactions: (day) => listTransactions(transactionSender(terms, http), day),
    }
  },
}

function start(terms: PosTerms, charge: Charge, card: Card | null): Started {
  const { settings, secrets } = terms
  const terminalId = settings['terminalId'] ?? ''
  const amount = kurusOf(charge.amount)
  const installment = installmentText(charge.installment)
  const url = charge.callbackUrl
  const hash = formHash(
    {
      terminalId,
      orderId: charge.reference,
      amount,
      currency: currencyNumbers[charge.currency],
      successUrl: url,
      errorUrl: url,
      type: 'sales',
      installment,
    },
    { password: secrets['provautPassword'] ?? '', storeKey: secrets['storeKey'] ?? '' },
  )
  const fields = {
    mode: garantiServer(terms).mode,
    apiversion: '512',
    secure3dsecuritylevel: '3D',
    terminalprovuserid: 'PROVAUT',
    terminaluserid: settings['userId'] || 'PROVAUT',
    terminalmerchantid: settings['merchantId'] ?? '',
    terminalid: terminalId,
    txntype: 'sales',
    txnamount: amount,
    txncurrencycode: currencyNumbers[charge.currency],
    txninstallmentcount: installment,
    orderid: charge.reference,
    successurl: url,
    errorurl: url,
    customeremailaddress: charge.buyer.email,
    customeripaddress: charge.address,
    lang: charge.locale,
    cardnumber: card?.number ?? '',
    cardexpiredatemonth: card?.month ?? '',
    cardexpiredateyear: card?.year ?? '',
    cardcvv2: card?.cvc ?? '',
    secure3dhash: hash,
  }
  return { ok: true, step: { kind: 'form', action: garantiServer(terms).gateway, fields: Object.entries(fields) } }
}

/**
 * The fields that a callback must sign, in this order, and no others. The message itself contains the list, and the
 * values are concatenated without a separator. If the list could be chosen, the same text could be split into other
 * values, such as another mdstatus.
 */
const signedNames = 'clientid:oid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd'

function readCallback(terms: PosTerms, callback: Callback, charge: Charge): CallbackResult {
  const fields = signedFields(callback, terms.secrets['storeKey'] ?? '')
  if (fields === null) return { kind: 'forged', reason: unsignedReason(callback) }
  const mismatch = findMismatch(fields, terms, charge)
  if (mismatch !== null) return { kind: 'forged', reason: mismatch }
  const of = (name: string) => fields.get(name) ?? ''
  const isPlain = `${of('procreturncode')}:${of('response')}`
  const mdStatus = of('mdstatus')
  if (mdStatus !== '1')
    return { kind: 'declined', code: `3D-${mdStatus}`, text: bankText(of('mderrormessage') || of('errmsg')) }
  // Before the capture there is no authorisation. Any content here makes the split between the values ambiguous.
  if (of('authcode') !== '' || (isPlain !== ':' && isPlain !== '00:Approved'))
    return { kind: 'forged', reason: 'response' }
  return { kind: 'authenticated', proof: { md: of('md'), xid: of('xid'), eci: of('eci'), cavv: of('cavv') } }
}

/** GVPS does not sign some failures, such as mdstatus 7 (system error). Its text is for staff only and proves nothing. */
function unsignedReason(callback: Callback): string {
  const [fields] = decodeFields(callback)
  if (fields === undefined || (fields.get('hash') ?? '') !== '') return 'hash'
  const text = bankText(fields.get('mderrormessage') || fields.get('errmsg'))
  return `not signed, mdstatus ${bankText(fields.get('mdstatus'))}${text && `: ${text}`}`
}

function signedFields(callback: Callback, storeKey: string): Fields | null {
  const isSigned = (fields: Fields) => {
    if ((fields.get('hashparams') ?? '').replace(/:$/, '') !== signedNames) return false
    const values = signedNames.split(':').map((name) => fields.get(name) ?? '')
    return isSame((fields.get('hash') ?? '').toUpperCase(), callbackHash(values, storeKey))
  }
  return decodeFields(callback).find(isSigned) ?? null
}

/**
 * The signature covers neither amount, currency nor installments. The capture sends the stored ones, and these must
 * match them.
 */
function findMismatch(fields: Fields, terms: PosTerms, charge: Charge): string | null {
  const terminalId = terms.settings['terminalId']
  if (fields.get('clientid') !== terminalId) return 'clientid'
  if ((fields.get('terminalid') ?? terminalId) !== terminalId) return 'terminalid'
  if (fields.get('oid') !== charge.reference) return 'oid'
  if (fields.get('orderid') !== charge.reference) return 'orderid'
  if (!isSameAmount(liraOfKurus(fields.get('txnamount')), charge.amount)) return 'txnamount'
  if (fields.get('txncurrencycode') !== currencyNumbers[charge.currency]) return 'txncurrencycode'
  return isSameInstallment(fields.get('txninstallmentcount'), charge.installment) ? null : 'txninstallmentcount'
}
