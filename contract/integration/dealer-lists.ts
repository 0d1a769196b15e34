import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'

const v1 = '/api/dealer/v1'

const listHead = {
  id: z.number(),
  name: z.string(),
  isShared: z.boolean(),
  lineCount: z.number(),
  changedAt: z.string(),
}

const head = { id: 12, name: 'Haftalık sipariş', isShared: true, lineCount: 1, changedAt: '2026-11-23T08:15:02.114Z' }

export const listDealerLists = endpoint({
  method: 'GET',
  path: `${v1}/lists`,
  access: 'dealerKey',
  needs: [],
  scope: 'catalog:read',
  summary: 'The lists of the key’s user and those that colleagues share',
  reply: z.object({ items: z.array(z.object(listHead)) }),
  example: { reply: { items: [head] } },
  errors: [],
})

/** Lines in their order. `isOnSale`: whether the product can be ordered in this unit, apart from its stock. */
export const getDealerList = endpoint({
  method: 'GET',
  path: `${v1}/lists/:id`,
  access: 'dealerKey',
  needs: [],
  scope: 'catalog:read',
  summary: 'One list with its lines, whose codes, quantities and units an order takes as they are',
  params: rowParams,
  reply: z.object({
    ...listHead,
    lines: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        quantity: z.number(),
        unit: z.string(),
        note: z.string(),
        isOnSale: z.boolean(),
      }),
    ),
  }),
  example: {
    params: { id: '12' },
    reply: {
      ...head,
      lines: [
        { code: 'MTK-500', name: 'Darbeli matkap 500 W', quantity: 2, unit: 'KOLİ', note: 'Pazartesi', isOnSale: true },
      ],
    },
  },
  errors: ['list_not_found'],
})
