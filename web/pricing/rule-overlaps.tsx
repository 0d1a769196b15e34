import type { PriceRuleDetail, RuleOverlap } from '#contract/admin/price-rules.ts'
import { adminPriceRulePath } from '#contract/core/admin-pages.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Warns that other rules cover the same dealers and products at the same time, and says which one decides. */
export function RuleOverlaps({ overlaps }: { overlaps: readonly RuleOverlap[] }) {
  const { t } = useTranslation()
  return overlaps.map(({ id, name, decides }) => (
    <MessageStrip
      key={id}
      tone="warning"
      actions={
        <AreaLink isAction to={adminPriceRulePath(id)} className="tap text-brand-ink underline">
          {t('priceRules.overlaps.open')}
        </AreaLink>
      }
    >
      {t(`priceRules.overlaps.${decides}`, { name })}
    </MessageStrip>
  ))
}

/** Says that the fixed price takes the floor's place. */
export function PassedFloor({ passesFloor }: Pick<PriceRuleDetail, 'passesFloor'>) {
  const { t } = useTranslation()
  return passesFloor ? <MessageStrip tone="warning">{t('priceRules.passesFloor')}</MessageStrip> : null
}

/** Says for how many products a floor from cost has no effect. */
export function RuleCosts({ costs }: Pick<PriceRuleDetail, 'costs'>) {
  const { t } = useTranslation()
  if (costs === null || costs.unknown === 0) return null
  return <MessageStrip tone="warning">{t('priceRules.costs', costs)}</MessageStrip>
}

/** Warns that rules of quantity leave nothing to order, or more than their minimum says. */
export function RuleConflict({ conflict }: Pick<PriceRuleDetail, 'conflict'>) {
  const { t, formatQuantity } = useTranslation()
  if (conflict === null) return null
  const names = conflict.others.map(({ name }) => `“${name}”`).join(', ')
  const { least } = conflict
  return (
    <MessageStrip
      tone={least === null ? 'danger' : 'warning'}
      actions={conflict.others.slice(0, 1).map(({ id }) => (
        <AreaLink key={id} isAction to={adminPriceRulePath(id)} className="tap text-brand-ink underline">
          {t('priceRules.overlaps.open')}
        </AreaLink>
      ))}
    >
      {least === null
        ? t('priceRules.conflict.impossible', { names })
        : t('priceRules.conflict.least', { names, least: formatQuantity(least) })}
    </MessageStrip>
  )
}
