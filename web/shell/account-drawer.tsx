import {
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
import { Link, useLocation } from 'react-router'
import { pages, paymentLinksAnchor } from '#contract/core/pages.ts'
import { loginPath } from '#web/app/data/sign-in-redirect.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { openWarrantyInquiry } from '#web/app/open-warranty.ts'
import { signOut } from '#web/app/visitor/sign-out.ts'
import { usePerson } from '#web/app/visitor/use-person.ts'
import { CurrencyMenu, LanguageMenu, ThemeMenu } from '#web/app/visitor/preference-menus.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { MessageLink, OpeningHours, PhoneLink } from '#web/app/store-contacts.tsx'

const drawerLink = 'flex min-h-11 items-center gap-3 rounded-control text-15 font-medium hover:bg-hover'

/** The account drawer of phones: the user, language, currency, theme and the store's contacts. */
export function AccountDrawer({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const person = usePerson()
  const { user, hasCardPayment, settings } = useVisitor()
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={t('shell.account')} side="right">
      <div className="border-b border-line p-4">
        {person === null ? (
          <Link
            to={loginPath(`${pathname}${search}`)}
            onClick={() => onOpenChange(false)}
            className={buttonClasses('solid', 'lg', 'w-full')}
          >
            <LogIn size={18} aria-hidden="true" /> {t('shell.signIn')}
          </Link>
        ) : (
          <>
            <p className="font-semibold">{person.name}</p>
            <p className="mb-3 text-ink-2">{person.detail}</p>
            {user?.role === 'dealer' && (
              <Link to={pages.orders} onClick={() => onOpenChange(false)} className={drawerLink}>
                <ClipboardList size={18} aria-hidden="true" className="text-ink-2" /> {t('shell.orders')}
              </Link>
            )}
            {user?.role === 'dealer' && (
              <Link to={pages.statement} onClick={() => onOpenChange(false)} className={drawerLink}>
                <ReceiptText size={18} aria-hidden="true" className="text-ink-2" /> {t('shell.statement')}
              </Link>
            )}
            {user?.role === 'dealer' && hasCardPayment && (
              // A full page load: this page's security policy allows the bank's pages in frames.
              <Link to={pages.payment} reloadDocument className={drawerLink}>
                <CreditCard size={18} aria-hidden="true" className="text-ink-2" /> {t('shell.payment')}
              </Link>
            )}
            {user?.role === 'dealer' && hasCardPayment && settings.b2b_cari_odeme_baglantisi === '1' && (
              <Link to={`${pages.payment}#${paymentLinksAnchor}`} reloadDocument className={drawerLink}>
                <Link2 size={18} aria-hidden="true" className="text-ink-2" /> {t('shell.paymentLink')}
              </Link>
            )}
            {user?.role === 'dealer' && (
              <Link to={pages.offers} onClick={() => onOpenChange(false)} className={drawerLink}>
                <FileText size={18} aria-hidden="true" className="text-ink-2" /> {t('account.links.offers')}
              </Link>
            )}
            {user?.role === 'dealer' && (
              <Link to={pages.faultReport} onClick={() => onOpenChange(false)} className={drawerLink}>
                <Wrench size={18} aria-hidden="true" className="text-ink-2" /> {t('account.links.faultReport')}
              </Link>
            )}
            {user?.role === 'admin' && (
              <Link to={pages.admin} onClick={() => onOpenChange(false)} className={drawerLink}>
                <LayoutGrid size={18} aria-hidden="true" className="text-ink-2" /> {t('account.links.administration')}
              </Link>
            )}
            <button
              type="button"
              onClick={() => {
                onOpenChange(false)
                openWarrantyInquiry()
              }}
              className={`${drawerLink} w-full`}
            >
              <ShieldCheck size={18} aria-hidden="true" className="text-ink-2" /> {t('shell.warranty')}
            </button>
            <Link to={pages.account} onClick={() => onOpenChange(false)} className={drawerLink}>
              <Settings size={18} aria-hidden="true" className="text-ink-2" /> {t('account.links.settings')}
            </Link>
            <Button
              className="mt-2 w-full"
              icon={<LogOut size={18} aria-hidden="true" />}
              onClick={() => void signOut()}
            >
              {t('shell.signOut')}
            </Button>
          </>
        )}
      </div>
      <div className="flex flex-col items-start border-b border-line p-2">
        <LanguageMenu align="start" />
        <CurrencyMenu align="start" />
        <ThemeMenu align="start" />
      </div>
      <div className="flex flex-col gap-1 p-4 text-ink-2">
        <PhoneLink />
        <MessageLink />
        <OpeningHours />
      </div>
    </Drawer>
  )
}
