import { useCallback } from 'react'
import { Link } from '#web/ui/link.tsx'
import { boughtPath } from '#contract/core/list-paths.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { listReorders } from '#contract/shop/bought.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** In the cart: how many products are due to be ordered again; nothing where none is. */
export function ReorderStrip({ className }: { className?: string }) {
  const { t, formatQuantity } = useTranslation()
  const { user } = useVisitor()
  const fetcher: Fetcher<Reply<typeof listReorders>> = useCallback(
    ({ signal }) => call(listReorders, {}, { signal }),
    [],
  )
  const count = useQuery('reorders', user?.role === 'dealer' ? fetcher : null)?.items.length ?? 0
  if (count === 0) return null
  return (
    <MessageStrip
      tone="info"
      {...(className !== undefined && { className })}
      actions={
        <Link to={boughtPath} className={buttonClasses('outline', 'sm')}>
          {t('bought.reorders.open')}
        </Link>
      }
    >
      {t('bought.reorders.strip', { count, number: formatQuantity(count) })}
    </MessageStrip>
  )
}
