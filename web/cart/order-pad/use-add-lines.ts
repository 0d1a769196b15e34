import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addCartLines } from '#contract/shop/cart.ts'
import { addDraftLines, undoDraftAddition } from '#contract/shop/order-pad.ts'
import { pages } from '#contract/core/pages.ts'
import { isBlankLine, requestedLine } from '#domain/cart/draft-line.ts'
import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { cartKey } from '#web/cart/cart-query.ts'
import { endAttempt } from '#web/cart/order/order-attempt.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { linesOf } from './pad-rows.ts'
import { countRows } from './row-state.ts'
import type { Pad } from './use-pad.ts'

const keys = createAttemptKeys()

/** What the last addition added, and how many lines it left. */
export type Added = { count: number; left: number }

/** Puts the valid lines into the cart, takes that back, and leads to the cart. One call at a time. */
export function useAddLines({ store, checks, saver }: Pad) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const cache = useQueryCache()
  const goTo = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [added, setAdded] = useState<Added | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function run(work: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await work()
      endAttempt()
      cache.refresh(cartKey)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      if (failure.status === 401 && user === null) redirectToSignIn()
      // Another window's lines have a message of their own.
      if (failure.code !== 'draft_changed') setError(failure.message)
    } finally {
      setBusy(false)
    }
  }

  async function addOfUser(): Promise<number> {
    const lines = linesOf(store.get().rows)
    return saver.exchange(async (revision) => {
      const headers = { 'idempotency-key': keys.keyFor(JSON.stringify([revision, lines])) }
      try {
        const { addedCount, draft } = await call(addDraftLines, { body: { revision, lines }, headers })
        keys.end()
        return { draft, result: addedCount }
      } catch (failure) {
        if (failure instanceof CallError) keys.answered(failure.status)
        throw failure
      }
    })
  }
  /** A guest's draft stays in the browser, so its rows are those of a list of codes. */
  async function addOfGuest(): Promise<number> {
    const rows = store.get().rows.filter((row) => !isBlankLine(row))
    const { rows: found, addedCount } = await call(addCartLines, { body: { lines: rows.map(requestedLine) } })
    store.restart(rows.filter((_, i) => found[i]?.error !== undefined))
    return addedCount
  }

  const goToCart = () => void goTo(pages.cart)
  function add(): void {
    const { filled } = countRows(store.get())
    if (filled === 0) {
      if (added !== null) goToCart()
      return
    }
    // What was left of an addition has problems only.
    if (added !== null && added.count > 0 && countRows(store.get()).valid === 0) return goToCart()
    void run(async () => {
      store.endTyping()
      // Rows with several readings are settled first.
      await checks.settle()
      const count = await (user === null ? addOfGuest() : addOfUser())
      const left = countRows(store.get()).filled
      setAdded({ count, left })
      await checks.settle()
    })
  }

  function undoAddition(): void {
    void run(async () => {
      const count = saver.get().undoable
      await saver.exchange(async (revision) => {
        return { draft: await call(undoDraftAddition, { body: { revision } }), result: null }
      })
      setAdded(null)
      notify.success(t('orderPad.undone', { count }))
    })
  }
  /** Takes back the last step, or else the last addition. */
  function undo(): void {
    if (store.get().canUndo) store.undo()
    else if (saver.get().undoable > 0) undoAddition()
  }
  return { isBusy, added, error, add, undo, undoAddition, goToCart, dismiss: () => setAdded(null) }
}
