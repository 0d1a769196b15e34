import { translate } from '#server/platform/http/words.ts'
import type { XmlParts } from '#server/sandbox-bank/dialects/bank-xml.ts'
import type { Books, Found } from '#server/sandbox-bank/dialects/dialect.ts'
import { currencyNumbers, installmentText, merchant, terminal } from './terminal.ts'

/** Answers OrderInquiry: the sale with its state and the sum of its refunds. */
export async function answerInquiry(oid: string, bank: Books): Promise<XmlParts> {
  const found = await bank.find(oid)
  const head = { MbrId: terminal.mbrId, MerchantID: merchant.clientId, OrderId: oid, TerminalID: terminal.terminalId }
  if (found.kind === 'found') return { ...head, ...saleOf(found) }
  if (found.kind === 'pending') {
    const state = { TxnType: 'Auth', TxnStatus: 'P', TxnResult: 'Failed', ProcReturnCode: 'V000' }
    return { ...head, ...state, ErrMsg: 'İşlem tamamlanamadı / Devam ediyor' }
  }
  const request = { RequestGuid: '0', OrgOrderId: oid, SecureType: 'Inquiry', TxnType: 'OrderInquiry', TxnStatus: 'P' }
  return { ...head, ...request, ProcReturnCode: 'V013', ErrMsg: 'Seçili İşlem Bulunamadı!' }
}

function saleOf({ sale, voided, refunded }: Extract<Found, { kind: 'found' }>): XmlParts {
  const state = !sale.approved ? 'N' : voided === undefined ? 'Y' : 'V'
  return {
    RequestGuid: sale.trans_id,
    SecureType: '3DModel',
    TxnType: 'Auth',
    PurchAmount: sale.amount,
    Currency: currencyNumbers[sale.currency] ?? '',
    InstallmentCount: installmentText(sale.installment),
    TxnStatus: state,
    TxnResult: sale.approved ? 'Success' : 'Failed',
    ProcReturnCode: sale.code,
    ErrMsg: sale.approved ? 'Onaylandı' : translate('tr', `sandbox.codes.${sale.code}`),
    AuthCode: sale.approved ? sale.auth_code : '\r\n',
    HostRefNum: '\r\n',
    F37: sale.host_ref,
    CardMask: sale.card,
    RefundedAmount: refunded === '0.00' ? '0' : refunded,
    IsVoided: String(voided !== undefined),
    IsRefunded: String(refunded === sale.amount),
  }
}
