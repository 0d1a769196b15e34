import { describe, expect, it } from 'vitest'
import type { Product, Unit } from '#contract/shop/product.ts'
import { storeSettings } from '#contract/shop/settings.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { formatsOf } from '#domain/text/format.ts'
import { pricesOf } from './shown-prices.ts'

const settings = storeSettings.parse({})
const plans: Visitor['plans'] = [
  { priceName: 'advencePrice1', name: 'Peşin', varsayilan: false, isVirtual: false },
  { priceName: 'advencePrice2', name: '60 gün', varsayilan: true, isVirtual: false },
]
const { formatMoney } = formatsOf('tr')
const visitor = { settings, plans, cartPlan: 'advencePrice2' as const, formatMoney }
const view = { currency: 'TRY', rates: { USD: 40 }, withTax: false }
const unit: Unit = {
  id: 1,
  value: 'ADET',
  multiplier: 1,
  barcode: null,
  defaultPrice: { value: 10, currency: 'USD' },
  listPrice: { value: 500, currency: 'TRY' },
  advencePrice1: { value: 400, currency: 'TRY' },
  advencePrice2: { value: 420, currency: 'TRY' },
}
const product = { taxRate: 20, isFromPrice: false, salePrice: unit.defaultPrice } as Product

describe('prices of a unit', () => {
  it('converts, strikes the higher list price and shows the discount', () => {
    expect(pricesOf(product, unit, view, visitor)).toMatchObject({
      kind: 'shown',
      price: '₺400,00',
      list: '₺500,00',
      discount: 20,
    })
  })

  it('adds tax to all of them if the store shows prices with tax', () => {
    expect(pricesOf(product, unit, { ...view, withTax: true }, visitor)).toMatchObject({
      price: '₺480,00',
      list: '₺600,00',
    })
  })

  it('has no struck price if the list price is not higher, or hidden by showListPrice', () => {
    const same = { ...unit, listPrice: { value: 400, currency: 'TRY' } }
    expect(pricesOf(product, same, view, visitor)).toMatchObject({ list: null, discount: null })
    const hidden = { ...visitor, settings: { ...settings, showListPrice: '0' as const } }
    expect(pricesOf(product, unit, view, hidden)).toMatchObject({ list: null, discount: null })
  })

  it('is hidden without a price in the reply, and unknown if it is 0 or has no rate', () => {
    expect(pricesOf({ ...product, salePrice: undefined }, { ...unit, defaultPrice: undefined }, view, visitor)).toEqual(
      { kind: 'hidden' },
    )
    const zero = { ...unit, defaultPrice: { value: 0, currency: 'TRY' } }
    expect(pricesOf(product, zero, view, visitor)).toEqual({ kind: 'ask' })
    expect(pricesOf(product, unit, { ...view, rates: {} }, visitor)).toEqual({ kind: 'ask' })
  })

  it('has no discount if it rounds to 0, though the list price is struck', () => {
    const near = { ...unit, listPrice: { value: '401', currency: 'TRY' } as never }
    expect(pricesOf(product, near, view, visitor)).toMatchObject({ list: '₺401,00', discount: null })
  })

  it('compares after conversion, in the displayed currency', () => {
    const inEuro = { currency: 'EUR', rates: { USD: 40, EUR: 50 }, withTax: false }
    expect(pricesOf(product, unit, inEuro, visitor)).toMatchObject({ price: '€8,00', list: '€10,00', discount: 20 })
    const nearer = { ...view, rates: { USD: 50 } }
    expect(pricesOf(product, unit, nearer, visitor)).toMatchObject({ price: '₺500,00', list: null, discount: null })
  })

  it('has a plan price only if it is known, each with its name and badges', () => {
    const three: Visitor['plans'] = [
      ...plans,
      { priceName: 'advencePrice3', name: 'Kart', varsayilan: false, isVirtual: true },
    ]
    const priced: Unit = {
      ...unit,
      advencePrice1: { value: 0, currency: 'TRY' },
      advencePrice2: { value: 9, currency: 'EUR' },
      advencePrice3: { value: 390, currency: 'TRY' },
      advencePrice4: { value: 380, currency: 'TRY' },
    }
    const shown = pricesOf(product, priced, view, { ...visitor, plans: three })
    expect(shown.kind === 'shown' && shown.plans).toEqual([
      {
        ...{ key: 'advencePrice3', name: 'Kart', amount: '₺390,00', isDefault: false, isVirtual: true, percent: -2.5 },
      },
    ])
  })

  it('shows plan prices with tax like the sale price', () => {
    const shown = pricesOf(product, unit, { ...view, withTax: true }, visitor)
    expect(shown.kind === 'shown' && shown.plans.map(({ amount }) => amount)).toEqual(['₺480,00', '₺504,00'])
  })

  it('leads with the price that the cart charges and names its plan', () => {
    const charged = { ...unit, cartPrice: { value: 420, currency: 'TRY' } }
    expect(pricesOf(product, charged, view, visitor)).toMatchObject({
      price: '₺420,00',
      planName: '60 gün',
      list: '₺500,00',
      discount: 16,
    })
    expect(pricesOf(product, unit, view, { ...visitor, cartPlan: null })).toMatchObject({
      price: '₺400,00',
      planName: null,
    })
    const dear = { ...unit, cartPrice: { value: 510, currency: 'TRY' } }
    expect(pricesOf(product, dear, view, visitor)).toMatchObject({ price: '₺510,00', list: null, discount: null })
  })

  it('names no plan without a price of its own for it', () => {
    const { advencePrice2: _, ...others } = unit
    expect(pricesOf(product, others, view, visitor)).toMatchObject({ price: '₺400,00', planName: null })
  })

  it('charges the same where the store hides plan prices', () => {
    const off = { ...visitor, settings: { ...settings, showPaymentPlanPrice: '0' as const } }
    const charged = { ...unit, cartPrice: { value: 420, currency: 'TRY' } }
    expect(pricesOf(product, charged, view, off)).toMatchObject({ price: '₺420,00', planName: null, plans: [] })
  })
})
