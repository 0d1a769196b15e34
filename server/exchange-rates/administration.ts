import {
  addCurrency as addCurrencyCall,
  listCurrencies as listCurrenciesCall,
  listRates as listRatesCall,
  rateCalendar,
  removeCurrency as removeCurrencyCall,
  setDefaultCurrency as setDefaultCurrencyCall,
  setRate,
} from '#contract/admin/currencies.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { type ErrorCode, refuse, type Refusal } from '#contract/core/errors.ts'
import { ratePerUnit, readRate } from '#domain/money/exchange-rate.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { decimal } from '#domain/money/money.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type CallContext, type Calls, handle } from '#server/visitor/visitor.ts'
import type { Store } from '#server/settings/settings.ts'
import { addCurrency, type CurrencyProblem, removeCurrency, setDefaultCurrency } from './currencies.ts'
import { listCurrencies, listRates } from './queries.ts'
import { type RateRefusal, saveRates } from './save-rates.ts'
import { presentCalendar } from './rate-calendar.ts'

const maxHistory = 100

const errorCodes: Record<CurrencyProblem | RateRefusal['problem'], ErrorCode> = {
  code_invalid: 'currency_code_invalid',
  name_missing: 'currency_name_missing',
  currency_known: 'currency_known',
  currency_unknown: 'not_found',
  no_rate: 'currency_without_rate',
  in_use: 'currency_in_use',
  is_default: 'currency_is_default',
  not_positive: 'rate_invalid',
  out_of_range: 'rate_out_of_range',
  jump: 'rate_jump',
  currency_is_lira: 'currency_is_lira',
  future: 'rate_invalid',
}

type CurrencyList = Reply<typeof listCurrenciesCall>
type ChangeResult = { ok: true } | { ok: false; problem: keyof typeof errorCodes; facts?: RateRefusal['facts'] }

export type CurrencyDeps = { pool: Pool; store: Store; now(): Date }

/** The administrators' endpoints for currencies and rates. */
export function registerCurrencyAdministration(calls: Calls, { pool, store, now }: CurrencyDeps): void {
  const listAfter = async (changed: ChangeResult, { locale }: CallContext): Promise<CurrencyList | Refusal> => {
    if (!changed.ok) return refuse(errorCodes[changed.problem], formatFacts(changed.facts, locale))
    await store.refresh()
    return list(pool)
  }
  handle(calls, listCurrenciesCall, () => list(pool))
  handle(calls, rateCalendar, () => presentCalendar(pool, store.facts(), now()))
  handle(calls, listRatesCall, ({ params }) => history(pool, params.code))
  handle(calls, addCurrencyCall, async ({ body }, context) => {
    const name = body.name?.replaceAll('\0', '').toWellFormed() ?? null
    return listAfter(await addCurrency(pool, body.code.trim().toUpperCase(), name, context), context)
  })
  handle(calls, setRate, async ({ params, body }, by) => {
    const text = readRate(body.rate)
    if (text === null) return refuse('rate_invalid')
    const rate = ratePerUnit(text, 1)
    return listAfter(
      await saveRates(pool, [{ code: params.code, rate }], { source: 'manual', force: body.force ?? false, by }),
      by,
    )
  })
  handle(calls, setDefaultCurrencyCall, async ({ params }, by) =>
    listAfter(await setDefaultCurrency(pool, params.code, by), by),
  )
  handle(calls, removeCurrencyCall, async ({ params }, by) =>
    listAfter(await removeCurrency(pool, params.code, by), by),
  )
}

/** Writes the current rate as the user's language does: 41.25000000, as stored with eight decimals, becomes 41,25. */
function formatFacts(facts: RateRefusal['facts'] = {}, locale: Locale): Record<string, string> {
  if (facts.before === undefined) return facts
  const rate = decimal(facts.before)
  return { ...facts, before: formatsOf(locale).formatNumber(rate, rate.decimalPlaces()) }
}

async function list(pool: Pool): Promise<CurrencyList> {
  const rows = await listCurrencies(pool)
  return {
    items: rows.map(({ code, name, rate, is_default, source, valid_from }) => {
      return { code, name, rate, isDefault: is_default, source, since: valid_from?.toISOString() ?? null }
    }),
  }
}

async function history(pool: Pool, code: string): Promise<Reply<typeof listRatesCall> | Refusal> {
  const currency = await pool.one('SELECT FROM currencies WHERE code = $1', [code])
  if (currency === undefined) return refuse('not_found')
  const rows = await listRates(pool, code, maxHistory)
  return {
    items: rows.map(({ rate, source, valid_from, by }) => ({ rate, source, since: valid_from.toISOString(), by })),
  }
}
