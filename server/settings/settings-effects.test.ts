import { describe, expect, test } from 'vitest'
import { type SettingKey, settingKeys, storeSettings } from '#contract/shop/settings.ts'
import { catalogEffects } from '#testing/catalog-effects.ts'
import { type SettingEffect, listFor, useEffectsShop } from '#testing/effects-shop.ts'
import type { screenSettings } from '#testing/settings.ts'
import { storeEffects } from '#testing/store-effects.ts'

const effectsShop = useEffectsShop()

const effects: Record<Exclude<SettingKey, (typeof screenSettings)[number]>, SettingEffect> = {
  ...catalogEffects(effectsShop),
  ...storeEffects(effectsShop),
}

test.each(Object.entries(effects) as [SettingKey, SettingEffect][])('%s changes the responses', async (key, effect) => {
  expect(await effect.read()).toEqual(effect.before)
  await effectsShop.set(key, effect.value)
  expect(await effect.read()).toEqual(effect.after)
})

test('every setting has a default', () => {
  for (const key of settingKeys) expect(storeSettings.shape[key].safeParse(undefined).success).toBe(true)
})

describe('stock in the responses, for 20 base units in two warehouses of 12 and 8', () => {
  test.each([
    [0, 20, [12, 8], 20],
    [1, undefined, undefined, 20],
    [2, 1, [1, 1], 20],
    [3, 20, [17, 8], 25],
    [4, 20, [22, 8], 30],
    [5, 20, [62, 8], 70],
    [6, 20, [112, 8], 120],
    [7, 20, [1012, 8], 1020],
    [8, 20, [32, 8], 40],
    [9, 20, [7, 8], 15],
    [10, 20, [2, 8], 10],
    [11, 50, [0, 0], 0],
    [12, 100, [0, 0], 0],
    [13, 1000, [0, 0], 0],
    [14, 20, [0, 0], 0],
    [15, 6, [6, 6], 20],
    [16, 11, [11, 8], 20],
    [17, 20, [12, 8], 20],
    [18, 20, [12, 8], 20],
    [19, 20, [12, 8], 20],
    [20, 20, [12, 8], 20],
  ])('mode %i: quantity %s, warehouses %j, up to %i may be added', async (mode, quantity, warehouses, max) => {
    await effectsShop.set('stockInfoStatus', mode)
    await effectsShop.dealer.send('DELETE', '/api/catalog/cart')
    for (const product of [
      await effectsShop.drillFor(effectsShop.dealer),
      (await listFor(effectsShop.dealer, '/search?q=ayar-2')).items[0],
    ]) {
      expect(product?.quantity).toBe(quantity)
      expect(product?.inventory?.map((row) => row.quantity)).toEqual(warehouses)
    }
    expect((await effectsShop.add(max + 1)).status).toBe(409)
    if (max > 0) expect((await effectsShop.add(max)).status).toBe(200)
  })
})
