import { expect, test } from 'vitest'
import { withFreeGoods } from './free-goods.ts'

const line = { code: 'A-1', quantity: 20, unit: 'ADET', isFree: false, promotion: null }

test('names the free goods of an order with their promotions', () => {
  const free = { code: 'A-1', quantity: 2, unit: 'ADET', isFree: true, promotion: { code: 'ON-BIR', name: '10+1' } }
  const other = { code: 'B-2', quantity: 1, unit: 'KOLİ', isFree: true, promotion: null }
  expect(withFreeGoods({ lines: [line, free, other] })).toMatchObject({
    freeGoods: 'Mal fazlası: A-1 2 ADET (10+1); B-2 1 KOLİ',
  })
})

test('leaves records without free goods as they are', () => {
  for (const record of [{ lines: [line] }, { lines: [] }, {}]) expect(withFreeGoods(record)).toEqual(record)
})
