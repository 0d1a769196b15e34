import { LayoutGrid, LogIn, LogOut, Settings, ShieldCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { loginPath } from '#web/app/data/sign-in-redirect.ts'
import { CountBadge } from '#web/ui/badge.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { openWarrantyInquiry } from '#web/app/open-warranty.ts'
import { useDealerLinks } from '#web/app/visitor/use-dealer-links.ts'
import { ApplyLink } from '#web/app/visitor/account-menu.tsx'
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
  const { user } = useVisitor()
  const close = () => onOpenChange(false)
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={t('shell.account')} side="right">
      <div className="border-b border-line p-4">
        {person === null ? (
          <>
            <Link
              to={loginPath(`${pathname}${search}`)}
              onClick={close}
              className={buttonClasses('solid', 'lg', 'w-full')}
            >
              <LogIn size={18} aria-hidden="true" /> {t('shell.signIn')}
            </Link>
            <ApplyLink className={buttonClasses('outline', 'lg', 'mt-2 w-full')} onClick={close} />
          </>
        ) : (
          <>
            <p className="font-semibold">{person.name}</p>
            <p className="text-ink-2">{person.detail}</p>
            {person.note !== undefined && <p className="text-13 text-ink-2">{person.note}</p>}
            <div className="pt-3">
              <AccountLinks onLeave={close} />
            </div>
            <Button
              className="mt-2 w-full"
              icon={<LogOut size={18} aria-hidden="true" />}
              onClick={() => user !== null && void signOut(user.id)}
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

function AccountLinks({ onLeave }: { onLeave(): void }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  return (
    <>
      <DealerLinks onLeave={onLeave} />
      {user?.role === 'admin' && (
        <DrawerLink to={pages.admin} icon={LayoutGrid} onClick={onLeave}>
          {t('account.links.administration')}
        </DrawerLink>
      )}
      <button
        type="button"
        onClick={() => {
          onLeave()
          openWarrantyInquiry()
        }}
        className={`${drawerLink} w-full`}
      >
        <ShieldCheck size={18} aria-hidden="true" className="text-ink-2" /> {t('shell.warranty')}
      </button>
      <DrawerLink to={pages.account} icon={Settings} onClick={onLeave}>
        {t('account.links.settings')}
      </DrawerLink>
    </>
  )
}

function DealerLinks({ onLeave }: { onLeave(): void }) {
  const { t } = useTranslation()
  return useDealerLinks().map(({ to, icon, name, isDocument, count = 0 }) => (
    <DrawerLink key={name} to={to} icon={icon} {...(isDocument ? { reloadDocument: true } : { onClick: onLeave })}>
      {t(name)}
      <CountBadge count={count} className="ml-auto" />
    </DrawerLink>
  ))
}

type DrawerLinkProps = {
  to: string
  icon: LucideIcon
  reloadDocument?: boolean
  onClick?(): void
  children: ReactNode
}

function DrawerLink({ to, icon: Icon, reloadDocument = false, onClick, children }: DrawerLinkProps) {
  return (
    <Link to={to} reloadDocument={reloadDocument} onClick={onClick} className={drawerLink}>
      <Icon size={18} aria-hidden="true" className="text-ink-2" /> {children}
    </Link>
  )
}
