import { type Colleague, reinviteColleague, removeColleague, setColleagueState } from '#contract/shop/colleagues.ts'
import { UserState } from '#web/account/admin/users-table.tsx'
import { call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useRoleNames } from './use-role-names.ts'
import type { Colleagues } from './own-colleagues.ts'

type ColleagueRowProps = {
  colleague: Colleague
  colleagues: Colleagues
  onChange(): void
  onLink(link: string | null): void
}

export function ColleagueRow({ colleague, colleagues, onChange, onLink }: ColleagueRowProps) {
  const { t } = useTranslation()
  const { nameOf } = useRoleNames()
  const { name, email, userRole, roleName, isSelf, isDisabled, access, lastSeenAt, canOrder } = colleague
  return (
    <li
      data-testid="colleague"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          {isSelf && <Badge tone="neutral">{t('people.colleagues.you')}</Badge>}
          <UserState user={{ isDisabled, dealer: null, access }} />
        </p>
        <p className="text-12 [overflow-wrap:anywhere] text-ink-2">{email}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 text-13">
        <div className="sm:min-w-28">
          <dt className="text-12 text-ink-2">{t('people.roleLabel')}</dt>
          <dd>
            {nameOf('dealer', userRole, roleName)}
            {!canOrder && <span className="block text-12 text-ink-2">{t('people.colleagues.mayNotOrder')}</span>}
          </dd>
        </div>
        <div className="sm:min-w-32">
          <dt className="text-12 text-ink-2">{t('people.users.head.seen')}</dt>
          <dd>{lastSeenAt === null ? t('people.users.neverSeen') : <Moment date={lastSeenAt} />}</dd>
        </div>
      </dl>
      <BoundTo colleague={colleague} addresses={colleagues.list.addresses} />
      <ColleagueActions colleague={colleague} colleagues={colleagues} onChange={onChange} onLink={onLink} />
    </li>
  )
}

/** The addresses that a user is bound to. Renders nothing for a dealer without addresses. */
function BoundTo({ colleague, addresses }: { colleague: Colleague; addresses: { id: number; name: string }[] }) {
  const { t } = useTranslation()
  if (addresses.length === 0) return null
  const names = addresses.flatMap(({ id, name }) => (colleague.addresses.includes(id) ? [name] : []))
  return (
    <dl className="text-13 sm:min-w-32">
      <dt className="text-12 text-ink-2">{t('people.colleagues.addresses.label')}</dt>
      <dd>{names.length === 0 ? t('people.colleagues.addresses.none') : names.join(', ')}</dd>
    </dl>
  )
}

function ColleagueActions({ colleague, colleagues, onChange, onLink }: ColleagueRowProps) {
  const { t } = useTranslation()
  const { id, name, email, isSelf, isDisabled, access } = colleague
  const params = { id: String(id) }
  const textOf = (key: string) => t(`people.colleagues.${key}`, { name, email })
  async function reinvite(): Promise<void> {
    let doneText = textOf('invited')
    await colleagues.runOrAlert(
      async () => {
        const { invitationLink, ...list } = await call(reinviteColleague, { params })
        onLink(invitationLink)
        if (invitationLink !== null) doneText = t('people.access.link.title')
        return list
      },
      () => doneText,
    )
  }
  const setState = () =>
    colleagues.runOrAlert(
      () => call(setColleagueState, { params, body: { isDisabled: !isDisabled } }),
      textOf(isDisabled ? 'enabled' : 'disabled'),
    )
  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: textOf('removeOf'),
      text: textOf('removeText'),
      actions: [{ label: textOf('remove'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer === 'go') await colleagues.runOrAlert(() => call(removeColleague, { params }), textOf('removed'))
  }
  return (
    <div className="flex flex-wrap gap-2 sm:w-full sm:justify-end">
      {!isDisabled && access !== 'ready' && (
        <Button aria-label={textOf('reinviteOf')} onClick={() => void reinvite()}>
          {textOf('reinvite')}
        </Button>
      )}
      <Button aria-label={textOf('changeOf')} onClick={onChange}>
        {textOf('change')}
      </Button>
      {!isSelf && (
        <>
          <Button aria-label={textOf(isDisabled ? 'enableOf' : 'disableOf')} onClick={() => void setState()}>
            {textOf(isDisabled ? 'enable' : 'disable')}
          </Button>
          <Button variant="danger" aria-label={textOf('removeOf')} onClick={() => void remove()}>
            {textOf('remove')}
          </Button>
        </>
      )}
    </div>
  )
}
