import { lira } from '#domain/money/money.ts'
import { followChanges, type FollowOptions } from '#server/platform/db/follow-changes.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type StoreFacts, settingsOf } from './facts.ts'
import { loadPriceRules, loadStoreState, loadStoreRow, type StoreRow, type StoreState } from './queries.ts'
import { createPriceRules, type PriceRules } from './price-rules.ts'

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
  const read = async () => {
    const row = await loadStoreRow(pool)
    // Rules are many and change seldom. A version read later than the rules' own only makes the next check read them again.
    if (rules?.version !== row.rules_version) rules = createPriceRules(row.rules_version, await loadPriceRules(pool))
    return storeFacts(row, rules, warn)
  }
  let facts = await read()

  const refresh = async () => {
    const fresh = await read()
    if (fresh.version >= facts.version) facts = fresh
  }
  const catchUp = async () => {
    const state = await loadStoreState(pool)
    if (state.version !== facts.version || stampFor(state, rules) !== facts.stamp) await refresh()
  }
  const changes = followChanges('the settings', catchUp, options)
  return { facts: () => facts, refresh, close: changes.close }
}

/** The day matters only to rules that begin or end. */
function stampFor({ version, rules_version: rulesVersion, today }: StoreState, rules: PriceRules | null): string {
  return `${version}.${rulesVersion}${rules?.hasDays === true ? `.${today}` : ''}`
}

function storeFacts(row: StoreRow, rules: PriceRules, warn: (message: string) => void): StoreFacts {
  const currencies = row.currencies.map(({ id, code, symbol, name, exchange_rate, is_default }) => {
    return { id, code, symbol, name, exchangeRate: toNumber(exchange_rate), isDefault: is_default }
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
    stamp: stampFor(row, rules),
    settings: settingsOf(row.settings, (key, value) =>
      warn(`Setting ${key} does not accept ${JSON.stringify(value)}; using its default.`),
    ),
    currencies,
    rates: ratesOf(row),
    plans: row.plans.map(({ key, name, is_default, is_virtual }) => {
      return { key, name, isDefault: is_default, isVirtual: is_virtual }
    }),
    branches: row.branches.map(({ id, dealer_id, name }) => ({ id, dealerId: dealer_id, name })),
    warehouses: row.warehouses,
    priceLists,
    defaultPriceListId: defaultPriceList.id,
    rulesOf: (dealerId) => rules.of(dealerId, row.today),
  }
}

/** Lira for one unit of each currency; null where it is unknown. */
export function ratesOf({ currencies }: Pick<StoreRow, 'currencies'>): StoreFacts['rates'] {
  return Object.fromEntries(currencies.map(({ code, exchange_rate }) => [code, rateOf(code, exchange_rate)]))
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
