import { useRef, useState } from 'react'
import { type AddedRow, addCartLines } from '#contract/shop/cart.ts'
import { lineAmount } from '#domain/cart/cart.ts'
import { pastedLine } from '#domain/cart/pasted-lines.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import type { ReadLine } from '#web/cart/order-text/order-text-lines.ts'
import { cartKey } from '#web/cart/cart-query.ts'
import { useCartPrices } from '#web/cart/use-cart.ts'
import { endAttempt } from '#web/cart/order/order-attempt.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

/** A checked row. One that was refused can be edited until it is added, whether it is still refused or not. */
export type CheckedRow = AddedRow & { line: ReadLine; wasRefused: boolean }
export type RowEdit = { code?: string; typed?: string; unit?: string }
export type AddedRows = { count: number; total: Decimal }

const byNumber = (a: CheckedRow, b: CheckedRow) => a.line.row - b.line.row
const isRefused = (row: AddedRow) => row.error !== undefined

/** Checks pasted rows, repairs them, and adds the valid ones. `onDone` is called when all rows are in the cart. */
export function usePastedRows(onDone: () => void) {
  const { t, formatMoney } = useTranslation()
  const cache = useQueryCache()
  const { currency, rates } = useCartPrices()
  const [rows, setShownRows] = useState<CheckedRow[] | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<AddedRows>({ count: 0, total: decimal(0) })
  const [error, setError] = useState<string | null>(null)
  // What was edited last, ahead of rendering: an edit may be followed by "add" at once.
  const latest = useRef<CheckedRow[]>([])
  const pending = useRef<Promise<void>>(Promise.resolve())

  function setRows(next: CheckedRow[]): void {
    latest.current = next
    setShownRows(next)
  }

  async function send(lines: readonly ReadLine[], isTrial: boolean): Promise<Map<number, AddedRow> | null> {
    setError(null)
    try {
      const reply = await call(addCartLines, { body: { lines: lines.map(sentLine), isTrial } })
      return new Map(lines.flatMap(({ row }, i) => (reply.rows[i] === undefined ? [] : [[row, reply.rows[i]]])))
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      if (failure.status === 401) redirectToSignIn()
      setError(failure.message)
      return null
    }
  }

  /** Checks the list: refused rows come first. */
  async function check(lines: readonly ReadLine[]): Promise<void> {
    setAdding(true)
    const checked = lines.length === 0 ? new Map<number, AddedRow>() : await send(lines, true)
    setAdding(false)
    if (checked === null) return
    const all = lines.flatMap((line) => {
      const row = checked.get(line.row)
      return row === undefined ? [] : [{ ...row, line, wasRefused: isRefused(row) }]
    })
    setRows([...all.filter(isRefused), ...all.filter((row) => !isRefused(row))])
  }

  /** Checks all rows again, since one row's quantity counts for the stock of the others; rows keep their places. */
  function recheck(next: CheckedRow[]): Promise<void> {
    setRows(next)
    pending.current = (async () => {
      if (next.length === 0) return
      const checked = await send(
        next.toSorted(byNumber).map(({ line }) => line),
        true,
      )
      // A later edit has its own check.
      if (checked === null || latest.current !== next) return
      setRows(
        next.map((row) => {
          const result = checked.get(row.line.row) ?? row
          return { ...result, line: row.line, wasRefused: row.wasRefused || isRefused(result) }
        }),
      )
    })()
    return pending.current
  }

  const edit = (number: number, { code, typed, unit }: RowEdit): Promise<void> =>
    recheck(
      latest.current.map((row) => {
        if (row.line.row !== number) return row
        const { line } = row
        const cells = { code: code ?? line.code, typed: typed ?? line.typed, unit: unit ?? line.unit }
        return { ...row, line: pastedLine(number, line.text, cells) }
      }),
    )

  const drop = (number: number): Promise<void> => recheck(latest.current.filter(({ line }) => line.row !== number))

  /** The sum of the rows' amounts before tax in the visitor's currency, as far as prices are shown. */
  function totalOf(valid: readonly AddedRow[]): Decimal {
    return valid.reduce((sum, { price, quantity }) => {
      if (price === undefined || quantity === null) return sum
      return sum.plus(lineAmount({ price, quantity, taxRate: 0 }, currency, rates))
    }, decimal(0))
  }

  const describe = (count: number, total: Decimal): string =>
    [t('cartPage.paste.added', { count }), ...(total.isZero() ? [] : [formatMoney(total, currency)])].join(' · ')

  /** Adds the valid rows and the lines that were asked about. `hasOpen`: others are still to be answered. */
  async function add(answered: readonly ReadLine[], hasOpen: boolean): Promise<boolean> {
    setAdding(true)
    await pending.current
    const valid = latest.current.filter((row) => !isRefused(row)).toSorted(byNumber)
    const lines = [...valid.map(({ line }) => line), ...answered]
    const sent = lines.length === 0 ? null : await send(lines, false)
    setAdding(false)
    if (sent === null) return false
    endAttempt()
    cache.refresh(cartKey)
    const results = [...sent.values()].filter((row) => !isRefused(row))
    const now = { count: added.count + results.length, total: added.total.plus(totalOf(results)) }
    const asked = answered.map(
      (line): CheckedRow => ({ code: line.code, quantity: line.quantity, line, wasRefused: true }),
    )
    const remaining = [...latest.current, ...asked].flatMap((row) => {
      const result = sent.get(row.line.row) ?? row
      return isRefused(result) ? [{ ...result, line: row.line, wasRefused: true }] : []
    })
    if (remaining.length === 0 && !hasOpen) {
      notify.success(describe(now.count, now.total), { position: 'top-center' })
      onDone()
      return true
    }
    setAdded(now)
    setRows(remaining.toSorted(byNumber))
    return true
  }

  const reset = () => {
    latest.current = []
    setShownRows(null)
  }
  return { rows, added, isAdding, error, check, edit, drop, add, reset, totalOf, describe }
}

function sentLine({ code, quantity, unit, words }: ReadLine) {
  return { code, quantity, ...(unit !== undefined && { unit }), ...(words !== undefined && { words }) }
}
