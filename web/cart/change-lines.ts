import { type CartItem, changeCartLine, clearCart, removeFromCart } from '#contract/shop/cart.ts'
import type { Unit } from '#contract/shop/product.ts'
import type { AnswerStore } from '#web/app/data/answer-store.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { changeActivity, without } from './cart-activity.ts'
import { withLine, withLineAt, withoutLine, withQuantity, withUnit } from './cart-lines.ts'
import { cartItems, cartKey, changeCart, emptyHeldCart, heldCart, holdCart } from './cart-query.ts'
import { isOutdated, runLatest } from './latest-job.ts'
import { outdateVisitor } from '#web/app/data/visitor-age.ts'
import { endAttempt } from '#web/cart/order/order-attempt.ts'
import { signInFirst } from '#web/app/data/sign-in-first.ts'

/** Lines as the server last confirmed them, while a change of theirs is on its way. */
const confirmed = new Map<number, CartItem>()

const addressOf = (line: CartItem) => ({
  params: { productId: String(line.product.id) },
  query: { unit: String(line.productUnit.id) },
})

export function dismissFailure(id: number): void {
  changeActivity(({ failures }) => ({ failures: without(failures, id) }))
}

type Wish = { retry(): void; quantity?: number | undefined; unit?: Unit | undefined }

function keepFailure(answers: AnswerStore, id: number, error: unknown, { retry, quantity, unit }: Wish): void {
  if (!(error instanceof CallError)) throw error
  if (error.status === 401) signInFirst()
  else if (error.code === 'line_not_found') answers.refresh(cartKey)
  else {
    // Where less would fit, that is the way out; what is sent again as it stands stays in sight.
    const wanted = error.facts['fits'] === undefined ? quantity : undefined
    const failure = { code: error.code, message: error.message, facts: error.facts, retry, wanted, unit }
    changeActivity(({ failures }) => ({ failures: { ...failures, [id]: failure } }))
  }
}

/** Runs one change: counted as being sent, its failure kept at its line. */
async function send(
  answers: AnswerStore,
  id: number,
  work: () => Promise<void>,
  undo: () => void,
  wish: Wish,
): Promise<void> {
  changeActivity(({ sending, failures }) => ({ sending: sending + 1, failures: without(failures, id) }))
  try {
    await work()
    endAttempt()
  } catch (error) {
    undo()
    keepFailure(answers, id, error, wish)
  } finally {
    changeActivity(({ sending }) => ({ sending: sending - 1, hasSent: true }))
  }
}

type Change = { quantity: number } | { unit: Unit }

function changeLine(answers: AnswerStore, line: CartItem, change: Change): void {
  const job = `line ${line.id}`
  if (!confirmed.has(line.id)) confirmed.set(line.id, line)
  changeCart(answers, (items) =>
    'unit' in change ? withUnit(items, line.id, change.unit) : withQuantity(items, line.id, change.quantity),
  )
  runLatest(job, async () => {
    const known = confirmed.get(line.id) ?? line
    await send(
      answers,
      line.id,
      async () => {
        const body = 'unit' in change ? { unit: change.unit.id } : { quantity: change.quantity }
        const answer = await call(changeCartLine, { ...addressOf(known), body })
        confirmed.set(line.id, answer)
        if (!isOutdated(job)) changeCart(answers, (items) => withLine(items, answer, line.id))
      },
      () => {
        if (!isOutdated(job)) changeCart(answers, (items) => withLine(items, known, line.id))
      },
      { retry: () => changeLine(answers, known, change), ...change },
    )
    if (!isOutdated(job)) confirmed.delete(line.id)
  })
}

export function setQuantity(answers: AnswerStore, line: CartItem, quantity: number): void {
  if (quantity !== line.quantity) changeLine(answers, line, { quantity })
  // Back to what is saved: the change that failed is dropped.
  else dismissFailure(line.id)
}

/** The line's price becomes that unit's price; a line of that unit takes it in. */
export function changeUnit(answers: AnswerStore, line: CartItem, unitId: number): void {
  const unit = line.product.units.find((candidate) => candidate.id === unitId)
  if (unit !== undefined && unit.id !== line.productUnit.id) changeLine(answers, line, { unit })
}

export function removeLine(answers: AnswerStore, line: CartItem): void {
  const at = cartItems(answers)?.findIndex((item) => item.id === line.id) ?? 0
  const known = confirmed.get(line.id) ?? line
  changeCart(answers, (items) => withoutLine(items, line.id))
  runLatest(`line ${line.id}`, () =>
    send(
      answers,
      line.id,
      async () => void (await call(removeFromCart, addressOf(known))),
      () => changeCart(answers, (items) => withLineAt(items, known, Math.max(0, at))),
      { retry: () => removeLine(answers, known) },
    ),
  )
}

/** Empties the cart; throws CallError, and the cart stands as it was, when that fails. */
export async function emptyCart(answers: AnswerStore): Promise<void> {
  const before = heldCart(answers)
  holdCart(answers, emptyHeldCart)
  try {
    await call(clearCart)
    endAttempt()
    // The plan went with the cart.
    outdateVisitor()
    changeActivity(() => ({ failures: {}, hints: {}, priceNotices: {}, plan: undefined }))
  } catch (error) {
    if (before !== undefined) holdCart(answers, before)
    throw error
  }
}
