import type { RefObject } from 'react'
import type { CartItem } from '#contract/shop/cart.ts'
import { useKey } from '#web/app/use-key.ts'
import type { LinesHandle } from './cart-lines-table.tsx'

/** The order button, or what stands in its place: on phones the one in the bar. */
function orderButton(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-order-button]')].find((button) => button.checkVisibility())
}

/** Shortcuts of the cart: F4 to the first line, F8 to the order button, Ctrl+Enter presses that button. */
export function useCartKeys(items: readonly CartItem[], lines: RefObject<LinesHandle | null>): void {
  useKey('F4', () => {
    const first = items[0]
    if (first !== undefined) lines.current?.show(first.id)
  })
  useKey('F8', () => orderButton()?.focus())
  useKey(
    'Enter',
    () => {
      const button = orderButton()
      button?.focus()
      button?.click()
    },
    { withCtrl: true },
  )
}
