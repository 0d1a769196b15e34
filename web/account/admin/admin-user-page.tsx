import '#web/app/page-words.ts'
import { useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { pages } from '#contract/core/pages.ts'
import { adminDealerPath, adminUserPath } from '#contract/core/record-paths.ts'
import { listStaffRoles } from '#contract/admin/roles.ts'
import type { OwnRole } from '#contract/core/roles.ts'
import { getUserErasure } from '#contract/admin/personal-data.ts'
import { getMailServer } from '#contract/admin/mail-server.ts'
import { changeUser, createUser, getUser, type UserValues } from '#contract/admin/users.ts'
import { grantableRoles } from '#web/account/users/grantable-roles.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-user-page.ts'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { StateSwitch } from './state-switch.tsx'
import { UserAccess, type UserAccessProps } from './user-access.tsx'
import { salesPersonPath } from '#contract/core/representative-pages.ts'
import { UserFactors } from './user-factors.tsx'
import { UserErasure } from './user-erasure.tsx'
import { UserForm } from './user-form.tsx'
import { UserState } from './users-table.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { useSavedForm } from '#web/administration/use-saved-form.ts'

/** A new user may be created from a dealer's page, which the address then names. */
async function load(api: ServerCall, { params: { id }, url }: PageLocation<Route.LoaderArgs>) {
  const query = new URL(url).searchParams
  const dealer = query.get('dealer')?.slice(0, 50) ?? ''
  const isSeller = query.get('role') === 'representative'
  const [user, erasure, { server }, { items: staffRoles }] = await Promise.all([
    id === 'yeni' ? null : api(getUser, { params: { id } }),
    id === 'yeni' ? null : api(getUserErasure, { params: { id } }),
    api(getMailServer),
    api(listStaffRoles),
  ])
  return { user, erasure, dealer, isSeller, staffRoles, hasMailServer: server !== null }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** A link stays on screen until the administrator leaves the page; it cannot be read again. */
type MadeLink = { userId: number; link: string }

/** An existing or new user. */
export default function AdminUserPage({ loaderData, params: { id } }: Route.ComponentProps) {
  const { user, erasure, dealer, isSeller, staffRoles, hasMailServer } = loaderData
  const { user: self } = useVisitor()
  const { t } = useTranslation()
  const [made, setMade] = useState<MadeLink | null>(null)
  const link = made !== null && made.userId === user?.id ? made.link : null
  const showLink = (userId: number, link: string | null) => setMade(link === null ? null : { userId, link })
  const title = user?.name ?? t('people.users.new')
  return (
    <AdminFrame title={<BackTo to={pages.adminUsers}>{t('people.users.title')}</BackTo>}>
      <PageHead title={title} description={t('people.users.description')} canonical={pages.adminUsers} noIndex />
      <div key={id} className="flex max-w-220 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{title}</h1>
          {user !== null && <UserState user={user} />}
        </div>
        {user === null ? (
          <NewUser
            dealer={dealer}
            isSeller={isSeller}
            staffRoles={staffRoles}
            hasMailServer={hasMailServer}
            onLink={showLink}
          />
        ) : (
          <ExistingUser
            user={user}
            staffRoles={staffRoles}
            hasMailServer={hasMailServer}
            link={link}
            onLink={(made) => showLink(user.id, made)}
          />
        )}
        {user !== null && erasure !== null && (
          <UserErasure id={user.id} name={user.name} isSelf={self?.id === user.id} erasure={erasure} />
        )}
      </div>
    </AdminFrame>
  )
}

type StaffRoles = { staffRoles: readonly OwnRole[] }
type NewUserProps = StaffRoles & {
  dealer: string
  /** A new representative. */
  isSeller: boolean
  hasMailServer: boolean
  onLink(userId: number, link: string | null): void
}

function NewUser({ dealer, isSeller, staffRoles, hasMailServer, onLink }: NewUserProps) {
  const { t } = useTranslation()
  const [isInvited, setInvited] = useState(true)
  const kind = isSeller
    ? ({ role: 'admin', userRole: 'representative' } as const)
    : ({ role: 'dealer', userRole: '' } as const)
  const saved: UserValues = { email: '', name: '', dealer, canOrder: true, ...kind }
  const form = useSavedForm<UserValues>({
    saved,
    save: async (_before, values) => {
      const { id, invitationLink } = await call(createUser, { body: { values, invite: isInvited } })
      onLink(id, invitationLink)
      const isEmailed = isInvited && invitationLink === null
      return { to: adminUserPath(id), doneText: t(isEmailed ? 'people.users.createdInvited' : 'people.users.created') }
    },
    reload: () => Promise.resolve(saved),
    doneText: t('people.users.created'),
  })
  const saveLabel = t('people.users.create')
  return (
    <UserForm
      form={form}
      staffRoles={staffRoles}
      newUser={{ saveLabel, isInvited, hasMailServer, onInvite: setInvited }}
    />
  )
}

function ExistingUser({ user, staffRoles, hasMailServer, link, onLink }: UserAccessProps & StaffRoles) {
  const { t } = useTranslation()
  const { user: self } = useVisitor()
  const mayChange = useMayChange()
  const isSelf = self?.id === user.id
  const params = { id: String(user.id) }
  const isHigher =
    self !== null && user.role === 'admin' && !grantableRoles(self, 'admin', staffRoles).includes(user.userRole)
  const ownId = /^own-(\d+)$/.exec(user.userRole)?.[1]
  const form = useSavedForm<UserValues>({
    saved: user.values,
    save: async (before, values) => {
      const saved = await call(changeUser, { params, body: { before, values } })
      if (saved.invitationLink !== null) onLink(saved.invitationLink)
      return saved
    },
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
              <AreaLink to={adminDealerPath(user.dealer.id)} className="font-medium text-brand-ink hover:underline">
                {user.dealer.name}
              </AreaLink>
            </dd>
          </div>
        )}
        <div className="flex gap-2">
          <dt className="text-ink-2">{t('people.users.head.seen')}</dt>
          <dd>{user.lastSeenAt === null ? t('people.users.neverSeen') : <Moment date={user.lastSeenAt} />}</dd>
        </div>
        {['representative', 'sales'].includes(user.userRole) && self?.permissions.includes('sales:read') === true && (
          <dd>
            <AreaLink to={salesPersonPath(user.id)} className="font-medium text-brand-ink hover:underline">
              {t('representatives.team.toPerson')}
            </AreaLink>
          </dd>
        )}
      </dl>
      {isHigher && mayChange && <MessageStrip tone="info">{t('errors.no_right_to_grant')}</MessageStrip>}
      <UserForm
        form={form}
        staffRoles={staffRoles}
        dealerRole={ownId === undefined ? null : { id: Number(ownId), name: user.roleName ?? '' }}
        isSelf={isSelf}
        isReadOnly={isHigher}
      />
      <UserAccess user={user} hasMailServer={hasMailServer} isReadOnly={isHigher} link={link} onLink={onLink} />
      {!isHigher && <UserFactors user={user} isSelf={isSelf} />}
      {!isSelf && !isHigher && <StateSwitch kind="user" id={user.id} name={user.name} isDisabled={user.isDisabled} />}
    </>
  )
}
