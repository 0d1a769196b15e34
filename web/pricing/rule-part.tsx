import type { ReactNode } from 'react'
import type { PriceRuleChoices, PriceRuleValues } from '#contract/admin/price-rules.ts'
import type { SavedFields } from '#web/administration/use-saved-form.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type RuleFields = SavedFields<PriceRuleValues>
/** What each part of a rule's form gets. */
export type RulePartProps = { form: RuleFields; choices: PriceRuleChoices }

type RuleSwitchProps = { form: RuleFields; name: 'stops' | 'keepsDiscount' | 'isActive'; children: ReactNode }

export function RuleSwitch({ form: { values, errors, set }, name, children }: RuleSwitchProps) {
  const { t } = useTranslation()
  const label = t(`priceRules.fields.${name}`)
  const textId = `rule-${name}`
  return (
    <div>
      <Switch isOn={values[name]} aria-label={label} aria-describedby={textId} onChange={(isOn) => set(name, isOn)}>
        <span className="font-medium text-ink">{label}</span>
      </Switch>
      <p id={textId} className={errors[name] === undefined ? 'mt-1 text-12 text-ink-3' : 'mt-1 text-12 text-danger'}>
        {errors[name] ?? children}
      </p>
    </div>
  )
}
