import { useNavigate, useRevalidator } from 'react-router'
import { createPriceList, type ListedPriceList, renamePriceList } from '#contract/admin/price-lists.ts'
import { adminPriceListPath } from '#contract/core/admin-pages.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type List = Pick<ListedPriceList, 'id' | 'code' | 'name'>
export type EditedList = { kind: 'new'; copyOf: List | null } | { kind: 'rename'; list: List }

type PriceListDialogProps = { edited: EditedList; lists: readonly Pick<List, 'id' | 'name'>[]; onClose(): void }

/** Adds a list, empty or as a copy, or renames one. */
export function PriceListDialog({ edited, lists, onClose }: PriceListDialogProps) {
  const { t, formatQuantity } = useTranslation()
  const goTo = useNavigate()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const source = edited.kind === 'new' ? edited.copyOf : null
  const before = edited.kind === 'rename' ? { code: edited.list.code, name: edited.list.name } : null

  const save = (form: FormData) =>
    send(async () => {
      const textOf = formTexts(form)
      const values = { code: textOf('code'), name: textOf('name') }
      if (edited.kind === 'rename' && before !== null) {
        await call(renamePriceList, { params: { id: String(edited.list.id) }, body: { before, values } })
        await revalidate()
        notify.success(t('priceLists.saved'), { id: 'price-list' })
        return onClose()
      }
      const copyOf = textOf('copyOf') === '' ? null : Number(textOf('copyOf'))
      const { id, units } = await call(createPriceList, { body: { values, copyOf } })
      notify.success(t('priceLists.created', { count: formatQuantity(units) }), { id: 'price-list' })
      // The page of the new list may be the one that shows this dialog.
      onClose()
      await goTo(adminPriceListPath(id))
    })
  const title =
    edited.kind === 'rename'
      ? t('priceLists.renameOf', { name: edited.list.name })
      : source === null
        ? t('priceLists.add')
        : t('priceLists.copyOf', { name: source.name })
  const errors: Record<string, string | undefined> = failure?.fields ?? {}
  const errorOf = (field: string) => errors[field] ?? errors[`values.${field}`]
  return (
    <FormDialog
      title={title}
      saveLabel={t('priceLists.save')}
      isBusy={isBusy}
      size="lg"
      onSend={save}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      <TextField
        name="name"
        label={t('priceLists.fields.name')}
        error={errorOf('name')}
        defaultValue={before?.name ?? ''}
        maxLength={100}
        autoComplete="off"
      />
      <TextField
        name="code"
        label={t('priceLists.fields.code')}
        hint={t('priceLists.fields.codeHint')}
        error={errorOf('code')}
        defaultValue={before?.code ?? ''}
        maxLength={60}
        autoComplete="off"
      />
      {edited.kind === 'new' && (
        <Field label={t('priceLists.fields.copyOf')}>
          {(fieldProps) => (
            <Select {...fieldProps} name="copyOf" size="lg" className="w-full" defaultValue={source?.id ?? ''}>
              <option value="">{t('priceLists.fields.empty')}</option>
              {lists.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FormDialog>
  )
}
