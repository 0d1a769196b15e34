import { page } from './stored-examples.ts'
import { written } from './written-example.ts'

const basket = {
  ...{
    code: 'SEPET-PRS',
    name: 'Pirasan sepet iskontosu',
    nameEn: 'Pirasan basket discount',
    kind: 'basket_step' as const,
  },
  ...{ group: 'USTA', brand: 'Pirasan', currency: 'TRY', startsOn: '2026-11-01', combines: true },
}

export const promotionsExample = {
  body: {
    rows: [
      {
        ...basket,
        steps: [
          { amount: '50000', percent: '3' },
          { amount: '100000', percent: '5', freeDelivery: true },
        ],
      },
    ],
  },
  reply: written('SEPET-PRS', 'created'),
}

export const storedPromotionsExample = page({
  ...basket,
  ...{
    dealer: null,
    region: null,
    product: null,
    category: null,
    buy: null,
    free: null,
    freeProduct: null,
    price: null,
  },
  parts: [],
  steps: [
    { amount: '50000', percent: '3', freeDelivery: false },
    { amount: '100000', percent: '5', freeDelivery: true },
  ],
  ...{
    endsOn: null,
    priority: 0,
    needsCoupon: false,
    totalQuota: null,
    dealerQuota: null,
    orderLimit: null,
    isActive: true,
  },
})
