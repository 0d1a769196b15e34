import type { SettingKey } from '#contract/shop/settings.ts'
import { settingFields } from '#contract/admin/setting-fields.ts'
import { settingKeys, storeSettings } from '#contract/shop/settings.ts'
import { commandLine } from '#server/audit/audit.ts'
import { changeSettings, isSettingKey, loadStoreRow, savePlans } from '#server/settings/settings.ts'
import { withDatabase } from './open.ts'
import { parsePlans, parseSetting } from './setting-values.ts'
import { type Description, plansDescription, settingDescription } from './setting-descriptions.ts'

export const usage = `toptan settings                     all settings: value, default, what they do
toptan settings <key>               one of them
toptan settings <key> <value>       changes it; every process of the shop knows within a second
toptan settings <key> --default     takes the change back`

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
  if (key === plansKey) return changePlans(value)
  if (!isSettingKey(key)) return unknown(key)
  return value === '--default' ? reset(key) : change(key, value)
}

async function change(key: SettingKey, text: string): Promise<number> {
  const parsed = parseSetting(key, text)
  if (parsed === undefined) return wrong(key, text, settingDescription(key))
  await withDatabase(({ pool }) => changeSettings(pool, commandLine, [{ key, value: parsed.value }]))
  console.log(`${key} = ${shown(key, parsed.value)}`)
  return 0
}

/** Secrets can be set but never shown. */
function shown(key: SettingKey, value: unknown): string {
  return settingFields[key].kind === 'secret' && value !== '' ? '(set)' : JSON.stringify(value)
}

async function reset(key: SettingKey): Promise<number> {
  await withDatabase(({ pool }) => changeSettings(pool, commandLine, [{ key, value: null }]))
  console.log(`${key} = ${defaultOf(key)}  (default)`)
  return 0
}

async function changePlans(text: string): Promise<number> {
  const plans = parsePlans(text)
  if (plans === undefined) return wrong(plansKey, text, plansDescription)
  await withDatabase(({ pool }) => savePlans(pool, plans))
  console.log(`${plansKey} = ${JSON.stringify(plans)}`)
  return 0
}

async function show(wanted: string | undefined): Promise<number> {
  if (wanted !== undefined && wanted !== plansKey && !isSettingKey(wanted)) return unknown(wanted)
  const store = await withDatabase(({ pool }) => loadStoreRow(pool))
  for (const key of settingKeys) {
    if (wanted !== undefined && key !== wanted) continue
    const kept = storeSettings.shape[key].safeParse(store.settings[key])
    const isOwn = kept.success && key in store.settings
    const usual = defaultOf(key)
    const mark = isOwn ? `  (default ${usual})` : '  (default)'
    describe(`${key} = ${isOwn ? shown(key, kept.data) : usual}${mark}`, settingDescription(key))
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

function wrong(key: string, text: string, { takes }: Description): number {
  console.error(`"${text}" is no value of ${key}. ${takes}`)
  return 2
}

function unknown(key: string): number {
  const near = settingKeys.filter((known) => known.toLowerCase().includes(key.toLowerCase()))
  const hint = near.length === 0 ? '`toptan settings` lists all.' : `Did you mean ${near.join(' or ')}?`
  console.error(`There is no setting "${key}". ${hint}`)
  return 2
}
