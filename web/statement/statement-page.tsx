import '#web/app/page-words.ts'
import { CreditCard, Landmark } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { transfersPath } from '#contract/core/transfer-paths.ts'
import { getStatement } from '#contract/shop/statement.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useDebtChoice } from '#web/product/pay-debts.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/statement-page.ts'
import { queryOf } from './statement-path.ts'
import { StatementView } from './statement-view.tsx'

const load = (api: ServerCall, { url }: PageLocation) => api(getStatement, queryOf(url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The dealer's account statement (cari hesap ekstresi). */
export default function StatementPage({ loaderData: statement }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { hasCardPayment, user } = useVisitor()
  const mayPay = user?.permissions.includes('pay') === true
  const choice = useDebtChoice()
  return (
    <div className="page-width flex flex-col gap-4 py-5 print:p-0">
      <PageHead
        title={t('statement.title')}
        description={t('statement.description')}
        canonical={pages.statement}
        noIndex
      />
      <StatementView
        statement={statement}
        page={pages.statement}
        choice={choice}
        actions={
          <>
            {mayPay && (
              <Link to={transfersPath} className={buttonClasses('outline', 'md')}>
                <Landmark size={16} aria-hidden="true" /> {t('statement.reportTransfer')}
              </Link>
            )}
            {hasCardPayment && (
              <Link to={pages.payment} reloadDocument className={buttonClasses('solid', 'md')}>
                <CreditCard size={16} aria-hidden="true" /> {t('statement.payByCard')}
              </Link>
            )}
          </>
        }
      />
    </div>
  )
}
