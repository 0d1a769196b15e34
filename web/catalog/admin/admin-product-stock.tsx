import { useState } from 'react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import type { ProductStock, StockPlace, TypedUnit } from '#contract/admin/products.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { MayChange, useMayChange } from '#web/administration/may-change.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ShelfDialog } from './admin-shelf-dialog.tsx'
import { StockDialog } from './admin-stock-dialog.tsx'
import { StockTransfer } from './admin-stock-transfer.tsx'

type FirstStockProps = {
  places: readonly StockPlace[]
  stock: Readonly<Record<number, string>>
  errors: Record<string, string>
  onChange(place: number, quantity: string): void
}

/** A new product's initial stock in each warehouse. */
export function FirstStock({ places, stock, errors, onChange }: FirstStockProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  return (
    <AdminPanel title={t('productForm.parts.stock')}>
      <p className="text-12 text-ink-3">{t('productForm.hints.firstStock')}</p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {places.map(({ id, name }) => (
          <TextField
            key={id}
            label={name}
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            placeholder="0"
            value={fieldNumber(stock[id] ?? '')}
            error={errors[`stock.${id}`] ?? errors['stock']}
            onChange={({ target }) => onChange(id, fieldNumber(target.value))}
          />
        ))}
      </div>
    </AdminPanel>
  )
}

type StockPanelProps = { id: number; stock: ProductStock; unit: TypedUnit | undefined }

/** Stock by warehouse, corrected separately and saved at once, and its latest movements. */
export function ProductStockPanel({ id, stock: { places, movements }, unit }: StockPanelProps) {
  const { t, formatQuantity } = useTranslation()
  const mayChange = useMayChange('catalog')
  const [corrected, setCorrected] = useState<StockPlace | null>(null)
  const [shelved, setShelved] = useState<StockPlace | null>(null)
  return (
    <AdminPanel title={t('productForm.parts.stock')}>
      {/* The default unit may have a multiplier: stock is counted in the unit with multiplier 1. */}
      {unit !== undefined && unit.multiplier !== '1' && (
        <p className="text-12 text-ink-3">
          {t('productForm.hints.baseUnits', { unit: unit.name, multiplier: unit.multiplier })}
        </p>
      )}
      <Table aria-label={t('productForm.parts.stock')}>
        <TableHead>
          <tr className="border-b border-line">
            <HeadCell className="w-full">{t('productForm.warehouse')}</HeadCell>
            <HeadCell>{t('productForm.shelf')}</HeadCell>
            <HeadCell align="right">{t('administration.products.columns.stock')}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t('productForm.correct')}</span>
            </HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {places.map((place) => (
            <tr key={place.id} data-testid="place" className="h-11 border-b border-line last:border-0">
              <Cell>{place.name}</Cell>
              <Cell className="whitespace-nowrap">
                {mayChange ? (
                  <Button
                    variant="ghost"
                    aria-label={t('productForm.shelfIn', { name: place.name })}
                    onClick={() => setShelved(place)}
                  >
                    <Shelf name={place.shelf} />
                  </Button>
                ) : (
                  <Shelf name={place.shelf} />
                )}
              </Cell>
              <Cell align="right" className="font-semibold tabular-nums">
                {formatQuantity(place.quantity)}
              </Cell>
              <Cell align="right">
                <MayChange area="catalog">
                  <Button
                    aria-label={t('productForm.correctIn', { name: place.name })}
                    onClick={() => setCorrected(place)}
                  >
                    {t('productForm.correct')}
                  </Button>
                </MayChange>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {mayChange && <StockTransfer id={id} places={places} />}
      {movements.length > 0 && <Movements movements={movements} />}
      {shelved !== null && <ShelfDialog id={id} place={shelved} onClose={() => setShelved(null)} />}
      {corrected !== null && <StockDialog id={id} place={corrected} onClose={() => setCorrected(null)} />}
    </AdminPanel>
  )
}

const Shelf = ({ name }: { name: string }) => (name === '' ? '—' : <span className="code">{name}</span>)

function Movements({ movements }: Pick<ProductStock, 'movements'>) {
  const { t, formatQuantity } = useTranslation()
  return (
    <details>
      <summary className="min-h-8 cursor-pointer text-13 font-medium max-sm:min-h-11">
        {t('productForm.movements', { count: movements.length })}
      </summary>
      <div className="overflow-x-auto">
        <Table aria-label={t('productForm.movements', { count: movements.length })}>
          <tbody>
            {movements.map(({ id, at, place, quantity, reason, orderNo }) => (
              <tr key={id} className="h-9 border-b border-line last:border-0">
                <Cell>
                  <Moment date={at} />
                </Cell>
                <Cell className="sm:whitespace-nowrap">{place}</Cell>
                <Cell className="w-full">
                  {t(`productForm.reasons.${reason}`)} {orderNo !== null && <span className="code">{orderNo}</span>}
                </Cell>
                <Cell align="right" className="whitespace-nowrap tabular-nums">
                  {quantity.startsWith('-') ? `−${formatQuantity(quantity.slice(1))}` : `+${formatQuantity(quantity)}`}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  )
}
