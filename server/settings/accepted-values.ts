import { choiceName, settingFields } from '#contract/admin/setting-fields.ts'
import type { SettingKey } from '#contract/shop/settings.ts'

/** What a setting accepts, as a message key and its values. */
export function acceptedValues(key: SettingKey): { text: string; facts: Record<string, number | string> } {
  const field = settingFields[key]
  const { group: _, kind, ...rest } = field
  if (field.kind === 'choice')
    return { text: 'settings.takes.choice', facts: { values: field.values.map(choiceName).join(', ') } }
  if (field.kind === 'number') {
    const { min, max, isWhole } = field
    const name = max === 1e12 ? 'amount' : isWhole ? 'whole' : 'number'
    return { text: `settings.takes.${name}`, facts: { min, max } }
  }
  if (field.kind === 'text' && field.min > 0)
    return { text: 'settings.takes.neededText', facts: { min: field.min, max: field.max } }
  return { text: `settings.takes.${kind}`, facts: 'max' in rest ? { max: rest.max } : {} }
}
