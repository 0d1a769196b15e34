import { useState } from 'react'
import { type AddedRow, addCartLines } from '#contract/shop/cart.ts'
import type { PastedLine } from '#domain/cart/pasted-lines.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { cartKey } from '#web/cart/cart-query.ts'
import { endAttempt } from '#web/cart/order/order-attempt.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

type SentRow = AddedRow & { line: PastedLine }
/**
 * A checked row. `number`: its position in the list that was checked, which stays the same when other rows are removed.
 */
export type CheckedRow = SentRow & { number: number }

type PastedRowsOptions = {
  /** Called when all rows are in the cart. */
  onDone(): void
  /** Keeps only the rows with these numbers in the text, and returns them parsed again. */
  keepRows(numbers: readonly number[]): readonly PastedLine[]
}

/** Checks pasted rows and adds the valid ones; refused rows stay to be corrected. */
export function usePastedRows({ onDone, keepRows }: PastedRowsOptions) {
  const { t } = useTranslation()
  const cache = useQueryCache()
  const [rows, setRows] = useState<CheckedRow[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [addedCount, setAddedCount] = useState(0)
  const [error, setError] = useState<string | null>(null)

  async function send(lines: readonly PastedLine[], isTrial: boolean): Promise<SentRow[] | null> {
    setBusy(true)
    setError(null)
    try {
      const body = { lines: lines.map(sentLine), isTrial }
      const reply = await call(addCartLines, { body })
      return lines.flatMap((line, i) => (reply.rows[i] === undefined ? [] : [{ ...reply.rows[i], line }]))
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      if (failure.status === 401) redirectToSignIn()
      setError(failure.message)
      return null
    } finally {
      setBusy(false)
    }
  }

  async function check(lines: readonly PastedLine[]): Promise<void> {
    const checked = await send(lines, true)
    if (checked === null) return
    setRows(checked.map((row) => ({ ...row, number: row.line.row })))
    setAddedCount(0)
  }

  async function add(): Promise<void> {
    const valid = rows?.filter((row) => row.error === undefined).map(({ line }) => line) ?? []
    const added = await send(valid, false)
    if (added === null) return
    endAttempt()
    cache.refresh(cartKey)
    const count = added.filter((row) => row.error === undefined).length
    const numbers = new Map(rows?.map(({ line, number }) => [line.row, number]))
    const refused = [...(rows ?? []), ...added].filter((row) => row.error !== undefined)
    if (refused.length === 0) {
      notify.success(t('cartPage.paste.added', { count }), { position: 'top-center' })
      return onDone()
    }
    refused.sort((a, b) => a.line.row - b.line.row)
    const lines = keepRows(refused.map(({ line }) => line.row))
    setRows(
      refused.flatMap((row, i) => {
        const number = numbers.get(row.line.row) ?? row.line.row
        return lines[i] === undefined ? [] : [{ ...row, line: lines[i], number }]
      }),
    )
    setAddedCount(count)
  }

  return { rows, addedCount, isBusy, error, check, add, reset: () => setRows(null) }
}

function sentLine({ code, quantity, unit }: PastedLine) {
  return { code, quantity, ...(unit === undefined ? {} : { unit }) }
}
