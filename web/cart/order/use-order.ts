import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { useTranslation } from '#web/ui/translation.ts'
import type { FittingPart } from '#contract/shop/limit-coach.ts'
import type { DeliveryFields } from '#contract/shop/delivery.ts'
import { pages } from '#contract/core/pages.ts'
import type { Decimal } from '#domain/money/money.ts'
import { CallError } from '#web/app/data/call.ts'
import { invalidateVisitor } from '#web/app/data/visitor-freshness.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { changeActivity, getActivity } from '#web/cart/cart-activity.ts'
import { emptyCachedCart } from '#web/cart/cart-query.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { totalsOfCached } from '#web/cart/cart-totals.ts'
import { useCartActions, useCartPlan, useCartPrices } from '#web/cart/use-cart.ts'
import { useCartChanges } from '#web/cart/use-cart-changes.ts'
import { saveDelivery } from './use-delivery.ts'
import { saveNote, useNote } from '#web/cart/use-note.ts'

export type Order = {
  /** Fingerprint of the cart on screen. */
  cart: string
  note: string
  setNote(note: string): void
  /** Messages for fields of the delivery that the server has refused. */
  errors: Readonly<Record<string, string>>
  submit(): Promise<void>
  /** Orders this part of the cart, which the buyer has confirmed. */
  submitPart(part: FittingPart): Promise<void>
}

type OrderOptions = {
  /** Fingerprint of the cart on screen; the server refuses to order a different cart. */
  cart: string
  /** Set when a line has a problem: submitting goes to that line instead. */
  goToProblem?: (() => void) | undefined
  /** Confirmation before the order is sent. */
  confirm?: () => Promise<boolean>
  /** Where the order goes; what is left out is proposed by the server. */
  delivery?: DeliveryFields
  /** The note of a posted form that was refused. */
  refusedNote?: string | undefined
  /** The total on screen, if it differs from the cart's. */
  shownTotal?: Decimal
}

/** The order of this cart: its note and its submission. */
export function useOrder({
  cart,
  goToProblem,
  confirm,
  delivery = {},
  refusedNote = '',
  shownTotal,
}: OrderOptions): Order {
  const { t } = useTranslation()
  const { order } = useCartChanges()
  const { reload } = useCartActions()
  const note = useNote(refusedNote)
  const plan = useCartPlan()
  const prices = useCartPrices()
  const { seesPrices } = useVisitor()
  const { revalidate } = useRevalidator()
  const goTo = useNavigate()
  const isInCart = useLocation().pathname === pages.cart
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => {
    const end = () => changeActivity(() => ({ isOffline: false }))
    window.addEventListener('online', end)
    return () => window.removeEventListener('online', end)
  }, [])

  async function showFailure(error: CallError, part?: FittingPart): Promise<void> {
    setErrors(error.fields)
    if (error.status === 401) return redirectToSignIn()
    // The order may have been placed. The page stays unchanged, so that a retry has the same key and places no second
    // order.
    const isUnknown = error.code === 'network' || error.code === 'in_progress' || error.status >= 500
    if (!isUnknown) {
      // The limit may have changed too.
      invalidateVisitor()
      void reload()
      void revalidate()
    }
    const product = [error.facts['code'], error.facts['name']].filter((fact) => fact !== undefined).join(' · ')
    const answer = await showAlert({
      title: t(isUnknown ? 'cart.alert.orderUnknown' : 'cart.alert.orderFailed'),
      text: error.message,
      facts: isUnknown ? t('cart.alert.orderAgain') : product,
      actions: [
        ...(isUnknown ? [{ label: t('ui.retry'), value: 'again' }] : []),
        ...(isUnknown || isInCart ? [] : [{ label: t('cart.goToCart'), value: 'cart' }]),
      ],
    })
    if (answer === 'again') await send(part)
    if (answer === 'cart') await goTo(pages.cart)
  }

  async function submit(): Promise<void> {
    if (isBusy || getActivity().fetching.operation === 'saveOrder') return
    changeActivity(() => ({ isOffline: !navigator.onLine }))
    if (!navigator.onLine && goToProblem === undefined) return
    if (goToProblem !== undefined) return goToProblem()
    if (confirm === undefined || (await confirm())) await send()
  }

  async function submitPart(part: FittingPart): Promise<void> {
    if (isBusy || getActivity().fetching.operation === 'saveOrder') return
    await send(part)
  }

  async function send(part?: FittingPart): Promise<void> {
    setBusy(true)
    try {
      const total = (cached = emptyCachedCart) =>
        seesPrices ? (shownTotal ?? totalsOfCached(cached, prices).total) : undefined
      const page = await order({ description: note.trim(), advencePrice: plan, cart, delivery, total }, part)
      saveNote('')
      saveDelivery({})
      location.assign(page)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallError)) throw error
      await showFailure(error, part)
    }
  }
  return { cart, note, setNote: saveNote, errors, submit, submitPart }
}
