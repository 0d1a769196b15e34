import { eraseColleague } from '#contract/shop/personal-data.ts'
import {
  type Colleague,
  listColleagues,
  reinviteColleague,
  removeColleague,
  setColleagueState,
} from '#contract/shop/colleagues.ts'
import type { PurchaseLimitsRow } from '#contract/shop/purchases.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { lira } from '#domain/money/money.ts'
import { UserState } from '#web/account/admin/users-table.tsx'
import { call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { grantableRoles } from './grantable-roles.ts'
import { useRoleNames } from './use-role-names.ts'
import type { Colleagues } from './own-colleagues.ts'

type ColleagueRowProps = {
  colleague: Colleague
  colleagues: Colleagues
  onChange(): void
  onLink(link: string | null): void
  /** What the user may order without approval; null if the visitor does not see it. */
  limits: PurchaseLimitsRow | null
  /** Null: the visitor may not set limits. */
  onLimit: (() => void) | null
}

export function ColleagueRow({ colleague, colleagues, onChange, onLink, limits, onLimit }: ColleagueRowProps) {
  const { t } = useTranslation()
  const { nameOf } = useRoleNames()
  const { user } = useVisitor()
  // Who may do more is changed by others.
  const mayTouch = user !== null && grantableRoles(user, 'dealer', colleagues.list.roles).includes(colleague.userRole)
  const { name, email, userRole, roleName, isSelf, isDisabled, access, lastSeenAt, canOrder } = colleague
  return (
    <li
      data-testid="colleague"
      className="flex flex-wrap items-start gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-64 max-sm:basis-full">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          {isSelf && <Badge tone="neutral">{t('people.colleagues.you')}</Badge>}
          <UserState user={{ isDisabled, dealer: null, access }} />
        </p>
        <p className="text-12 [overflow-wrap:anywhere] text-ink-2">{email}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 text-13 sm:grid-cols-[--spacing(48)_--spacing(32)]">
        <div>
          <dt className="text-12 text-ink-2">{t('people.roleLabel')}</dt>
          <dd>
            {nameOf('dealer', userRole, roleName)}
            {limits !== null && <LimitText limits={limits} />}
            {!canOrder && <span className="block text-12 text-ink-2">{t('people.colleagues.mayNotOrder')}</span>}
          </dd>
        </div>
        <div>
          <dt className="text-12 text-ink-2">{t('people.users.head.seen')}</dt>
          <dd>{lastSeenAt === null ? t('people.users.neverSeen') : <Moment date={lastSeenAt} />}</dd>
        </div>
      </dl>
      <BoundTo colleague={colleague} addresses={colleagues.list.addresses} />
      {mayTouch && (
        <ColleagueActions
          colleague={colleague}
          colleagues={colleagues}
          onChange={onChange}
          onLink={onLink}
          onLimit={onLimit}
        />
      )}
    </li>
  )
}

/** The addresses that a user is bound to. Renders nothing for a dealer without addresses. */
function BoundTo({ colleague, addresses }: { colleague: Colleague; addresses: { id: number; name: string }[] }) {
  const { t } = useTranslation()
  if (addresses.length === 0) return null
  const names = addresses.flatMap(({ id, name }) => (colleague.addresses.includes(id) ? [name] : []))
  return (
    <dl className="text-13 sm:w-36">
      <dt className="text-12 text-ink-2">{t('people.colleagues.addresses.label')}</dt>
      <dd>{names.length === 0 ? t('people.colleagues.addresses.none') : names.join(', ')}</dd>
    </dl>
  )
}

function LimitText({ limits }: { limits: PurchaseLimitsRow }) {
  const { t, formatMoney } = useTranslation()
  const amount = (text: string) => formatMoney(parseAmount(text) ?? 0, lira)
  const { perOrder, perMonth, categoryIds } = limits
  const parts = [
    perOrder !== '' && t('purchases.limits.order', { amount: amount(perOrder) }),
    perMonth !== '' && t('purchases.limits.month', { amount: amount(perMonth) }),
    categoryIds.length > 0 && t('purchases.limits.category', { count: categoryIds.length }),
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return (
    <span data-testid="limits" className="block text-12 text-ink-2">
      {t('purchases.limits.shown', { limits: parts.join(', ') })}
    </span>
  )
}

type ActionsProps = Omit<ColleagueRowProps, 'limits'>

function ColleagueActions({ colleague, colleagues, onChange, onLink, onLimit }: ActionsProps) {
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
  async function erase(): Promise<void> {
    const answer = await showAlert({
      title: t('personalData.staff.question', { name }),
      text: `${t('personalData.erased.title')}: ${t('personalData.erased.text')} ${t('personalData.kept.title')}: ${t('personalData.kept.text')}`,
      actions: [{ label: t('personalData.staff.colleague'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    await colleagues.runOrAlert(async () => {
      await call(eraseColleague, { params })
      return call(listColleagues)
    }, t('personalData.staff.done'))
  }
  return (
    <div className="flex w-full flex-wrap gap-2 sm:justify-end">
      {!isDisabled && access !== 'ready' && (
        <Button aria-label={textOf('reinviteOf')} onClick={() => void reinvite()}>
          {textOf('reinvite')}
        </Button>
      )}
      {onLimit !== null && (
        <Button aria-label={t('purchases.limits.of', { name })} onClick={onLimit}>
          {t('purchases.limits.button')}
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
          {/* Whoever still signs in is closed first. */}
          {isDisabled && (
            <Button
              variant="danger"
              aria-label={t('personalData.staff.colleagueOf', { name })}
              onClick={() => void erase()}
            >
              {t('personalData.staff.colleague')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
