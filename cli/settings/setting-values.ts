import { type Visitor, visitor } from '#contract/core/visitor.ts'
import { isSettingKey, parseSetting as parseStoredSetting } from '#server/settings/settings.ts'

/** Parses the value of a setting. The setting's type decides whether digits are a number or a text. */
export function parseSetting(key: string, text: string): { value: unknown } | undefined {
  if (!isSettingKey(key)) return undefined
  const asNumber = /^-?\d+(\.\d+)?$/.test(text) ? parseStoredSetting(key, Number(text)) : undefined
  return parseStoredSetting(key, text) ?? asNumber
}

/** Parses payment plans: unique keys, names of up to 60 characters, at most one default. */
export function parsePlans(text: string): Visitor['plans'] | undefined {
  const { success, data } = visitor.shape.plans.safeParse(jsonOf(text))
  if (!success) return undefined
  const keys = new Set(data.map(({ priceName }) => priceName))
  const hasNames = data.every(({ name }) => name.trim() !== '' && name.length <= 60)
  const defaults = data.filter(({ varsayilan }) => varsayilan)
  return keys.size === data.length && hasNames && defaults.length <= 1 ? data : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
