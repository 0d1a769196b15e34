import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { getActivity } from './cart-activity.ts'
import { cartItems, cartKey, notePrices } from './cart-query.ts'

/** Makes the cart that came with the page the one that everything on it shows. */
export function useSeededCart(items: CartItem[]): void {
  const queries = useQueryClient()
  useState(() => {
    if (cartItems(queries) === undefined) queries.setQueryData(cartKey, items)
  })
  useEffect(() => {
    notePrices(items)
    if (getActivity().sending === 0) queries.setQueryData(cartKey, items)
  }, [queries, items])
}
