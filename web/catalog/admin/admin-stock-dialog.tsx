import { useState } from 'react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { correctStock, type StockPlace } from '#contract/admin/products.ts'
import { call } from '#web/app/data/call.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { formFormats } from '#domain/text/format.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { StockForm, useStockCall } from './admin-stock-form.tsx'

const kinds = ['count', 'change'] as const

/** Corrects the stock of one warehouse: the counted quantity, or a difference. */
export function StockDialog({ id, place, onClose }: { id: number; place: StockPlace; onClose(): void }) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const [kind, setKind] = useState<(typeof kinds)[number]>('count')
  const [quantity, setQuantity] = useState('')
  const [reason, setReason] = useState('')
  const [seen, setSeen] = useState(formFormats.formatQuantity(place.quantity))
  const stockCall = useStockCall({
    done: t('productForm.corrected'),
    onClose,
    // A second submit is based on the current stock.
    onRefused: ({ code, facts }) =>
      code === 'stock_changed' && setSeen(formFormats.formatQuantity(Number(facts['quantity']))),
  })
  const fields = stockCall.failure?.fields
  const body = { place: place.id, kind, quantity, seen, reason }
  return (
    <StockForm
      title={t('productForm.correctIn', { name: place.name })}
      label={t('productForm.correct')}
      stockCall={stockCall}
      onSend={() => call(correctStock, { params: { id: String(id) }, body })}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">
        {t('productForm.now')} <strong className="text-ink">{fieldNumber(seen)}</strong>
      </p>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
        <legend className="sr-only">{t('productForm.kind')}</legend>
        {kinds.map((each) => (
          <label key={each} className="flex min-h-8 items-center gap-2 text-13 max-sm:min-h-11">
            <input type="radio" name="kind" checked={kind === each} onChange={() => setKind(each)} className="size-4" />
            {t(`productForm.kinds.${each}`)}
          </label>
        ))}
      </fieldset>
      <TextField
        label={t(`productForm.quantities.${kind}`)}
        note={t('productForm.needed')}
        required
        hint={kind === 'change' ? t('productForm.hints.stockChange') : undefined}
        inputMode={kind === 'count' ? 'decimal' : 'text'}
        autoComplete="off"
        maxLength={30}
        value={fieldNumber(quantity)}
        error={fields?.['quantity']}
        onChange={({ target }) => setQuantity(fieldNumber(target.value))}
      />
      <TextField
        label={t('productForm.reason')}
        note={t('productForm.needed')}
        required
        hint={t('productForm.hints.reason')}
        autoComplete="off"
        maxLength={200}
        value={reason}
        error={fields?.['reason']}
        onChange={({ target }) => setReason(target.value)}
      />
    </StockForm>
  )
}
