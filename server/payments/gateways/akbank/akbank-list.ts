import { gunzipSync } from 'node:zlib'
import type { Day } from '#domain/text/calendar-day.ts'
import { readLira } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type { BankTransaction, TransactionList } from '#server/payments/gateways/gateway.ts'
import { type Json, readJson, textOf } from '#server/payments/gateways/json-message.ts'
import { bankMoment, transactionList } from '#server/payments/gateways/transaction-pages.ts'
import { approved, type CallAkbank } from './akbank-api.ts'
import { receiptOf } from './akbank-inquiry.ts'

/** Longest list in bytes: a day has at most 9,999 transactions of about a kilobyte each. */
const maxListBytes = 20_000_000

/** The transactions of a day, in one answer; the bank refuses a day with more than 9,999 (VPS-2235). */
export async function listTransactions(call: CallAkbank, day: Day): Promise<TransactionList> {
  const report = { startDateTime: `${day}T00:00:00.000`, endDateTime: `${day}T23:59:59.999` }
  const answer = await call('/portal/report/transaction', { report })
  if (!answer.ok) return answer
  const { responseCode, responseMessage, data } = answer.json
  if (responseCode !== approved)
    return { ok: false, text: bankText(`${textOf(responseCode)} ${textOf(responseMessage)}`) }
  const rows = readData(textOf(data))?.['txnDetailList']
  if (!Array.isArray(rows)) return { ok: false, text: 'unreadable' }
  return transactionList((rows as Json[]).flatMap(transactionsOf))
}

/** The list is JSON, compressed with gzip, in base64. */
function readData(data: string): Json | null {
  try {
    return readJson(gunzipSync(Buffer.from(data, 'base64'), { maxOutputLength: maxListBytes }).toString('utf8'))
  } catch {
    return null
  }
}

const kinds: Readonly<Record<string, BankTransaction['kind']>> = { '1000': 'sale', '1005': 'sale', '1002': 'refund' }

/** A sale that was voided later has the state İptal: money came and went. The void has no row of its own. */
function transactionsOf(row: Json): (BankTransaction | null)[] {
  const kind = kinds[textOf(row['txnCode'])]
  const state = textOf(row['txnStatus'])
  const isDone = textOf(row['responseCode']) === approved && state !== 'Başarısız' && state !== 'Teknik İptal'
  if (kind === undefined || !isDone) return []
  if (state === 'Başarılı') return [transactionOf(row, kind, '')]
  if (state !== 'İptal') return [null]
  return kind === 'sale' ? [transactionOf(row, 'sale', ''), transactionOf(row, 'refund', ':void')] : []
}

function transactionOf(row: Json, kind: BankTransaction['kind'], suffix: string): BankTransaction | null {
  const of = (name: string) => textOf(row[name])
  const [amount, reference] = [readLira(of('amount')), of('orgOrderId') || of('orderId')]
  if (amount === null || reference === '') return null
  return {
    // The system trace number (stan) counts the transactions of a batch.
    id: `${of('txnCode')}:${of('orderId')}:${of('batchNumber')}:${of('stan')}${suffix}`,
    kind,
    reference,
    amount,
    currency: of('currencyLabel') || of('currencyCode'),
    at: bankMoment(of('txnDateTime')),
    receipt: receiptOf(row),
  }
}
