import { expect, test } from 'vitest'
import type { CampaignProduct } from '#contract/shop/campaigns.ts'
import { formatsOf } from '#domain/text/format.ts'
import { campaignPrices } from './campaign-prices.ts'

const rates = { TRY: 1, USD: 40 }
const lira = (value: number) => ({ value, currency: 'TRY' })
const product: CampaignProduct = {
  ...{ id: 1, seo: 'cekic', url: '/cekic-p-1', name: 'Çekiç', code: 'P1', barcode: null, image: null },
  ...{ defaultUnit: 1, isFromPrice: false, taxRate: 20 },
}
const shown = (prices: Partial<CampaignProduct>, withTax: boolean, currency = 'TRY') =>
  campaignPrices({ ...product, ...prices }, { currency, rates, withTax }, formatsOf('tr'))

test.each([
  { list: 125, withTax: false, texts: { sale: '₺100,00', list: '₺125,00' } },
  { list: 125, withTax: true, texts: { sale: '₺120,00', list: '₺150,00' } },
  { list: 100, withTax: false, texts: { sale: '₺100,00', list: '₺100,00' } },
  { list: 100, withTax: true, texts: { sale: '₺120,00', list: null } },
  { list: 99, withTax: false, texts: { sale: '₺100,00', list: null } },
])('shows list price $list over 100, with tax $withTax', ({ list, withTax, texts }) => {
  expect(shown({ salePrice: lira(100), listPrice: lira(list) }, withTax)).toEqual({ kind: 'shown', ...texts })
})

test('converts to the chosen currency', () => {
  const prices = { salePrice: lira(100), listPrice: { value: 3, currency: 'USD' } }
  expect(shown(prices, true, 'USD')).toEqual({ kind: 'shown', sale: '$3,00', list: '$3,60' })
})

test('handles a missing list price, a price of zero, and hidden prices', () => {
  expect(shown({ salePrice: lira(100) }, false)).toEqual({ kind: 'shown', sale: '₺100,00', list: null })
  expect(shown({ salePrice: lira(0), listPrice: lira(10) }, false)).toEqual({ kind: 'ask' })
  expect(shown({ salePrice: { value: 5, currency: 'EUR' } }, false)).toEqual({ kind: 'ask' })
  expect(shown({}, false)).toEqual({ kind: 'hidden' })
})
