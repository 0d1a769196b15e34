import { useState } from 'react'
import type { PlanKey } from '#contract/core/money.ts'
import { makeOffer } from '#contract/shop/offers.ts'
import { pages } from '#contract/core/pages.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { changeActivity, getActivity } from './cart-activity.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { cartKey } from './cart-query.ts'
import { allJobsDone } from './latest-job.ts'
import { attemptKey, endAttempt } from '#web/cart/order/order-attempt.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type OfferForm = { description: string; advencePrice?: PlanKey | '' | undefined; cart: string }

/** Makes an offer from the cart and opens it in the list of offers (catalogue, section 7). */
export function useMakeOffer(form: OfferForm, onMade: () => void) {
  const { t } = useTranslation()
  const cache = useQueryCache()
  const [isBusy, setBusy] = useState(false)

  async function showFailure(error: CallError): Promise<void> {
    if (error.status === 401) return redirectToSignIn()
    const isUnknown = error.code === 'network' || error.code === 'in_progress' || error.status >= 500
    if (!isUnknown) cache.refresh(cartKey)
    const product = [error.facts['code'], error.facts['name']].filter((fact) => fact !== undefined).join(' · ')
    const answer = await showAlert({
      title: t(isUnknown ? 'offers.make.unknown' : 'offers.make.failed'),
      text: error.message,
      facts: isUnknown ? t('offers.make.again') : product,
      ...(isUnknown ? { actions: [{ label: t('ui.retry'), value: 'again' }] } : {}),
    })
    if (answer === 'again') await submit()
  }

  async function submit(): Promise<void> {
    if (isBusy || getActivity().fetching.operation !== null) return
    setBusy(true)
    await allJobsDone()
    changeActivity(() => ({ fetching: { id: null, operation: 'makeOffer' } }))
    const body = {
      description: form.description.trim(),
      advencePrice: form.advencePrice ?? ('' as const),
      cart: form.cart,
    }
    try {
      // The same key restores the cart: a repeated request finds the offer and the removal of the first one.
      const key = attemptKey(JSON.stringify(['offer', body]))
      const headers = { 'idempotency-key': key }
      const { orderNo } = await call(makeOffer, { body: { ...body, undo: key }, headers })
      endAttempt()
      onMade()
      // A full page load, so that the cart is empty everywhere.
      location.assign(`${pages.offers}?made=${orderNo}&undo=${key}`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      changeActivity(() => ({ fetching: { id: null, operation: null } }))
      setBusy(false)
      if (error.status >= 400 && error.status < 500 && error.code !== 'in_progress') endAttempt()
      await showFailure(error)
    }
  }
  return { isBusy, submit }
}
