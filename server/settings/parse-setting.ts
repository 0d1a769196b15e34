import { settingFields } from '#contract/admin/setting-fields.ts'
import { type SettingKey, storeSettings } from '#contract/shop/settings.ts'
import { parseOwnHolidays } from '#domain/text/public-holidays.ts'
import { isPhone } from '#domain/text/phone.ts'
import { networks, socialLinks } from '#contract/shop/social-links.ts'

/** Parses a value into its stored form; undefined if the setting does not accept it. */
export function parseSetting(key: SettingKey, given: unknown): { value: unknown } | undefined {
  const value = typeof given === 'string' ? given.replaceAll('\0', '').toWellFormed().trim() : given
  const parsed = storeSettings.shape[key].safeParse(value)
  if (value === undefined || !parsed.success) return undefined
  if (settingFields[key].kind === 'social' && !(typeof value === 'string' && hasOnlyAddresses(value))) return undefined
  if (settingFields[key].kind === 'holidays' && !(typeof value === 'string' && parseOwnHolidays(value) !== null))
    return undefined
  // Checked here and not in the shape, so that numbers stored before the check are still shown.
  if (settingFields[key].kind === 'phone' && typeof value === 'string' && value !== '' && !isPhone(value))
    return undefined
  return { value: parsed.data }
}

/** Pages leave out invalid addresses; entering one is an error. */
function hasOnlyAddresses(text: string): boolean {
  const entries = text.split(';').map((entry) => entry.trim())
  const typed = entries.filter((entry) => entry.slice(2).trim() !== '')
  const shown = socialLinks(entries.map((entry) => entry.replace(/^0/, '1')).join(';'))
  return (
    entries.length <= networks.length && typed.every((entry) => /^[01]:/.test(entry)) && shown.length === typed.length
  )
}
