import { useTranslation } from '#web/ui/translation.ts'
import { noteMax } from '#contract/shop/cart.ts'
import { Field } from '#web/ui/form/field.tsx'

type OrderNoteProps = { note: string; onChange(note: string): void; form: string }

export function OrderNote({ note, onChange, form }: OrderNoteProps) {
  const { t, formatNumber } = useTranslation()
  const count = t('cart.summary.noteCount', { count: note.length, max: formatNumber(noteMax, 0) })
  return (
    <Field
      label={t('cart.summary.note')}
      note={t('ui.optional')}
      hint={<span className="block text-right">{count}</span>}
    >
      {(fieldProps) => (
        <textarea
          {...fieldProps}
          name="description"
          form={form}
          value={note}
          maxLength={noteMax}
          rows={3}
          onChange={(event) => onChange(event.target.value)}
          className="field block w-full resize-y p-2.5 [@media(max-height:800px)]:cart:h-13 [@media(max-height:800px)]:cart:py-1.5"
        />
      )}
    </Field>
  )
}
