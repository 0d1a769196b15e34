import { useEffect, useState } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { useAnswers } from '#web/app/use-answer.ts'
import { getActivity } from './cart-activity.ts'
import { cartItems, cartKey, notePrices } from './cart-query.ts'

/** Makes the cart that came with the page the one that everything on it shows. */
export function useSeededCart(items: CartItem[]): void {
  const answers = useAnswers()
  useState(() => {
    if (cartItems(answers) === undefined) answers.write(cartKey, items)
  })
  useEffect(() => {
    notePrices(items)
    if (getActivity().sending === 0) answers.write(cartKey, items)
  }, [answers, items])
}
