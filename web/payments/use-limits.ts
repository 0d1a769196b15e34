import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { listInstallmentLimits, type ManagedLimit } from '#contract/installment-limits.ts'
import { formatDay } from '#domain/calendar-day.ts'
import { call, CallError } from '#web/app/call.ts'
import { signInFirst } from '#web/cart/sign-in-first.ts'
import { notify } from '#web/ui/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type List = Reply<typeof listInstallmentLimits>

/** The limits as the last answer has them; every change answers with all of them. */
export function useLimits(loaded: List) {
  const [list, setList] = useState(loaded)
  const [isBusy, setBusy] = useState(false)

  /** Null: it was done. A refusal is the caller's to say; what stood in the way is then read again. */
  async function run(change: () => Promise<List>, done: string): Promise<CallError | null> {
    if (isBusy) return null
    setBusy(true)
    try {
      setList(await change())
      notify.success(done, { id: 'limits' })
      return null
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) signInFirst()
      if (error.status === 404 || error.status === 409) await call(listInstallmentLimits).then(setList, () => {})
      return error
    } finally {
      setBusy(false)
    }
  }
  return { ...list, isBusy, run }
}
export type Limits = ReturnType<typeof useLimits>

/** What a limit is about, in words. */
export function useLimitWords(): (limit: ManagedLimit) => { name: string; facts: string[] } {
  const { t } = useTranslation()
  const words = (word: string, facts: Record<string, string | number> = {}) => t(`administration.limits.${word}`, facts)
  return ({ values, goods }) => {
    const { most, cardClass, from, until, note } = values
    const about = [words(`classes.${cardClass || 'all'}`), goods ?? words('allGoods')]
    return {
      name: [most === '1' ? words('single') : words('upTo', { number: Number(most) }), ...about].join(' · '),
      facts: [
        ...(from === '' ? [] : [words('fromDay', { day: formatDay(from) })]),
        ...(until === '' ? [] : [words('untilDay', { day: formatDay(until) })]),
        ...(note === '' ? [] : [note]),
      ],
    }
  }
}
