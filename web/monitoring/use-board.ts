import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { topQueries } from '#contract/admin/monitoring.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type Board = Reply<typeof topQueries>

/** The dashboard's data: from the page, otherwise requested at once; `reload` requests it again. */
export function useBoard(initial: Board | null, hasFailedBefore: boolean) {
  const { t } = useTranslation()
  const [board, setBoard] = useState(initial)
  const [isLoading, setLoading] = useState(initial === null && !hasFailedBefore)
  const fail = useCallback(() => void showAlert({ text: t('monitoring.search.boardFailed') }), [t])
  const load = useCallback(
    () =>
      call(topQueries)
        .catch((error: unknown) => {
          if (!(error instanceof CallError)) throw error
          if (error.status === 401) redirectToSignIn()
          else fail()
          return null
        })
        .then((answer) => {
          setBoard(answer)
          setLoading(false)
        }),
    [fail],
  )
  useEffect(() => {
    if (hasFailedBefore) fail()
    else if (initial === null) void load()
  }, [initial, hasFailedBefore, load, fail])
  const reload = () => {
    setLoading(true)
    return load()
  }
  return { board, isLoading, reload }
}
