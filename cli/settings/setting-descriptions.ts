import type { SettingKey } from '#contract/shop/settings.ts'
import { translate } from '#server/platform/http/words.ts'
import { acceptedValues } from '#server/settings/settings.ts'

/** What a setting does, and which values it accepts. */
export type Description = { does: string; takes: string }

/** The texts of the administration, in English. */
export function settingDescription(key: SettingKey): Description {
  const { text, facts } = acceptedValues(key)
  return { does: translate('en', `settings.items.${key}.does`), takes: translate('en', text, facts) }
}

export const plansDescription: Description = {
  does: 'The payment plans with key and name, the default plan (varsayilan), and whether a plan has no prices of its own (isVirtual).',
  takes:
    'Takes [{"priceName": "advencePrice1", "name": "Peşin", "varsayilan": true, "isVirtual": false}, …], at most five.',
}
