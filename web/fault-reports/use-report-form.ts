import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { createFaultReport } from '#contract/shop/fault-reports.ts'
import { faultReportPath } from '#contract/core/record-paths.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { problemsOf } from './check-draft.ts'
import { type DraftField, type DraftValues, draftFields, saveDraft, readDraft } from './draft.ts'
import { usePhotos } from './use-photos.ts'

type Problems = Partial<Record<DraftField, string | undefined>>

const keys = createAttemptKeys()

export type ReportFormProps = {
  user: number
  prefilled: DraftValues
  /** The page has hydrated: the browser's storage counts now. */
  isAwake: boolean
}

/** The form of a report: fields, photos and problems. Nothing is lost when sending fails. */
export function useReportForm({ user, prefilled, isAwake }: ReportFormProps) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const [draft] = useState(() => (isAwake ? readDraft(user) : null))
  const [values, setValues] = useState(draft?.values ?? prefilled)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const photos = usePhotos(draft?.photos ?? [], redirectToSignIn)
  const acceptedPhotos = photos.photos.flatMap(({ photo }) => (photo === null ? [] : [photo]))
  useEffect(() => {
    if (isAwake && !isSent) saveDraft({ user, values, photos: acceptedPhotos })
  })

  function change(field: DraftField, value: string): void {
    setValues((before) => ({ ...before, [field]: value }))
    setProblems((before) => ({ ...before, [field]: undefined }))
    setFailure(null)
  }

  function showProblems(found: Problems, text: string): void {
    setProblems(found)
    setFailure(text)
    const first = draftFields.find((field) => found[field] !== undefined)
    if (first !== undefined) document.querySelector<HTMLElement>(`main [name=${first}]`)?.focus()
  }

  async function send(): Promise<void> {
    if (isBusy || photos.isSending) return
    const found = Object.entries(problemsOf(values)).map(([field, key]) => [field, t(key)])
    if (found.length > 0) return showProblems(Object.fromEntries(found) as Problems, t('faultReport.problems.summary'))
    if (photos.photos.some((each) => each.failure !== null)) return showProblems({}, t('faultReport.problems.photos'))
    const body = { ...values, photos: acceptedPhotos.map(({ file }) => file) }
    const key = keys.keyFor(JSON.stringify(body))
    setBusy(true)
    showProblems({}, '')
    try {
      const { reportNo } = await call(createFaultReport, { body, headers: { 'idempotency-key': key } })
      keys.answered(200)
      setSent(true)
      saveDraft(null)
      await goTo(faultReportPath(reportNo), { state: { isSent: true } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      keys.answered(error.status)
      if (error.status === 401) return redirectToSignIn()
      const isProduct = error.code === 'fault_product_unknown'
      showProblems(isProduct ? { productCode: error.message } : error.fields, error.message)
    } finally {
      setBusy(false)
    }
  }

  return { values, problems, failure, isBusy, photos, change, send }
}
