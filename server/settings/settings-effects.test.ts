import { describe, expect, test } from 'vitest'
import { type SettingKey, settingKeys, storeSettings } from '#contract/shop/settings.ts'
import type { StockShown } from '#domain/stock/stock.ts'
import { backupEffects } from '#testing/backup-effects.ts'
import { catalogEffects } from '#testing/catalog-effects.ts'
import { type SettingEffect, listFor, useEffectsShop } from '#testing/effects-shop.ts'
import { noteEffects } from '#testing/note-effects.ts'
import { orderEffects } from '#testing/order-effects.ts'
import { returnEffects } from '#testing/return-effects.ts'
import type { screenSettings } from '#testing/settings.ts'
import { storeEffects } from '#testing/store-effects.ts'

const effectsShop = useEffectsShop()

const effects: Record<Exclude<SettingKey, (typeof screenSettings)[number]>, SettingEffect> = {
  ...catalogEffects(effectsShop),
  ...storeEffects(effectsShop),
  ...orderEffects(effectsShop),
  ...noteEffects(effectsShop),
  ...returnEffects(effectsShop),
  ...backupEffects(effectsShop),
}

test.each(Object.entries(effects) as [SettingKey, SettingEffect][])('%s changes the responses', async (key, effect) => {
  expect(await effect.read()).toEqual(effect.before)
  await effectsShop.set(key, effect.value)
  expect(await effect.read()).toEqual(effect.after)
})

test('every setting has a default', () => {
  for (const key of settingKeys) expect(storeSettings.shape[key].safeParse(undefined).success).toBe(true)
})

function shownStock({ isOutOfStock, quantity, moreThan }: StockShown): string {
  if (moreThan !== undefined) return `${moreThan}+`
  return String(quantity ?? (isOutOfStock ? 'out' : 'in'))
}

describe('stock in the responses, for 20 base units in two warehouses of 12 and 8', () => {
  test.each([
    [0, '20', '12 8', 20],
    [1, 'in', undefined, 20],
    [2, 'in', 'in in', 20],
    [3, '25', '17 8', 25],
    [4, '30', '22 8', 30],
    [5, '70', '62 8', 70],
    [6, '120', '112 8', 120],
    [7, '1020', '1012 8', 1020],
    [8, '40', '32 8', 40],
    [9, '15', '7 8', 15],
    [10, '10', '2 8', 10],
    [11, '0', '0 0', 0],
    [12, '0', '0 0', 0],
    [13, '0', '0 0', 0],
    [14, '0', '0 0', 0],
    [15, '5+', 'in in', 20],
    [16, '10+', 'in in', 20],
    [17, '20', '12 8', 20],
    [18, '20', '12 8', 20],
    [19, '20', '12 8', 20],
    [20, '20', '12 8', 20],
  ])('mode %i: quantity %s, warehouses %s, up to %i may be added', async (mode, whole, warehouses, max) => {
    await effectsShop.set('stockInfoStatus', mode)
    await effectsShop.dealer.send('DELETE', '/api/catalog/cart')
    for (const product of [
      await effectsShop.drillFor(effectsShop.dealer),
      (await listFor(effectsShop.dealer, '/search?q=ayar-2')).items[0],
    ]) {
      expect(product && shownStock(product)).toBe(whole)
      expect(product?.inventory?.map(shownStock).join(' ')).toBe(warehouses)
      expect(product?.isOutOfStock).toBe(max === 0)
    }
    expect((await effectsShop.add(max + 1)).status).toBe(409)
    if (max > 0) expect((await effectsShop.add(max)).status).toBe(200)
  })
})
