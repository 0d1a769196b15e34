import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { randomBytes } from 'node:crypto'
import { isUnanswered } from '#domain/payments/decline.ts'
import { isSame } from '#server/platform/http/secrets.ts'
import {
  currencyNumbers,
  installmentText,
  isSameAmount,
  isSameInstallment,
  readLira,
} from '#server/payments/gateways/bank-amount.ts'
import { originsOf } from '#server/payments/gateways/bank-http.ts'
import { bankText, type Fields, maskedCard, decodeFields } from '#server/payments/gateways/callback-fields.ts'
import type {
  Adapter,
  Callback,
  CallbackResult,
  Card,
  Charge,
  Gateway,
  PosTerms,
  Receipt,
  Started,
} from '#server/payments/gateways/gateway.ts'
import { nestpayOperations } from './nestpay-api.ts'
import { nestpayHash, upperAscii } from './nestpay-hash.ts'

/**
 * NestPay of Asseco (EST): İş Bankası, Ziraat, Halkbank, TEB, Şekerbank, ING, Alternatif, Anadolu, Türkiye Finans … Own
 * form: model `3d`; the shop captures the money after 3-D Secure. Hosted: the bank's page takes the card, and with
 * `3d_pay_hosting` the money too.
 */
export const nestpay: Adapter = {
  /**
   * - `gateway`: address of the 3-D page (…/fim/est3Dgate) of the test or live system, from the bank's documents
   * - `api`: address of the API (…/fim/api)
   * - `clientId`: the shop's number (mağaza no, üye iş yeri no, ClientId)
   * - `name`: the API user's name (API kullanıcısı, Name)
   */
  settings: ['gateway', 'api', 'clientId', 'name'],
  /** `storetype` of hosted mode: `3d_pay_hosting` (the default), or `3d_host`, where the shop captures the money. */
  optional: ['storetype'],
  /** `password`: the API user's password; `storeKey`: the 3-D key (3D Secure store key, güvenlik anahtarı). */
  secrets: ['password', 'storeKey'],
  identity: ['clientId', 'storetype'],
  modes: ['own_form', 'hosted'],
  currencies: posCurrencies,
  hasList: false,
  open(terms, http) {
    const storetype = storetypeOf(terms)
    const takesMoneyItself = storetype === '3d_pay_hosting'
    return {
      takesMoneyItself,
      origins: originsOf(terms.settings['gateway'] ?? ''),
      start: (charge, card) => Promise.resolve(start(terms, storetype, charge, card)),
      readCallback: (callback, charge) => readCallback(terms, takesMoneyItself, callback, charge),
      ...nestpayOperations(terms, http),
    } satisfies Gateway
  },
}

function storetypeOf({ mode, settings }: PosTerms): string {
  return mode === 'own_form' ? '3d' : settings['storetype'] === '3d_host' ? '3d_host' : '3d_pay_hosting'
}

function start(terms: PosTerms, storetype: string, charge: Charge, card: Card | null): Started {
  const fields: [string, string][] = [
    ['clientid', terms.settings['clientId'] ?? ''],
    ['storetype', storetype],
    ['amount', charge.amount],
    ['oid', charge.reference],
    ['okUrl', charge.callbackUrl],
    ['failUrl', charge.callbackUrl],
    ['rnd', randomBytes(12).toString('hex')],
    ['lang', charge.locale],
    ['currency', currencyNumbers[charge.currency]],
    ['taksit', installmentText(charge.installment)],
    ['TranType', 'Auth'],
    ['hashAlgorithm', 'ver3'],
    ...cardFields(card),
  ]
  const hash = nestpayHash(fields, terms.secrets['storeKey'] ?? '')
  return {
    ok: true,
    step: { kind: 'form', action: terms.settings['gateway'] ?? '', fields: [...fields, ['hash', hash]] },
  }
}

/** Version 3 of the hash covers the card's fields, so the server handles card data: SAQ D. */
function cardFields(card: Card | null): [string, string][] {
  if (card === null) return []
  return [
    ['pan', card.number],
    ['Ecom_Payment_Card_ExpDate_Month', card.month],
    ['Ecom_Payment_Card_ExpDate_Year', card.year],
    ['cv2', card.cvc],
  ]
}

function readCallback(terms: PosTerms, takesMoneyItself: boolean, callback: Callback, charge: Charge): CallbackResult {
  const signed = signedFields(callback, terms.secrets['storeKey'] ?? '')
  if (signed === null) return { kind: 'forged', reason: 'hash' }
  const fields = anyCase(signed)
  const mismatch = findMismatch(fields, terms, charge)
  if (mismatch !== null) return { kind: 'forged', reason: mismatch }
  const mdStatus = fields.get('mdStatus') ?? ''
  if (takesMoneyItself && fields.has('Response')) return readBankCapture(fields, mdStatus)
  if (mdStatus !== '1') return { kind: 'declined', code: `3D-${mdStatus}`, text: bankText(fields.get('mdErrorMsg')) }
  if (takesMoneyItself) return { kind: 'returned', ask: true }
  const proof = Object.fromEntries(['md', 'xid', 'eci', 'cavv'].map((name) => [name, fields.get(name) ?? '']))
  return { kind: 'authenticated', proof }
}

function signedFields(callback: Callback, storeKey: string): Fields | null {
  const isSigned = (fields: Fields) => {
    const hash = anyCase(fields).get('hash') ?? ''
    return isSame(hash, nestpayHash(fields, storeKey))
  }
  return decodeFields(callback).find(isSigned) ?? null
}

/** The fields by name in any case: the protocol does not distinguish `clientid` and `clientId`. No name occurs twice. */
function anyCase(fields: Fields): Pick<Fields, 'get' | 'has'> {
  const byName = new Map([...fields].map(([name, value]) => [upperAscii(name), value]))
  return { get: (name) => byName.get(upperAscii(name)), has: (name) => byName.has(upperAscii(name)) }
}

function findMismatch(fields: Pick<Fields, 'get'>, terms: PosTerms, charge: Charge): string | null {
  if (fields.get('clientid') !== terms.settings['clientId']) return 'clientid'
  if (fields.get('oid') !== charge.reference) return 'oid'
  if (!isSameAmount(readLira(fields.get('amount')), charge.amount)) return 'amount'
  if (fields.get('currency') !== currencyNumbers[charge.currency]) return 'currency'
  return isSameInstallment(fields.get('taksit'), charge.installment) ? null : 'taksit'
}

/** The result in models that take the money themselves. */
function readBankCapture(fields: Pick<Fields, 'get'>, mdStatus: string): CallbackResult {
  const code = fields.get('ProcReturnCode') ?? ''
  // An error after a complete authentication may mean that this order was already paid, or that the issuing bank is silent.
  const isUnclear = fields.get('Response') === 'Error' || isUnanswered(code)
  if (isUnclear && mdStatus === '1') return { kind: 'returned', ask: true }
  if (fields.get('Response') !== 'Approved' || code !== '00') {
    const declineCode = mdStatus === '1' ? code : `3D-${mdStatus}`
    return { kind: 'declined', code: declineCode, text: bankText(fields.get('ErrMsg') || fields.get('mdErrorMsg')) }
  }
  const receipt: Receipt = {
    authCode: fields.get('AuthCode') ?? null,
    bankReference: fields.get('HostRefNum') ?? null,
    transaction: fields.get('TransId') ?? null,
    ...maskedCard(fields.get('maskedCreditCard') ?? fields.get('MaskedPan')),
  }
  return { kind: 'captured', receipt, ...(mdStatus === '1' ? {} : { unwanted: `mdStatus ${mdStatus}` }) }
}
