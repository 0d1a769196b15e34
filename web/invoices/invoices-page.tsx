import '#web/app/page-words.ts'
import { useNavigation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { invoicesFilePath } from '#contract/core/record-paths.ts'
import { invoiceSorts, invoiceStates, listInvoices } from '#contract/shop/invoices.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { DocumentsToolbar } from '#web/product/documents-toolbar.tsx'
import { PayDebtsBar, useDebtChoice } from '#web/product/pay-debts.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/invoices-page.ts'
import { invoicesPath, isNarrowed } from './invoices-path.ts'
import { InvoicesTable } from './invoices-table.tsx'

function inputOf(url: string) {
  const search = new URL(url).searchParams
  const values = ['page', 'sort', 'status', 'from', 'to', 'q'].map((key) => [key, search.get(key)?.slice(0, 200)])
  return { query: Object.fromEntries(values) as Record<string, string | undefined> }
}

const load = (api: ServerCall, { url }: PageLocation) => api(listInvoices, inputOf(url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type List = Reply<typeof listInvoices>

/** The dealer's invoices with what is open of each. */
export default function InvoicesPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const isLoading = useNavigation().state === 'loading'
  const choice = useDebtChoice()
  return (
    <div className="page-width py-5">
      <PageHead
        title={t('invoices.title')}
        description={t('invoices.description')}
        canonical={pages.invoices}
        noIndex
      />
      <DocumentsToolbar
        title={t('invoices.title')}
        count={t('invoices.count', { count: list.total, number: formatQuantity(list.total) })}
        words={{ label: t('invoices.filter.label'), search: t('invoices.filter.search') }}
        list={list}
        statuses={invoiceStates.map((value) => ({ value, label: t(`invoices.states.${value}`) }))}
        sorts={invoiceSorts.map((value) => ({ value, label: t(`invoices.sort.${value}`) }))}
        page={pages.invoices}
        isNarrowed={isNarrowed(list)}
        pathOf={(changes, path) => invoicesPath({ ...list, ...changes, page: 1 }, path)}
        filePath={invoicesFilePath}
      />
      <div aria-busy={isLoading} className={classes(isLoading && 'opacity-60')}>
        {list.items.length === 0 ? <NoInvoices list={list} /> : <InvoicesTable invoices={list.items} choice={choice} />}
        {choice !== null && <PayDebtsBar choice={choice} />}
        <Pagination page={list.page} pages={list.pages} to={(page) => invoicesPath({ ...list, page })} />
      </div>
    </div>
  )
}

/** There are no invoices yet, or none that match. */
function NoInvoices({ list }: { list: List }) {
  const { t } = useTranslation()
  if (list.total === 0 && list.page === 1 && !isNarrowed(list)) {
    return <EmptyState className="py-16" title={t('invoices.empty.title')} text={t('invoices.empty.text')} />
  }
  return (
    <EmptyState
      className="py-16"
      title={t('invoices.empty.nothing')}
      actions={
        <Link to={pages.invoices} className={buttonClasses('outline', 'card')}>
          {t('invoices.empty.all')}
        </Link>
      }
    />
  )
}
