import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Props = {
  suggested: string
  /** The profile that the import was read with; its name changes it. */
  used: string | null
  /** Throws CallError like `call`. */
  save(name: string): Promise<unknown>
}

/** Offers to save how the files of an applied import were read, for the next files of this shape. */
export function SaveProfile({ suggested, used, save }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [name, setName] = useState(suggested)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await save(name)
      notify.success(t('imports.profiles.saved', { name: name.trim() }))
      await revalidate()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      if (failure.status === 401) return redirectToSignIn()
      setError(failure.fields['name'] ?? failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      aria-labelledby="save-profile"
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-4"
    >
      <div className="max-w-180">
        <h2 id="save-profile" className="text-16 font-semibold">
          {t('imports.profiles.saveTitle')}
        </h2>
        <p className="text-13 text-ink-2">
          {used === null ? t('imports.profiles.saveText') : t('imports.profiles.saveChanged', { name: used })}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label={t('imports.profiles.name')}
          name="name"
          autoComplete="off"
          maxLength={80}
          className="w-full sm:w-80"
          value={name}
          error={error}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" busy={isBusy} className="sm:mt-6">
          {t('imports.profiles.save')}
        </Button>
      </div>
    </form>
  )
}
