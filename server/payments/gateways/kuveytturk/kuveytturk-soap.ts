import { isSameAmount, kurusOf } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type { BankHttp, Charge, Gateway, PosTerms, Receipt, RefundOutcome } from '#server/payments/gateways/gateway.ts'
import { readSoap, writeSoap } from '#server/payments/gateways/soap-message.ts'
import { hasRepeats, type XmlMessage, type XmlTree } from '#server/payments/gateways/xml-message.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { isRefusal, orderOf, passwordOf, reasonOf, type VposAnswer, vposAccount, vposCurrency } from './vpos-api.ts'
import { requestHash } from './vpos-hash.ts'
import { inquiryOf } from './vpos-orders.ts'

const service = 'http://boa.net/BOA.Integration.VirtualPos/Service'

type Operation = 'GetMerchantOrderDetail' | 'SaleReversal' | 'DrawBack' | 'PartialDrawback'
type SendOperation = (operation: Operation, charge: Charge, amount: string, fields: XmlTree) => Promise<VposAnswer>

/** Inquiry, void and refund: VirtualPosService over SOAP. */
export function kuveytturkOperations(
  terms: PosTerms,
  http: BankHttp,
  now: () => Date,
  url: string,
): Pick<Gateway, 'inquire' | 'void' | 'refund'> {
  const send = operationSender(terms, http, url)
  const giveBack = async (operation: Operation, charge: Charge, receipt: Receipt, amount: string) =>
    refundOf(await send(operation, charge, kurusOf(amount), saleOf(receipt)), charge)
  return {
    async inquire(charge) {
      const today = dayInTurkey(now())
      const answer = await send('GetMerchantOrderDetail', charge, '0', {
        MerchantOrderId: charge.reference,
        // 0: all orders with this number. Without dates the service answers with a fault.
        OrderId: '0',
        StartDate: `${addDays(today, -inquiredDays)}T00:00:00`,
        EndDate: `${today}T23:59:59`,
        TransactionType: '0',
      })
      if (!answer.ok) return { kind: 'pending', text: answer.text }
      const { message } = answer
      const { code, text } = firstResult(message)
      return message.text('Success') === 'true'
        ? inquiryOf(message.all('Value', 'OrderContract'), charge)
        : { kind: 'pending', text: reasonOf(code, text) || 'unreadable' }
    },
    void: (charge, receipt) => giveBack('SaleReversal', charge, receipt, charge.amount),
    refund: (charge, receipt, amount) =>
      giveBack(isSameAmount(amount, charge.amount) ? 'DrawBack' : 'PartialDrawback', charge, receipt, amount),
  }
}

/** Payments are inquired about and refunded for a year. */
const inquiredDays = 366

function saleOf(receipt: Receipt): XmlTree {
  const { order, stan } = orderOf(receipt)
  const [rrn, provision] = [receipt.bankReference ?? '', receipt.authCode ?? '']
  return { OrderId: order, RRN: rrn, Stan: stan, ProvisionNumber: provision }
}

/** The order of the fields is the service's own: it skips those that come too late. */
function operationSender(terms: PosTerms, http: BankHttp, url: string): SendOperation {
  const account = vposAccount(terms)
  return async (operation, charge, amount, fields) => {
    const of = { merchantId: account.MerchantId, orderId: charge.reference, amount, userName: account.UserName }
    const request = {
      IsFromExternalNetwork: 'true',
      BusinessKey: '0',
      ResourceId: '0',
      ActionId: '0',
      LanguageId: '0',
      CustomerId: account.CustomerId,
      MailOrTelephoneOrder: 'true',
      Amount: amount,
      MerchantId: account.MerchantId,
      ...fields,
      VPosMessage: {
        APIVersion: apiVersion,
        InstallmentMaturityCommisionFlag: '0',
        HashData: requestHash(of, passwordOf(terms)),
        MerchantId: account.MerchantId,
        SubMerchantId: '0',
        CustomerId: account.CustomerId,
        UserName: account.UserName,
        CardType: 'Visa',
        BatchID: '0',
        TransactionType: operation,
        InstallmentCount: '0',
        Amount: amount,
        DisplayAmount: amount,
        CancelAmount: amount,
        MerchantOrderId: charge.reference,
        FECAmount: '0',
        CurrencyCode: vposCurrency(charge),
        QeryId: '0',
        DebtId: '0',
        SurchargeAmount: '0',
        SGKDebtAmount: '0',
        TransactionSecurity: '1',
      },
    }
    const headers = {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"${service}/IVirtualPosService/${operation}"`,
    }
    const answer = await http({ method: 'POST', url, headers, body: writeSoap(service, operation, { request }) })
    if (!answer.ok) return { ok: false, text: answer.reason }
    if (answer.status !== 200) return { ok: false, text: `HTTP ${answer.status}` }
    const message = readSoap(answer.text, operation)
    const names = ['Success', 'Results', 'Value', 'Value/ResponseCode', 'Value/MerchantOrderId']
    return message === null || hasRepeats(message, names) ? { ok: false, text: 'unreadable' } : { ok: true, message }
  }
}

export const apiVersion = 'TDV2.0.0'

/** The service's own error, which comes before the general one. */
function firstResult(message: XmlMessage): { code: string; text: string; severity: string } {
  const [result] = message.all('Results', 'Result')
  const of = (name: string) => result?.text(name) ?? ''
  return { code: of('ErrorCode'), text: of('ErrorMessage'), severity: of('Severity') }
}

/**
 * Errors that come before the issuing bank is asked. Others, such as ServiceUnavailable, are of the kind BusinessError too,
 * and may follow after the money has moved.
 */
const rejections = [
  ...['ApiUserNotDefined', 'HashDataError', 'InvalidRequestError', 'MerchantNotDefined', 'PosMerchantIPError'],
  ...['RRNOrStanOrProvIsIncorrect', 'TransactionAmountMismatchException'],
]

function refundOf(answer: VposAnswer, charge: Charge): RefundOutcome {
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { message } = answer
  const code = message.text('Value', 'ResponseCode')
  const isOurs = message.text('Value', 'MerchantOrderId') === charge.reference
  if (code === '00' && isOurs && message.text('Success') !== 'false') return { kind: 'done', code }
  const error = firstResult(message)
  // A rule of refunds without a code of its own.
  const isRule = error.code === '' && error.severity === 'BusinessError'
  const isRejected = isRule || isRefusal(error.code) || rejections.includes(error.code)
  if (isRejected && message.text('Success') === 'false')
    return { kind: 'refused', code: error.code || code, text: bankText(error.text) }
  const text = message.text('Value', 'ResponseMessage')
  return isRefusal(code) && isOurs
    ? { kind: 'refused', code, text: bankText(text) }
    : { kind: 'unknown', text: reasonOf(error.code || code, error.text || text) }
}
