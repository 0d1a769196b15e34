import { useNavigate } from 'react-router'
import { createPriceChange } from '#contract/admin/price-changes.ts'
import { adminPriceChangePath } from '#contract/core/admin-pages.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type NewChangeDialogProps = { lists: readonly { id: number; name: string }[]; list?: number | null; onClose(): void }

/** Starts a draft for a list. */
export function NewChangeDialog({ lists, list, onClose }: NewChangeDialogProps) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { isBusy, failure, send } = useSubmit()
  const create = (form: FormData) =>
    send(async () => {
      const textOf = formTexts(form)
      const { id } = await call(createPriceChange, { body: { list: Number(textOf('list')), name: textOf('name') } })
      onClose()
      await goTo(adminPriceChangePath(id))
    })
  return (
    <FormDialog
      title={t('priceChanges.new')}
      saveLabel={t('priceChanges.create')}
      isBusy={isBusy}
      size="lg"
      onSend={create}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      <TextField
        name="name"
        label={t('priceChanges.fields.name')}
        hint={t('priceChanges.fields.nameHint')}
        error={failure?.fields['name']}
        maxLength={100}
        autoComplete="off"
      />
      <Field label={t('priceChanges.fields.list')}>
        {(fieldProps) => (
          <Select {...fieldProps} name="list" size="lg" className="w-full" defaultValue={list ?? lists[0]?.id}>
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  )
}
