import { ApplyLink } from '#web/app/visitor/account-menu.tsx'
import { CurrencyMenu, LanguageMenu, ThemeMenu } from '#web/app/visitor/preference-menus.tsx'
import { MessageLink, OpeningHours, PhoneLink } from '#web/app/store-contacts.tsx'

export function TopStrip() {
  return (
    <div className="border-b border-line bg-canvas text-12 text-ink-2 max-sm:hidden print:hidden">
      <div className="page-width flex h-8 items-center justify-between">
        <div className="flex items-center gap-6">
          <PhoneLink />
          <MessageLink />
          <span className="max-lg:hidden">
            <OpeningHours />
          </span>
        </div>
        <div className="-mr-2 flex items-center">
          <ApplyLink className="mr-3 font-semibold text-brand-ink hover:underline" />
          <LanguageMenu />
          <CurrencyMenu />
          <ThemeMenu />
        </div>
      </div>
    </div>
  )
}
