import { useState } from 'react'
import { type TransferReceipt, transferReceiptBytesMax, uploadTransferReceipt } from '#contract/shop/transfers.ts'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { uploadFile } from '#web/app/data/upload-file.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** The receipt of a new notice: sent as soon as it is chosen. The server removes unused ones after a day. */
export function useReceipt() {
  const { t } = useTranslation()
  const [stored, setStored] = useState<TransferReceipt | null>(null)
  const [sending, setSending] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function add(file: File): Promise<void> {
    setStored(null)
    setFailure(file.size > transferReceiptBytesMax ? t('transfers.form.receiptTooLarge') : null)
    if (file.size > transferReceiptBytesMax) return
    setSending(file.name)
    try {
      setStored(await uploadFile(uploadTransferReceipt, { query: { name: file.name.slice(0, 300) } }, file))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) redirectToSignIn()
      setFailure(error.message)
    } finally {
      setSending(null)
    }
  }

  function clear(): void {
    setStored(null)
    setFailure(null)
  }
  return { stored, sending, failure, add, clear }
}
