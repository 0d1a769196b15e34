import type { AuditEntry } from '#contract/audit.ts'
import { settingFields } from '#contract/setting-fields.ts'
import type { SettingKey } from '#contract/settings.ts'
import { sayValue } from '#web/settings/settings-form.ts'

type Say = (key: string, facts?: Record<string, string | number>) => string

/** A text that may be missing: what the program does not know by name stands as it is. */
function sayOr(t: Say, key: string, other: string): string {
  const said = t(key)
  return said === key ? other : said
}

const settingOf = ({ noun, nounId }: Pick<AuditEntry, 'noun' | 'nounId'>) =>
  noun === 'setting' && Object.hasOwn(settingFields, nounId) ? (nounId as SettingKey) : null

export const sayNoun = (t: Say, noun: string): string => sayOr(t, `administration.audit.nouns.${noun}`, noun)
export const sayAction = (t: Say, action: string): string => sayOr(t, `administration.audit.actions.${action}`, action)

/** What an entry is about, by the name that people know. */
export function nameOf(t: Say, entry: Pick<AuditEntry, 'noun' | 'nounId'>): string {
  const setting = settingOf(entry)
  return setting === null ? entry.nounId : t(`settings.items.${setting}.name`)
}

/** `name` null: there is only this value. `before` or `after` null: there was or is none. */
export type Difference = { key: string; name: string | null; before: string | null; after: string | null }

/** The differences of an entry in the user's language. */
export function differencesOf(t: Say, entry: AuditEntry): Difference[] {
  const { before, after } = entry
  const setting = settingOf(entry)
  const say = (key: string, value: unknown) =>
    setting !== null && key === 'value' ? sayValue(t, setting, value) : sayAny(t, key, value)
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return keys.map((key) => ({
    key,
    name: setting === null ? sayOr(t, `administration.audit.fields.${key}`, key) : null,
    before: before !== null && key in before ? say(key, before[key]) : null,
    after: after !== null && key in after ? say(key, after[key]) : null,
  }))
}

function sayAny(t: Say, key: string, value: unknown): string {
  if (key === 'isSet') return t(`administration.audit.secret.${value === true ? 'set' : 'unset'}`)
  if (value === null || value === undefined) return t('administration.audit.none')
  if (value === '') return t('administration.audit.emptyText')
  if (typeof value === 'boolean') return t(value ? 'administration.audit.yes' : 'administration.audit.no')
  if (typeof value === 'string') return plainFigure(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value))
    return value.length === 0 ? t('administration.audit.emptyText') : value.map(String).join(', ')
  const parts = Object.entries(value).map(([name, part]) => `${name}: ${sayAny(t, name, part)}`)
  return parts.length === 0 ? t('administration.audit.emptyText') : parts.join('; ')
}

/** Figures of the database come with all their places: 41.25000000. */
function plainFigure(text: string): string {
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '').replace('.', ',') : text
}
