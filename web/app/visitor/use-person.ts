import { useTranslation } from '#web/ui/translation.ts'
import { useVisitor } from './use-visitor.ts'

/** Company and user, as the header shows them; `note` explains the limit. */
export function usePerson(): { name: string; detail: string; note?: string } | null {
  const { t, formatMoney } = useTranslation()
  const { user, account, purchasing } = useVisitor()
  if (user === null) return null
  const limit = account?.availableLimit ?? null
  const limitName = account?.limitMode === 'order' ? 'orderLimit' : 'availableLimit'
  return user.role === 'admin'
    ? { name: user.name, detail: user.roleName ?? t('shell.admin') }
    : {
        name: user.dealerName ?? user.name,
        ...(limit === null
          ? { detail: user.name }
          : {
              detail: t(purchasing.hasLimits ? 'shell.companyLimit' : `shell.${limitName}`, {
                amount: formatMoney(limit, 'TRY'),
              }),
              note: t(`shell.${limitName}Note`),
            }),
      }
}
