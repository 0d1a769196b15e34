import { useEffect, useState } from 'react'
import type { OpenedCart } from '#contract/cart.ts'
import { useAnswers } from '#web/app/use-answer.ts'
import { getActivity } from './cart-activity.ts'
import { cartKey, heldCart, heldCartOf, holdCart, notePrices } from './cart-query.ts'

/** What is shown already: to hold it again would ask again for the lines that are on their way. */
const seeded = new WeakSet<OpenedCart>()

/** Makes the cart that came with the page the one that everything on it shows. */
export function useSeededCart(opened: OpenedCart): void {
  const answers = useAnswers()
  useState(() => {
    if (heldCart(answers) !== undefined) return
    seeded.add(opened)
    holdCart(answers, heldCartOf(opened))
  })
  useEffect(() => {
    notePrices(opened.items)
    if (seeded.has(opened) || getActivity().sending > 0) return
    seeded.add(opened)
    const held = heldCartOf(opened)
    // All lines are here already: they stay until they come again.
    if (held.whole !== null && heldCart(answers)?.whole === null) answers.refresh(cartKey)
    else holdCart(answers, held)
  }, [answers, opened])
}
