import { elements, type XmlBody } from '#server/sandbox-bank/dialects/bank-xml.ts'
import type { BankAnswer, Books } from '#server/sandbox-bank/dialects/dialect.ts'
import type { ListedTransaction } from '#server/sandbox-bank/lists/listed-transactions.ts'
import { currencyNumbers, installmentText, merchant, terminal } from './terminal.ts'

const types = { sale: 'Auth', void: 'Void', refund: 'Refund' } as const

/** Answers TxnHistory for a day (YYYYMMDD). A day without transactions has one row, the request itself. */
export async function answerReport(date: string, bank: Books): Promise<BankAnswer> {
  const day = date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const rows = (await bank.listed(day)).map(rowOf)
  const none = { TxnType: 'TxnHistory', TxnResult: 'Failed', ProcReturnCode: 'V013' }
  const all = rows.length > 0 ? rows : [elements(none)]
  const inner = all.map((row) => elements({ PaymentRequestExtended: elements({ PaymentRequest: row }) }).xml)
  const body = `<?xml version="1.0" encoding="UTF-8"?>\r\n<TxnHistoryReport>${inner.join('')}</TxnHistoryReport>`
  return { body, type: 'xml' }
}

function rowOf(row: ListedTransaction): XmlBody {
  return elements({
    RequestGuid: String(1_000_000 + row.id),
    InsertDatetime: row.time.replace(' ', 'T'),
    MbrId: terminal.mbrId,
    MerchantID: merchant.clientId,
    OrderId: row.oid,
    OrgOrderId: row.kind === 'sale' ? '' : row.oid,
    TxnType: types[row.kind],
    PurchAmount: row.amount,
    Currency: currencyNumbers[row.currency] ?? '',
    InstallmentCount: installmentText(row.installment),
    TxnStatus: row.is_voided ? 'V' : row.approved ? 'Y' : 'N',
    TxnResult: row.approved ? 'Success' : 'Failed',
    ProcReturnCode: row.approved ? '00' : '05',
    AuthCode: row.auth_code,
    F37: row.host_ref,
    CardMask: row.card,
    RefundedAmount: '0',
  })
}
