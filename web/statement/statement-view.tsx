import { FileSpreadsheet, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { statementFilePath } from '#contract/core/record-paths.ts'
import type { Statement } from '#contract/shop/statement.ts'
import { Price } from '#web/app/price.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { type DebtChoice, PayDebtsBar } from '#web/product/pay-debts.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AccountSummary } from './account-summary.tsx'
import { MovementsTable } from './movements-table.tsx'
import { StatementLetterhead } from './statement-letterhead.tsx'
import { StatementFilter } from './statement-filter.tsx'
import { isFiltered, statementPath } from './statement-path.ts'

/** Where a statement is shown: `page` is the address of the dealer's or of the administrators' page. */
type Shown = { statement: Statement; page: string }

/** A statement with its head, filter, files and print. `actions` are the page's own buttons. */
export function StatementView({
  statement,
  page,
  subject,
  actions,
  choice = null,
}: Shown & { subject?: string; actions?: ReactNode; choice?: DebtChoice | null }) {
  const { t, formatQuantity } = useTranslation()
  const isLoading = useNavigation().state === 'loading'
  const { accounts, currency, total } = statement
  const figures = accounts.find((account) => account.currency === currency)
  const isEmpty = total === 0 && !isFiltered(statement) && figures === undefined
  return (
    <>
      <StatementLetterhead statement={statement} />
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <h1 className="text-20 font-semibold [overflow-wrap:anywhere]">
          {t('statement.title')}
          {subject !== undefined && <span className="block text-14 font-normal text-ink-2">{subject}</span>}
        </h1>
        {total > 0 && (
          <span className="text-14 text-ink-2">
            {t('statement.count', { count: total, number: formatQuantity(total) })}
          </span>
        )}
        <span className="ml-auto flex flex-wrap gap-2">
          {total > 0 && <FileLinks statement={statement} page={page} />}
          {actions}
        </span>
      </div>
      <CurrencyTabs statement={statement} page={page} />
      {figures !== undefined && (
        <AccountSummary
          figures={figures}
          isOfToday={statement.to !== null}
          closing={statement.to === null && statement.q === '' ? statement.closing : null}
        />
      )}
      {isEmpty ? (
        <EmptyState title={t('statement.empty.title')} text={t('statement.empty.text')} />
      ) : (
        <>
          <div className="print:hidden">
            <StatementFilter statement={statement} page={page} />
          </div>
          <div aria-busy={isLoading} className={classes('flex flex-col gap-4', isLoading && 'opacity-60')}>
            <PeriodSums statement={statement} />
            <Movements statement={statement} page={page} choice={choice} />
            {choice !== null && <PayDebtsBar choice={choice} />}
          </div>
        </>
      )}
    </>
  )
}

function FileLinks({ statement, page }: Shown) {
  const { t } = useTranslation()
  const files = [
    { format: 'xlsx', icon: <FileSpreadsheet size={16} aria-hidden="true" /> },
    { format: 'pdf', icon: <FileText size={16} aria-hidden="true" /> },
  ] as const
  return files.map(({ format, icon }) => (
    <a
      key={format}
      href={statementPath({ ...statement, page: 1 }, statementFilePath(format, page))}
      className={buttonClasses('outline', 'md')}
    >
      {icon} {t(`statement.${format}`)}
    </a>
  ))
}

function CurrencyTabs({ statement: { accounts, currency, from, to, q }, page }: Shown) {
  const { t } = useTranslation()
  if (accounts.length < 2) return null
  return (
    <nav aria-label={t('statement.currencies')} className="flex gap-1 border-b border-line print:hidden">
      {accounts.map((account) => {
        const isShown = account.currency === currency
        return (
          <Link
            key={account.currency}
            to={statementPath({ from, to, q, currency: account.currency }, page)}
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

function Movements({ statement, page: path, choice }: Shown & { choice: DebtChoice | null }) {
  const { t } = useTranslation()
  const { items, total, page, pages: count } = statement
  if (items.length > 0) {
    return (
      <>
        <MovementsTable statement={statement} choice={choice} />
        <div className="print:hidden">
          <Pagination page={page} pages={count} to={(number) => statementPath({ ...statement, page: number }, path)} />
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
        <Link to={statementPath({ ...statement, page: 1 }, path)} className={buttonClasses('soft', 'md')}>
          {t('statement.empty.first')}
        </Link>
      }
    />
  )
}
