import '#web/app/page-words.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { useCallback } from 'react'
import { redirect, useRevalidator } from 'react-router'
import { pages } from '#contract/pages.ts'
import { call } from '#web/app/call.ts'
import { callContext } from '#web/app/call-context.ts'
import { CallError } from '#web/app/call-error.ts'
import { PageHead } from '#web/app/page-head.tsx'
import { EmptyCart } from '#web/cart/empty-cart.tsx'
import { LeftNote } from '#web/cart/left-note.tsx'
import { openCartPage } from '#web/cart/open-cart.ts'
import type { ServerCall } from '#web/app/call-context.ts'
import { RefusedNote } from '#web/cart/refused-note.tsx'
import { loginPath } from '#web/cart/sign-in-first.ts'
import { useLatestCart } from '#web/cart/use-latest-cart.ts'
import { useSeededCart } from '#web/cart/use-seeded-cart.ts'
import type { Route } from './+types/checkout-page.ts'
import { CheckoutPayment } from './checkout-payment.tsx'
import { CheckoutPreview } from './checkout-preview.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'

/** The step that the address names, and what a form without scripts carried over from the step before. */
async function openCheckout(call: ServerCall, address: string) {
  const query = new URL(address).searchParams
  const carried = {
    advencePrice: query.get('advencePrice'),
    branch: query.get('branch'),
    description: query.get('description'),
  }
  const step = query.get('step') === 'payment' ? ('payment' as const) : ('preview' as const)
  const page = await openCartPage(call, address)
  // A guest may have a cart and no order.
  if (page.opened.orderKey === '') throw signInFirst(address)
  return { ...page, step, carried }
}
export type OpenedCheckout = Awaited<ReturnType<typeof openCheckout>>

function refused(error: unknown, address: string): never {
  if (error instanceof CallError && error.status === 401) throw signInFirst(address)
  throw error
}

function signInFirst(address: string): Response {
  const { pathname, search } = new URL(address)
  return redirect(loginPath(`${pathname}${search}`))
}

export async function loader({ context, request: { url } }: Route.LoaderArgs) {
  return openCheckout(context.get(callContext), url).catch((error: unknown) => refused(error, url))
}

export async function clientLoader({ request: { url } }: Route.ClientLoaderArgs) {
  return openCheckout(call, url).catch((error: unknown) => refused(error, url))
}

/** Checkout in its three steps; the last one, the summary, is a page of its own (checkout, section 2). */
export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useSeededCart(loaderData.opened)
  const { revalidate } = useRevalidator()
  useLatestCart(useCallback(() => void revalidate(), [revalidate]))
  const { opened, refused: form, step } = loaderData
  return (
    <div className="page-width max-w-260! py-4 max-sm:px-0 sm:py-6">
      <PageHead
        title={t(`checkout.${step}.title`)}
        description={t('checkout.preview.text')}
        canonical={pages.checkout}
        noIndex
      />
      <LeftNote lines={opened.left} />
      {opened.cart.lineCount === 0 ? (
        <EmptyCart />
      ) : (
        <>
          <CheckoutSteps at={step} />
          {form !== null && <RefusedNote form={form} />}
          {step === 'preview' ? <CheckoutPreview checkout={loaderData} /> : <CheckoutPayment checkout={loaderData} />}
        </>
      )}
    </div>
  )
}
