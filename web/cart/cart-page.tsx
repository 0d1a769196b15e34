import { useTranslation } from '#web/ui/translation.ts'
import { redirect } from 'react-router'
import { getCart } from '#contract/cart.ts'
import { pages } from '#contract/pages.ts'
import { call } from '#web/app/call.ts'
import { callContext } from '#web/app/call-context.ts'
import { CallError } from '#web/app/call-error.ts'
import { PageHead } from '#web/app/page-head.tsx'
import type { Route } from './+types/cart-page.ts'
import { CartBody } from './cart-body.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { loginPath } from './sign-in-first.ts'
import { useCartItems } from './use-cart.ts'
import { useSeededCart } from './use-seeded-cart.ts'

/** Guests are sent to sign in; whoever has no cart is told so by the error page. */
function refused(error: unknown): never {
  if (error instanceof CallError && error.status === 401) throw redirect(loginPath(pages.cart))
  throw error
}

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(callContext)(getCart).catch(refused)
}

export async function clientLoader() {
  return call(getCart).catch(refused)
}

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useSeededCart(loaderData)
  const items = useCartItems() ?? loaderData
  return (
    <div className="page-width py-4 max-sm:px-0">
      <PageHead title={t('cart.pageTitle')} description={t('cart.empty.text')} canonical={pages.cart} noIndex />
      {items.length === 0 ? <EmptyCart /> : <CartBody />}
    </div>
  )
}
