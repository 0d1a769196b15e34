import type { Translation } from '#web/ui/translation.ts'

/** What a scope of a dealer's API key allows. */
export const dealerScopeName = (t: Translation['t'], scope: string): string =>
  t(`dealerKeys.scopes.${scope.replace(':', '_')}`)
