import type { Translation } from '#web/ui/translation.ts'

/** What a scope of a program's API key allows. */
export function scopeName(t: Translation['t'], scope: string): string {
  const [area, right] = scope.split(':')
  return `${t(`integration.areas.${area}`)}: ${t(`integration.rights.${right}`)}`
}
