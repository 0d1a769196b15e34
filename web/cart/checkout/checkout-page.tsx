import '#web/app/page-words.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { EmptyCart } from '#web/cart/page/empty-cart.tsx'
import { RefusedNote, UnmergedNote } from '#web/cart/page/cart-notes.tsx'
import { useLatestCart } from '#web/cart/use-latest-cart.ts'
import { useSeededCart } from '#web/cart/use-seeded-cart.ts'
import type { Route } from './+types/checkout-page.ts'
import { CheckoutPayment } from './checkout-payment.tsx'
import { CheckoutPreview } from './checkout-preview.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'
import { openCheckout } from './open-checkout.ts'

const load = (api: ServerCall, { url }: PageLocation) => openCheckout(api, url)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The preview and payment steps of checkout; the last step, the summary, is a separate page (checkout, section 2). */
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
      <UnmergedNote lines={opened.left} />
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
