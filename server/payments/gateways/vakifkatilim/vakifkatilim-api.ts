import { isSameAmount, kurusOf } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type { BankHttp, Charge, Gateway, PosTerms, Receipt, RefundOutcome } from '#server/payments/gateways/gateway.ts'
import {
  isRefusal,
  orderOf,
  passwordOf,
  postXml,
  readContract,
  reasonOf,
  type VposAnswer,
  vposAccount,
} from '#server/payments/gateways/kuveytturk/vpos-api.ts'
import { passwordHash, requestHash } from '#server/payments/gateways/kuveytturk/vpos-hash.ts'
import { inquiryOf } from '#server/payments/gateways/kuveytturk/vpos-orders.ts'
import type { XmlTree } from '#server/payments/gateways/xml-message.ts'

export const messageRoot = 'VPosMessageContract'

/** The bank has one address; merchant and user decide what is a test. */
export function vakifkatilimServer({ settings }: PosTerms): string {
  return settings['api'] || 'https://boa.vakifkatilim.com.tr/VirtualPOS.Gateway/Home'
}

/** The account's fields with the hash of a request. Amount in kuruş; it and the order number may be empty. */
export function signedAccount(
  terms: PosTerms,
  of: { orderId: string; amount: string; okUrl?: string; failUrl?: string },
): XmlTree {
  const account = vposAccount(terms)
  const hash = requestHash({ merchantId: account.MerchantId, userName: account.UserName, ...of }, passwordOf(terms))
  return { HashData: hash, ...account, SubMerchantId: '0' }
}

/** Sends a request and parses the answer; `operation` is the last step of the address. */
export async function sendOperation(
  terms: PosTerms,
  http: BankHttp,
  operation: string,
  tree: XmlTree,
): Promise<VposAnswer> {
  const answer = await postXml(http, `${vakifkatilimServer(terms)}/${operation}`, messageRoot, tree)
  const message = answer.ok ? readContract(answer.text) : null
  if (message !== null) return { ok: true, message }
  return { ok: false, text: answer.ok ? 'unreadable' : answer.text }
}

export const orderPath = ['VPosOrderData', 'OrderContract']
/** The bank has no order that fits. */
export const noResult = 'NonResult'

/** Inquiry, void and refund. */
export function vakifkatilimOperations(terms: PosTerms, http: BankHttp): Pick<Gateway, 'inquire' | 'void' | 'refund'> {
  const giveBack = async (operation: string, charge: Charge, receipt: Receipt, amount: string) => {
    const request = {
      ...signedAccount(terms, { orderId: charge.reference, amount }),
      HashPassword: passwordHash(passwordOf(terms)),
      MerchantOrderId: charge.reference,
      OrderId: orderOf(receipt).order,
      PaymentType: '1',
      ...(amount === '' ? {} : { Amount: amount }),
    }
    return refundOf(await sendOperation(terms, http, operation, request), charge)
  }
  return {
    async inquire(charge) {
      const request = {
        ...signedAccount(terms, { orderId: charge.reference, amount: '' }),
        MerchantOrderId: charge.reference,
      }
      const answer = await sendOperation(terms, http, 'SelectOrderByMerchantOrderId', request)
      if (!answer.ok) return { kind: 'pending', text: answer.text }
      const { message } = answer
      const code = message.text('ResponseCode')
      if (code === noResult) return { kind: 'none' }
      const rows = message.all(...orderPath)
      return code === '00' && rows.length > 0
        ? inquiryOf(rows, charge)
        : { kind: 'pending', text: reasonOf(code, message.text('ResponseMessage')) }
    },
    void: (charge, receipt) => giveBack('SaleReversal', charge, receipt, kurusOf(charge.amount)),
    // DrawBack returns the whole amount and has none.
    refund: (charge, receipt, amount) =>
      isSameAmount(amount, charge.amount)
        ? giveBack('DrawBack', charge, receipt, '')
        : giveBack('PartialDrawBack', charge, receipt, kurusOf(amount)),
  }
}

/** Codes of requests that the bank rejects without a transaction. */
const rejections = ['ApiUserNotDefined', 'HashDataError', 'MerchantNotDefined', 'OrderDataNotFound']

function refundOf(answer: VposAnswer, charge: Charge): RefundOutcome {
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { message } = answer
  const code = message.text('ResponseCode')
  const text = bankText(message.text('ResponseMessage'))
  const isOurs = message.text('MerchantOrderId') === charge.reference
  if (code === '00' && isOurs) return { kind: 'done', code }
  return rejections.includes(code) || (isRefusal(code) && isOurs)
    ? { kind: 'refused', code, text }
    : { kind: 'unknown', text: reasonOf(code, text) }
}
