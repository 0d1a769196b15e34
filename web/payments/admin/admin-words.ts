import type { Translation } from '#web/ui/translation.ts'

/** The text of a cause; an unknown cause is shown unchanged. */
export function translateWord(t: Translation['t'], group: 'causes' | 'attention', value: string): string {
  const key = `administration.payments.${group}.${value}`
  const text = t(key)
  return text === key ? value : text
}
