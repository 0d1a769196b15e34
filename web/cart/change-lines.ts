import { type CartItem, changeCartLine } from '#contract/shop/cart.ts'
import type { Unit } from '#contract/shop/product.ts'
import type { QueryCache } from '#web/app/data/query-cache.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { changeActivity, without } from './cart-activity.ts'
import { withLine, withQuantity, withUnit } from './cart-lines.ts'
import { cartKey, changeCart } from './cart-query.ts'
import { isOutdated, runLatest } from './latest-job.ts'
import { endAttempt } from '#web/cart/order/order-attempt.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

/** Lines with a pending change, as the server last confirmed them. */
const confirmed = new Map<number, CartItem>()

/** The line as the server last confirmed it. */
export function confirmedLine(line: CartItem): CartItem {
  return confirmed.get(line.id) ?? line
}

export function forgetConfirmed(id: number): void {
  confirmed.delete(id)
}

export const addressOf = (line: CartItem) => ({
  params: { productId: String(line.product.id) },
  query: { unit: String(line.productUnit.id) },
})

export function dismissFailure(id: number): void {
  changeActivity(({ failures }) => ({ failures: without(failures, id) }))
}

type Attempt = { retry(): void; quantity?: number | undefined; unit?: Unit | undefined }

function storeFailure(cache: QueryCache, id: number, error: unknown, { retry, quantity, unit }: Attempt): void {
  if (!(error instanceof CallError)) throw error
  if (error.status === 401) redirectToSignIn()
  else if (error.code === 'line_not_found') cache.refresh(cartKey)
  else {
    // When a smaller quantity would fit, the message offers that; otherwise the field keeps the requested one for a retry.
    const unsavedQuantity = error.facts['fits'] === undefined ? quantity : undefined
    const failure = {
      code: error.code,
      message: error.message,
      facts: error.facts,
      retry,
      quantity: unsavedQuantity,
      unit,
    }
    changeActivity(({ failures }) => ({ failures: { ...failures, [id]: failure } }))
  }
}

/** Runs one change: counts it as being sent, and stores its failure with the line. */
export async function send(
  cache: QueryCache,
  id: number,
  work: () => Promise<void>,
  undo: () => void,
  attempt: Attempt,
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
    const saved = confirmed.get(line.id) ?? line
    await send(
      cache,
      line.id,
      async () => {
        const body = 'unit' in change ? { unit: change.unit.id } : { quantity: change.quantity }
        const changed = await call(changeCartLine, { ...addressOf(saved), body })
        confirmed.set(line.id, changed)
        if (!isOutdated(job)) changeCart(cache, (items) => withLine(items, changed, line.id), changed.cart)
      },
      () => {
        if (!isOutdated(job)) changeCart(cache, (items) => withLine(items, saved, line.id))
      },
      { retry: () => changeLine(cache, saved, change), ...change },
    )
    if (!isOutdated(job)) confirmed.delete(line.id)
  })
}

export function setQuantity(cache: QueryCache, line: CartItem, quantity: number): void {
  if (quantity !== line.quantity) changeLine(cache, line, { quantity })
  // Back to the saved quantity: drops the failed change.
  else dismissFailure(line.id)
}

/** Changes the unit, and with it the price; merges the line into an existing line of that unit. */
export function changeUnit(cache: QueryCache, line: CartItem, unitId: number): void {
  const unit = line.product.units.find((candidate) => candidate.id === unitId)
  if (unit !== undefined && unit.id !== line.productUnit.id) changeLine(cache, line, { unit })
}
