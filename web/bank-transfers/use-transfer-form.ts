import { useState } from 'react'
import { useNavigate } from 'react-router'
import { transfersPath } from '#contract/core/transfer-paths.ts'
import { reportTransfer } from '#contract/shop/transfers.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useReceipt } from './use-receipt.ts'

/** As typed. */
export type TransferValues = { amount: string; day: string; iban: string; sender: string; note: string }
export type TransferProblems = Partial<Record<keyof TransferValues, string>>

type Purpose = { debts: readonly number[]; order: string | null }

/** Reports a transfer. What was typed stays until it is accepted; sending it again reports it once. */
export function useTransferForm(initial: TransferValues, { debts, order }: Purpose) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<TransferProblems>({})
  const [keys] = useState(createAttemptKeys)
  const receipt = useReceipt()
  const { isBusy, failure, send } = useSubmit()

  function change(part: Partial<TransferValues>): void {
    setValues((before) => ({ ...before, ...part }))
    setProblems((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }))
  }

  function check(): TransferProblems {
    const paid = readPaidAmount(values.amount)
    return {
      ...(!paid.ok && { amount: t(`payment.pay.${paid.code}`) }),
      ...(values.day === '' && { day: t('errors.transfer_day_invalid') }),
      ...(values.sender.trim() === '' && { sender: t('errors.transfer_sender_missing') }),
    }
  }

  async function report(): Promise<void> {
    const found = check()
    setProblems(found)
    if (Object.keys(found).length > 0 || receipt.sending !== null) return
    await send(async () => {
      const body = { ...values, debts: [...debts], orderNo: order, receipt: receipt.stored?.file ?? null }
      await call(reportTransfer, { body: { ...body, key: keys.keyFor(JSON.stringify(body)) } })
      keys.end()
      notify.success(t('transfers.form.done'), { id: 'transfer' })
      setValues({ ...initial, amount: '', note: '' })
      receipt.clear()
      await navigate(transfersPath, { preventScrollReset: true })
    })
  }
  return { values, problems, receipt, isBusy, failure, change, report }
}
