import { useId } from 'react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import type { ProductOptions, TypedPrice, TypedPrices, TypedUnit } from '#contract/admin/products.ts'
import { readPrice } from '#domain/pricing/price-text.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { useAmountInput } from '#web/product/amount-field.tsx'
import type { ProductSavedForm } from './admin-product-field.tsx'
import { type Fallback, fallbackPrice, type PriceName, priceOf } from '#web/catalog/price/fallback-price.ts'

const none: TypedPrice = { value: '', currency: '' }
const emptyPrices = (list: number): TypedPrices => ({
  list,
  sale: none,
  listPrice: none,
  plans: [none, none, none, none, none],
})

function withPrice(prices: TypedPrices, name: PriceName, price: TypedPrice): TypedPrices {
  if (typeof name !== 'number') return { ...prices, [name]: price }
  return { ...prices, plans: prices.plans.map((plan, at) => (at === name ? price : plan)) }
}

const isEmpty = ({ sale, listPrice, plans }: TypedPrices) =>
  [sale, listPrice, ...plans].every(({ value }) => value === '')

/** The unit with this price of a list; a list without any price is removed. */
function withUnitPrice(unit: TypedUnit, list: number, name: PriceName, price: TypedPrice): TypedUnit {
  const before = unit.prices.find((prices) => prices.list === list) ?? emptyPrices(list)
  const after = withPrice(before, name, price)
  const others = unit.prices.filter((prices) => prices.list !== list)
  const prices = isEmpty(after) ? others : [...others, after]
  return { ...unit, prices: prices.toSorted((a, b) => a.list - b.list) }
}

type PanelProps = { form: ProductSavedForm; options: ProductOptions }

/** Prices of each unit in each price list; the default list is expanded. */
export function ProductPricesPanel({ form, options }: PanelProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const mayPrice = user?.permissions.includes('prices:write') === true
  const { units, variantNames } = form.values
  if (variantNames.some((name) => name.trim() !== '')) {
    return (
      <AdminPanel title={t('productForm.parts.prices')}>
        <p className="text-13 text-ink-2">{t('productForm.hints.pricesOfVariants')}</p>
      </AdminPanel>
    )
  }
  return (
    <AdminPanel title={t('productForm.parts.prices')}>
      <p className="text-12 text-ink-3">{t(`productForm.hints.${mayPrice ? 'prices' : 'pricesReadOnly'}`)}</p>
      {options.priceLists.map((list) => {
        const count = units.filter(({ prices }) => prices.some((each) => each.list === list.id)).length
        return (
          <details key={list.id} open={list.isDefault} className="rounded-control border border-line">
            <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 px-3 py-1.5 text-13 font-semibold max-sm:min-h-11">
              {list.name}
              <span className="font-normal text-ink-2">
                {list.isDefault ? t('productForm.defaultList') : t('productForm.pricedUnits', { count })}
              </span>
            </summary>
            <fieldset disabled={!mayPrice} className="flex flex-col divide-y divide-line border-t border-line">
              {units.map((unit, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a new unit has nothing else that names it
                <UnitPrices key={unit.id ?? `new ${at}`} form={form} options={options} at={at} list={list.id} />
              ))}
            </fieldset>
          </details>
        )
      })}
    </AdminPanel>
  )
}

function UnitPrices({ form, options, at, list }: PanelProps & { at: number; list: number }) {
  const { t } = useTranslation()
  const unit = form.values.units[at]
  if (unit === undefined) return null
  const named: [PriceName, string][] = [
    ['sale', t('productForm.fields.sale')],
    ['listPrice', t('productForm.fields.listPrice')],
    ...options.plans.map(({ place, name }): [PriceName, string] => [place as PriceName, name]),
  ]
  return (
    <fieldset className="grid gap-x-4 gap-y-3 p-3 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="sr-only">{t('productForm.pricesOf', { name: unit.name || String(at + 1) })}</legend>
      <p aria-hidden="true" className="text-13 font-semibold sm:col-span-full">
        {unit.name || t('productForm.unnamedUnit')}
      </p>
      {named.map(([name, label]) => (
        <PriceField key={name} form={form} options={options} at={at} list={list} name={name} label={label} />
      ))}
    </fieldset>
  )
}

type PriceFieldProps = PanelProps & { at: number; list: number; name: PriceName; label: string }

/** An amount with its currency; an empty field shows the price that applies instead. */
function PriceField({ form, options, at, list, name, label }: PriceFieldProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const id = useId()
  const { units } = form.values
  const unit = units[at]
  const defaultList = options.priceLists.find(({ isDefault }) => isDefault)?.id ?? 0
  const prices = unit?.prices.find((each) => each.list === list)
  const price = (prices && priceOf(prices, name)) ?? none
  const fallback = price.value === '' ? fallbackPrice(units, { at, list, defaultList, name }) : null
  const defaultCurrency = fallback?.currency ?? (prices?.sale.currency || options.currencies[0] || 'TRY')
  const field = `units.${at}.prices.${list}.${typeof name === 'number' ? `plans.${name}` : name}`
  const error = form.errors[field]
  const isUseless = name === 'listPrice' && prices !== undefined && isBelowSale(prices)
  const hint = isUseless ? t('productForm.hints.listPriceBelow') : fallback && fallbackText(t, fallback)
  const set = (changed: TypedPrice) =>
    form.set(
      'units',
      units.map((each, place) => (place === at ? withUnitPrice(each, list, name, changed) : each)),
      field,
    )
  const currency = price.currency || defaultCurrency
  const amount = useAmountInput({
    value: price.value,
    onChange: (value) => set(value === '' ? none : { value, currency }),
    places: 4,
  })
  return (
    <div>
      <label htmlFor={id} className="mb-1 block truncate text-13 font-medium max-sm:text-15">
        {label}
      </label>
      <div className="flex">
        <input
          {...amount.attributes}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined && hint === null ? undefined : `${id}-text`}
          placeholder={fallback === null ? undefined : fieldNumber(fallback.value)}
          className="field h-10 w-full min-w-0 rounded-r-none px-2.5 text-right tabular-nums max-sm:h-11"
        />
        <select
          aria-label={t('productForm.currencyOf', { price: label })}
          value={currency}
          disabled={price.value === ''}
          onChange={({ target }) => set({ ...price, currency: target.value })}
          className="field h-10 shrink-0 rounded-l-none border-l-0! px-1.5 text-13 max-sm:h-11"
        >
          {options.currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </div>
      {amount.question}
      {(error !== undefined || hint !== null) && (
        <p
          id={`${id}-text`}
          className={classes(
            'mt-1 text-12',
            error !== undefined ? 'text-danger' : isUseless ? 'text-warning' : 'text-ink-3',
          )}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

/**
 * Whether the list price is below the sale price in the same currency; the shop never shows such a list price
 * (catalogue, section 9).
 */
function isBelowSale({ sale, listPrice }: TypedPrices): boolean {
  const [low, high] = [readPrice(listPrice.value), readPrice(sale.value)]
  return listPrice.currency === sale.currency && low !== null && high !== null && low.lessThan(high)
}

type Translate = ReturnType<typeof useTranslation>['t']

function fallbackText(t: Translate, { from, currency }: Fallback): string {
  if (from.kind === 'unit')
    return t('productForm.fallback.unit', { unit: from.unit, multiplier: from.multiplier, currency })
  return t(`productForm.fallback.${from.kind}`, { currency })
}
