import { AreaLink } from '#web/administration/area-link.tsx'
import { adminUserPath } from '#contract/core/record-paths.ts'
import type { ListedUser } from '#contract/admin/users.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { useRoleNames } from '#web/account/users/use-role-names.ts'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Users; cards in narrow windows. */
export function UsersTable({ items }: { items: readonly ListedUser[] }) {
  const { t } = useTranslation()
  const head = (name: string) => t(`people.users.head.${name}`)
  return (
    <CardTable
      label={t('people.users.title')}
      below="lg"
      head={
        <>
          <HeadCell className="w-1/2 rounded-tl-panel pl-4">{head('name')}</HeadCell>
          <HeadCell className="w-1/2">{head('dealer')}</HeadCell>
          <HeadCell>{t('people.roleLabel')}</HeadCell>
          <HeadCell>{head('seen')}</HeadCell>
          <HeadCell className="rounded-tr-panel pr-4">{head('state')}</HeadCell>
        </>
      }
    >
      {items.map((user) => (
        <UserRow key={user.id} user={user} />
      ))}
    </CardTable>
  )
}

function UserRow({ user }: { user: ListedUser }) {
  const { t } = useTranslation()
  const { nameOf } = useRoleNames()
  const { id, name, email, role, userRole, roleName, dealer, canOrder, lastSeenAt } = user
  return (
    <tr data-testid="user" className={cardRow.lg}>
      <Cell className="min-w-0 max-lg:order-1 max-lg:px-0 lg:pl-4">
        {/* The whole row links to the user. */}
        <AreaLink
          to={adminUserPath(id)}
          className="line-clamp-1 font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {name}
        </AreaLink>
        <span className="line-clamp-1 text-12 [overflow-wrap:anywhere] text-ink-2">{email}</span>
      </Cell>
      <Cell className="min-w-0 max-lg:order-3 max-lg:px-0">
        {dealer === null ? (
          <span className="text-ink-2">{t(`people.roles.${role}`)}</span>
        ) : (
          <>
            <span className="line-clamp-1">{dealer.name}</span>
            <span className="code line-clamp-1 text-12 text-ink-2">{dealer.code}</span>
          </>
        )}
      </Cell>
      <Cell className="whitespace-nowrap max-lg:hidden">
        {nameOf(role, userRole, roleName)}
        {role === 'dealer' && !canOrder && (
          <span className="block text-12 text-ink-2">{t('people.colleagues.mayNotOrder')}</span>
        )}
      </Cell>
      <Cell className="max-lg:order-4 max-lg:px-0 max-lg:text-right">
        {lastSeenAt === null ? (
          <span className="whitespace-nowrap text-ink-2">{t('people.users.neverSeen')}</span>
        ) : (
          <Moment date={lastSeenAt} />
        )}
      </Cell>
      <Cell className="max-lg:order-2 max-lg:px-0 max-lg:text-right lg:pr-4">
        <UserState user={user} />
      </Cell>
    </tr>
  )
}

/** Whether a user can sign in, and if not, why. */
export function UserState({
  user: { isDisabled, dealer, access },
}: {
  user: Pick<ListedUser, 'isDisabled' | 'dealer' | 'access'>
}) {
  const { t } = useTranslation()
  if (isDisabled) return <Badge tone="neutral">{t('people.states.disabled')}</Badge>
  if (dealer?.isDisabled) return <Badge tone="neutral">{t('people.states.dealerDisabled')}</Badge>
  if (access === 'ready') return <Badge tone="success">{t('people.states.active')}</Badge>
  return <Badge tone={access === 'invited' ? 'info' : 'warning'}>{t(`people.states.${access}`)}</Badge>
}
