import { choiceName, settingFields } from '#contract/admin/setting-fields.ts'
import type { SettingKey } from '#contract/shop/settings.ts'
import type { ListedSetting } from '#contract/admin/settings.ts'
import type { Translation } from '#web/ui/translation.ts'

/** Unsaved values by key; null resets to the default. */
export type Drafts = Readonly<Record<string, string | number | null>>

export const keyOf = (setting: ListedSetting): SettingKey => setting.key as SettingKey

export function without<Value>(values: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== key))
}

/** The drafts after a field changed; a value equal to the saved one is not a draft. */
export function withDraft(drafts: Drafts, setting: ListedSetting, value: string | number | null): Drafts {
  const others = without(drafts, setting.key)
  const isSame = value === null ? !setting.isOwn : sameValue(setting, value)
  return isSame ? others : { ...others, [setting.key]: value }
}

function sameValue({ key, value }: ListedSetting, typed: string | number): boolean {
  return settingFields[key as SettingKey].kind === 'number'
    ? numberOf(typed) === value
    : String(value) === String(typed)
}

/** Accepts the Turkish decimal comma (10,5). Other text is left to the server, which reports what it accepts. */
export function numberOf(typed: string | number): string | number {
  if (typeof typed === 'number') return typed
  const text = typed.trim().replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : typed
}

export function changesOf(items: readonly ListedSetting[], drafts: Drafts) {
  return items
    .filter(({ key }) => key in drafts)
    .map(({ key, stamp }) => {
      const draft = drafts[key] ?? null
      return { key, stamp, value: draft === null ? null : sentValue(key as SettingKey, draft) }
    })
}

function sentValue(key: SettingKey, draft: string | number): string | number {
  const field = settingFields[key]
  if (field.kind === 'number') return numberOf(draft)
  return field.kind === 'choice' ? (field.values.find((value) => String(value) === String(draft)) ?? draft) : draft
}

/** Settings that count only while another one has a value. */
const conditions: Partial<Record<SettingKey, { key: SettingKey; value: string }>> = {
  carrierSenderFrom: { key: 'carrierPolicy', value: 'sender_from' },
}

/** Whether a setting counts under the values on screen. One with an unsaved value counts, so that it can be taken back. */
export function isInEffect({ key }: ListedSetting, items: readonly ListedSetting[], drafts: Drafts): boolean {
  const condition = conditions[key as SettingKey]
  if (condition === undefined || key in drafts) return true
  const other = items.find((item) => item.key === condition.key)
  const draft = drafts[condition.key]
  return (draft === undefined ? other?.value : (draft ?? other?.default)) === condition.value
}

/** A value in the user's language. */
export function describeValue(
  { t, formatQuantity }: Pick<Translation, 't' | 'formatQuantity'>,
  key: SettingKey,
  value: unknown,
): string {
  const field = settingFields[key]
  const isPlain = typeof value === 'string' || typeof value === 'number'
  if (field.kind === 'flag') return t(value === '1' ? 'settings.screen.on' : 'settings.screen.off')
  if (field.kind === 'choice' && isPlain) return t(`settings.choices.${key}.${choiceName(value)}`)
  if (value === '' || !isPlain) return t('settings.screen.empty')
  if (field.kind !== 'number') return String(value)
  const figure = formatQuantity(Number(value))
  return field.unit === undefined ? figure : `${figure} ${t(`settings.units.${field.unit}`)}`
}

const folded = (text: string) =>
  text.toLocaleLowerCase('tr').replaceAll('ı', 'i').normalize('NFD').replace(/\p{M}/gu, '')

/** Whether every word of a search occurs in these texts. */
export function isFound(search: string, texts: readonly string[]): boolean {
  const all = folded(texts.join(' '))
  return folded(search)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** Splits a text at the search words: every second piece is a match. */
export function splitAtMatches(text: string, search: string): string[] {
  const characters = Array.from(text.normalize('NFC'))
  const foldedCharacters = characters.map((character) => folded(character).slice(0, 1) || character)
  const line = foldedCharacters.join('')
  const isHit = characters.map(() => false)
  for (const word of folded(search).split(/\s+/).filter(Boolean)) {
    for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + 1)) isHit.fill(true, at, at + word.length)
  }
  const pieces: string[] = ['']
  characters.forEach((character, i) => {
    const isSecond = pieces.length % 2 === 0
    if (isSecond === isHit[i]) pieces[pieces.length - 1] += character
    else pieces.push(character)
  })
  return pieces
}
