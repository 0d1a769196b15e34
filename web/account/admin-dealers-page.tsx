import '#web/app/page-words.ts'
import { dealerShows, dealerSorts, listAllDealers } from '#contract/dealer-administration.ts'
import { adminDealerPath, pages } from '#contract/pages.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { call } from '#web/app/call.ts'
import { callContext } from '#web/app/call-context.ts'
import { PageHead } from '#web/app/page-head.tsx'
import { signInOrThrow } from '#web/cart/sign-in-redirect.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-dealers-page.ts'
import { DealersTable } from './dealers-table.tsx'
import { PeopleFilter } from './people-filter.tsx'
import { PeopleList } from './people-list.tsx'
import { queryOf } from './people-path.ts'

const place = { page: pages.adminDealers, names: ['q', 'show'], sort: 'name' }

export async function loader({ context, request }: Route.LoaderArgs) {
  return context
    .get(callContext)(listAllDealers, queryOf(request.url))
    .catch((error: unknown) => signInOrThrow(error, request.url))
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listAllDealers, queryOf(request.url)).catch((error: unknown) => signInOrThrow(error, request.url))
}

/** All dealers, with what they owe. */
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
