import { gzipSync } from 'node:zlib'
import type { Books } from '#server/sandbox-bank/dialects/dialect.ts'
import type { ListedTransaction } from '#server/sandbox-bank/lists/listed-transactions.ts'
import { approvedText, bankTime, currencyNumbers, terminal } from './terminal.ts'
import type { Message } from './transactions.ts'

/** Answers `portal/report/transaction` for one day: JSON, compressed with gzip, in base64. */
export async function answerReport({ report }: Message, bank: Books): Promise<Readonly<Record<string, unknown>>> {
  const [day, start] = (report?.startDateTime ?? '').split('T')
  const [lastDay, end] = (report?.endDateTime ?? '').split('T')
  if (day === undefined || day !== lastDay || start !== '00:00:00.000' || end !== '23:59:59.999') {
    return { responseCode: 'VPS-2229', responseMessage: 'Gün aralığı 1 günden fazla girilemez' }
  }
  const rows = await bank.listed(day)
  const list = { terminal, txnDetailList: rows.filter(({ kind }) => kind !== 'void').map(rowOf) }
  const data = gzipSync(JSON.stringify(list)).toString('base64')
  return { data, terminal, responseCode: 'VPS-0000', responseMessage: 'SUCCESSFUL' }
}

function rowOf(row: ListedTransaction) {
  const isSale = row.kind === 'sale'
  return {
    txnCode: isSale ? '1000' : '1002',
    responseCode: row.approved ? 'VPS-0000' : 'VPS-1005',
    hostResponseMessage: row.approved ? approvedText : 'RED',
    txnStatus: row.approved ? (row.is_voided ? 'İptal' : 'Başarılı') : 'Başarısız',
    txnDateTime: bankTime(row.at),
    orderId: isSale ? row.oid : `${row.oid}-${row.id}`,
    orgOrderId: row.oid,
    authCode: row.auth_code,
    rrn: row.host_ref,
    maskedCardNumber: row.card,
    batchNumber: 39,
    stan: row.id,
    amount: Number(row.amount),
    currencyCode: currencyNumbers[row.currency],
    currencyLabel: row.currency,
    installmentCount: row.installment,
  }
}
