import '#web/app/page-words.ts'
import { CreditCard, FileSpreadsheet, FileText } from 'lucide-react'
import { Link, useNavigation } from 'react-router'
import { pages, statementFilePath } from '#contract/core/pages.ts'
import { getStatement, type Statement } from '#contract/shop/statement.ts'
import { formatQuantity } from '#domain/text/format.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Price } from '#web/app/price.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Pagination } from '#web/app/page/pagination.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/statement-page.ts'
import { AccountSummary } from './account-summary.tsx'
import { MovementsTable } from './movements-table.tsx'
import { StatementLetterhead } from './statement-letterhead.tsx'
import { StatementFilter } from './statement-filter.tsx'
import { isFiltered, queryOf, statementPath } from './statement-path.ts'

const load = (api: ServerCall, { url }: PageLocation) => api(getStatement, queryOf(url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The dealer's account statement (cari hesap ekstresi). */
export default function StatementPage({ loaderData: statement }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { hasCardPayment } = useVisitor()
  const isLoading = useNavigation().state === 'loading'
  const { accounts, currency, total } = statement
  const figures = accounts.find((account) => account.currency === currency)
  const isEmpty = total === 0 && !isFiltered(statement) && figures === undefined
  return (
    <div className="page-width flex flex-col gap-4 py-5 print:p-0">
      <PageHead
        title={t('statement.title')}
        description={t('statement.description')}
        canonical={pages.statement}
        noIndex
      />
      <StatementLetterhead statement={statement} />
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <h1 className="text-20 font-semibold">{t('statement.title')}</h1>
        {total > 0 && (
          <span className="text-14 text-ink-2">
            {t('statement.count', { count: total, number: formatQuantity(total) })}
          </span>
        )}
        <span className="ml-auto flex flex-wrap gap-2">
          {total > 0 && <FileLinks statement={statement} />}
          {hasCardPayment && (
            <Link to={pages.payment} reloadDocument className={buttonClasses('solid', 'md')}>
              <CreditCard size={16} aria-hidden="true" /> {t('statement.payByCard')}
            </Link>
          )}
        </span>
      </div>
      <CurrencyTabs statement={statement} />
      {figures !== undefined && <AccountSummary figures={figures} isOfToday={statement.to !== null} />}
      {isEmpty ? (
        <EmptyState title={t('statement.empty.title')} text={t('statement.empty.text')} />
      ) : (
        <>
          <div className="print:hidden">
            <StatementFilter statement={statement} />
          </div>
          <div aria-busy={isLoading} className={classes('flex flex-col gap-4', isLoading && 'opacity-60')}>
            <PeriodSums statement={statement} />
            <Movements statement={statement} />
          </div>
        </>
      )}
    </div>
  )
}

function FileLinks({ statement }: { statement: Statement }) {
  const { t } = useTranslation()
  const files = [
    { format: 'xlsx', icon: <FileSpreadsheet size={16} aria-hidden="true" /> },
    { format: 'pdf', icon: <FileText size={16} aria-hidden="true" /> },
  ] as const
  return files.map(({ format, icon }) => (
    <a
      key={format}
      href={statementPath({ ...statement, page: 1 }, statementFilePath(format))}
      className={buttonClasses('outline', 'md')}
    >
      {icon} {t(`statement.${format}`)}
    </a>
  ))
}

function CurrencyTabs({ statement: { accounts, currency, from, to, q } }: { statement: Statement }) {
  const { t } = useTranslation()
  if (accounts.length < 2) return null
  return (
    <nav aria-label={t('statement.currencies')} className="flex gap-1 border-b border-line print:hidden">
      {accounts.map((account) => {
        const isShown = account.currency === currency
        return (
          <Link
            key={account.currency}
            to={statementPath({ from, to, q, currency: account.currency })}
            aria-current={isShown ? 'page' : undefined}
            className={classes(
              '-mb-px flex min-h-10 items-center gap-2 border-b-2 px-3 text-13 font-semibold',
              isShown ? 'border-brand-ink text-brand-ink' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {account.currency}
            <Price value={account.balance} currency={account.currency} className="font-normal" />
          </Link>
        )
      })}
    </nav>
  )
}

/** Opening balance, sums and closing balance of the period. With a text filter they do not add up. */
function PeriodSums({ statement }: { statement: Statement }) {
  const { t } = useTranslation()
  const { opening, debit, credit, closing, currency, q } = statement
  const all = [
    ['statement.opening', opening],
    ['statement.columns.debit', debit],
    ['statement.columns.credit', credit],
    ['statement.closing', closing],
  ] as const
  const sums = q === '' ? all : all.slice(1, 3)
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
      {sums.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-ink-2">{t(name)}</dt>
          <dd className="font-semibold">
            <Price value={value} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Movements({ statement }: { statement: Statement }) {
  const { t } = useTranslation()
  const { items, total, page, pages: count } = statement
  if (items.length > 0) {
    return (
      <>
        <MovementsTable statement={statement} />
        <div className="print:hidden">
          <Pagination page={page} pages={count} to={(number) => statementPath({ ...statement, page: number })} />
        </div>
      </>
    )
  }
  if (total === 0 && !isFiltered(statement)) {
    return <EmptyState title={t('statement.empty.title')} text={t('statement.empty.text')} />
  }
  if (total === 0) {
    return <EmptyState title={t('statement.empty.filteredTitle')} text={t('statement.empty.filteredText')} />
  }
  return (
    <EmptyState
      title={t('statement.empty.page')}
      actions={
        <Link to={statementPath({ ...statement, page: 1 })} className={buttonClasses('soft', 'md')}>
          {t('statement.empty.first')}
        </Link>
      }
    />
  )
}
