import type { MovementKind } from '#contract/shop/statement.ts'
import { addDays, type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import { decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { recalculateBalances } from '#server/statement/statement.ts'
import { insertRows } from '#demo/catalog/bulk.ts'
import type { DealerRow } from './dealers.ts'
import { createRandom, type Random } from '#demo/random.ts'

type Movement = {
  dealer_id: number
  posted_on: Day
  due_on: Day | null
  document_no: string
  kind: MovementKind
  description: string
  debit: string
  credit: string
  currency: string
  reference: string
}

/** Payment term in days. Older invoices were due and paid before the oldest open one. */
const paymentTermDays = 30
const historyFrom = 245
const historyTo = 80

const payments = ['Gelen havale', 'Kredi kartı ile tahsilat', 'Çek tahsilatı', 'Nakit tahsilat']
const purchases = ['Mal alışı', 'Mal alışı, sevk irsaliyesi ektedir', 'Şantiye teslimi', 'Kampanyalı ürünler']

/** Inserts account movements that add up to the balances of each dealer. */
export async function insertMovements(
  db: Db,
  dealers: readonly DealerRow[],
  plan: { seed: number; today: Date },
): Promise<number> {
  const today = dayInTurkey(plan.today)
  const movements = dealers.flatMap((dealer) => makeMovements(dealer, plan.seed, today))
  await insertRows(db, 'account_movements', columns, movements)
  await recalculateBalances(
    db,
    dealers.map(({ id }) => id),
    today,
  )
  return movements.length
}

const columns = {
  dealer_id: 'integer',
  posted_on: 'date',
  due_on: 'date',
  document_no: 'text',
  kind: 'text',
  description: 'text',
  debit: 'numeric',
  credit: 'numeric',
  currency: 'text',
  reference: 'text',
}

function makeMovements(dealer: DealerRow, seed: number, today: Day): Movement[] {
  const account = new Account(dealer.id, today, createRandom(seed + 7_919 * dealer.id))
  account.addHistory('TRY', 1_500, 38_000)
  account.addOpen('TRY', dealer.overdue_balance, dealer.overdue_days)
  account.addOpen('TRY', decimal(dealer.balance).minus(dealer.overdue_balance).toNumber(), null)
  if (dealer.id === 1) {
    account.addHistory('USD', 120, 900)
    account.addOpen('USD', 1_840.6, null)
  }
  return account.movements.toSorted((a, b) => (a.posted_on < b.posted_on ? -1 : a.posted_on > b.posted_on ? 1 : 0))
}

class Account {
  readonly movements: Movement[] = []
  readonly #dealer: number
  readonly #today: Day
  readonly #random: Random

  constructor(dealer: number, today: Day, random: Random) {
    this.#dealer = dealer
    this.#today = today
    this.#random = random
  }

  /** Adds paid invoices: some were paid late, some after a return. */
  addHistory(currency: string, least: number, most: number): void {
    const random = this.#random
    for (let day = historyFrom; day >= historyTo; day -= random.whole(9, 17)) {
      const amount = decimal(random.whole(least * 100, most * 100)).dividedBy(100)
      const isFirst = day === historyFrom
      this.#post(isFirst ? 'opening' : 'invoice', day, amount.toNumber(), currency, isFirst ? 'Devir' : undefined)
      const returned = !isFirst && random.chance(0.15) ? amount.times('0.1').toDecimalPlaces(2) : decimal(0)
      if (returned.greaterThan(0)) this.#post('return', day - 8, returned.toNumber(), currency, 'İade faturası')
      this.#post('payment', day - paymentTermDays + random.whole(-6, 4), amount.minus(returned).toNumber(), currency)
    }
  }

  /** Adds open invoices: the oldest was due `days` ago, or all are due later if that is null. */
  addOpen(currency: string, amount: number, days: number | null): void {
    if (amount <= 0) return
    const first = decimal(amount).times('0.62').toDecimalPlaces(2)
    const rest = decimal(amount).minus(first)
    const oldest = days === null ? this.#random.whole(14, 26) : days + paymentTermDays
    this.#post('invoice', oldest, first.toNumber(), currency)
    this.#post('invoice', oldest - (days === null ? 9 : Math.min(11, days - 1)), rest.toNumber(), currency)
  }

  #post(kind: MovementKind, daysAgo: number, amount: number, currency: string, description?: string): void {
    const isDebit = kind === 'invoice' || kind === 'opening'
    const n = this.movements.length + 1
    const day = addDays(this.#today, -daysAgo)
    const prefix = { invoice: 'FTR', opening: 'DVR', payment: 'THS', return: 'IAD', debit: 'BRC', credit: 'ALC' }[kind]
    this.movements.push({
      dealer_id: this.#dealer,
      posted_on: day,
      due_on: isDebit ? addDays(day, paymentTermDays) : null,
      document_no: `${prefix}${day.slice(0, 4)}${String(this.#dealer * 1_000 + n).padStart(9, '0')}`,
      kind,
      description: description ?? this.#random.pick(isDebit ? purchases : payments),
      debit: isDebit ? amount.toFixed(2) : '0',
      credit: isDebit ? '0' : amount.toFixed(2),
      currency,
      reference: `DEMO-${this.#dealer}-${n}`,
    })
  }
}
