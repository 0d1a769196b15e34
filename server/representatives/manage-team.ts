import type {
  DealerChoice,
  ListedRepresentative,
  RepresentativeDetail,
  RepresentativeValues,
} from '#contract/admin/representatives.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { readTypedAmount } from '#domain/money/typed-amount.ts'
import { type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import { formFormats } from '#domain/text/format.ts'
import { isPhone } from '#domain/text/phone.ts'
import { fold } from '#domain/text/text.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { monthOf } from './own-dealers.ts'
import {
  findAssigned,
  listPlaces,
  listRepresentativeNames,
  loadTeam,
  loadTeamDealers,
  type TeamRow,
} from './team-rows.ts'

export function presentListed(row: TeamRow): ListedRepresentative {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    isDisabled: row.is_disabled,
    dealers: row.dealers,
    regions: row.regions,
    linePercent: Number(row.line_percent),
    totalPercent: Number(row.total_percent),
    floorPercent: row.floor_percent === null ? null : Number(row.floor_percent),
    target: Number(row.target),
    sold: Number(row.sold),
  }
}

/** The first day of a typed month (`2026-11`); of this month if it is none. */
export function parseMonth(text: string | undefined, today = dayInTurkey(new Date())): Day {
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text ?? '') ? `${text}-01` : monthOf(today)
}

export async function findRepresentative(db: Db, id: number, month: Day): Promise<RepresentativeDetail | Refusal> {
  const [row] = await loadTeam(db, { id, month })
  if (row === undefined) return refuse('representative_not_found')
  const dealers = await loadTeamDealers(db, id, month)
  const percent = (value: string | null) => (value === null ? '' : formFormats.formatNumber(value, 2))
  return {
    id,
    name: row.name,
    email: row.email,
    values: {
      phone: row.phone,
      linePercent: percent(row.line_percent),
      totalPercent: percent(row.total_percent),
      floorPercent: percent(row.floor_percent),
      regions: row.regions,
      dealers: dealers.filter(({ is_listed }) => is_listed).map(({ code }) => code),
    },
    month: month.slice(0, 7),
    dealers: dealers.map(({ is_listed: isListed, target, sold, ...dealer }) => {
      return { ...dealer, isListed, target: target === null ? null : Number(target), sold: Number(sold) }
    }),
    places: await listPlaces(db),
  }
}

/** As the form shows it after saving; without a region or dealer that is named twice. */
function parseValues(typed: RepresentativeValues): { ok: true; values: RepresentativeValues } | Refusal {
  const check = createFieldCheck()
  const once = (texts: readonly string[], keyOf: (text: string) => string) => [
    ...new Map(texts.filter((text) => text !== '').map((text) => [keyOf(text), text])).values(),
  ]
  const values: RepresentativeValues = {
    phone: check.text('phone', typed.phone, { max: 40 }),
    linePercent: check.amount('linePercent', typed.linePercent, 100, 'percent'),
    totalPercent: check.amount('totalPercent', typed.totalPercent, 100, 'percent'),
    floorPercent:
      typed.floorPercent.trim() === '' ? '' : check.amount('floorPercent', typed.floorPercent, 999, 'amount'),
    regions: once(
      typed.regions.map((region) => check.text('regions', region, { max: 80 })),
      fold,
    ),
    dealers: once(
      typed.dealers.map((code) => check.text('dealers', code, { max: 50 })),
      (code) => code,
    ),
  }
  if (values.phone !== '' && !isPhone(values.phone)) check.report('phone', 'phone')
  return check.refusal() ?? { ok: true, values }
}

const exact = (shown: string): string | null => {
  const read = readTypedAmount(shown, { sign: ',', places: 2 })
  return read.kind === 'amount' ? read.value : null
}

/** Assignments change one after the other: a dealer and a region have one representative. */
const lockAssignments = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(19, 4)')

export function saveRepresentative(
  pool: Pool,
  author: Author,
  id: number,
  typed: RepresentativeValues,
): Promise<RepresentativeDetail | Refusal> {
  const read = parseValues(typed)
  if (!read.ok) return Promise.resolve(read)
  const { values } = read
  return transactionOrRefusal(pool, async (db) => {
    await lockAssignments(db)
    const month = parseMonth(undefined)
    const before = await findRepresentative(db, id, month)
    if ('code' in before) return abortTransaction(before)
    const dealers = await db.query<{ id: number; code: string }>('SELECT id, code FROM dealers WHERE code = ANY ($1)', [
      values.dealers,
    ])
    const unknown = values.dealers.find((code) => !dealers.some((dealer) => dealer.code === code))
    if (unknown !== undefined) abortTransaction(fieldRefusal('dealers', 'dealerUnknownCode', { code: unknown }))
    await db.execute(
      `INSERT INTO representatives (user_id, phone, line_percent, total_percent, floor_percent) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id) DO UPDATE SET phone = excluded.phone, line_percent = excluded.line_percent,
         total_percent = excluded.total_percent, floor_percent = excluded.floor_percent`,
      [id, values.phone, exact(values.linePercent), exact(values.totalPercent), exact(values.floorPercent)],
    )
    const dealerIds = dealers.map((dealer) => dealer.id)
    await db.execute('DELETE FROM representative_dealers WHERE user_id = $1 AND dealer_id <> ALL ($2::integer[])', [
      id,
      dealerIds,
    ])
    await db.execute(
      `INSERT INTO representative_dealers (dealer_id, user_id) SELECT unnest($2::integer[]), $1
       ON CONFLICT (dealer_id) DO UPDATE SET user_id = excluded.user_id`,
      [id, dealerIds],
    )
    await db.execute('DELETE FROM representative_regions WHERE user_id = $1', [id])
    await db.execute(
      `INSERT INTO representative_regions (name, user_id) SELECT unnest($2::text[]), $1
       ON CONFLICT (key) DO UPDATE SET name = excluded.name, user_id = excluded.user_id`,
      [id, values.regions],
    )
    const saved = await findRepresentative(db, id, month)
    if ('code' in saved) return abortTransaction(saved)
    const difference = differenceOf(before.values, saved.values)
    const entry = { action: 'change', noun: 'representative', id: before.email } as const
    if (difference !== null) await writeAudit(db, author, { ...entry, ...difference })
    return saved
  })
}

const fieldRefusal = (field: string, problem: string, facts?: Record<string, string>): Refusal => ({
  ...refuse('validation_failed'),
  fields: { [field]: { text: `representatives.problems.${problem}`, ...(facts && { facts }) } },
})

type Targets = { month: string; targets: readonly { dealerId: number; amount: string }[] }

/** Sets targets for dealers of the representative; others are ignored, because they have another one by now. */
export function saveTargets(
  pool: Pool,
  author: Author,
  id: number,
  { month: typedMonth, targets }: Targets,
): Promise<RepresentativeDetail | Refusal> {
  const month = parseMonth(typedMonth)
  const rows = targets.map(({ dealerId, amount }) => {
    const text = amount.trim()
    return { dealerId, text, amount: text === '' ? '0' : exact(text) }
  })
  const wrong = rows.find(({ amount }) => amount === null || decimal(amount).greaterThan(999_999_999_999))
  if (wrong !== undefined) return Promise.resolve(fieldRefusal(`target-${wrong.dealerId}`, 'amount'))
  return transactionOrRefusal(pool, async (db) => {
    await lockAssignments(db)
    const before = await findRepresentative(db, id, month)
    if ('code' in before) return abortTransaction(before)
    await db.execute(
      `WITH given AS (
         SELECT g.dealer_id, g.amount FROM unnest($3::integer[], $4::numeric[]) AS g (dealer_id, amount)
           JOIN dealer_representatives a ON a.dealer_id = g.dealer_id AND a.user_id = $1
       ), removed AS (
         DELETE FROM representative_targets t USING given
          WHERE t.user_id = $1 AND t.month = $2 AND t.dealer_id = given.dealer_id AND given.amount = 0
       )
       INSERT INTO representative_targets (user_id, dealer_id, month, amount)
       SELECT $1, dealer_id, $2::date, amount FROM given WHERE amount > 0
       ON CONFLICT (user_id, month, dealer_id) DO UPDATE SET amount = excluded.amount`,
      [id, month, rows.map(({ dealerId }) => dealerId), rows.map(({ amount }) => amount)],
    )
    const saved = await findRepresentative(db, id, month)
    if ('code' in saved) return abortTransaction(saved)
    const sumOf = ({ dealers }: RepresentativeDetail) =>
      dealers.reduce((sum, { target }) => sum.plus(target ?? 0), decimal(0)).toFixed(2)
    const difference = differenceOf({ target: sumOf(before), month: '' }, { target: sumOf(saved), month: saved.month })
    const entry = { action: 'change', noun: 'representative', id: before.email } as const
    if (difference !== null) await writeAudit(db, author, { ...entry, ...difference })
    return saved
  })
}

export async function findDealerChoice(db: Db, dealerId: number): Promise<DealerChoice | Refusal> {
  const row = await findAssigned(db, dealerId)
  if (row === undefined) return refuse('dealer_not_found')
  const { chosen, region_id: regionId, region_name: name } = row
  const byRegion = regionId === null || name === null ? null : { id: regionId, name }
  return { items: await listRepresentativeNames(db), chosen, byRegion }
}

/** Chooses the representative of a dealer. The former one loses it at once, also while it works for the dealer. */
export function chooseForDealer(
  pool: Pool,
  author: Author,
  dealerId: number,
  userId: number | null,
): Promise<DealerChoice | Refusal> {
  return transactionOrRefusal(pool, (db) => assignRepresentative(db, author, dealerId, userId))
}

/** Like `chooseForDealer`, in a transaction that does more. Aborts if there is no such dealer or representative. */
export async function assignRepresentative(
  db: Db,
  author: Author,
  dealerId: number,
  userId: number | null,
): Promise<DealerChoice> {
  await lockAssignments(db)
  const before = await findDealerChoice(db, dealerId)
  if ('code' in before) return abortTransaction(before)
  const names = new Map(before.items.map(({ id, name }) => [id, name]))
  if (userId !== null && !names.has(userId)) abortTransaction('representative_not_found')
  if (userId === null) await db.execute('DELETE FROM representative_dealers WHERE dealer_id = $1', [dealerId])
  else {
    await db.execute(
      `INSERT INTO representative_dealers (dealer_id, user_id) VALUES ($1, $2)
         ON CONFLICT (dealer_id) DO UPDATE SET user_id = excluded.user_id`,
      [dealerId, userId],
    )
  }
  const nameOf = (id: number | null) => (id === null ? '' : (names.get(id) ?? String(id)))
  const difference = differenceOf({ representative: nameOf(before.chosen) }, { representative: nameOf(userId) })
  const dealer = await db.one<{ code: string }>('SELECT code FROM dealers WHERE id = $1', [dealerId])
  const entry = { action: 'change', noun: 'dealer', id: dealer?.code ?? '' } as const
  if (difference !== null) await writeAudit(db, author, { ...entry, ...difference })
  const saved = await findDealerChoice(db, dealerId)
  return 'code' in saved ? abortTransaction(saved) : saved
}
