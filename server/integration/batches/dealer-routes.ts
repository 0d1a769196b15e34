import type * as z from 'zod/mini'
import type { Locale } from '#contract/core/visitor.ts'
import { dealerRow, rateRow, writeDealers, writeRates } from '#contract/integration/account-batches.ts'
import { decimal } from '#domain/money/money.ts'
import { type DealerRowInput, type DealerRowResult, saveDealerRows } from '#server/account/account.ts'
import { type RateOutcome, saveEachRate } from '#server/exchange-rates/exchange-rates.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { keysOf } from './account-batches.ts'
import { notWritten, replyOf, type RowOutcome } from './batch-reply.ts'
import { checkRows, problem, refuseRepeated } from './check-rows.ts'

/** Registers the calls by which programs write dealers and exchange rates. */
export function registerDealerBatches(calls: Calls, pool: Pool): void {
  handleOnce(calls, pool, writeDealers, async ({ body: { rows, atomic } }, context) => {
    const { locale } = context
    const isAtomic = atomic === true
    const checked = checkRows(rows, dealerRow, 'code', locale)
    refuseRepeated(checked, ({ code }) => code.trim(), locale)
    const keys = keysOf(rows, ['code'])
    if (isAtomic && checked.bad.size > 0) return replyOf(keys, checked.bad, () => notWritten, false)
    const given = checked.good.map(({ index, row }) => dealerOf(index, row))
    const { isWritten, results } = await saveDealerRows(pool, given, { author: context, isAtomic })
    const byRow = new Map(results.map((result) => [result.line, result]))
    return replyOf(keys, checked.bad, (row) => dealerOutcome(byRow.get(row), isWritten, locale), isWritten)
  })
  handleOnce(calls, pool, writeRates, async ({ body: { rows, atomic, acceptJumps = false } }, context) => {
    const { locale } = context
    const isAtomic = atomic === true
    const checked = checkRows(rows, rateRow, 'currency', locale)
    refuseRepeated(checked, ({ currency }) => currency.trim().toUpperCase(), locale)
    const keys = keysOf(rows, ['currency'])
    if (isAtomic && checked.bad.size > 0) return replyOf(keys, checked.bad, () => notWritten, false)
    const rates = checked.good.map(({ row: { currency, rate } }) => {
      return { code: currency.trim().toUpperCase(), rate: decimal(rate).toDecimalPlaces(8) }
    })
    const options = { source: 'erp', isAtomic, force: acceptJumps, by: context }
    const { isWritten, outcomes } = await saveEachRate(pool, rates, options)
    const byRow = new Map(checked.good.map(({ index, row }, n) => [index, { outcome: outcomes[n], row }]))
    return replyOf(keys, checked.bad, (row) => rateOutcome(byRow.get(row), isWritten, locale), isWritten)
  })
}

/** `null` clears a text; numbers become their decimal text. */
function dealerOf(line: number, { code, isActive, ...row }: z.output<typeof dealerRow>): DealerRowInput {
  const values = Object.entries(row).filter(([, value]) => value !== undefined)
  const texts = values.map(([name, value]) => [name, value === null ? '' : String(value)])
  return { line, isActive, values: { code: code.trim(), ...(Object.fromEntries(texts) as object) } }
}

const codeByProblem: Readonly<Record<string, string>> = {
  required: 'value_missing',
  tooLong: 'value_too_long',
  priceList: 'price_list_unknown',
  group: 'group_unknown',
}

function dealerOutcome(result: DealerRowResult | undefined, isWritten: boolean, locale: Locale): RowOutcome {
  if (result === undefined) return notWritten
  const [found] = Object.entries(result.problems)
  if (found === undefined) return isWritten ? { ...notWritten, status: result.status } : notWritten
  const [field, value] = found
  const { text, facts } = typeof value === 'string' ? { text: value, facts: {} } : { facts: {}, ...value }
  const code = codeByProblem[text.replace('people.problems.', '')] ?? 'value_invalid'
  return { status: 'rejected', error: { code, field, message: translate(locale, text, facts) }, warnings: [] }
}

const rateProblems: Readonly<Record<Exclude<RateOutcome, 'updated' | 'unchanged'>, [code: string, field: string]>> = {
  currency_unknown: ['currency_unknown', 'currency'],
  currency_is_lira: ['currency_is_lira', 'currency'],
  not_positive: ['rate_invalid', 'rate'],
  out_of_range: ['rate_out_of_range', 'rate'],
  jump: ['rate_jump', 'rate'],
}

function rateOutcome(
  result: { outcome: RateOutcome | undefined; row: z.output<typeof rateRow> } | undefined,
  isWritten: boolean,
  locale: Locale,
): RowOutcome {
  const outcome = result?.outcome
  if (result === undefined || outcome === undefined) return notWritten
  if (outcome === 'updated' || outcome === 'unchanged')
    return isWritten ? { ...notWritten, status: outcome } : notWritten
  const [code, field] = rateProblems[outcome]
  const value = field === 'rate' ? String(result.row.rate) : result.row.currency
  return { status: 'rejected', error: problem(locale, code, field, { value }), warnings: [] }
}
