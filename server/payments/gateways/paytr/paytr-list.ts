import type { Day } from '#domain/text/calendar-day.ts'
import { readLira } from '#server/payments/gateways/bank-amount.ts'
import { bankText, maskedCard } from '#server/payments/gateways/callback-fields.ts'
import type { BankTransaction, PosTerms, TransactionList } from '#server/payments/gateways/gateway.ts'
import { type Json, textOf } from '#server/payments/gateways/json-message.ts'
import { bankMoment, secondsOf, transactionList } from '#server/payments/gateways/transaction-pages.ts'
import { type CallPaytr, keysOf } from './paytr-api.ts'
import { paytrToken } from './paytr-token.ts'

/** The sales and refunds of a day (İşlem Dökümü), in one answer. */
export async function listTransactions(terms: PosTerms, call: CallPaytr, day: Day): Promise<TransactionList> {
  const { merchantKey, merchantSalt } = keysOf(terms)
  const { first, last } = secondsOf(day)
  const fields = { merchant_id: terms.settings['merchantId'] ?? '', start_date: first, end_date: last }
  const token = paytrToken(merchantKey, [...Object.values(fields), merchantSalt])
  const answer = await call('/rapor/islem-dokumu', { ...fields, paytr_token: token })
  if (!answer.ok) return answer
  const { status, err_msg, ...content } = answer.json
  // The answer for a day without transactions.
  if (status === 'failed') return { ok: true, transactions: [] }
  if (status !== 'success') return { ok: false, text: bankText(textOf(err_msg)) }
  const rows = rowsIn(content)
  return rows.length === 0 ? { ok: false, text: 'unreadable' } : transactionList(numbered(day, rows))
}

/** The documentation does not name the field that has the rows. */
function rowsIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return []
  const row = value as Json
  return 'islem_tipi' in row ? [row] : Object.values(row).flatMap(rowsIn)
}

/** PayTR's rows have no number of their own: equal rows of a day are counted. */
function numbered(day: Day, rows: readonly Json[]): (BankTransaction | null)[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const transaction = transactionOf(row)
    if (transaction === null) return null
    const key = [day, transaction.kind, transaction.reference, transaction.amount].join(':')
    const number = (seen.get(key) ?? 0) + 1
    seen.set(key, number)
    return { ...transaction, id: `${key}:${number}` }
  })
}

function transactionOf(row: Json): Omit<BankTransaction, 'id'> | null {
  const of = (name: string) => textOf(row[name])
  const [type, reference, amount, taken] = [
    of('islem_tipi'),
    of('siparis_no'),
    readLira(of('islem_tutari')),
    readLira(of('odeme_tutari')),
  ]
  if (!['S', 'I'].includes(type) || reference === '' || amount === null) return null
  const currency = of('para_birimi')
  return {
    kind: type === 'S' ? 'sale' : 'refund',
    reference,
    amount,
    ...(taken === null ? {} : { taken }),
    currency: currency === 'TL' || currency === '' ? 'TRY' : currency,
    at: bankMoment(of('islem_tarihi')),
    receipt: { authCode: null, bankReference: null, transaction: reference, ...maskedCard(of('kart_no')) },
  }
}
