import type { PosValues } from '#contract/admin/pos.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type PosBadgesProps = {
  account: { isActive: boolean; missing: readonly string[]; isSealed: boolean }
  environment: PosValues['environment']
  hasSandbox: boolean
}

/** Whether an account accepts payments, its environment, and its problems. */
export function PosBadges({ account: { isActive, missing, isSealed }, environment, hasSandbox }: PosBadgesProps) {
  const { t } = useTranslation()
  const isServed = environment !== 'sandbox' || hasSandbox
  const tone = { sandbox: 'info', test: 'info', live: 'neutral' } as const
  return (
    <>
      <Badge tone={tone[environment]}>{t(`administration.pos.environments.${environment}`)}</Badge>
      {(missing.length > 0 || isSealed) && <Badge tone="warning">{t('administration.pos.incomplete')}</Badge>}
      {isActive && isServed ? (
        <Badge tone="success">{t('administration.pos.active')}</Badge>
      ) : (
        <Badge>{t(isActive ? 'administration.pos.notServed' : 'administration.pos.inactive')}</Badge>
      )}
    </>
  )
}
