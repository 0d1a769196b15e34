import '#web/app/page-words.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { redirect } from 'react-router'
import { pages } from '#contract/pages.ts'
import { call } from '#web/app/call.ts'
import { callContext } from '#web/app/call-context.ts'
import { CallError } from '#web/app/call-error.ts'
import { PageHead } from '#web/app/page-head.tsx'
import type { Route } from './+types/cart-page.ts'
import { CartBody } from './cart-body.tsx'
import { CartHead } from './cart-head.tsx'
import { heldCartOf } from './cart-query.ts'
import { EmptyCart } from './empty-cart.tsx'
import { LeftNote } from './left-note.tsx'
import { openCartPage } from './open-cart.ts'
import { PrintedCart } from './printed-cart.tsx'
import { QuickAdd } from './quick-add.tsx'
import { RefusedNote } from './refused-note.tsx'
import { loginPath } from './sign-in-first.ts'
import { useCartActions, useHeldCart } from './use-cart.ts'
import { useLatestCart } from './use-latest-cart.ts'
import { usePrinting } from './use-printing.ts'
import { useSeededCart } from './use-seeded-cart.ts'

/** Guests without carts are sent to sign in; whoever has no cart is told so by the error page. */
function refused(error: unknown): never {
  if (error instanceof CallError && error.status === 401) throw redirect(loginPath(pages.cart))
  throw error
}

export async function loader({ context, request }: Route.LoaderArgs) {
  return openCartPage(context.get(callContext), request.url).catch(refused)
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return openCartPage(call, request.url).catch(refused)
}

export default function CartPage({ loaderData: { opened, refused: form } }: Route.ComponentProps) {
  const { t } = useTranslation()
  useSeededCart(opened)
  useLatestCart(useCartActions().reload)
  const { items } = useHeldCart() ?? heldCartOf(opened)
  const isOnPaper = usePrinting() && items.length > 0
  return (
    <div className="page-width py-4 max-sm:px-0">
      <PageHead title={t('cart.pageTitle')} description={t('cart.empty.text')} canonical={pages.cart} noIndex />
      {isOnPaper && <PrintedCart />}
      <div className={isOnPaper ? 'print:hidden' : ''}>
        {form !== null && <RefusedNote form={form} />}
        <LeftNote lines={opened.left} />
        {items.length > 0 && <CartHead />}
        <QuickAdd />
        {items.length === 0 ? <EmptyCart /> : <CartBody opened={opened} refusedForm={form} />}
      </div>
    </div>
  )
}
