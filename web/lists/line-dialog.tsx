import { useState } from 'react'
import { changeListLine, getList, lineNoteMax, type ListLine } from '#contract/shop/lists.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type LineDialogProps = { listId: number; line: ListLine; onSaved(): void; onReload(): void; onClose(): void }

/** The unit, default quantity and note of a line. After a conflict the typed values stay, to be saved on what is there now. */
export function LineDialog({ listId, line, onSaved, onReload, onClose }: LineDialogProps) {
  const { t, language, formatQuantity } = useTranslation()
  const [revision, setRevision] = useState(line.revision)
  const [unitId, setUnitId] = useState(line.unitId)
  const [quantity, setQuantity] = useState(String(line.quantity))
  const [note, setNote] = useState(line.note)
  const { isBusy, failure, send } = useSubmit()

  const save = () =>
    send(
      async () => {
        await call(changeListLine, {
          params: { id: String(listId), lineId: String(line.id) },
          body: {
            revision,
            quantity: quantity.trim(),
            note,
            ...(unitId !== null && unitId !== line.unitId && { unitId }),
          },
        })
        onSaved()
      },
      async ({ code }) => {
        if (code !== 'list_line_changed') return
        const current = await call(getList, { params: { id: String(listId) } }).catch(() => null)
        setRevision(current?.lines.find(({ id }) => id === line.id)?.revision ?? revision)
        onReload()
      },
    )
  return (
    <FormDialog
      title={t('lists.line.editOf')}
      saveLabel={t('lists.form.save')}
      isBusy={isBusy}
      onSend={save}
      onClose={onClose}
    >
      <p>
        <span className="code text-12 text-ink-2">{line.code}</span>
        <span className="block font-medium">{line.name}</span>
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('lists.line.quantity')}
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          value={quantity}
          error={failure?.fields['quantity']}
          onChange={({ target }) => setQuantity(target.value)}
        />
        {line.units.length > 0 && (
          <Field label={t('lists.line.unit')}>
            {(fieldProps) => (
              <Select
                {...fieldProps}
                name="unit"
                size="lg"
                className="w-full"
                value={unitId ?? ''}
                onChange={({ target }) => setUnitId(Number(target.value) || null)}
              >
                {line.unitId === null && <option value="">{line.unit}</option>}
                {line.units.map((unit) => (
                  <option key={unit.id} value={unit.id}>
                    {unitTitle(unit, language)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <TextField
        label={t('lists.line.note')}
        hint={t('lists.line.noteHint', { max: formatQuantity(lineNoteMax) })}
        name="note"
        autoComplete="off"
        maxLength={lineNoteMax}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Failure text={failure !== null && failure.fields['quantity'] === undefined ? failure.message : null} />
    </FormDialog>
  )
}
