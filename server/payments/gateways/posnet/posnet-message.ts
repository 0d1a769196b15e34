import { createHash } from 'node:crypto'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { kurusOf } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type { BankHttp, Charge, PosTerms } from '#server/payments/gateways/gateway.ts'
import { hasRepeats, readXml, writeXml, type XmlMessage, type XmlTree } from '#server/payments/gateways/xml-message.ts'

export const posnetCurrencies: Readonly<Record<PosCurrency, string>> = { TRY: 'TL', USD: 'US', EUR: 'EU' }

/** What PosNet's macs cover of a charge, in its notation: the order number has 20 characters. */
export function signedValues({ reference, amount, currency }: Charge): [xid: string, amount: string, currency: string] {
  return [reference.padStart(20, '0'), kurusOf(amount), posnetCurrencies[currency]]
}

const sha256 = (...parts: string[]) => createHash('sha256').update(parts.join(';'), 'utf8').digest('base64')

/** PosNet's mac: base64 SHA-256 of the values, the merchant number and the hashed key, joined by semicolons. */
export function posnetMac(
  values: readonly string[],
  { settings, secrets }: Pick<PosTerms, 'settings' | 'secrets'>,
): string {
  const key = sha256(secrets['encKey'] ?? '', settings['terminalId'] ?? '')
  return sha256(...values, settings['merchantId'] ?? '', key)
}

const resolved = ['xid', 'amount', 'currency', 'installment', 'mdStatus', 'mac'].map(
  (name) => `oosResolveMerchantDataResponse/${name}`,
)
/** What an answer has once at most. */
const singleElements = [
  ...['approved', 'respCode', 'hostlogkey', 'authCode', 'mac', 'transactions'],
  ...['oosRequestDataResponse', 'oosResolveMerchantDataResponse', ...resolved],
]

/** A readable answer, or why there is none. */
export type PosnetAnswer = { ok: true; message: XmlMessage } | { ok: false; text: string }
export type SendPosnet = (charge: Charge, request: XmlTree) => Promise<PosnetAnswer>

/** Sends a `posnetRequest`. The bank demands the numbers of merchant and terminal in the headers as well. */
export function posnetSender({ settings }: PosTerms, http: BankHttp): SendPosnet {
  const [mid = '', tid = '', posnetId = ''] = ['merchantId', 'terminalId', 'posnetId'].map((name) => settings[name])
  return async (charge, request) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-merchant-id': mid,
      'x-terminal-id': tid,
      'x-posnet-id': posnetId,
      'x-correlation-id': charge.reference,
    }
    const body = new URLSearchParams({ xmldata: writeXml('posnetRequest', { mid, tid, ...request }) }).toString()
    const answer = await http({ method: 'POST', url: settings['api'] ?? '', headers, body })
    if (!answer.ok) return { ok: false, text: answer.reason }
    if (answer.status !== 200) return { ok: false, text: `HTTP ${answer.status}` }
    const message = readXml(answer.text, 'posnetResponse')
    if (message === null || hasRepeats(message, singleElements)) return { ok: false, text: 'unreadable' }
    return { ok: true, message }
  }
}

export type PosnetResult = {
  /** `approved` 1 without a result code. */
  isApproved: boolean
  /** `approved` 0 with a code. */
  isRefused: boolean
  /** The bank's code; those of the card schemes (0051) without the leading zeros, as other banks write them. */
  code: string
  text: string
}

export function resultOf(message: XmlMessage): PosnetResult {
  const [approved, code] = [message.text('approved'), message.text('respCode')]
  return {
    isApproved: approved === '1' && code === '',
    isRefused: approved === '0' && code !== '',
    code: code.replace(/^00(?=\d\d$)/, ''),
    text: bankText(message.text('respText')),
  }
}
