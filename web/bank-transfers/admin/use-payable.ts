import { useEffect, useState } from 'react'
import { getTransferDealer } from '#contract/admin/bank-lines.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { CallError, call } from '#web/app/data/call.ts'

export type PayableOfDealer = Reply<typeof getTransferDealer>

/** What a line of a dealer may pay; null until it is known. Without it the oldest due is paid. */
export function usePayable(dealerId: number | null): PayableOfDealer | null {
  const [found, setFound] = useState<(PayableOfDealer & { dealerId: number }) | null>(null)
  useEffect(() => {
    if (dealerId === null) return
    const controller = new AbortController()
    call(getTransferDealer, { params: { id: String(dealerId) } }, { signal: controller.signal })
      .then((reply) => setFound({ ...reply, dealerId }))
      .catch((error: unknown) => {
        if (!controller.signal.aborted && !(error instanceof CallError)) throw error
      })
    return () => controller.abort()
  }, [dealerId])
  return found?.dealerId === dealerId ? found : null
}
