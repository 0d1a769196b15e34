import { storeSettings } from '#contract/settings.ts'
import { isSettingKey, loadStoreRow, saveSetting } from '#server/settings/settings.ts'
import { withDatabase } from './open.ts'

const usage = 'toptan settings [key] [value]     without a value it is shown, without a key all are'

/** Shows or changes settings of the store. A value that does not fit is refused. */
export async function run(args: string[]): Promise<number> {
  const [key, value] = args
  if (key === '--help' || args.length > 2) {
    console.log(usage)
    return key === '--help' ? 0 : 2
  }
  if (key !== undefined && !isSettingKey(key)) {
    console.error(`There is no setting "${key}". \`toptan settings\` lists all.`)
    return 2
  }
  if (key === undefined || value === undefined) return show(key)
  const parsed = parseSetting(key, value)
  if (parsed === undefined) {
    console.error(`"${value}" is no value of ${key}.`)
    return 2
  }
  await withDatabase(({ pool }) => saveSetting(pool, key, parsed.value))
  console.log(`${key} = ${JSON.stringify(parsed.value)}`)
  return 0
}

async function show(wanted: string | undefined): Promise<number> {
  const stored = await withDatabase(async ({ pool }) => (await loadStoreRow(pool)).settings)
  for (const [key, shape] of Object.entries(storeSettings.shape)) {
    if (wanted !== undefined && key !== wanted) continue
    const kept = shape.safeParse(stored[key])
    const mark = kept.success && key in stored ? '' : '  (default)'
    console.log(`${key} = ${JSON.stringify(kept.success ? kept.data : shape.parse(undefined))}${mark}`)
  }
  return 0
}

/** Some settings are numbers and some are texts made of digits: the shape decides. */
export function parseSetting(key: string, text: string): { value: unknown } | undefined {
  if (!isSettingKey(key)) return undefined
  const shape = storeSettings.shape[key]
  const candidates: unknown[] = /^-?\d+(\.\d+)?$/.test(text) ? [text, Number(text)] : [text]
  const value = candidates.find((candidate) => shape.safeParse(candidate).success)
  return value === undefined ? undefined : { value }
}
