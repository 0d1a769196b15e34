import '#web/app/page-words.ts'
import { dealerShows, dealerSorts, listAllDealers } from '#contract/admin/dealers.ts'
import { pages } from '#contract/core/pages.ts'
import { adminDealerPath } from '#contract/core/record-paths.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-dealers-page.ts'
import { DealersTable } from './dealers-table.tsx'
import { PeopleFilter } from './people-filter.tsx'
import { PeopleList } from './people-list.tsx'
import { queryOf } from './people-path.ts'

const place = { page: pages.adminDealers, names: ['q', 'show'], sort: 'name' }

const load = (api: ServerCall, { url }: PageLocation) => api(listAllDealers, queryOf(url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** All dealers with their balances. */
export default function AdminDealersPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('people.dealers.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('people.dealers.description')} canonical={pages.adminDealers} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        <PeopleFilter
          base={pages.adminDealers}
          view={list}
          label={t('people.dealers.filter')}
          hint={t('people.dealers.hint')}
          shows={dealerShows.map((value) => ({ value, label: t(`people.dealers.shows.${value}`) }))}
          sorts={dealerSorts.map((value) => ({ value, label: t(`people.sorts.${value.replace('-', 'down_')}`) }))}
        />
        <PeopleList
          base={pages.adminDealers}
          list={list}
          noun="dealers"
          files={<ExportButtons name="dealers" place={place} list={list} />}
          add={{ to: adminDealerPath('yeni'), label: t('people.dealers.add') }}
        >
          <DealersTable items={list.items} />
        </PeopleList>
      </div>
    </AdminFrame>
  )
}
