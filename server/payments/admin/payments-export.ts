import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { columnsOf, type ExportColumn, type ExportSource, rowsOf } from '#server/exports/exports.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { parsePaymentListQuery } from './payment-administration.ts'
import { findPaymentIds, type ListedRow, loadPayments } from './payment-queries.ts'
import { cardNumberOf } from '#server/payments/payment/present-payment.ts'

/** The list of card payments as a file, with the stored digits of card numbers. */
export function paymentsExport(pool: Pool): ExportSource {
  return {
    name: 'payments',
    page: pages.adminPayments,
    area: 'payments',
    fileName: 'odemeler',
    sheet: (locale) => ({
      name: translate(locale, 'administration.payments.title'),
      columns: columnsOf(columns, (name) => translate(locale, `administration.exports.payments.${name}`)),
    }),
    async open(query, locale) {
      const ids = await findPaymentIds(pool, parsePaymentListQuery(query))
      return rowsOf(ids, async (part) => (await loadPayments(pool, part)).map((row) => cellsOf(row, locale)))
    },
  }
}

const columns: ExportColumn[] = [
  ['date', 'day', 12],
  ['reference', 'text', 24],
  ['state', 'text', 20],
  ['kind', 'text', 22],
  ['dealerCode', 'text', 14],
  ['dealer', 'text', 40],
  ['user', 'text', 24],
  ['order', 'text', 16],
  ['account', 'text', 24],
  ['card', 'text', 22],
  ['bank', 'text', 24],
  ['installment', 'number', 10],
  ['baseAmount', 'amount', 16],
  ['fee', 'amount', 14],
  ['amount', 'amount', 16],
  ['refunded', 'amount', 16],
  ['currency', 'text', 10],
  ['captured', 'day', 12],
  ['extraInstallments', 'number', 10],
  ['costPercent', 'number', 12],
  ['cost', 'amount', 14],
  ['payOutDay', 'day', 12],
]

function cellsOf(row: ListedRow, locale: Locale): XlsxCell[] {
  const state = translate(locale, `administration.payments.states.${row.state}`)
  const kind = translate(locale, `administration.payments.kinds.${row.kind}`)
  const captured = row.captured_at === null ? null : dayInTurkey(row.captured_at)
  return [
    dayInTurkey(row.created_at),
    row.reference,
    state,
    kind,
    row.dealer_code,
    row.dealer,
    row.user_name,
    row.order_no,
    row.account,
    cardNumberOf(row),
    row.card_bank,
    row.installment,
    row.base_amount,
    row.fee,
    row.amount,
    row.refunded,
    row.currency,
    captured,
    row.extra_installments === 0 ? null : row.extra_installments,
    row.cost_percent === null ? null : Number(row.cost_percent),
    row.cost,
    row.pay_out_day,
  ]
}
