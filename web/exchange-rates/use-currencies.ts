import { useState } from 'react'
import type { ListedCurrency } from '#contract/admin/currencies.ts'
import { CallError } from '#web/app/data/call.ts'
import { notify } from '#web/ui/overlay/toast.tsx'

/** The currencies as the last answer has them; every change answers with all of them. */
export function useCurrencies(loaded: readonly ListedCurrency[]) {
  const [items, setItems] = useState(loaded)
  const [isBusy, setBusy] = useState(false)

  /** Null: it was done. A refusal is the caller's to say. */
  async function run(change: () => Promise<{ items: ListedCurrency[] }>, done: string): Promise<CallError | null> {
    setBusy(true)
    try {
      setItems((await change()).items)
      notify.success(done)
      return null
    } catch (error) {
      if (error instanceof CallError) return error
      throw error
    } finally {
      setBusy(false)
    }
  }
  return { items, isBusy, run }
}
export type Currencies = ReturnType<typeof useCurrencies>
