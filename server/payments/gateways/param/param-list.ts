import { type Day, formatDay } from '#domain/text/calendar-day.ts'
import { isSameAmount, readLira } from '#server/payments/gateways/bank-amount.ts'
import { maskedCard } from '#server/payments/gateways/callback-fields.ts'
import type { BankTransaction, TransactionList } from '#server/payments/gateways/gateway.ts'
import { bankMoment, transactionList } from '#server/payments/gateways/transaction-pages.ts'
import type { XmlMessage } from '#server/payments/gateways/xml-message.ts'
import { type CallParam, isPositive, paramReason } from './param-api.ts'

/** The transactions of a day (TP_Islem_Izleme) in one answer. */
export async function listTransactions(call: CallParam, day: Day): Promise<TransactionList> {
  const date = formatDay(day)
  const answer = await call('TP_Islem_Izleme', { Tarih_Bas: `${date} 00:00:00`, Tarih_Bit: `${date} 23:59:59` })
  if (!answer.ok) return answer
  const { message } = answer
  if (!isPositive(message.text('Sonuc'))) return { ok: false, text: paramReason(message) || 'unreadable' }
  const rows = message.all('DT_Bilgi', 'diffgram', 'NewDataSet', 'Temp')
  // Param lists the newest first.
  return transactionList(rows.filter(isDone).map(transactionOf).toReversed())
}

const kinds: Readonly<Record<string, BankTransaction['kind']>> = { Satış: 'sale', İptal: 'refund', İade: 'refund' }

/** Sonuc of a transaction that was done: done, voided later, refunded later. */
const doneStates = ['1', '12', '13']

function isDone(row: XmlMessage): boolean {
  return kinds[row.text('Tip_Str')] !== undefined && doneStates.includes(row.text('Sonuc'))
}

const currencies: Readonly<Record<string, string>> = { TRL: 'TRY', TL: 'TRY' }

/** The amounts of voids and refunds are negative. */
function transactionOf(row: XmlMessage): BankTransaction | null {
  const [id, reference, currency] = ['SanalPOS_Islem_ID', 'ORJ_ORDER_ID', 'PB'].map((name) => row.text(name))
  const amount = readLira(row.text('Tutar').replace(/^-/, ''))
  const kind = kinds[row.text('Tip_Str')]
  if (!id || !reference || !currency || kind === undefined || amount === null || isSameAmount(amount, '0')) return null
  const card = /KK No:([\d*]+)/.exec(row.text('Odeme_Yapan_Bilgisi'))?.[1]
  const number = row.text('Dekont_ID')
  return {
    id,
    kind,
    reference,
    amount,
    currency: currencies[currency] ?? currency,
    at: bankMoment(row.text('Tarih')),
    receipt: {
      authCode: null,
      bankReference: null,
      transaction: isPositive(number) ? number : null,
      ...maskedCard(card),
    },
  }
}
