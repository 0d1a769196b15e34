import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { useLeaveQuestion } from './use-leave-question.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { type Refusal, withoutField } from './refusal.ts'

type SavedFormOptions<Values> = {
  /** The saved values; empty for a new record. */
  saved: Values
  /** Saves; returns the saved values, or the address of the new record, and what to report instead of `doneText`. */
  save(before: Values, values: Values): Promise<({ values: Values } | { to: string }) & { doneText?: string }>
  /** Reads the saved values after another user changed them. */
  reload(): Promise<Values>
  doneText: string
}

export type SavedFields<Values extends object> = ReturnType<typeof useSavedForm<Values>>

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A form whose typed values survive refusals, network failures and changes by other users. */
export function useSavedForm<Values extends object>(options: SavedFormOptions<Values>) {
  const { t } = useTranslation()
  const form = useSavedFields(options)
  useLeaveQuestion(form.isUnsaved, t('people.leave'))
  return form
}

/** The same without the question before leaving; for pages with several forms, which ask themselves. */
export function useSavedFields<Values extends object>({ saved, save, reload, doneText }: SavedFormOptions<Values>) {
  const goTo = useNavigate()
  const [base, setBase] = useState(saved)
  const [values, setValues] = useState(saved)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [doneAt, setDoneAt] = useState<string | null>(null)
  // State would let the second click of a double click through. A new record stays locked until its page has loaded.
  const isLocked = useRef(false)
  const isChanged = !isSame(base, values)
  useEffect(() => {
    if (doneAt !== null) void goTo(doneAt, { replace: true })
  }, [doneAt, goTo])

  /** Untouched fields take the saved values. */
  function applySaved(now: Values): void {
    const untouched = Object.entries(now).filter(([key]) =>
      isSame(values[key as keyof Values], base[key as keyof Values]),
    )
    setBase(now)
    setValues({ ...values, ...(Object.fromEntries(untouched) as Partial<Values>) })
  }

  async function submit(): Promise<void> {
    if (isLocked.current) return
    isLocked.current = true
    setBusy(true)
    setRefusal(null)
    let isCreated = false
    try {
      const result = await save(base, values)
      notify.success(result.doneText ?? doneText, { id: 'people' })
      if ('to' in result) {
        isCreated = true
        return setDoneAt(result.to)
      }
      setBase(result.values)
      setValues(result.values)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      const fields = Object.entries(error.fields).map(([name, text]) => [name.replace(/^values\.(\w+).*/, '$1'), text])
      setRefusal({ text: error.message, fields: Object.fromEntries(fields) as Record<string, string> })
      // Saving again then overwrites knowingly.
      if (error.status === 409) await reload().then(applySaved, () => {})
    } finally {
      isLocked.current = isCreated
      setBusy(isCreated)
    }
  }

  /** A message about a field does not apply once the field has changed. */
  const forget = (field: string) => setRefusal((before) => before && withoutField(before, field))
  return {
    values,
    isBusy,
    isChanged,
    submit,
    forget,
    errors: refusal?.fields ?? {},
    failure: refusal?.text ?? null,
    isUnsaved: isChanged && doneAt === null,
    /** `field` is the changed field as errors name it, when a value contains several. */
    set<Key extends keyof Values & string>(name: Key, value: Values[Key], field: string = name): void {
      setValues((before) => ({ ...before, [name]: value }))
      forget(field)
    },
    discard(): void {
      setValues(base)
      setRefusal(null)
    },
  }
}
