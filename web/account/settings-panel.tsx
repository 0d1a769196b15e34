import type { ReactNode } from 'react'
import type { CallError } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type SettingsPanelProps = {
  /** Selects the texts. */
  name: 'password' | 'letterhead'
  isChanged: boolean
  save(): Promise<void>
  /** Why it was not saved; the server's text by default. */
  explain?(refusal: CallError): string
  children: ReactNode
}

/** A part of the account settings that is saved separately. */
export function SettingsPanel({ name, isChanged, save, explain, children }: SettingsPanelProps) {
  const { t } = useTranslation()
  const { isBusy, failure, send } = useSubmit()
  const saveAndNotify = async () => {
    await save()
    notify.success(t(`accountSettings.${name}.saved`), { id: 'account' })
  }
  return (
    <section aria-labelledby={`${name}-title`} className="mt-4 rounded-panel border border-line bg-surface p-4 sm:p-5">
      <h2 id={`${name}-title`} className="text-16 font-semibold">
        {t(`accountSettings.${name}.title`)}
      </h2>
      <p className="mt-0.5 text-ink-2">{t(`accountSettings.${name}.text`)}</p>
      <form
        method="post"
        noValidate
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged) void send(saveAndNotify)
        }}
      >
        <Failure text={failure && (explain?.(failure) ?? failure.message)} className="mb-4" />
        {children}
        <Button
          type="submit"
          variant="solid"
          size="lg"
          busy={isBusy}
          disabled={!isChanged}
          className="mt-4 max-sm:w-full"
        >
          {t(`accountSettings.${name}.${isBusy ? 'saving' : 'save'}`)}
        </Button>
      </form>
    </section>
  )
}
