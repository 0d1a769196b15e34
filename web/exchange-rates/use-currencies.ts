import { useState } from 'react'
import type { ListedCurrency } from '#contract/admin/currencies.ts'
import { CallError } from '#web/app/data/call.ts'
import { notify } from '#web/ui/overlay/toast.tsx'

/** The currencies as of the last reply; every change returns all of them. */
export function useCurrencies(loaded: readonly ListedCurrency[]) {
  const [items, setItems] = useState(loaded)
  const [isBusy, setBusy] = useState(false)

  /** Returns null on success. The caller reports a refusal. */
  async function run(change: () => Promise<{ items: ListedCurrency[] }>, doneText: string): Promise<CallError | null> {
    setBusy(true)
    try {
      setItems((await change()).items)
      notify.success(doneText)
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
