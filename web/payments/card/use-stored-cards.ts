import { useCallback, useEffect, useState } from 'react'
import { listStoredCards, type StoredCard } from '#contract/shop/stored-cards.ts'
import { CallError, call } from '#web/app/data/call.ts'
import type { Purpose } from '#web/payments/purpose.ts'

/** The payer's stored cards, and the chosen one; null: another card is typed. Links have none. */
export function useStoredCards({ type }: Purpose) {
  const [cards, setCards] = useState<readonly StoredCard[]>([])
  const [chosenId, setChosenId] = useState<number | null | undefined>(undefined)
  const isLink = type === 'link'
  const load = useCallback((signal?: AbortSignal) => {
    call(listStoredCards, {}, signal === undefined ? {} : { signal })
      .then(({ items }) => setCards(items))
      .catch((error: unknown) => {
        // A card can be typed without them.
        if (!(error instanceof CallError) && signal?.aborted !== true) throw error
      })
  }, [])
  useEffect(() => {
    if (isLink) return
    const controller = new AbortController()
    load(controller.signal)
    return () => controller.abort()
  }, [isLink, load])
  // The card that was used last, until the payer chooses.
  const wanted = chosenId === undefined ? cards.find(({ lastUsedAt }) => lastUsedAt !== null)?.id : chosenId
  const chosen = cards.find(({ id, problem }) => id === wanted && problem === null) ?? null
  return {
    cards,
    chosen,
    choose: setChosenId,
    /** A card may have been removed or refused since. */
    reload: () => load(),
  }
}
