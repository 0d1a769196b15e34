import type { Translation } from '#web/ui/translation.ts'

/** The text of a cause; an unknown cause is shown unchanged. */
export function wordFor(t: Translation['t'], group: 'causes' | 'attention', word: string): string {
  const key = `administration.payments.${group}.${word}`
  const text = t(key)
  return text === key ? word : text
}
