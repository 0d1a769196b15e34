import { useState } from 'react'
import { changeShelf, shelfMax, type StockPlace } from '#contract/admin/products.ts'
import { call } from '#web/app/data/call.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { StockForm, useStockCall } from './admin-stock-form.tsx'

/** Names the shelf of a product in one warehouse. */
export function ShelfDialog({ id, place, onClose }: { id: number; place: StockPlace; onClose(): void }) {
  const { t } = useTranslation()
  const [shelf, setShelf] = useState(place.shelf)
  const stockCall = useStockCall({ done: t('productForm.shelfSaved'), onClose })
  return (
    <StockForm
      title={t('productForm.shelfIn', { name: place.name })}
      label={t('productForm.saveShelf')}
      stockCall={stockCall}
      onSend={() => call(changeShelf, { params: { id: String(id) }, body: { place: place.id, shelf } })}
      onClose={onClose}
    >
      <TextField
        label={t('productForm.shelf')}
        hint={t('productForm.hints.shelf')}
        autoComplete="off"
        maxLength={shelfMax}
        value={shelf}
        onChange={({ target }) => setShelf(target.value)}
      />
    </StockForm>
  )
}
