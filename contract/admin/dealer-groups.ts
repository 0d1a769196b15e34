import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowId, rowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.string().check(z.maxLength(500))

export const listedDealerGroup = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  dealers: z.number(),
  /** Price rules that name it. */
  rules: z.number(),
})
export type ListedDealerGroup = z.output<typeof listedDealerGroup>

export const listDealerGroups = endpoint({
  method: 'GET',
  path: '/yonetim/dealer-groups',
  access: 'admin',
  area: 'prices',
  summary: 'Groups of dealers with their number of dealers and price rules',
  reply: z.object({ items: z.array(listedDealerGroup) }),
  errors: [],
})

/** A page of a group's dealers; `q` is searched in code, name and city. */
export const getDealerGroup = endpoint({
  method: 'GET',
  path: '/yonetim/dealer-groups/:id',
  access: 'admin',
  area: 'prices',
  summary: 'A group with a page of its dealers',
  params: rowParams,
  query: z.object({ page: text, limit: text, q: text }),
  reply: z.object({
    group: listedDealerGroup,
    items: z.array(z.object({ id: z.number(), code: z.string(), name: z.string(), city: z.string() })),
    ...paged,
    q: z.string(),
  }),
  errors: ['dealer_group_not_found'],
})

export const dealerGroupValues = z.strictObject({ code: typed, name: typed })
export type DealerGroupValues = z.output<typeof dealerGroupValues>

export const createDealerGroup = endpoint({
  method: 'POST',
  path: '/yonetim/dealer-groups',
  access: 'admin',
  area: 'prices',
  summary: 'Adds a group of dealers',
  body: z.strictObject({ values: dealerGroupValues }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed'],
})

/** `before`: the values the form was opened with. */
export const changeDealerGroup = endpoint({
  method: 'PATCH',
  path: '/yonetim/dealer-groups/:id',
  access: 'admin',
  area: 'prices',
  summary: 'Changes code and name of a group of dealers',
  params: rowParams,
  body: z.strictObject({ before: dealerGroupValues, values: dealerGroupValues }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed', 'dealer_group_not_found', 'dealer_group_changed'],
})

/** Refused while price rules name the group. Its dealers are in no group afterwards. */
export const deleteDealerGroup = endpoint({
  method: 'DELETE',
  path: '/yonetim/dealer-groups/:id',
  access: 'admin',
  area: 'prices',
  summary: 'Deletes a group, but not its dealers',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['dealer_group_not_found', 'dealer_group_in_use'],
})

/** Maximum number of codes of one assignment. */
export const assignedCodesMax = 5_000

/** A dealer is in one group: those of another one move. An unknown code is named in `fields`, and nothing is changed. */
export const assignDealerGroup = endpoint({
  method: 'POST',
  path: '/yonetim/dealer-groups/:id/dealers',
  access: 'admin',
  area: 'prices',
  summary: 'Puts the dealers with these codes into a group',
  params: rowParams,
  body: z.strictObject({ codes: z.array(typed).check(z.maxLength(assignedCodesMax)) }),
  /**
   * Dealers that were not in the group before, and those of them that were in another one. `isWaiting`: a second person has to
   * approve it.
   */
  reply: z.object({ added: z.number(), moved: z.number(), isWaiting: z.boolean() }),
  errors: ['validation_failed', 'dealer_group_not_found'],
})

export const leaveDealerGroup = endpoint({
  method: 'DELETE',
  path: '/yonetim/dealer-groups/:id/dealers/:dealer',
  access: 'admin',
  area: 'prices',
  summary: 'Takes a dealer out of a group',
  params: z.object({ id: rowId, dealer: rowId }),
  reply: z.object({ success: z.literal(true), isWaiting: z.boolean() }),
  errors: ['dealer_group_not_found', 'dealer_not_found'],
})
