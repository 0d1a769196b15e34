import { LogIn, LogOut } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link, useLocation } from 'react-router'
import { loginPath } from '#web/cart/sign-in-first.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { signOut, usePerson } from './account-menu.tsx'
import { CurrencyMenu, LanguageMenu, ThemeMenu } from './preference-menus.tsx'
import { MessageLink, OpeningHours, PhoneLink } from './store-contacts.tsx'

/** On phones: who is signed in, language, currency, theme, and how to reach the store. */
export function AccountDrawer({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const person = usePerson()
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
            <Button className="w-full" icon={<LogOut size={18} aria-hidden="true" />} onClick={() => void signOut()}>
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
