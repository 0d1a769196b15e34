import { Building2, ChevronDown, LogIn } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { applyPath } from '#contract/core/pages.ts'
import { loginPath } from '#web/app/data/sign-in-redirect.ts'
import { CountBadge } from '#web/ui/badge.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { usePerson } from './use-person.ts'
import { useWaitingApprovals } from './use-waiting-approvals.ts'
import { useVisitor } from './use-visitor.ts'

const AccountMenuItems = lazy(async () => ({ default: (await import('./account-menu-items.tsx')).AccountMenuItems }))

export function SignInLink() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  return (
    <Link to={loginPath(`${pathname}${search}`)} className={buttonClasses('outline', 'lg')}>
      <LogIn size={16} aria-hidden="true" /> {t('shell.signIn')}
    </Link>
  )
}

/** For guests, where the store takes applications. */
export function ApplyLink({ className, onClick }: { className: string; onClick?: () => void }) {
  const { t } = useTranslation()
  const { settings, user } = useVisitor()
  if (user !== null || settings.dealerApplications !== '1') return null
  return (
    <Link to={applyPath} onClick={onClick} className={className}>
      {t('shell.apply')}
    </Link>
  )
}

/** How many orders wait for the user's approval, at the corner of an icon. */
export function WaitingBadge({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true">
        <CountBadge count={count} className="absolute -top-2 left-3" />
      </span>
      <span className="sr-only">{t('account.links.waitingApprovals', { count })}</span>
    </>
  )
}

export function AccountMenu() {
  const person = usePerson()
  const { count: waiting } = useWaitingApprovals()
  if (person === null) return <SignInLink />
  return (
    <Menu
      triggerClassName="flex h-11 max-w-70 items-center gap-3 rounded-control px-3 text-left hover:bg-hover aria-expanded:bg-hover"
      trigger={
        <>
          <span className="relative shrink-0 text-ink-2">
            <Building2 size={20} aria-hidden="true" />
            <WaitingBadge count={waiting} />
          </span>
          <span className="min-w-0 max-lg:sr-only">
            <span className="block truncate text-13 font-semibold">{person.name}</span>
            <span className="block truncate text-12 text-ink-2">{person.detail}</span>
          </span>
          <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-ink-2" />
        </>
      }
      className="min-w-60"
    >
      <AccountMenuItems />
    </Menu>
  )
}
