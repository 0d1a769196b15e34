import { useState } from 'react'
import { type BankRates, changeBankRates, type NewBankRate } from '#contract/admin/bank-rates.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { notify } from '#web/ui/overlay/toast-store.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Change = { rates: NewBankRate[]; ended: number[]; endsOn: string; mark?: string }

/** An account's bank rates and their changes. */
export function useBankRates(id: number, loaded: BankRates) {
  const { t } = useTranslation()
  const [data, setData] = useState(loaded)
  const [isBusy, setBusy] = useState(false)

  /** Resolves with the refusal, or null. */
  async function change({ mark = data.mark, ...body }: Change): Promise<CallError | null> {
    setBusy(true)
    try {
      setData(await call(changeBankRates, { params: { id: String(id) }, body: { ...body, mark } }))
      notify.success(t('administration.bankRates.saved'))
      return null
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) redirectToSignIn()
      return error
    } finally {
      setBusy(false)
    }
  }
  return { ...data, id, isBusy, change }
}
export type BankRatesState = ReturnType<typeof useBankRates>
