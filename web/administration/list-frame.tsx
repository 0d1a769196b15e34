import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { AreaLink } from './area-link.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AdminFrame } from './admin-frame.tsx'
import { isNarrowed, listPath, type ListView } from './list-address.ts'

/** The address of a list: its page, the names of its filters, and its default sort. */
export type ListPlace = { page: string; names: readonly string[]; sort?: string }
export type List = ListView & { items: readonly unknown[]; total: number; page: number; pages: number }

/** Lists whose texts are in `administration`. */
type ListNoun =
  | 'orders'
  | 'offers'
  | 'payments'
  | 'bankFindings'
  | 'bankLines'
  | 'transferNotices'
  | 'audit'
  | 'products'
  | 'categories'
  | 'brands'
  | 'attributes'
  | 'campaigns'
  | 'priceRules'
  | 'promotions'
  | 'searchRules'
  | 'missedSearches'
  | 'invoices'
  | 'shipments'
  | 'pickings'
  | 'backOrders'
  | 'announcements'
  | 'documents'
  | 'returns'
  | 'limitApprovals'
  | 'reports'
  | 'applications'
  | 'acceptances'
  | 'jobs'

type ListFrameProps = {
  place: ListPlace
  list: List
  /** Selects the texts. */
  noun: ListNoun
  filter: ReactNode
  /** Between filter and table: sums and actions of the list. */
  head: ReactNode
  /** The table, when the page has rows. */
  children: ReactNode
  /** What the list omits, to explain an empty list. */
  leftOut?: LeftOut | undefined
  /** Below the empty state of a list that has no rows at all. */
  guide?: ReactNode
  /** Below the list and its empty state. */
  after?: ReactNode
}

type LeftOut = { text: string; to: string; label: string }

/** The page of an administrators' list: filter, head, table, pagination, and an empty state. */
export function ListFrame({ place, list, noun, filter, head, children, leftOut, guide, after }: ListFrameProps) {
  const { t } = useTranslation()
  const isLoading = useNavigation().state === 'loading'
  const title = t(`administration.${noun}.title`)
  const to = (view: ListView) => listPath(place.page, view, place.names, place.sort)
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t(`administration.${noun}.description`)} canonical={place.page} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        {filter}
        <div aria-busy={isLoading} className={classes('flex flex-col gap-3', isLoading && 'opacity-60')}>
          {head}
          {list.items.length > 0 ? (
            <>
              {children}
              <Pagination page={list.page} pages={list.pages} to={(page) => to({ ...list, page })} />
            </>
          ) : (
            <>
              <NoRows list={list} noun={noun} to={to} isNarrow={isNarrowed(list, place.names)} leftOut={leftOut} />
              {!isNarrowed(list, place.names) && guide}
            </>
          )}
        </div>
        {after}
      </div>
    </AdminFrame>
  )
}

type NoRowsProps = {
  list: List
  noun: ListNoun
  isNarrow: boolean
  leftOut: LeftOut | undefined
  to(view: ListView): string
}

function NoRows({ list, noun, isNarrow, leftOut, to }: NoRowsProps) {
  const { t } = useTranslation()
  const others = leftOut && (
    <AreaLink isAction to={leftOut.to} className={buttonClasses('outline', 'card')}>
      {leftOut.label}
    </AreaLink>
  )
  if (list.total === 0 && !isNarrow) {
    return (
      <EmptyState
        title={t(`administration.${noun}.empty.title`)}
        text={leftOut?.text ?? t(`administration.${noun}.empty.text`)}
        actions={others}
      />
    )
  }
  const isPageMissing = list.total > 0
  return (
    <EmptyState
      title={isPageMissing ? t('administration.list.noPage') : t(`administration.${noun}.empty.nothing`)}
      text={leftOut?.text}
      actions={
        <>
          {others}
          <AreaLink
            isAction
            to={isPageMissing ? to({ ...list, page: 1 }) : to({})}
            className={buttonClasses('outline', 'card')}
          >
            {t(isPageMissing ? 'administration.list.firstPage' : 'administration.list.all')}
          </AreaLink>
        </>
      }
    />
  )
}
