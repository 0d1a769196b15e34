import type { SettingKey } from '#contract/shop/settings.ts'
import { barcode, codesFor, type SettingEffect, listFor, type EffectsShop } from './effects-shop.ts'

/** Settings that change lists, products and the cart. */
export const catalogEffects = (test: EffectsShop) =>
  ({
    showPriceStatus: {
      value: '0',
      read: async () => (await test.drillFor(test.dealer)).salePrice?.value,
      before: 100,
      after: undefined,
    },
    guestPrices: {
      value: '1',
      read: async () => (await test.drillFor(test.guest)).salePrice?.value,
      before: undefined,
      after: 100,
    },
    showListPrice: {
      value: '0',
      read: async () => (await test.drillFor(test.dealer)).listPrice?.value,
      before: 120,
      after: undefined,
    },
    showStokInfo: {
      value: '1',
      read: async () => (await test.drillFor(test.guest)).quantity,
      before: undefined,
      after: 20,
    },
    showPaymentPlanPrice: {
      value: '0',
      read: async () => (await test.drillFor(test.dealer)).advencePrice1?.value,
      before: 105,
      after: undefined,
    },
    showPriceReasons: {
      value: '0',
      read: async () => {
        const { id } = await test.drillFor(test.dealer)
        return (await test.dealer.send('GET', `/api/catalog/price-reasons?product=${id}`)).status
      },
      before: 200,
      after: 403,
    },
    productsWithKdv: {
      value: '1',
      // 100 without tax is 120 with the default tax of 20 percent.
      read: () => codesFor(test.dealer, '?filters=price:110-130'),
      before: [],
      after: ['AYAR-2'],
    },
    stockInfoStatus: {
      value: 15,
      read: async () => {
        const { quantity, moreThan } = await test.drillFor(test.dealer)
        return [quantity, moreThan]
      },
      before: [20, undefined],
      after: [undefined, 5],
    },
    cartStockControl: {
      value: '1',
      read: async () => (await test.add(1000)).status,
      before: 409,
      after: 200,
    },
    defaultSort: {
      value: 'name',
      read: async () => [(await listFor(test.guest)).sort, ...(await codesFor(test.guest))],
      before: [null, 'AYAR-2', 'AYAR-1'],
      after: ['name', 'AYAR-1', 'AYAR-2'],
    },
    showNotInStocks: {
      value: '0',
      read: async () => [
        (await codesFor(test.guest)).toSorted(),
        await codesFor(test.guest, '/search?q=ayar-1'),
        ((await test.guest.send('GET', '/autocomplete?q=ayar-1')).body as unknown[]).length,
      ],
      before: [['AYAR-1', 'AYAR-2'], ['AYAR-1'], 1],
      after: [['AYAR-2'], [], 0],
    },
    stockNumberType: {
      value: 'Barcode',
      read: async () => ((await test.guest.send('GET', '/autocomplete?q=ayar-2')).body as { code: string }[])[0]?.code,
      before: 'AYAR-2',
      after: barcode,
    },
    defaultTaxRate: {
      value: 10,
      read: async () => (await test.drillFor(test.guest)).taxRate,
      before: 20,
      after: 10,
    },
  }) satisfies Partial<Record<SettingKey, SettingEffect>>
