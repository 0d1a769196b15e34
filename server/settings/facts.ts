import type { PlanKey } from '#contract/core/money.ts'
import { type StoreSettings, settingKeys, storeSettings } from '#contract/shop/settings.ts'
import type { Currency } from '#contract/core/visitor.ts'
import type { RatePolicy, RateSource } from '#domain/money/rate-policy.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { DealerRules } from '#domain/pricing/rule-book.ts'
import type { DealerPromotions } from '#domain/promotions/promotion-book.ts'

/** A branch of one dealer, or (dealerId null) one that every dealer may choose. */
export type Branch = { id: number; dealerId: number | null; name: string }
export type Plan = {
  key: PlanKey
  name: string
  isDefault: boolean
  isVirtual: boolean
  /** Days from the order until it is due; null: not stated. */
  dueDays: number | null
}

/** What every request needs of the store. A process caches it and loads it again when `version` changes. */
export type StoreFacts = {
  version: number
  /** Changes with everything here that decides what visitors see: the version, the price rules, the promotions, and the day they are for. */
  stamp: string
  settings: StoreSettings
  /** In display order. */
  currencies: readonly Currency[]
  /** TRY for one unit, as exact text; null if unknown, or too old. */
  rates: Readonly<Record<string, string | null>>
  /** The rates that stored prices were converted to lira with, too old ones included. */
  storedRates: Readonly<Record<string, string | null>>
  /** Where `rates` are from. */
  rateSources: Readonly<Record<string, RateSource>>
  /** Which rates these are: the store's, or those that count for a dealer. */
  ratePolicy: RatePolicy
  /** The day of these facts in Turkey. */
  today: Day
  /** Enabled plans only. */
  plans: readonly Plan[]
  branches: readonly Branch[]
  warehouses: readonly { id: number; name: string }[]
  priceLists: readonly { id: number; code: string; name: string; isDefault: boolean }[]
  defaultPriceListId: number
  /** The price rules of a dealer, or (null) of guests, on the day of these facts. */
  rulesOf(dealerId: number | null): DealerRules
  /** The same of the rules about quantities and amounts of orders. */
  orderRulesOf(dealerId: number | null): DealerRules
  /** The promotions of a dealer, or (null) of guests, on the day of these facts. */
  promotionsOf(dealerId: number | null): DealerPromotions
}

/** The settings with their defaults. A stored value that does not fit its shape is reported and ignored. */
export function settingsOf(
  stored: Readonly<Record<string, unknown>>,
  report: (key: string, value: unknown) => void,
): StoreSettings {
  const usable: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(stored)) {
    const shape = isSettingKey(key) ? storeSettings.shape[key] : undefined
    if (shape?.safeParse(value).success) usable[key] = value
    else report(key, value)
  }
  return storeSettings.parse(usable)
}

export function isSettingKey(key: string): key is keyof StoreSettings {
  return (settingKeys as string[]).includes(key)
}
