import { MiniCart } from '#web/cart/mini/mini-cart.tsx'
import { SearchBox } from '#web/catalog/search/search-box.tsx'
import { AccountMenu } from '#web/app/visitor/account-menu.tsx'
import { CategoryBar } from './category-bar.tsx'
import { Logo } from '#web/app/page/logo.tsx'
import { PhoneCartLink } from './phone-bar.tsx'
import { TopStrip } from './top-strip.tsx'

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
        </div>
        <CategoryBar />
      </div>
    </header>
  )
}
