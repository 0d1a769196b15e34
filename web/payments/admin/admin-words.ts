import type { Translation } from '#web/ui/translation.ts'

/** The program's own word for why something happened; whatever has none stands as it came. */
export function wordFor(t: Translation['t'], group: 'causes' | 'attention', word: string): string {
  const key = `administration.payments.${group}.${word}`
  const text = t(key)
  return text === key ? word : text
}
