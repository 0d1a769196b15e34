import type { Visitor } from '#contract/core/visitor.ts'
import type { SettingKey } from '#contract/shop/settings.ts'
import { settingFields } from '#contract/admin/setting-fields.ts'
import { settingKeys, storeSettings } from '#contract/shop/settings.ts'
import { commandLine } from '#server/audit/audit.ts'
import { changeSettings, isSettingKey, loadStoreRow, savePlans } from '#server/settings/settings.ts'
import { withDatabase } from './database.ts'
import { parsePlans, parseSetting } from '#cli/settings/setting-values.ts'
import { type Description, plansDescription, settingDescription } from '#cli/settings/setting-descriptions.ts'

export const usage = `toptan settings                     lists all settings with their values, defaults and descriptions
toptan settings <key>               shows one setting
toptan settings <key> <value>       changes a setting; every process of the shop applies it within a second
toptan settings <key> --default     resets a setting`

const plansKey = 'advencePriceInfo'
/** Names of the specification for settings that have another key. */
const aliases: Record<string, SettingKey> = { originalShowNotInStocks: 'showNotInStocks' }

/** Shows or changes settings of the store. Invalid values are rejected. */
export async function run(args: string[]): Promise<number> {
  const [typed, value] = args
  if (typed === '--help' || args.length > 2) {
    console.log(usage)
    return typed === '--help' ? 0 : 2
  }
  const key = typed === undefined ? undefined : (aliases[typed] ?? typed)
  if (key === undefined || value === undefined) return show(key)
  if (key === plansKey) return value === '--default' ? savePlansAs([]) : changePlans(value)
  if (!isSettingKey(key)) return reportUnknownKey(key)
  return value === '--default' ? reset(key) : change(key, value)
}

async function change(key: SettingKey, text: string): Promise<number> {
  const parsed = parseSetting(key, text)
  if (parsed === undefined) return reportInvalidValue(key, text, settingDescription(key))
  await withDatabase(({ pool }) => changeSettings(pool, commandLine, [{ key, value: parsed.value }]))
  console.log(`${key} = ${displayValue(key, parsed.value)}`)
  return 0
}

/** Secrets can be set but never shown. */
function displayValue(key: SettingKey, value: unknown): string {
  return settingFields[key].kind === 'secret' && value !== '' ? '(set)' : JSON.stringify(value)
}

async function reset(key: SettingKey): Promise<number> {
  await withDatabase(({ pool }) => changeSettings(pool, commandLine, [{ key, value: null }]))
  console.log(`${key} = ${defaultOf(key)}  (default)`)
  return 0
}

async function changePlans(text: string): Promise<number> {
  const plans = parsePlans(text)
  if (plans === undefined) return reportInvalidValue(plansKey, text, plansDescription)
  return savePlansAs(plans)
}

async function savePlansAs(plans: Visitor['plans']): Promise<number> {
  await withDatabase(({ pool }) => savePlans(pool, plans))
  console.log(`${plansKey} = ${JSON.stringify(plans)}`)
  return 0
}

async function show(wanted: string | undefined): Promise<number> {
  if (wanted !== undefined && wanted !== plansKey && !isSettingKey(wanted)) return reportUnknownKey(wanted)
  const store = await withDatabase(({ pool }) => loadStoreRow(pool))
  for (const key of settingKeys) {
    if (wanted !== undefined && key !== wanted) continue
    const stored = storeSettings.shape[key].safeParse(store.settings[key])
    const isChanged = stored.success && key in store.settings
    const defaultValue = defaultOf(key)
    const suffix = isChanged ? `  (default ${defaultValue})` : '  (default)'
    describe(`${key} = ${isChanged ? displayValue(key, stored.data) : defaultValue}${suffix}`, settingDescription(key))
  }
  if (wanted !== undefined && wanted !== plansKey) return 0
  const plans = store.plans.map(({ key, name, is_default, is_virtual }) => {
    return { priceName: key, name, varsayilan: is_default, isVirtual: is_virtual }
  })
  describe(`${plansKey} = ${JSON.stringify(plans)}`, plansDescription)
  return 0
}

function describe(line: string, { does, takes }: Description): void {
  console.log(`${line}\n    ${does}\n    ${takes}`)
}

function defaultOf(key: SettingKey): string {
  return JSON.stringify(storeSettings.shape[key].parse(undefined))
}

function reportInvalidValue(key: string, text: string, { takes }: Description): number {
  console.error(`"${text}" is not a valid value for ${key}. ${takes}`)
  return 2
}

function reportUnknownKey(key: string): number {
  const near = settingKeys.filter((other) => other.toLowerCase().includes(key.toLowerCase()))
  const hint = near.length === 0 ? '`toptan settings` lists all settings.' : `Did you mean ${near.join(' or ')}?`
  console.error(`There is no setting "${key}". ${hint}`)
  return 2
}
