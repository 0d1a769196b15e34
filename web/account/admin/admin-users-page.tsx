import { adminRolesPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { pages } from '#contract/core/pages.ts'
import { adminUserPath } from '#contract/core/record-paths.ts'
import { listAllUsers, userShows, userSorts } from '#contract/admin/users.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-users-page.ts'
import { PeopleFilter } from './people-filter.tsx'
import { PeopleList } from './people-list.tsx'
import { queryOf } from './people-path.ts'
import { UsersTable } from './users-table.tsx'

const place = { page: pages.adminUsers, names: ['q', 'show', 'dealer'], sort: 'name' }

const load = (api: ServerCall, { url }: PageLocation) => api(listAllUsers, queryOf(url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** All users. */
export default function AdminUsersPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('people.users.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('people.users.description')} canonical={pages.adminUsers} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        <PeopleFilter
          base={pages.adminUsers}
          view={list}
          label={t('people.users.filter')}
          hint={t('people.users.hint')}
          shows={userShows.map((value) => ({ value, label: t(`people.users.shows.${value}`) }))}
          sorts={userSorts.map((value) => ({ value, label: t(`people.sorts.${value.replace('-', 'down_')}`) }))}
        />
        {list.dealer !== null && (
          <MessageStrip tone="info">{t('people.users.ofDealer', { dealer: list.dealer.name })}</MessageStrip>
        )}
        <PeopleList
          base={pages.adminUsers}
          list={list}
          noun="users"
          files={
            <ExportButtons
              name="users"
              place={place}
              list={{ ...list, dealer: list.dealer === null ? null : String(list.dealer.id) }}
            />
          }
          more={{ to: adminRolesPath, label: t('people.staff.title') }}
          add={{ to: adminUserPath('yeni'), label: t('people.users.add') }}
        >
          <UsersTable items={list.items} />
        </PeopleList>
      </div>
    </AdminFrame>
  )
}
