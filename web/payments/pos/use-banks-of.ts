import { useEffect, useState } from 'react'
import { type BankOption, listInstallments } from '#contract/shop/payments.ts'
import { CallError, call } from '#web/app/data/call.ts'

/** Debounce in milliseconds. */
const pause = 400

export type LoadedBanks = { amount: string | null; banks: readonly BankOption[] }

/**
 * The banks' tables for an amount that is being typed; shows the previous ones until the response arrives or if it
 * fails.
 */
export function useBanks(amount: string | null, first: LoadedBanks): LoadedBanks['banks'] {
  const [loaded, setLoaded] = useState(first)
  useEffect(() => {
    if (amount === loaded.amount) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      call(listInstallments, { query: { type: 'pay', amount: amount ?? undefined } }, { signal: controller.signal })
        .then(({ banks }) => setLoaded({ amount, banks }))
        .catch((error: unknown) => {
          if (!(error instanceof CallError) && !controller.signal.aborted) throw error
        })
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [amount, loaded.amount])
  return loaded.banks
}
