import { useCallback } from 'react'
import type { CartItem } from '#contract/shop/cart.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { removeLine } from '#web/cart/removals.ts'

/** Removes a line and moves the focus to the button that undoes it, which is not where the line's own button was. */
export function useRemoval(item: CartItem): () => void {
  const cache = useQueryCache()
  return useCallback(() => {
    const undoKey = removeLine(cache, item, document.getElementById(`line-${item.id}`)?.offsetHeight)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-undo="${undoKey}"]`)?.focus())
  }, [cache, item])
}
