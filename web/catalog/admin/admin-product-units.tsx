import { Plus, Trash2 } from 'lucide-react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { type TypedUnit, unitsMax } from '#contract/admin/products.ts'
import { hasWrongCheckDigit } from '#domain/text/barcode.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductSavedForm } from './admin-product-field.tsx'

/** Units with their multipliers and barcodes; one of them is the default. */
export function ProductUnitsPanel({ form }: { form: ProductSavedForm }) {
  const { t } = useTranslation()
  const { units } = form.values
  const error = form.errors['units']
  const change = (at: number, name: 'name' | 'multiplier' | 'barcode', text: string) =>
    form.set(
      'units',
      units.map((unit, place) => (place === at ? { ...unit, [name]: text } : unit)),
      `units.${at}.${name}`,
    )
  const choose = (at: number) =>
    form.set(
      'units',
      units.map((unit, place) => ({ ...unit, isDefault: place === at })),
      `units.${at}.isDefault`,
    )
  function remove(at: number): void {
    const rest = units.filter((_unit, place) => place !== at)
    const hasDefault = rest.some(({ isDefault }) => isDefault)
    form.set(
      'units',
      rest.map((unit, place) => (hasDefault || place > 0 ? unit : { ...unit, isDefault: true })),
    )
  }
  const add = () =>
    form.set('units', [
      ...units,
      { id: null, name: '', multiplier: '', barcode: '', isDefault: units.length === 0, prices: [] },
    ])
  return (
    <AdminPanel title={t('productForm.parts.units')}>
      <ul className="flex flex-col gap-4">
        {units.map((unit, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a new unit has nothing else that names it
          <li key={unit.id ?? `new ${at}`} data-testid="unit">
            <UnitRow
              unit={unit}
              at={at}
              errors={form.errors}
              onChange={(name, text) => change(at, name, text)}
              onChoose={() => choose(at)}
              onRemove={units.length > 1 ? () => remove(at) : null}
            />
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p role="alert" className="text-13 text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={<Plus size={16} aria-hidden="true" />} disabled={units.length >= unitsMax} onClick={add}>
          {t('productForm.addUnit')}
        </Button>
        <p className="text-12 text-ink-3">{t('productForm.hints.units')}</p>
      </div>
    </AdminPanel>
  )
}

type UnitRowProps = {
  unit: TypedUnit
  at: number
  errors: Record<string, string>
  onChange(name: 'name' | 'multiplier' | 'barcode', text: string): void
  onChoose(): void
  /** Null for the only unit. */
  onRemove: (() => void) | null
}

function UnitRow({ unit, at, errors, onChange, onChoose, onRemove }: UnitRowProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const error = (name: string) => errors[`units.${at}.${name}`]
  const isDoubtful = hasWrongCheckDigit(unit.barcode.replace(/\s/g, ''))
  return (
    <fieldset className="grid items-start gap-x-3 gap-y-2 max-sm:grid-cols-2 sm:grid-cols-[1fr_8rem_1.5fr_auto_auto]">
      <legend className="sr-only">{t('productForm.unitOf', { name: unit.name || String(at + 1) })}</legend>
      <TextField
        label={t('productForm.fields.unitName')}
        maxLength={30}
        autoComplete="off"
        value={unit.name}
        error={error('name')}
        onChange={({ target }) => onChange('name', target.value)}
      />
      <TextField
        label={t('productForm.fields.multiplier')}
        maxLength={20}
        inputMode="decimal"
        autoComplete="off"
        value={fieldNumber(unit.multiplier)}
        error={error('multiplier')}
        onChange={({ target }) => onChange('multiplier', fieldNumber(target.value))}
      />
      <TextField
        label={t('productForm.fields.barcode')}
        className="max-sm:col-span-2"
        maxLength={60}
        autoComplete="off"
        value={unit.barcode}
        error={error('barcode')}
        hint={isDoubtful ? <span className="text-warning">{t('productForm.hints.checkDigit')}</span> : undefined}
        onChange={({ target }) => onChange('barcode', target.value)}
      />
      <label className="flex min-h-10 items-center gap-2 text-13 max-sm:min-h-11 sm:mt-6">
        <input type="radio" name="defaultUnit" checked={unit.isDefault} onChange={onChoose} className="size-4" />
        {t('productForm.fields.defaultUnit')}
      </label>
      <div className="flex min-h-10 items-center justify-end sm:mt-6 sm:min-w-8">
        {onRemove !== null && (
          <IconButton
            variant="danger"
            label={t('productForm.removeUnit', { name: unit.name || String(at + 1) })}
            onClick={onRemove}
          >
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </fieldset>
  )
}
