import type { PlanKey } from '#contract/core/money.ts'
import { type StoreSettings, settingKeys, storeSettings } from '#contract/shop/settings.ts'
import type { Currency } from '#contract/core/visitor.ts'

/** A branch of one dealer, or (dealerId null) one that every dealer may choose. */
export type Branch = { id: number; dealerId: number | null; name: string }
export type Plan = { key: PlanKey; name: string; isDefault: boolean; isVirtual: boolean }

/** What every call needs to know of the store; a process caches it and reads it again when `version` moved. */
export type StoreFacts = {
  version: number
  settings: StoreSettings
  /** In the order in which they are offered. */
  currencies: readonly Currency[]
  /** TRY for one unit, as exact text; null = unknown. */
  rates: Readonly<Record<string, string | null>>
  /** Enabled plans only. */
  plans: readonly Plan[]
  branches: readonly Branch[]
  warehouses: readonly { id: number; name: string }[]
  priceLists: readonly { id: number; code: string; name: string; isDefault: boolean }[]
  defaultPriceListId: number
}

/** The settings with their defaults; a stored value that does not fit its shape is reported and counts as not set. */
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
