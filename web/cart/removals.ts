import { type CartItem, clearCart, removeFromCart, restoreCartLines } from '#contract/shop/cart.ts'
import { newKey } from '#web/app/data/attempt-keys.ts'
import { CallError, call } from '#web/app/data/call.ts'
import type { QueryCache } from '#web/app/data/query-cache.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { invalidateVisitor } from '#web/app/data/visitor-freshness.ts'
import { endAttempt } from '#web/cart/order/order-attempt.ts'
import { notify } from '#web/ui/overlay/toast-store.ts'
import { changeActivity, getActivity, type RemovedLine, without } from './cart-activity.ts'
import { withoutLine } from './cart-lines.ts'
import { cacheCart, cachedCart, cartItems, cartKey, changeCart, emptyCachedCart } from './cart-query.ts'
import { cartRows, rowId, withRestored } from './cart-rows.ts'
import { addressOf, confirmedLine, forgetConfirmed, send } from './change-lines.ts'
import { allJobsDone, runLatest } from './latest-job.ts'

/** How long "undo" is offered, in milliseconds. */
export const undoDuration = 10_000
/** Pause between checks whether a row in use may go. */
const pause = 500

/** Whether each removal has reached the server, by its undo key. */
const outcomes = new Map<string, Promise<boolean>>()

function dropRemoval(undoKey: string): void {
  outcomes.delete(undoKey)
  changeActivity(({ removals }) => ({ removals: removals.filter((each) => each.undoKey !== undoKey) }))
}

function changeRemoval(undoKey: string, change: Partial<RemovedLine>): void {
  changeActivity(({ removals }) => ({
    removals: removals.map((each) => (each.undoKey === undoKey ? { ...each, ...change } : each)),
  }))
}

/** Removes a line; its row stays for ten seconds and offers to undo it. Returns the undo key. */
export function removeLine(cache: QueryCache, line: CartItem, height: number | undefined): string {
  const undoKey = newKey()
  const items = cartItems(cache) ?? []
  const ids = cartRows(items, getActivity().removals).map(rowId)
  const above = ids.slice(0, Math.max(0, ids.indexOf(line.id)))
  changeActivity(({ removals, hints }) => ({
    removals: [...removals, { undoKey, line, above, height, isUndoing: false }],
    hints: without(hints, line.id),
  }))
  changeCart(cache, (lines) => withoutLine(lines, line.id))
  outcomes.set(undoKey, sendRemoval(cache, line, undoKey))
  setTimeout(() => expire(undoKey), undoDuration)
  return undoKey
}

function sendRemoval(cache: QueryCache, line: CartItem, undoKey: string): Promise<boolean> {
  return new Promise((resolve) => {
    runLatest(`line ${line.id}`, async () => {
      const saved = confirmedLine(line)
      const restore = () => {
        putBack(cache, undoKey, [saved])
        resolve(false)
      }
      const { params, query } = addressOf(saved)
      const remove = async () => {
        const sums = await call(removeFromCart, { params, query: { ...query, undo: undoKey } })
        changeCart(cache, (lines) => lines, sums)
        resolve(true)
      }
      const retry = () => void removeLine(cache, saved, undefined)
      await send(cache, line.id, remove, restore, { retry })
      forgetConfirmed(line.id)
    })
  })
}

/** Puts restored lines in the place of their removed row. */
function putBack(cache: QueryCache, undoKey: string, restored: readonly CartItem[]): void {
  const { removals } = getActivity()
  changeCart(cache, (items) => withRestored(items, removals, restored))
  dropRemoval(undoKey)
}

/** Restores a removed line in its place; a refusal is shown. Resolves with whether it was restored. */
export function undoRemoval(cache: QueryCache, { undoKey }: RemovedLine): Promise<boolean> {
  changeRemoval(undoKey, { isUndoing: true })
  return new Promise((resolve) => {
    runLatest(`undo ${undoKey}`, async () => {
      // A removal that failed has put the line back.
      const items = (await outcomes.get(undoKey)) === true ? await restoreLines(cache, undoKey) : null
      if (items === null) changeRemoval(undoKey, { isUndoing: false })
      else putBack(cache, undoKey, items)
      resolve(items !== null)
    })
  })
}

/** The current lines of the restored products; null if nothing was restored. */
async function restoreLines(cache: QueryCache, undoKey: string): Promise<CartItem[] | null> {
  changeActivity(({ sending }) => ({ sending: sending + 1 }))
  try {
    const { items, cart } = await call(restoreCartLines, { body: { undo: undoKey } })
    endAttempt()
    changeCart(cache, (lines) => lines, cart)
    return items
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 401) redirectToSignIn()
    else notify.error(error.message)
    if (error.code === 'removal_not_found') {
      dropRemoval(undoKey)
      cache.refresh(cartKey)
    }
    return null
  } finally {
    changeActivity(({ sending }) => ({ sending: sending - 1, hasSent: true }))
  }
}

/** Ends the offer to undo, but not under the pointer or the keyboard focus: the lines below would move. */
function expire(undoKey: string): void {
  const removal = getActivity().removals.find((each) => each.undoKey === undoKey)
  if (removal === undefined) return
  const isPointed = matchMedia('(hover: hover)').matches && document.querySelector('[data-cart-lines]:hover') !== null
  const isFocused = document.querySelector(`[data-undo="${undoKey}"]:focus-visible`) !== null
  if (isPointed || isFocused || removal.isUndoing) setTimeout(() => expire(undoKey), pause)
  else dropRemoval(undoKey)
}

export function dropRemovals(): void {
  outcomes.clear()
  changeActivity(() => ({ removals: [] }))
}

/** Empties the cart. Returns the key to restore it; on failure restores the cart on screen and throws CallError. */
export async function emptyCart(cache: QueryCache): Promise<string> {
  // Changes that are not saved yet are part of what can be restored.
  await allJobsDone()
  const before = cachedCart(cache)
  const undoKey = newKey()
  cacheCart(cache, emptyCachedCart)
  try {
    await call(clearCart, { query: { undo: undoKey } })
    endAttempt()
    // The server drops the payment plan with the cart.
    invalidateVisitor()
    changeActivity(() => ({ failures: {}, hints: {}, priceNotices: {}, plan: undefined }))
    dropRemovals()
    return undoKey
  } catch (error) {
    if (before !== undefined) cacheCart(cache, before)
    throw error
  }
}

/** Restores an emptied cart. Resolves with whether it was restored. */
export async function restoreCart(cache: QueryCache, undoKey: string): Promise<boolean> {
  const items = await restoreLines(cache, undoKey)
  if (items !== null) cache.refresh(cartKey)
  return items !== null
}
