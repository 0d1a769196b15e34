import type { PromotionDetail } from '#contract/admin/promotions.ts'
import { adminPromotionPath } from '#contract/core/admin-pages.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** What an administrator should know of a promotion. */
export function PromotionWarnings({ warnings }: Pick<PromotionDetail, 'warnings'>) {
  const { t } = useTranslation()
  return warnings.map(({ kind, other }) => (
    <MessageStrip
      key={`${kind} ${other?.id ?? ''}`}
      tone="warning"
      actions={
        other && (
          <AreaLink isAction to={adminPromotionPath(other.id)} className="tap text-brand-ink underline">
            {t('promotions.warnings.open')}
          </AreaLink>
        )
      }
    >
      {t(`promotions.warnings.${kind}`, { name: other?.name ?? '' })}
    </MessageStrip>
  ))
}

/** How often it was used so far. */
export function UsesPanel({ promotion: { uses, values } }: { promotion: PromotionDetail }) {
  const { t, formatQuantity } = useTranslation()
  const facts = {
    uses: formatQuantity(uses.total),
    orders: formatQuantity(uses.orders),
    dealers: formatQuantity(uses.dealers),
  }
  const left = Math.max(0, Number(values.totalQuota) - uses.total)
  return (
    <p data-testid="promotion-uses" className="rounded-panel border border-line bg-surface px-4 py-3 text-13">
      {uses.total === 0 ? t('promotions.uses.none') : t('promotions.uses.some', facts)}
      {values.totalQuota !== '' && <> {t('promotions.uses.left', { left: formatQuantity(left) })}</>}
    </p>
  )
}
