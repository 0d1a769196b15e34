import { useContext } from 'react'
import { pages } from '#contract/core/pages.ts'
import { MiniCart } from '#web/cart/mini/mini-cart.tsx'
import { SearchBox } from '#web/catalog/search/search-box.tsx'
import { AccountMenu } from '#web/app/visitor/account-menu.tsx'
import { CategoryBar } from './category-bar.tsx'
import { Logo } from '#web/app/page/logo.tsx'
import { PageFrame } from '#web/app/page/page-frame.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PhoneCartLink } from './phone-bar.tsx'
import { TopStrip } from './top-strip.tsx'

/** The account menu, which signs out, needs scripts. */
function SignOutForm() {
  const { t } = useTranslation()
  const { csrf } = useContext(PageFrame)
  if (useVisitor().user === null) return null
  return (
    <noscript>
      <form method="post" action={pages.logout}>
        <input type="hidden" name="_token" value={csrf} readOnly />
        <Button type="submit">{t('shell.signOut')}</Button>
      </form>
    </noscript>
  )
}

export function Header() {
  return (
    <header>
      <TopStrip />
      <div className="border-b border-line bg-surface print:hidden">
        <div className="page-width flex items-center gap-x-6 gap-y-2 max-sm:flex-wrap max-sm:py-2 sm:h-16">
          <Logo />
          <div className="ml-auto sm:hidden">
            <PhoneCartLink />
          </div>
          <div className="min-w-0 flex-1 max-sm:basis-full">
            <SearchBox />
          </div>
          <div className="flex items-center gap-2 max-sm:hidden lg:gap-4">
            <AccountMenu />
            <MiniCart />
          </div>
          <SignOutForm />
        </div>
        <CategoryBar />
      </div>
    </header>
  )
}
