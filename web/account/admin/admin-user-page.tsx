import '#web/app/page-words.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminDealerPath, adminUserPath, pages } from '#contract/core/pages.ts'
import { changeUser, createUser, getUser, type UserDetail, type UserValues } from '#contract/admin/users.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-user-page.ts'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { StateSwitch } from './state-switch.tsx'
import { UserAccess } from './user-access.tsx'
import { UserForm } from './user-form.tsx'
import { UserState } from './users-table.tsx'
import { useSavedForm } from '#web/administration/use-saved-form.ts'

/** A new user may be created from a dealer's page, which the address then names. */
async function load(api: ServerCall, { params: { id }, url }: PageLocation<Route.LoaderArgs>) {
  if (id === 'yeni') return { user: null, dealer: new URL(url).searchParams.get('dealer')?.slice(0, 50) ?? '' }
  return { user: await api(getUser, { params: { id } }), dealer: '' }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** An existing or new user. */
export default function AdminUserPage({ loaderData: { user, dealer }, params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = user?.name ?? t('people.users.new')
  return (
    <AdminFrame title={<BackTo to={pages.adminUsers}>{t('people.users.title')}</BackTo>}>
      <PageHead title={title} description={t('people.users.description')} canonical={pages.adminUsers} noIndex />
      <div key={id} className="flex max-w-220 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{title}</h1>
          {user !== null && <UserState user={user} />}
        </div>
        {user === null ? <NewUser dealer={dealer} /> : <ExistingUser user={user} />}
      </div>
    </AdminFrame>
  )
}

function NewUser({ dealer }: { dealer: string }) {
  const { t } = useTranslation()
  const [isInvited, setInvited] = useState(true)
  const saved: UserValues = { email: '', name: '', role: 'dealer', dealer, canOrder: true }
  const form = useSavedForm<UserValues>({
    saved,
    save: async (_before, values) => {
      const { id } = await call(createUser, { body: { values, invite: isInvited } })
      return { to: adminUserPath(id) }
    },
    reload: () => Promise.resolve(saved),
    doneText: t(isInvited ? 'people.users.createdInvited' : 'people.users.created'),
  })
  return <UserForm form={form} newUser={{ saveLabel: t('people.users.create'), isInvited, onInvite: setInvited }} />
}

function ExistingUser({ user }: { user: UserDetail }) {
  const { t } = useTranslation()
  const { user: self } = useVisitor()
  const isSelf = self?.id === user.id
  const params = { id: String(user.id) }
  const form = useSavedForm<UserValues>({
    saved: user.values,
    save: (before, values) => call(changeUser, { params, body: { before, values } }),
    reload: async () => (await call(getUser, { params })).values,
    doneText: t('people.saved'),
  })
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-13">
        {user.dealer !== null && (
          <div className="flex gap-2">
            <dt className="text-ink-2">{t('people.users.head.dealer')}</dt>
            <dd>
              <Link to={adminDealerPath(user.dealer.id)} className="font-medium text-brand-ink hover:underline">
                {user.dealer.name}
              </Link>
            </dd>
          </div>
        )}
        <div className="flex gap-2">
          <dt className="text-ink-2">{t('people.users.head.seen')}</dt>
          <dd>{user.lastSeenAt === null ? t('people.users.neverSeen') : <Moment date={user.lastSeenAt} />}</dd>
        </div>
      </dl>
      <UserForm form={form} isSelf={isSelf} />
      <UserAccess user={user} />
      {!isSelf && <StateSwitch kind="user" id={user.id} name={user.name} isDisabled={user.isDisabled} />}
    </>
  )
}
