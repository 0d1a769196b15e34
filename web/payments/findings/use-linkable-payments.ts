import { useEffect, useState } from 'react'
import { listLinkablePayments } from '#contract/admin/bank-findings.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

/** Debounce of the search, in milliseconds. */
const debounce = 250

/** The payments that a finding may be; `found` is null until the first answer. */
export function useLinkablePayments(findingId: number) {
  const [q, setQ] = useState('')
  const [found, setFound] = useState<(Reply<typeof listLinkablePayments> & { q: string }) | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const search = async () => {
      setFailure(null)
      try {
        const input = { params: { id: String(findingId) }, query: { q: q.trim() } }
        const answer = await call(listLinkablePayments, input, { signal: controller.signal })
        setFound({ ...answer, q: q.trim() })
      } catch (error) {
        if (controller.signal.aborted) return
        if (!(error instanceof CallError)) throw error
        if (error.status === 401) return redirectToSignIn()
        setFailure(error.message)
      }
    }
    const timer = setTimeout(() => void search(), q === '' ? 0 : debounce)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [findingId, q])
  return { q, setQ, found, failure }
}
