import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'
import { product } from './product.ts'

/** Products in a strip. */
export const stripMax = 8
/** Products that are remembered of those whose pages a visitor opened. */
export const seenMax = 24

const items = z.object({ items: z.array(product) })

export const seeProduct = endpoint({
  method: 'POST',
  path: '/api/catalog/seen',
  access: 'guest',
  summary:
    'The page of a product was opened; returns the products seen before. Those of dealers’ users are stored; others send theirs, which are not',
  body: z.strictObject({ productId: rowNumber, seen: z.array(rowNumber).check(z.maxLength(seenMax)) }),
  reply: items,
  errors: [],
})

export const listSeenProducts = endpoint({
  method: 'GET',
  path: '/api/catalog/seen',
  access: 'dealer',
  needs: [],
  summary: 'The products whose pages the user opened last, the latest first',
  reply: items,
  errors: [],
})

export const forgetSeenProducts = endpoint({
  method: 'DELETE',
  path: '/api/catalog/seen',
  access: 'dealer',
  needs: [],
  summary: 'Forgets the products whose pages the user opened',
  reply: z.object({ ok: z.literal(true) }),
  errors: [],
})

export const listBoughtTogether = endpoint({
  method: 'GET',
  path: '/api/catalog/together/:id',
  access: 'guest',
  summary:
    'Products that several dealers ordered together with this one and that the visitor can order, the closest first',
  params: rowParams,
  reply: items,
  errors: [],
})

export const listCartTogether = endpoint({
  method: 'GET',
  path: '/api/catalog/cart/together',
  access: 'buyer',
  needs: [],
  summary: 'The same for the products in the cart, without those that it has',
  reply: items,
  errors: [],
})
