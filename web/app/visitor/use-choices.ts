import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { withoutLocale } from '#contract/core/pages.ts'
import { type Locale, saveChoice } from '#contract/core/visitor.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { CallError, call } from '#web/app/data/call.ts'
import { markChosenLanguage } from './use-chosen-language.ts'
import { invalidateVisitor } from '#web/app/data/visitor-freshness.ts'

type Choice =
  | { key: 'productListView'; value: 'grid' | 'list' }
  | { key: 'showNotInStocks'; value: '0' | '1' }
  | { key: 'defaultCurrency'; value: number }
  | { key: 'branch'; value: number | '' }

/**
 * Stores a choice of the visitor and then reloads the page's data, or runs `follow` instead. Shows an error on failure.
 * Resolves with whether the choice was stored.
 */
export function useChoice(): (choice: Choice, follow?: () => Promise<void> | void) => Promise<boolean> {
  const { revalidate } = useRevalidator()
  return useCallback(
    async (choice, follow = revalidate) => {
      try {
        await call(saveChoice, { body: choice })
        // A navigation cancels the reload; then the next page loads the visitor data.
        if (follow === revalidate) invalidateVisitor()
        await follow()
        return true
      } catch (error) {
        reportRefusal(error)
        return false
      }
    },
    [revalidate],
  )
}

/**
 * Stores the language and opens the page in it as a new document. A path with a language prefix would win over the
 * choice (decision 012).
 */
export async function chooseLocale(locale: Locale): Promise<void> {
  try {
    await call(saveChoice, { body: { key: 'locale', value: locale } })
    markChosenLanguage()
    const path = withoutLocale(location.pathname)
    if (path === location.pathname) location.reload()
    else location.assign(path + location.search)
  } catch (error) {
    reportRefusal(error)
  }
}

/** Guests may choose too, so 401 means that the session has ended. */
function reportRefusal(error: unknown): void {
  if (!(error instanceof CallError)) throw error
  if (error.status === 401) redirectToSignIn()
  else notify.error(error.message)
}
