import type { CheckedRow } from '#contract/shop/order-pad.ts'
import { orderedUnit } from '#domain/cart/unit-name.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'
import { fold } from '#domain/text/text.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { PadRow } from './pad-rows.ts'
import type { PadStore } from './pad-store.ts'

type UnitCellProps = { store: PadStore; row: PadRow; number: number; checked: CheckedRow | undefined }

/** The unit: a native select, in which a letter or an arrow key chooses. A typed unit that the product lacks stays readable. */
export function UnitCell({ store, row, number, checked }: UnitCellProps) {
  const { t, language } = useTranslation()
  const units = checked?.units ?? []
  const typed = row.unit.trim()
  const named = (name: string) => units.find(({ value }) => fold(value) === fold(name))?.value
  const chosen = typed === '' ? (checked?.unit ?? '') : (named(typed) ?? named(orderedUnit(typed) ?? '') ?? '')
  return (
    <select
      data-column="unit"
      value={chosen}
      aria-label={t('orderPad.unitOf', { row: number })}
      aria-invalid={checked?.error?.code === 'unit_not_found' || undefined}
      onChange={(event) => store.change(row.id, { unit: event.target.value })}
      className="pad-field appearance-none truncate"
    >
      {chosen === '' && <option value="">{typed}</option>}
      {units.map((unit) => (
        <option key={unit.value} value={unit.value}>
          {unitTitle(unit, language)}
        </option>
      ))}
    </select>
  )
}
