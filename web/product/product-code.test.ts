import { describe, expect, it } from 'vitest'
import type { Product, Unit } from '#contract/shop/product.ts'
import { barcodeOf, shownCodeOf, specialCodeOf } from './product-code.ts'

const unit = (id: number, barcode: string | null) => ({ id, value: 'ADET', multiplier: 1, barcode })
const product = {
  code: 'VLT-1',
  defaultUnit: 2,
  units: [unit(1, '111'), unit(2, '222')],
  ozelkod: 'A-1',
  ozelkod2: null,
} as Product

describe('product codes', () => {
  it('shows the stock code or the barcode of the default unit, by stockNumberType', () => {
    expect(shownCodeOf(product, { stockNumberType: 'StockCode' })).toBe('VLT-1')
    expect(shownCodeOf(product, { stockNumberType: 'Barcode' })).toBe('222')
    expect(shownCodeOf({ ...product, units: [] }, { stockNumberType: 'Barcode' })).toBe('VLT-1')
    expect(barcodeOf({ ...product, defaultUnit: null })).toBe('111')
    expect(shownCodeOf(product, { stockNumberType: 'Barcode' }, unit(1, '111') as Unit)).toBe('111')
    expect(shownCodeOf(product, { stockNumberType: 'Barcode' }, unit(3, null) as Unit)).toBe('VLT-1')
  })

  it('shows the special code on the product page, and in lists only if the settings enable it', () => {
    const settings = (gosterim: '0' | '1') => ({
      b2b_urun_detay_ozel_kod: 'ozelkod' as const,
      b2b_urun_detay_ozel_kod_gosterim: gosterim,
    })
    expect(specialCodeOf(product, settings('0'), 'product')).toBe('A-1')
    expect(specialCodeOf(product, settings('0'), 'list')).toBeNull()
    expect(specialCodeOf(product, settings('1'), 'list')).toBe('A-1')
    expect(specialCodeOf(product, { ...settings('1'), b2b_urun_detay_ozel_kod: 'ozelkod2' }, 'list')).toBe('')
    expect(specialCodeOf(product, { ...settings('1'), b2b_urun_detay_ozel_kod: '' }, 'product')).toBeNull()
  })
})
