import type { CheckedRow } from '#contract/shop/order-pad.ts'
import type { DraftLine } from '#domain/cart/draft-line.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { NearestCodes } from '#web/cart/quick-add/nearest-codes.tsx'
import { rowErrorText } from '#web/cart/quick-add/row-error.ts'
import type { PadRow } from './pad-rows.ts'
import type { PadStore } from './pad-store.ts'

type RowRepairProps = {
  store: PadStore
  row: PadRow
  number: number
  checked: CheckedRow
  /** Whether products near an unknown code are looked up: each lookup is a request. */
  suggests: boolean
}

/** Why a row cannot be added or ordered, and what solves it by one press. */
export function RowRepair({ store, row, number, checked, suggests }: RowRepairProps) {
  const translation = useTranslation()
  const { t, formatQuantity } = translation
  const { error, note, fits = [], unit = '' } = checked
  const isUnknown = error?.code === 'product_not_found'
  const covered = Number(error?.facts?.['fits'] ?? 0)
  function choose(part: Partial<DraftLine>): void {
    const next = document.querySelector<HTMLElement>(`[data-row="${row.id}"] [data-column="quantity"]`)
    store.change(row.id, part)
    next?.focus()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-12">
      {row.code.trim() === '' && <span className="text-danger">{t('orderPad.noCode')}</span>}
      {error !== undefined && <span className="text-danger">{rowErrorText(translation, checked)}</span>}
      {note !== undefined && <span className="text-warning">{note}</span>}
      {error?.code === 'insufficient_stock' && covered > 0 && (
        <Button size="sm" onClick={() => choose({ quantity: String(covered) })}>
          {t('cart.line.setFits', { fits: formatQuantity(covered) })}
        </Button>
      )}
      {note !== undefined &&
        fits.map((quantity) => (
          <Button key={quantity} size="sm" onClick={() => choose({ quantity: String(quantity) })}>
            {t('cartPage.rules.set', { quantity: formatQuantity(quantity), unit })}
          </Button>
        ))}
      {error?.code === 'unit_not_found' &&
        (checked.units ?? []).map(({ value }) => (
          <Button key={value} size="sm" onClick={() => choose({ unit: value })}>
            {value}
          </Button>
        ))}
      {checked.variants !== undefined && checked.variants.length > 0 && (
        <Select
          value=""
          aria-label={t('cartPage.paste.variantOf', { row: number })}
          onChange={(event) => {
            const chosen = checked.variants?.find(({ code }) => code === event.target.value)
            if (chosen !== undefined)
              choose({ code: chosen.code, ...(chosen.unit !== undefined && { unit: chosen.unit }) })
          }}
          className="w-full max-w-72"
        >
          <option value="">
            {t(error?.code === 'barcode_ambiguous' ? 'orderPad.chooseProduct' : 'cart.button.choose_variant')}
          </option>
          {checked.variants.map(({ code, name }) => (
            <option key={code} value={code}>
              {name} · {code}
            </option>
          ))}
        </Select>
      )}
      {isUnknown && suggests && row.code.trim() !== '' && (
        <NearestCodes key={row.code} code={row.code.trim()} onChoose={(code) => choose({ code })} />
      )}
    </div>
  )
}
