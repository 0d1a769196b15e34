import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { listWarehouses } from '#contract/warehouse-administration.ts'
import { call, CallError } from '#web/app/call.ts'
import { signInFirst } from '#web/cart/sign-in-first.ts'
import { showAlert } from '#web/ui/alert.tsx'
import { notify } from '#web/ui/toast.tsx'

type List = Reply<typeof listWarehouses>

/** Warehouses and branches as the last answer has them; every change answers with all of them. */
export function useWarehouses(loaded: List) {
  const [list, setList] = useState(loaded)
  const [isBusy, setBusy] = useState(false)

  /** Null: it was done. A refusal is the caller's to say; what stood in the way is then read again. */
  async function run(change: () => Promise<List>, done: string): Promise<CallError | null> {
    if (isBusy) return null
    setBusy(true)
    try {
      setList(await change())
      notify.success(done, { id: 'warehouses' })
      return null
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) signInFirst()
      if (error.status === 404 || error.status === 409) await call(listWarehouses).then(setList, () => {})
      return error
    } finally {
      setBusy(false)
    }
  }
  /** The same where nothing of a form stands open: a refusal is said in an alert. */
  async function runOrAlert(change: () => Promise<List>, done: string): Promise<void> {
    const error = await run(change, done)
    if (error !== null) await showAlert({ text: error.message })
  }
  return { ...list, isBusy, run, runOrAlert }
}
export type Warehouses = ReturnType<typeof useWarehouses>

/** Ids with the one at `place` put one further up or down. */
export function moved<Item>(items: readonly Item[], place: number, by: -1 | 1): Item[] {
  const next = [...items]
  const [item] = next.splice(place, 1)
  if (item !== undefined) next.splice(place + by, 0, item)
  return next
}
