import { createHash } from 'node:crypto'
import type { NewBankRate } from '#contract/admin/bank-rates.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { type BankRate, findOverlap, mayPayerBear } from '#domain/payments/bank-rates.ts'
import {
  applyChanges,
  endingRates,
  type NewRate,
  rateChanges,
  type RateChanges,
} from '#domain/payments/rate-changes.ts'
import { readPercent } from '#domain/payments/rate-sheet/cells.ts'
import { parseDay } from '#domain/text/calendar-day.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { type AuditValues, type Author, writeAudit } from '#server/audit/audit.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { loadRates } from './rate-rows.ts'

/** Identifies the rows that a change is based on. */
export const markOf = (rates: readonly BankRate[]): string =>
  createHash('sha256').update(JSON.stringify(rates)).digest('base64url').slice(0, 32)

type Change = { id: number; mark: string; rates: readonly NewBankRate[]; ended: readonly number[]; endsOn: string }

/** Brings rates into force and ends others, unless the rows have changed since they were read. */
export function changeRates(deps: PaymentDeps, by: Author, change: Change): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(deps.pool, async (db) => {
    const account = await db.one<{ code: string }>('SELECT code FROM pos_accounts WHERE id = $1 FOR UPDATE', [
      change.id,
    ])
    if (account === undefined) return abortTransaction('pos_not_found')
    const existing = await loadRates(db, change.id)
    if (markOf(existing) !== change.mark) abortTransaction('pos_changed')
    const read = readRates(change)
    if (!read.ok) return abortTransaction(read)
    const added = rateChanges(existing, read.rates)
    const leaving = existing.filter(({ id }) => change.ended.includes(id))
    const changes = merge(added, endingRates(leaving, read.endsOn))
    if (findOverlap(applyChanges(existing, changes)) !== null) abortTransaction('rates_overlap')
    await writeChanges(db, change.id, changes)
    if (changes.differences.length > 0) {
      await writeAudit(db, by, { action: 'change', noun: 'pos_account', id: account.code, ...auditOf(changes) })
    }
    return { ok: true as const }
  })
}

const problem = (name: string) => ({ text: `administration.bankRates.problems.${name}` })

/** Parses typed percents and days, or returns the problem of each field. */
function readRates({ rates, endsOn }: Change): { ok: true; rates: NewRate[]; endsOn: string } | Refusal {
  const check = createFieldCheck()
  const day = (field: string, text: string) => {
    const read = parseDay(text)
    if (read === null) check.fields[field] ??= problem('day')
    return read ?? text
  }
  const parsed = rates.map((rate): NewRate => {
    const percent = readPercent(rate.percent)?.value.toFixed() ?? ''
    const isPercent = /^\d{1,2}(\.\d{1,3})?$/.test(percent)
    if (!isPercent) check.fields['percent'] ??= problem('percent')
    else if (rate.bearer === 'payer' && !mayPayerBear({ ...rate, percent })) {
      check.fields['bearer'] ??= problem(rate.installment === 1 ? 'single' : 'borne')
    }
    if (rate.extraInstallments > 0 && rate.installment === 1) check.fields['extraInstallments'] ??= problem('extra')
    const family = rate.family?.trim() ?? ''
    const validFrom = day('validFrom', rate.validFrom)
    const validUntil = rate.validUntil === null ? null : day('validUntil', rate.validUntil)
    if (validUntil !== null && validUntil < validFrom) check.fields['validUntil'] ??= problem('crossed')
    return { ...rate, percent, family: family === '' ? null : family, validFrom, validUntil }
  })
  const lastDay = day('endsOn', endsOn)
  return check.refusal() ?? { ok: true, rates: parsed, endsOn: lastDay }
}

function merge(a: RateChanges, b: RateChanges): RateChanges {
  return {
    added: [...a.added, ...b.added],
    // A row that is replaced does not end as well.
    ended: [...a.ended, ...b.ended.filter(({ id }) => !isTouched(a, id))],
    removed: [...a.removed, ...b.removed.filter((id) => !isTouched(a, id))],
    differences: [
      ...a.differences,
      ...b.differences.filter(({ before }) => before !== null && !isTouched(a, before.id)),
    ],
    unchanged: a.unchanged,
  }
}

const isTouched = ({ ended, removed }: RateChanges, id: number): boolean =>
  removed.includes(id) || ended.some((each) => each.id === id)

async function writeChanges(db: Db, accountId: number, { added, ended, removed }: RateChanges): Promise<void> {
  await db.execute('DELETE FROM bank_rates WHERE pos_account_id = $1 AND id = ANY ($2)', [accountId, removed])
  await db.execute(
    `UPDATE bank_rates r SET valid_until = e."validUntil"
       FROM jsonb_to_recordset($2) AS e (id integer, "validUntil" date) WHERE r.pos_account_id = $1 AND r.id = e.id`,
    [accountId, JSON.stringify(ended)],
  )
  await db.execute(
    `INSERT INTO bank_rates (pos_account_id, family, card_class, installment, percent, extra_installments, bearer,
                             pay_out_days, valid_from, valid_until)
     SELECT $1, family, "cardClass", installment, percent, "extraInstallments", bearer, "payOutDays", "validFrom", "validUntil"
       FROM jsonb_to_recordset($2) AS n (family text, "cardClass" text, installment integer, percent numeric,
         "extraInstallments" integer, bearer text, "payOutDays" integer, "validFrom" date, "validUntil" date)`,
    [accountId, JSON.stringify(added)],
  )
}

/** Old and new terms by program, class and number of installments. */
function auditOf({ differences }: RateChanges): { before: AuditValues; after: AuditValues } {
  const [before, after]: [Record<string, string>, Record<string, string>] = [{}, {}]
  for (const { before: old, after: next } of differences) {
    const cell = old ?? next
    if (cell === null) continue
    const name = ['rate', cell.family ?? '*', cell.cardClass ?? '*', String(cell.installment)].join(' ')
    if (old !== null) before[name] = termsText(old)
    if (next !== null) after[name] = termsText(next)
  }
  return { before: { rates: before }, after: { rates: after } }
}

function termsText({ percent, extraInstallments, bearer, payOutDays, validFrom, validUntil }: NewRate): string {
  const extra = extraInstallments === 0 ? '' : `+${extraInstallments} · `
  const payOut = payOutDays === null ? '' : ` · ${payOutDays} d`
  return `${percent} % · ${extra}${bearer}${payOut} · ${validFrom}–${validUntil ?? ''}`
}
