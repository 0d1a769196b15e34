import { Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/form/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ReadOnlyFields, useMayChange } from './may-change.tsx'
import { useErrorsInSight } from './use-errors-in-sight.ts'

type Form = { failure: string | null; isBusy: boolean; isChanged: boolean; discard(): void; submit(): Promise<void> }
type FormFootProps = {
  form: Form
  /** For visitors who may change the area, but not this record. */
  isReadOnly?: boolean
  /** The label for a new record, which has nothing to discard. */
  saveLabel?: string
}

/** The form of an administrator's page: its panels, and the save and discard buttons. */
export function SavedForm({ form, saveLabel, isReadOnly = false, children }: FormFootProps & { children: ReactNode }) {
  const element = useErrorsInSight(form.failure)
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!reportUnfinished(event.currentTarget)) void form.submit()
      }}
    >
      <ReadOnlyFields isReadOnly={isReadOnly}>{children}</ReadOnlyFields>
      <FormFoot form={form} isReadOnly={isReadOnly} {...(saveLabel !== undefined && { saveLabel })} />
    </form>
  )
}

/**
 * Shows the message of the first field with a custom validity, e.g. a text that was typed and not added. Returns whether there is
 * one. Other constraints of the browser are left to the server.
 */
function reportUnfinished({ elements }: HTMLFormElement): boolean {
  const fields = [...elements].filter(
    (field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement,
  )
  const unfinished = fields.find(({ validity }) => validity.customError)
  return unfinished?.reportValidity() === false
}

/** The refusal, and the save and discard buttons. */
export function FormFoot({ form, saveLabel, isReadOnly = false }: FormFootProps) {
  const { t } = useTranslation()
  if (!useMayChange() || isReadOnly) return null
  return (
    <>
      <Failure text={form.failure} />
      <div className="flex flex-wrap justify-end gap-2">
        {saveLabel === undefined && form.isChanged && (
          <Button size="lg" onClick={form.discard} className="max-sm:flex-1">
            {t('people.discard')}
          </Button>
        )}
        <Button
          type="submit"
          variant="solid"
          size="lg"
          busy={form.isBusy}
          disabled={!form.isChanged}
          icon={<Save size={16} aria-hidden="true" />}
          className="max-sm:flex-1"
        >
          {saveLabel ?? t('people.save')}
        </Button>
      </div>
    </>
  )
}
