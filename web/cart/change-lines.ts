import { type CartItem, changeCartLine, clearCart, removeFromCart } from '#contract/shop/cart.ts'
import type { Unit } from '#contract/shop/product.ts'
import type { QueryCache } from '#web/app/data/query-cache.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { changeActivity, without } from './cart-activity.ts'
import { withLine, withLineAt, withoutLine, withQuantity, withUnit } from './cart-lines.ts'
import { cartItems, cartKey, changeCart, emptyCachedCart, cachedCart, cacheCart } from './cart-query.ts'
import { isOutdated, runLatest } from './latest-job.ts'
import { invalidateVisitor } from '#web/app/data/visitor-freshness.ts'
import { endAttempt } from '#web/cart/order/order-attempt.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

/** Lines as the server last confirmed them, while a change of theirs is on its way. */
const confirmed = new Map<number, CartItem>()

const addressOf = (line: CartItem) => ({
  params: { productId: String(line.product.id) },
  query: { unit: String(line.productUnit.id) },
})

export function dismissFailure(id: number): void {
  changeActivity(({ failures }) => ({ failures: without(failures, id) }))
}

type ChangeAttempt = { retry(): void; quantity?: number | undefined; unit?: Unit | undefined }

function storeFailure(cache: QueryCache, id: number, error: unknown, { retry, quantity, unit }: ChangeAttempt): void {
  if (!(error instanceof CallError)) throw error
  if (error.status === 401) redirectToSignIn()
  else if (error.code === 'line_not_found') cache.refresh(cartKey)
  else {
    // Where less would fit, that is the way out; what is sent again as it stands stays in sight.
    const wanted = error.facts['fits'] === undefined ? quantity : undefined
    const failure = { code: error.code, message: error.message, facts: error.facts, retry, wanted, unit }
    changeActivity(({ failures }) => ({ failures: { ...failures, [id]: failure } }))
  }
}

/** Runs one change: counted as being sent, its failure kept at its line. */
async function send(
  cache: QueryCache,
  id: number,
  work: () => Promise<void>,
  undo: () => void,
  attempt: ChangeAttempt,
): Promise<void> {
  changeActivity(({ sending, failures }) => ({ sending: sending + 1, failures: without(failures, id) }))
  try {
    await work()
    endAttempt()
  } catch (error) {
    undo()
    storeFailure(cache, id, error, attempt)
  } finally {
    changeActivity(({ sending }) => ({ sending: sending - 1, hasSent: true }))
  }
}

type Change = { quantity: number } | { unit: Unit }

function changeLine(cache: QueryCache, line: CartItem, change: Change): void {
  const job = `line ${line.id}`
  if (!confirmed.has(line.id)) confirmed.set(line.id, line)
  changeCart(cache, (items) =>
    'unit' in change ? withUnit(items, line.id, change.unit) : withQuantity(items, line.id, change.quantity),
  )
  runLatest(job, async () => {
    const known = confirmed.get(line.id) ?? line
    await send(
      cache,
      line.id,
      async () => {
        const body = 'unit' in change ? { unit: change.unit.id } : { quantity: change.quantity }
        const answer = await call(changeCartLine, { ...addressOf(known), body })
        confirmed.set(line.id, answer)
        if (!isOutdated(job)) changeCart(cache, (items) => withLine(items, answer, line.id))
      },
      () => {
        if (!isOutdated(job)) changeCart(cache, (items) => withLine(items, known, line.id))
      },
      { retry: () => changeLine(cache, known, change), ...change },
    )
    if (!isOutdated(job)) confirmed.delete(line.id)
  })
}

export function setQuantity(cache: QueryCache, line: CartItem, quantity: number): void {
  if (quantity !== line.quantity) changeLine(cache, line, { quantity })
  // Back to what is saved: the change that failed is dropped.
  else dismissFailure(line.id)
}

/** The line's price becomes that unit's price; a line of that unit takes it in. */
export function changeUnit(cache: QueryCache, line: CartItem, unitId: number): void {
  const unit = line.product.units.find((candidate) => candidate.id === unitId)
  if (unit !== undefined && unit.id !== line.productUnit.id) changeLine(cache, line, { unit })
}

export function removeLine(cache: QueryCache, line: CartItem): void {
  const at = cartItems(cache)?.findIndex((item) => item.id === line.id) ?? 0
  const known = confirmed.get(line.id) ?? line
  changeCart(cache, (items) => withoutLine(items, line.id))
  runLatest(`line ${line.id}`, () =>
    send(
      cache,
      line.id,
      async () => void (await call(removeFromCart, addressOf(known))),
      () => changeCart(cache, (items) => withLineAt(items, known, Math.max(0, at))),
      { retry: () => removeLine(cache, known) },
    ),
  )
}

/** Empties the cart; throws CallError, and the cart stands as it was, when that fails. */
export async function emptyCart(cache: QueryCache): Promise<void> {
  const before = cachedCart(cache)
  cacheCart(cache, emptyCachedCart)
  try {
    await call(clearCart)
    endAttempt()
    // The plan went with the cart.
    invalidateVisitor()
    changeActivity(() => ({ failures: {}, hints: {}, priceNotices: {}, plan: undefined }))
  } catch (error) {
    if (before !== undefined) cacheCart(cache, before)
    throw error
  }
}
