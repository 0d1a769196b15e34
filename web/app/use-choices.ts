import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { type Locale, saveChoice } from '#contract/visitor.ts'
import { notify } from '#web/ui/toast.tsx'
import { CallError, call } from './call.ts'

type Choice =
  | { key: 'productListView'; value: 'grid' | 'list' }
  | { key: 'showNotInStocks'; value: '0' | '1' }
  | { key: 'defaultCurrency'; value: number }
  | { key: 'branch'; value: number }

/** Stores a choice of the visitor and shows the page by it; a failure is told. Resolves with whether it was stored. */
export function useChoice(): (choice: Choice) => Promise<boolean> {
  const { revalidate } = useRevalidator()
  return useCallback(
    async (choice) => {
      try {
        await call(saveChoice, { body: choice })
        await revalidate()
        return true
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        notify.error(error.message)
        return false
      }
    },
    [revalidate],
  )
}

/** Another language is another document. */
export async function chooseLocale(locale: Locale): Promise<void> {
  try {
    await call(saveChoice, { body: { key: 'locale', value: locale } })
    location.reload()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    notify.error(error.message)
  }
}
