import type { Found } from '#server/sandbox-bank/dialects/dialect.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'
import { bankOrderOf, codeText, currencyCode } from './vpos-message.ts'
import type { Tags } from '#server/sandbox-bank/dialects/bank-xml.ts'

/** OrderContract of a sale and what was returned of it. */
export function orderTags(found: Extract<Found, { kind: 'found' }>): Tags {
  const { sale, voided, refunded } = found
  const back = voided === undefined ? refunded : sale.amount
  const last = voided !== undefined ? '6' : refunded === sale.amount ? '4' : Number(back) > 0 ? '5' : '1'
  return {
    ...rowTags(sale, '1'),
    LastOrderStatus: last,
    CancelAmount: voided === undefined ? '0.00' : sale.amount,
    DrawbackAmount: refunded,
  }
}

type Row = Omit<BankTransaction, 'client_id' | 'code' | 'trans_id'> & { code?: string }

/** A row of the bank's list. `status`: 1 sale, 4 refund, 6 void. */
export function rowTags(row: Row, status: string): Tags {
  return {
    OrderId: bankOrderOf(row.oid),
    MerchantOrderId: row.oid,
    CardNumber: row.card,
    OrderDate: new Date(row.at.getTime() + 3 * 3_600_000).toISOString().slice(0, 23),
    OrderStatus: status,
    LastOrderStatus: status,
    TransactionStatus: row.approved ? '1' : '2',
    FirstAmount: row.amount,
    TranAmount: row.amount,
    CancelAmount: '0.00',
    DrawbackAmount: '0.00',
    FEC: currencyCode(row.currency),
    InstallmentCount: row.installment === 1 ? '0' : String(row.installment),
    ResponseCode: row.approved ? '00' : (row.code ?? '05'),
    ResponseExplain: row.approved ? 'İşlem onaylandı' : codeText(row.code ?? '05'),
    ProvNumber: row.auth_code,
    RRN: row.host_ref,
    Stan: row.host_ref.slice(-6),
  }
}

/** OrderContract of a visit without a provision. */
export function openTags(session: BankSession): Tags {
  return {
    OrderId: bankOrderOf(session.oid),
    MerchantOrderId: session.oid,
    OrderStatus: '1',
    LastOrderStatus: '1',
    TransactionStatus: '0',
    FirstAmount: session.amount,
    CancelAmount: '0.00',
    DrawbackAmount: '0.00',
    FEC: currencyCode(session.currency),
    ResponseCode: '',
    ProvNumber: '',
    RRN: '',
  }
}
