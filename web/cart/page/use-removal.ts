import type { CartItem } from '#contract/shop/cart.ts'
import { useCartActions } from '#web/cart/use-cart.ts'

/** The line that takes a removed one's place has the focus, else the last one, else the field for codes. */
function focusAfter(id: number): void {
  const line = document.getElementById(`line-${id}`)
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  requestAnimationFrame(() => {
    const button = next?.querySelector<HTMLElement>('[data-removes]')
    const field = document.querySelector<HTMLElement>('[data-quick-code]')
    ;(button?.isConnected ? button : field)?.focus()
  })
}

/** Takes a line of the cart's page out of it. */
export function useRemoval(item: CartItem): () => void {
  const { remove } = useCartActions()
  return () => {
    focusAfter(item.id)
    remove(item)
  }
}
