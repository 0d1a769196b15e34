import { dealerFeedExample } from './examples.ts'

export const page = <Item>(item: Item) => ({ query: { limit: '500' }, reply: { items: [item], cursor: null } })
const productKey = { code: 'MTK-500', externalKey: null }

export const storedProductsExample = page({
  ...productKey,
  name: 'Darbeli matkap 500 W',
  brand: 'Voltan',
  brandCode: 'VOLTAN',
  model: null,
  category: ['Elektrikli El Aletleri', 'Matkaplar'],
  categoryCode: '01.02',
  unit: 'ADET',
  units: [
    { unit: 'ADET', multiplier: '1.000', barcode: '8690000000012' },
    { unit: 'KOLİ', multiplier: '6.000', barcode: null },
  ],
  taxRate: '20.00',
  equivalentCode: null,
  specialCode1: null,
  specialCode2: null,
  specialCode3: null,
  specialCode4: null,
  specialCode5: null,
  isActive: true,
  parentCode: null,
})
export const storedPricesExample = page({
  ...productKey,
  unit: 'ADET',
  price: '210.0000',
  currency: 'TRY',
  listPrice: null,
  listCurrency: null,
  plans: [{ plan: 'plan1', price: '220.0000', currency: 'TRY' }],
})
export const storedCampaignsExample = page({
  code: 'KMP-2026-11',
  name: 'Kasım fırsatları',
  discount: '10.00',
  startsAt: '2026-10-31T21:00:00Z',
  endsAt: null,
  isActive: true,
  position: 1,
  products: ['MTK-500'],
})
export const storedPriceRulesExample = page({
  ...{ code: 'ZNC-PRS', name: 'Pirasan zinciri', kind: 'chain' as const },
  ...{ dealer: null, group: 'USTA', region: null, product: null, brand: 'Pirasan', category: null },
  ...{ priceList: null, price: null, currency: null, chain: '10+5+3', aboveCost: null },
  ...{ quantity: null, periodDays: null, unit: null },
  ...{ startsOn: '2026-11-01', endsOn: null, priority: 0, stops: false, keepsDiscount: false, isActive: true },
})
export const storedDealerGroupsExample = page({ code: 'USTA', name: 'Usta bayiler' })
export const storedStockExample = page({ ...productKey, warehouse: 'MERKEZ', quantity: '12.000' })
export const storedDealersExample = page(dealerFeedExample.reply.items[0]?.record ?? never())
export const storedBalancesExample = page({
  dealer: 'B001',
  accounts: [{ currency: 'TRY', balance: '15250.40', asOf: '2026-06-30', isFromErp: true }],
})

function never(): never {
  throw new Error('The feed of dealers has no example.')
}
