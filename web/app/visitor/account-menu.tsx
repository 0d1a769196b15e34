import {
  Building2,
  ChevronDown,
  ClipboardList,
  CreditCard,
  FileText,
  LayoutGrid,
  Link2,
  LogIn,
  LogOut,
  ReceiptText,
  Settings,
  ShieldCheck,
  Wrench,
} from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link, useLocation, useNavigate } from 'react-router'
import { logout } from '#contract/shop/account.ts'
import { pages, paymentLinksAnchor } from '#contract/core/pages.ts'
import { formatMoney } from '#domain/text/format.ts'
import { loginPath } from '#web/app/data/sign-in-redirect.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Menu, MenuHeading, MenuItem } from '#web/ui/overlay/menu.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { openWarrantyInquiry } from '#web/app/open-warranty.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useVisitor } from './use-visitor.ts'

/** Ends the session; the next page is a new document. */
export async function signOut(): Promise<void> {
  try {
    await call(logout)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // 401: the session has already ended.
    if (error.status !== 401) return notify.error(error.message)
  }
  location.assign(pages.home)
}

/** Company and user, as the header shows them. */
export function usePerson(): { name: string; detail: string } | null {
  const { t } = useTranslation()
  const { user, account } = useVisitor()
  if (user === null) return null
  const limit = account?.availableLimit ?? null
  const limitName = account?.limitMode === 'order' ? 'shell.orderLimit' : 'shell.availableLimit'
  return user.role === 'admin'
    ? { name: user.name, detail: t('shell.admin') }
    : {
        name: user.dealerName ?? user.name,
        detail: limit === null ? user.name : t(limitName, { amount: formatMoney(limit, 'TRY') }),
      }
}

export function SignInLink() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  return (
    <Link to={loginPath(`${pathname}${search}`)} className={buttonClasses('outline', 'lg')}>
      <LogIn size={16} aria-hidden="true" /> {t('shell.signIn')}
    </Link>
  )
}

export function AccountMenu() {
  const { t } = useTranslation()
  const { user, hasCardPayment, settings } = useVisitor()
  const hasPaymentLinks = hasCardPayment && settings.b2b_cari_odeme_baglantisi === '1'
  const person = usePerson()
  const goTo = useNavigate()
  if (person === null || user === null) return <SignInLink />
  return (
    <Menu
      triggerClassName="flex h-11 max-w-70 items-center gap-3 rounded-control px-3 text-left hover:bg-hover aria-expanded:bg-hover"
      trigger={
        <>
          <Building2 size={20} aria-hidden="true" className="shrink-0 text-ink-2" />
          <span className="min-w-0 max-lg:sr-only">
            <span className="block truncate text-13 font-semibold">{person.name}</span>
            <span className="block truncate text-12 text-ink-2">{person.detail}</span>
          </span>
          <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-ink-2" />
        </>
      }
      className="min-w-60"
    >
      <MenuHeading>
        <span className="block text-13 font-semibold">{person.name}</span>
        <span className="block text-12 text-ink-2">{user.email}</span>
        {user.dealerCode && <span className="code block text-ink-2">{user.dealerCode}</span>}
      </MenuHeading>
      {user.role === 'dealer' && (
        <MenuItem icon={<ClipboardList size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.orders)}>
          {t('shell.orders')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<ReceiptText size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.statement)}>
          {t('shell.statement')}
        </MenuItem>
      )}
      {user.role === 'dealer' && hasCardPayment && (
        <MenuItem icon={<CreditCard size={16} aria-hidden="true" />} onSelect={() => location.assign(pages.payment)}>
          {t('shell.payment')}
        </MenuItem>
      )}
      {user.role === 'dealer' && hasPaymentLinks && (
        <MenuItem
          icon={<Link2 size={16} aria-hidden="true" />}
          onSelect={() => location.assign(`${pages.payment}#${paymentLinksAnchor}`)}
        >
          {t('shell.paymentLink')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<FileText size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.offers)}>
          {t('account.links.offers')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<Wrench size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.faultReport)}>
          {t('account.links.faultReport')}
        </MenuItem>
      )}
      {user.role === 'admin' && (
        <MenuItem icon={<LayoutGrid size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.admin)}>
          {t('account.links.administration')}
        </MenuItem>
      )}
      <MenuItem icon={<ShieldCheck size={16} aria-hidden="true" />} onSelect={openWarrantyInquiry}>
        {t('shell.warranty')}
      </MenuItem>
      <MenuItem icon={<Settings size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.account)}>
        {t('account.links.settings')}
      </MenuItem>
      <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={() => void signOut()}>
        {t('shell.signOut')}
      </MenuItem>
    </Menu>
  )
}
