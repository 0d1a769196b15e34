import { lira } from '#domain/money/money.ts'
import { followChanges, type FollowOptions } from '#server/platform/db/follow-changes.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type StoreFacts, settingsOf } from './facts.ts'
import { loadSettingsVersion, loadStoreRow, type StoreRow } from './queries.ts'

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
  const read = async () => storeFacts(await loadStoreRow(pool), warn)
  let facts = await read()

  const refresh = async () => {
    const fresh = await read()
    if (fresh.version >= facts.version) facts = fresh
  }
  const catchUp = async () => {
    if ((await loadSettingsVersion(pool)) !== facts.version) await refresh()
  }
  const changes = followChanges('the settings', catchUp, options)
  return { facts: () => facts, refresh, close: changes.close }
}

function storeFacts(row: StoreRow, warn: (message: string) => void): StoreFacts {
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
