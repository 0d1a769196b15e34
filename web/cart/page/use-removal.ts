import type { CartItem } from '#contract/shop/cart.ts'
import { useCartActions } from '#web/cart/use-cart.ts'

/** Moves the focus to the next line, else to the previous one, else to the code field. */
function focusAfter(id: number): void {
  const line = document.getElementById(`line-${id}`)
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  requestAnimationFrame(() => {
    const button = next?.querySelector<HTMLElement>('[data-removes]')
    const field = document.querySelector<HTMLElement>('[data-quick-code]')
    ;(button?.isConnected ? button : field)?.focus()
  })
}

/** Removes a line and moves the focus. */
export function useRemoval(item: CartItem): () => void {
  const { remove } = useCartActions()
  return () => {
    focusAfter(item.id)
    remove(item)
  }
}
