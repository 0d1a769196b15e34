import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type ImportedStatement, importStatement, statementFileBytesMax } from '#contract/admin/bank-statements.ts'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { uploadFile } from '#web/app/data/upload-file.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** Column → what it is; an empty text leaves it out. */
export type ColumnMapping = Readonly<Record<string, string>>
export type Imported = ImportedStatement & { file: File; iban: string }

/** Imports statements one after the other. A file whose columns must be chosen is kept until they are. */
export function useUpload() {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [sending, setSending] = useState<string | null>(null)
  const [result, setResult] = useState<Imported | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function send(file: File, iban: string, mapping: ColumnMapping = {}): Promise<void> {
    if (sending !== null) return
    setFailure(null)
    if (file.size > statementFileBytesMax) {
      setFailure(t('administration.bankLines.upload.tooLarge', { megabytes: statementFileBytesMax / 2 ** 20 }))
      return
    }
    setSending(file.name)
    try {
      const columns = Object.keys(mapping).length === 0 ? undefined : JSON.stringify(mapping)
      const query = { name: file.name.slice(0, 300), iban, columns }
      setResult({ ...(await uploadFile(importStatement, { query }, file)), file, iban })
      // The next file need not wait for the list.
      setSending(null)
      await revalidate()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      setResult((before) => (before?.outcome === 'columns' ? before : null))
      setFailure(error.message)
    } finally {
      setSending(null)
    }
  }
  return { sending, result, failure, send, forget: () => setResult(null) }
}
