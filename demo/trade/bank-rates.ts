import { addDays, type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

type DemoRates = {
  code: string
  family: string | null
  cardClass: 'personal' | 'commercial' | null
  /** Percent by number of installments, starting with the single payment. */
  percents: readonly number[]
  payOutDays: number
  /** Days from today. */
  from: number
  until: number | null
  extra?: { installment: number; count: number }
}

/** Made-up rates: a past version, those in force with a campaign and commercial cards, and a version to come. */
const demoRates: readonly DemoRates[] = [
  {
    code: 'demo-arti',
    family: 'Artı',
    cardClass: 'personal',
    percents: [1.69, 3.2, 4.1, 4.95, 5.8, 6.7, 7.55, 8.4, 9.3, 10.2, 11.1, 11.95],
    payOutDays: 1,
    from: -180,
    until: -41,
  },
  {
    code: 'demo-arti',
    family: 'Artı',
    cardClass: 'personal',
    percents: [1.79, 3.35, 4.25, 5.15, 6.05, 6.95, 7.85, 8.75, 9.65, 10.55, 11.45, 12.35],
    payOutDays: 1,
    from: -40,
    until: null,
    extra: { installment: 9, count: 2 },
  },
  {
    code: 'demo-arti',
    family: 'Artı',
    cardClass: 'commercial',
    percents: [1.99, 3.6, 4.55, 5.5, 6.4, 7.35, 8.3, 9.25, 10.2, 11.15, 12.1, 13.05],
    payOutDays: 1,
    from: -40,
    until: null,
    extra: { installment: 9, count: 2 },
  },
  { code: 'demo-arti', family: null, cardClass: null, percents: [2.19], payOutDays: 1, from: -40, until: null },
  {
    code: 'demo-kule',
    family: 'Kule',
    cardClass: null,
    percents: [1.85, 3.5, 4.4, 5.3, 6.2, 7.1, 8, 8.95, 9.9],
    payOutDays: 30,
    from: -120,
    until: 19,
  },
  {
    code: 'demo-kule',
    family: 'Kule',
    cardClass: null,
    percents: [1.95, 3.65, 4.6, 5.55, 6.45, 7.4],
    payOutDays: 30,
    from: 20,
    until: null,
  },
  { code: 'demo-kule', family: null, cardClass: null, percents: [2.35], payOutDays: 30, from: -120, until: null },
]

/** Inserts the rates of the demo's banks. Payers are charged by the accounts' own plans. */
export async function insertBankRates(db: Db, now: Date): Promise<void> {
  const today = dayInTurkey(now)
  await db.execute(
    `INSERT INTO bank_rates (pos_account_id, family, card_class, installment, percent, extra_installments, bearer,
                             pay_out_days, valid_from, valid_until)
     SELECT a.id, r.family, r.card_class, r.installment, r.percent, r.extra, 'plan', r.pay_out_days, r.valid_from, r.valid_until
       FROM jsonb_to_recordset($1) AS r (code text, family text, card_class text, installment integer, percent numeric,
         extra integer, pay_out_days integer, valid_from date, valid_until date) JOIN pos_accounts a ON a.code = r.code`,
    [JSON.stringify(demoRates.flatMap((rates) => rowsOf(rates, today)))],
  )
}

function rowsOf({ percents, extra, from, until, ...rates }: DemoRates, today: Day) {
  return percents.map((percent, i) => ({
    code: rates.code,
    family: rates.family,
    card_class: rates.cardClass,
    installment: i + 1,
    percent,
    extra: extra?.installment === i + 1 ? extra.count : 0,
    pay_out_days: rates.payOutDays,
    valid_from: addDays(today, from),
    valid_until: until === null ? null : addDays(today, until),
  }))
}
