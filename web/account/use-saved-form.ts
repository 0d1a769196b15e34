import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#web/app/call.ts'
import { signInFirst } from '#web/cart/sign-in-first.ts'
import { useLeaveQuestion } from '#web/settings/use-leave-question.ts'
import { notify } from '#web/ui/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type SavedFormOptions<Values> = {
  /** What is saved; a new one begins with nothing. */
  saved: Values
  /** Saves; answers what is saved now, or the address of what was made. */
  save(before: Values, values: Values): Promise<{ values: Values } | { to: string }>
  /** What is saved now, after somebody else changed it. */
  reload(): Promise<Values>
  doneText: string
}

export type SavedForm<Values extends object> = ReturnType<typeof useSavedForm<Values>>

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A form whose typed values stay whatever happens: a refusal, no network, or somebody else's change in between. */
export function useSavedForm<Values extends object>({ saved, save, reload, doneText }: SavedFormOptions<Values>) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const [base, setBase] = useState(saved)
  const [values, setValues] = useState(saved)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [doneAt, setDoneAt] = useState<string | null>(null)
  const isChanged = !isSame(base, values)
  useLeaveQuestion(isChanged && doneAt === null, t('people.leave'))
  useEffect(() => {
    if (doneAt !== null) void goTo(doneAt, { replace: true })
  }, [doneAt, goTo])

  /** Fields that were left alone follow what is saved now. */
  function follow(now: Values): void {
    const untouched = Object.entries(now).filter(([key]) =>
      isSame(values[key as keyof Values], base[key as keyof Values]),
    )
    setBase(now)
    setValues({ ...values, ...(Object.fromEntries(untouched) as Partial<Values>) })
  }

  async function submit(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    setErrors({})
    try {
      const result = await save(base, values)
      notify.success(doneText, { id: 'people' })
      if ('to' in result) return setDoneAt(result.to)
      setBase(result.values)
      setValues(result.values)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return signInFirst()
      setFailure(error.message)
      const fields = Object.entries(error.fields).map(([name, text]) => [name.replace(/^values\.(\w+).*/, '$1'), text])
      setErrors(Object.fromEntries(fields) as Record<string, string>)
      // Saving again then keeps what was typed, knowingly.
      if (error.status === 409) await reload().then(follow, () => {})
    } finally {
      setBusy(false)
    }
  }
  return {
    ...{ values, errors, failure, isBusy, isChanged, submit },
    set<Key extends keyof Values>(name: Key, value: Values[Key]): void {
      setValues((before) => ({ ...before, [name]: value }))
    },
    discard(): void {
      setValues(base)
      setErrors({})
      setFailure(null)
    },
  }
}
