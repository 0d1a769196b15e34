import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { useTranslation } from '#web/ui/translation.ts'
import { pages } from '#contract/core/pages.ts'
import type { Decimal } from '#domain/money/money.ts'
import { CallError } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { changeActivity, getActivity } from '#web/cart/cart-activity.ts'
import { emptyCachedCart } from '#web/cart/cart-query.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { totalsOfCached, useCartActions, useCartPlan, useCartPrices } from '#web/cart/use-cart.ts'
import { saveNote, useNote } from '#web/cart/use-note.ts'

export type Order = {
  /** Mark of the cart that is on screen. */
  cart: string
  note: string
  setNote(note: string): void
  submit(): Promise<void>
}

type OrderOptions = {
  /** Mark of the cart that is on screen: another one is not ordered. */
  cart: string
  /** With a problem on a line, sending leads there instead. */
  goToProblem?: (() => void) | undefined
  /** What stood in a form that was refused. */
  refusedNote?: string | undefined
  /** The total on the screen, where it is not the cart's own. */
  shownTotal?: Decimal
}

/** The order of this cart: its note and its sending. */
export function useOrder({ cart, goToProblem, refusedNote = '', shownTotal }: OrderOptions): Order {
  const { t } = useTranslation()
  const { order, reload } = useCartActions()
  const note = useNote(refusedNote)
  const plan = useCartPlan()
  const prices = useCartPrices()
  const { seesPrices } = useVisitor()
  const { revalidate } = useRevalidator()
  const goTo = useNavigate()
  const isInCart = useLocation().pathname === pages.cart
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const end = () => changeActivity(() => ({ isOffline: false }))
    window.addEventListener('online', end)
    return () => window.removeEventListener('online', end)
  }, [])

  async function showFailure(error: CallError): Promise<void> {
    if (error.status === 401) return redirectToSignIn()
    // Not knowing whether the order stands, the page stays as it is: sent again with the same key it is the same order.
    const isUnknown = error.code === 'network' || error.code === 'in_progress' || error.status >= 500
    if (!isUnknown) {
      void reload()
      void revalidate()
    }
    const named = [error.facts['code'], error.facts['name']].filter((fact) => fact !== undefined).join(' · ')
    const answer = await showAlert({
      title: t(isUnknown ? 'cart.alert.orderUnknown' : 'cart.alert.orderFailed'),
      text: error.message,
      facts: isUnknown ? t('cart.alert.orderAgain') : named,
      actions: [
        ...(isUnknown ? [{ label: t('ui.retry'), value: 'again' }] : []),
        ...(isUnknown || isInCart ? [] : [{ label: t('cart.goToCart'), value: 'cart' }]),
      ],
    })
    if (answer === 'again') await submit()
    if (answer === 'cart') await goTo(pages.cart)
  }

  async function submit(): Promise<void> {
    if (isBusy || getActivity().fetching.operation === 'saveOrder') return
    changeActivity(() => ({ isOffline: !navigator.onLine }))
    if (!navigator.onLine && goToProblem === undefined) return
    if (goToProblem !== undefined) return goToProblem()
    setBusy(true)
    try {
      const total = (cached = emptyCachedCart) =>
        seesPrices ? (shownTotal ?? totalsOfCached(cached, prices).total) : undefined
      const orderNo = await order({ description: note.trim(), advencePrice: plan, cart, total })
      saveNote('')
      location.assign(`${pages.checkoutSummary}?order=${encodeURIComponent(orderNo)}`)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallError)) throw error
      await showFailure(error)
    }
  }
  return { cart, note, setNote: saveNote, submit }
}
