import '#web/app/page-words.ts'
import { adminUserPath, pages } from '#contract/pages.ts'
import { listAllUsers, userShows, userSorts } from '#contract/user-administration.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { call } from '#web/app/call.ts'
import { callContext } from '#web/app/call-context.ts'
import { PageHead } from '#web/app/page-head.tsx'
import { signInOrThrow } from '#web/cart/sign-in-redirect.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-users-page.ts'
import { PeopleFilter } from './people-filter.tsx'
import { PeopleList } from './people-list.tsx'
import { queryOf } from './people-path.ts'
import { UsersTable } from './users-table.tsx'

const place = { page: pages.adminUsers, names: ['q', 'show', 'dealer'], sort: 'name' }

export async function loader({ context, request }: Route.LoaderArgs) {
  return context
    .get(callContext)(listAllUsers, queryOf(request.url))
    .catch((error: unknown) => signInOrThrow(error, request.url))
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listAllUsers, queryOf(request.url)).catch((error: unknown) => signInOrThrow(error, request.url))
}

/** Everybody who can sign in. */
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
          add={{ to: adminUserPath('yeni'), label: t('people.users.add') }}
        >
          <UsersTable items={list.items} />
        </PeopleList>
      </div>
    </AdminFrame>
  )
}
