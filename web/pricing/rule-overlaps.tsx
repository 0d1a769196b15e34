import type { RuleOverlap } from '#contract/admin/price-rules.ts'
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
