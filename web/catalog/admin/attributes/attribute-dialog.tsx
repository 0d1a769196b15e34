import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  type AdminAttribute,
  type AttributeFields,
  attributeTypes,
  changeAttribute,
  createAttribute,
  type listAttributes,
  type SavedAttribute,
} from '#contract/admin/attributes.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { Select } from '#web/ui/form/select.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type DialogProps = { list: Reply<typeof listAttributes>; edited: AdminAttribute | 'new'; onClose(): void }

/** The definition of an attribute. After saving, it says which values of products could not be read. */
export function AttributeDialog({ list, edited, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const report = useUnreadReport()
  const attribute = edited === 'new' ? null : edited
  const [type, setType] = useState(attribute?.type ?? 'text')
  const [units, groups] = [useId(), useId()]
  const errors: Record<string, string | undefined> = failure?.fields ?? {}
  const title = (name: string) => t(`administration.attributes.fields.${name}`)
  const hint = (name: string) => t(`administration.attributes.hints.${name}`)
  const text = (
    name: 'nameTr' | 'nameEn' | 'key' | 'groupTr' | 'groupEn' | 'unit',
    more: { list?: string; hint?: string },
  ) => (
    <TextField
      name={name}
      label={title(name)}
      error={errors[name]}
      defaultValue={attribute?.[name] ?? ''}
      maxLength={name === 'unit' ? 15 : 100}
      autoComplete="off"
      {...more}
    />
  )
  async function save(form: FormData): Promise<void> {
    await send(async () => {
      const values = fieldsOf(form, type)
      const saved =
        attribute === null
          ? await call(createAttribute, { body: values })
          : await call(changeAttribute, {
              params: { id: String(attribute.id) },
              body: { revision: attribute.revision, values },
            })
      await revalidate()
      onClose()
      report(values.nameTr, saved)
    })
  }
  return (
    <FormDialog
      title={
        attribute === null
          ? t('administration.attributes.add')
          : t('administration.labels.edit', { name: attribute.nameTr })
      }
      saveLabel={t('administration.labels.save')}
      isBusy={isBusy}
      width="md"
      size="lg"
      onSend={save}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      <div className="grid gap-4 sm:grid-cols-2">
        {text('nameTr', {})}
        {text('nameEn', { hint: hint('nameEn') })}
        <Field label={title('type')} error={errors.type}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              name="type"
              value={type}
              className="w-full"
              onChange={({ target }) => setType(attributeTypes.find((each) => each === target.value) ?? 'text')}
            >
              {attributeTypes.map((each) => (
                <option key={each} value={each}>
                  {t(`administration.attributes.types.${each}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {type === 'number' && text('unit', { list: units, hint: hint('unit') })}
      </div>
      <datalist id={units}>
        {list.units.map((unit) => (
          <option key={unit} value={unit}>
            {unit}
          </option>
        ))}
      </datalist>
      {type === 'list' && (
        <LinesField
          name="choices"
          label={title('choices')}
          hint={hint('choices')}
          error={errors.choices}
          lines={(attribute?.choices ?? []).map(({ nameTr, nameEn }) =>
            nameEn === '' ? nameTr : `${nameTr} | ${nameEn}`,
          )}
        />
      )}
      <label className="flex min-h-8 items-center gap-2 text-13 max-sm:min-h-11 max-sm:text-15">
        <input type="checkbox" name="isFilter" defaultChecked={attribute?.isFilter ?? true} className="size-4" />
        {title('isFilter')}
      </label>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={title('categoryId')} error={errors.categoryId} hint={hint('categoryId')}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              name="categoryId"
              defaultValue={attribute?.categoryId ?? ''}
              className="w-full"
            >
              <option value="">{t('administration.attributes.everywhere')}</option>
              {list.categories.map(({ id, name, depth }) => (
                <option key={id} value={id}>
                  {`${'\u00a0\u00a0'.repeat(depth)}${name}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField
          name="position"
          label={title('position')}
          hint={hint('position')}
          error={errors.position}
          inputMode="numeric"
          defaultValue={String(attribute?.position ?? (list.total + 1) * 10)}
          maxLength={7}
          autoComplete="off"
        />
        {text('groupTr', { list: groups })}
        {text('groupEn', {})}
      </div>
      <datalist id={groups}>
        {list.groups.map((group) => (
          <option key={group} value={group}>
            {group}
          </option>
        ))}
      </datalist>
      <LinesField
        name="aliases"
        label={title('aliases')}
        hint={hint('aliases')}
        error={errors.aliases}
        lines={attribute?.aliases ?? []}
      />
      {text('key', { hint: hint('key') })}
    </FormDialog>
  )
}

type LinesFieldProps = {
  name: string
  label: string
  hint: string
  error: string | undefined
  lines: readonly string[]
}

/** Texts, one a line. */
function LinesField({ name, label, hint, error, lines }: LinesFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(fieldProps) => (
        <textarea
          {...fieldProps}
          name={name}
          rows={Math.min(10, Math.max(3, lines.length + 1))}
          defaultValue={lines.join('\n')}
          className="field w-full px-2.5 py-2"
        />
      )}
    </Field>
  )
}

function fieldsOf(form: FormData, type: AttributeFields['type']): AttributeFields {
  const textOf = formTexts(form)
  const linesOf = (name: string) =>
    textOf(name)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  const position = Number(textOf('position'))
  return {
    key: textOf('key'),
    nameTr: textOf('nameTr'),
    nameEn: textOf('nameEn'),
    aliases: linesOf('aliases'),
    type,
    unit: textOf('unit'),
    groupTr: textOf('groupTr'),
    groupEn: textOf('groupEn'),
    position: Number.isInteger(position) && position >= 0 ? position : 0,
    isFilter: form.get('isFilter') !== null,
    categoryId: textOf('categoryId') === '' ? null : Number(textOf('categoryId')),
    choices:
      type === 'list'
        ? linesOf('choices').map((line) => {
            const [nameTr = '', nameEn = ''] = line.split('|').map((part) => part.trim())
            return { nameTr, nameEn }
          })
        : [],
  }
}

/** Says how many products have a value, and names values that could not be read. */
function useUnreadReport() {
  const { t, formatQuantity } = useTranslation()
  return (name: string, { products, unread: { count, examples } }: SavedAttribute): void => {
    const text = t('administration.attributes.saved', { name, count: products, number: formatQuantity(products) })
    if (count === 0) {
      notify.success(text, { id: 'attribute' })
      return
    }
    void showAlert({
      title: text,
      text: t('administration.attributes.unread', { count, number: formatQuantity(count) }),
      facts: examples.map(({ code, text: value }) => `${code}: ${value}`).join('\n'),
    })
  }
}
