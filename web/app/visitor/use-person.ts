import { formatMoney } from '#domain/text/format.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { useVisitor } from './use-visitor.ts'

/** Company and user, as the header shows them. */
export function usePerson(): { name: string; detail: string } | null {
  const { t } = useTranslation()
  const { user, account } = useVisitor()
  if (user === null) return null
  const limit = account?.availableLimit ?? null
  const limitName = account?.limitMode === 'order' ? 'shell.orderLimit' : 'shell.availableLimit'
  return user.role === 'admin'
    ? { name: user.name, detail: t('shell.admin') }
    : {
        name: user.dealerName ?? user.name,
        detail: limit === null ? user.name : t(limitName, { amount: formatMoney(limit, 'TRY') }),
      }
}
