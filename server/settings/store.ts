import { isRateTooOld } from '#domain/money/day-rates.ts'
import { lira } from '#domain/money/money.ts'
import { followChanges, type FollowOptions } from '#server/platform/db/follow-changes.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type StoreFacts, settingsOf } from './facts.ts'
import { loadStoreState, loadStoreRow, type StoreRow, type StoreState } from './queries.ts'
import { type PriceRules, readPriceRules } from './price-rules.ts'
import { rateAgeOf } from './rate-age.ts'
import { loadPromotions } from './promotion-rows.ts'
import { createStorePromotions, type StorePromotions } from './promotions.ts'

/** The store's data cached in this process. `facts` is at most about a second old. */
export type Store = {
  facts(): StoreFacts
  /** Reloads now, for example after writing. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** `warn` also receives warnings about settings that do not fit their shape. */
export async function createStore(pool: Pool, options: FollowOptions = {}): Promise<Store> {
  const warn = options.warn ?? (() => {})
  let rules: PriceRules | null = null
  let promotions: StorePromotions | null = null
  const read = async () => {
    const row = await loadStoreRow(pool)
    // Rules are many and change seldom. A version read later than the rules' own only makes the next check read them again.
    if (rules?.version !== row.rules_version) rules = await readPriceRules(pool, row.rules_version, rules)
    if (promotions?.version !== row.promotions_version) {
      promotions = createStorePromotions(row.promotions_version, await loadPromotions(pool))
    }
    return storeFacts(row, { rules, promotions }, warn)
  }
  let facts = await read()

  const refresh = async () => {
    const fresh = await read()
    if (fresh.version >= facts.version) facts = fresh
  }
  const catchUp = async () => {
    const state = await loadStoreState(pool)
    if (state.version !== facts.version || stampFor(state) !== facts.stamp) await refresh()
  }
  const changes = followChanges('the settings', catchUp, options)
  return { facts: () => facts, refresh, close: changes.close }
}

/** Rules and promotions begin and end, agreed rates end, and bulletins grow old with the days. */
function stampFor({ version, rules_version, promotions_version, today }: StoreState): string {
  return `${version}.${rules_version}.${promotions_version}.${today}`
}

function storeFacts(
  row: StoreRow,
  { rules: priceRules, promotions }: { rules: PriceRules; promotions: StorePromotions },
  warn: (message: string) => void,
): StoreFacts {
  const settings = settingsOf(row.settings, (key, value) =>
    warn(`Setting ${key} does not accept ${JSON.stringify(value)}; using its default.`),
  )
  const storedRates = ratesOf(row)
  const rates = currentRates(row, settings, storedRates)
  const currencies = row.currencies.map(({ id, code, symbol, name, exchange_rate, is_default, source, since }) => {
    return {
      id,
      code,
      symbol,
      name,
      exchangeRate: rates[code] === null ? null : toNumber(exchange_rate),
      isDefault: is_default,
      ...(source !== null && { rateSource: source, rateDay: since }),
    }
  })
  const priceLists = row.price_lists.map(({ id, code, name, is_default }) => ({
    id,
    code,
    name,
    isDefault: is_default,
  }))
  const defaultPriceList = priceLists.find(({ isDefault }) => isDefault) ?? priceLists[0]
  if (defaultPriceList === undefined) throw new Error('The store has no price list.')
  return {
    version: row.version,
    stamp: stampFor(row),
    settings,
    currencies,
    rates,
    storedRates,
    rateSources: Object.fromEntries(
      row.currencies.flatMap(({ code, source, since }) => (source === null ? [] : [[code, { source, day: since }]])),
    ),
    ratePolicy: 'order_day',
    today: row.today,
    plans: row.plans.map(({ key, name, is_default, is_virtual, due_days }) => {
      return { key, name, isDefault: is_default, isVirtual: is_virtual, dueDays: due_days }
    }),
    branches: row.branches.map(({ id, dealer_id, name }) => ({ id, dealerId: dealer_id, name })),
    warehouses: row.warehouses,
    priceLists,
    defaultPriceListId: defaultPriceList.id,
    rulesOf: (dealerId) => priceRules.of(dealerId, row.today),
    orderRulesOf: (dealerId) => priceRules.ofOrders(dealerId, row.today),
    promotionsOf: (dealerId) => promotions.of(dealerId, row.today),
  }
}

/** Lira for one unit of each currency; null where it is unknown. */
export function ratesOf({ currencies }: Pick<StoreRow, 'currencies'>): StoreFacts['rates'] {
  return Object.fromEntries(currencies.map(({ code, exchange_rate }) => [code, rateOf(code, exchange_rate)]))
}

/** The rates without bulletins that are too old: their prices are on request. The same object as without any. */
function currentRates({ currencies, today }: StoreRow, settings: StoreFacts['settings'], stored: StoreFacts['rates']) {
  const age = rateAgeOf(settings)
  const old = currencies.filter(
    ({ source, since }) => source !== null && since !== null && isRateTooOld({ source, day: since }, today, age),
  )
  return old.length === 0 ? stored : { ...stored, ...Object.fromEntries(old.map(({ code }) => [code, null])) }
}

/** Drops trailing zeros: 41.20000000 becomes 41.2. Zero means unknown. */
function rateOf(code: string, rate: string | null): string | null {
  if (code === lira) return '1'
  const value = rate?.replace(/\.?0+$/, '') ?? ''
  return value === '' || value === '0' ? null : value
}

function toNumber(rate: string | null): number | null {
  return rate === null ? null : Number(rate)
}
