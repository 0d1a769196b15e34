import type { BankHttp, PosTerms } from '#server/payments/gateways/gateway.ts'
import { hasRepeats, readXml, writeXml, type XmlMessage, type XmlTree } from '#server/payments/gateways/xml-message.ts'

export type PayforAnswer = { ok: true; message: XmlMessage } | { ok: false; text: string }
export type SendPayfor = (request: XmlTree) => Promise<PayforAnswer>

/** Code of success, of messages and of listed transactions. */
export const approved = '00'
/** No such transaction. */
export const notFound = 'V013'

/** The transactions of a report. */
export const rowPath = ['PaymentRequestExtended', 'PaymentRequest']

/** Sends requests to the XML API; the account's fields are added. */
export function payforSender({ settings, secrets }: PosTerms, http: BankHttp): SendPayfor {
  const account = {
    MerchantId: settings['merchantId'] ?? '',
    UserCode: settings['name'] ?? '',
    UserPass: secrets['password'] ?? '',
    MbrId: settings['mbrId'] ?? '',
  }
  return async (request) => {
    const body = writeXml('PayforRequest', { ...account, ...request, Lang: 'TR' })
    const headers = { 'content-type': 'text/xml; charset=UTF-8' }
    const answer = await http({ method: 'POST', url: settings['api'] ?? '', headers, body })
    if (!answer.ok) return { ok: false, text: answer.reason }
    if (answer.status !== 200) return { ok: false, text: `HTTP ${answer.status}` }
    const message = readXml(answer.text)
    return message !== null && isReadable(message) ? { ok: true, message } : { ok: false, text: 'unreadable' }
  }
}

/** What a message or a listed transaction says once. */
const fields =
  'RequestGuid OrderId OrgOrderId TransId MerchantID TxnType TxnStatus TxnResult ProcReturnCode PurchAmount Currency RefundedAmount IsVoided IsRefunded'

function isReadable(message: XmlMessage): boolean {
  const rows = message.all(...rowPath)
  const isAnswer = message.text('ProcReturnCode') !== '' || rows.length > 0
  return isAnswer && ![message, ...rows].some((each) => hasRepeats(each, fields.split(' ')))
}
