import '#web/app/page-words.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { pages } from '#contract/core/pages.ts'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import type { Route } from './+types/cart-page.ts'
import { CartBody } from './cart-body.tsx'
import { CartHead } from './cart-head.tsx'
import { toCachedCart } from '#web/cart/cart-query.ts'
import { EmptyCart } from './empty-cart.tsx'
import { openCartPage } from '#web/cart/open-cart.ts'
import { PrintedCart } from './printed-cart.tsx'
import { PaidNote } from '#web/payments/paid-note.tsx'
import { UnfinishedNote } from '#web/payments/unfinished-note.tsx'
import { ReorderStrip } from '#web/lists/reorder-strip.tsx'
import { QuickAdd } from '#web/cart/quick-add/quick-add.tsx'
import { RemovedLines, useRemovalsOfPage } from './removed-line.tsx'
import { RefusedNote, UnmergedNote } from './cart-notes.tsx'
import { useCartActions, useCachedCart } from '#web/cart/use-cart.ts'
import { useLatestCart } from '#web/cart/use-latest-cart.ts'
import { usePrinting } from './use-printing.ts'
import { useSeededCart } from '#web/cart/use-seeded-cart.ts'

/** Redirects guests to sign in unless the store allows guest carts; administrators get the error page. */
const load = (api: ServerCall, { url }: PageLocation) => openCartPage(api, url)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export default function CartPage({ loaderData: { opened, refused: form } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const mayFill = useMayFillCart()
  useSeededCart(opened)
  useRemovalsOfPage()
  useLatestCart(useCartActions().reload)
  const { items } = useCachedCart() ?? toCachedCart(opened)
  const isOnPaper = usePrinting() && items.length > 0
  return (
    <div className="page-width py-4 max-sm:px-0">
      <PageHead title={t('cart.pageTitle')} description={t('cart.empty.text')} canonical={pages.cart} noIndex />
      {isOnPaper && <PrintedCart />}
      <div className={isOnPaper ? 'print:hidden' : ''}>
        {form !== null && <RefusedNote form={form} />}
        <UnmergedNote lines={opened.left} />
        {items.length > 0 && <CartHead />}
        <UnfinishedNote />
        <PaidNote />
        {mayFill && <QuickAdd />}
        {!mayFill && items.length > 0 && (
          <MessageStrip tone="info" className="mb-3">
            {t('cart.noRight')}
          </MessageStrip>
        )}
        {items.length === 0 && <RemovedLines />}
        {items.length === 0 ? <EmptyCart /> : <CartBody opened={opened} refusedForm={form} />}
        {/* Below the lines: it comes after them, and would move them under the pointer. */}
        {mayFill && <ReorderStrip className="mt-4 max-sm:mx-4" />}
      </div>
    </div>
  )
}
