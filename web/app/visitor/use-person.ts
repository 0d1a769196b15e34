import type { Visitor } from '#contract/core/visitor.ts'
import { type Translation, useTranslation } from '#web/ui/translation.ts'
import { useOwnTexts } from './own-texts.ts'
import { useVisitor } from './use-visitor.ts'

type Person = { name: string; detail: string; note?: string }

/** Company and user, as the header shows them; `note` explains the limit. */
export function personOf({ user, account, purchasing }: Visitor, { t, formatMoney }: Translation): Person | null {
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

export function usePerson(): Person | null {
  const own = useOwnTexts()
  const person = personOf(useVisitor(), useTranslation())
  return person && { ...person, ...own }
}
