import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'

const typed = z.string().check(z.maxLength(500))
const ids = z.array(rowNumber).check(z.maxLength(500))

export const managedWarehouse = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  /** Number of products in stock, and their base units as exact text. */
  products: z.number(),
  quantity: z.string(),
  /** It has never held stock, and another warehouse is active. */
  isRemovable: z.boolean(),
})
export type ManagedWarehouse = z.output<typeof managedWarehouse>

/** A branch of the store, offered to every dealer. Branches of one dealer belong to the dealer's form. */
export const managedBranch = z.object({
  id: z.number(),
  name: z.string(),
  isActive: z.boolean(),
  /** Ids of the warehouses that supply its orders first, in this order. */
  warehouses: z.array(z.number()),
})
export type ManagedBranch = z.output<typeof managedBranch>

/** In display order. */
const reply = z.object({ warehouses: z.array(managedWarehouse), branches: z.array(managedBranch) })

export const listWarehouses = endpoint({
  method: 'GET',
  path: '/yonetim/warehouses',
  access: 'admin',
  area: 'catalog',
  summary: 'Warehouses with their stock, and the branches of the store',
  reply,
  errors: [],
})

/** As typed. Import files name a warehouse by code or name, so both must be unique among all codes and names. */
export const warehouseValues = z.strictObject({ code: typed, name: typed })
export type WarehouseValues = z.output<typeof warehouseValues>

export const addWarehouse = endpoint({
  method: 'POST',
  path: '/yonetim/warehouses',
  access: 'admin',
  area: 'catalog',
  summary: 'Adds a warehouse',
  body: z.strictObject({ values: warehouseValues }),
  reply,
  errors: ['validation_failed'],
})

/** `before`: the values the form was opened with. */
export const changeWarehouse = endpoint({
  method: 'PATCH',
  path: '/yonetim/warehouses/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Changes code and name of a warehouse',
  params: rowParams,
  body: z.strictObject({ before: warehouseValues, values: warehouseValues }),
  reply,
  errors: ['validation_failed', 'not_found', 'warehouse_changed'],
})

export const setWarehouseState = endpoint({
  method: 'POST',
  path: '/yonetim/warehouses/:id/state',
  access: 'admin',
  area: 'catalog',
  summary: 'Closes an empty warehouse or reopens a closed one',
  params: rowParams,
  body: z.strictObject({ isActive: z.boolean() }),
  reply,
  errors: ['not_found', 'warehouse_has_stock', 'warehouse_last'],
})

/** Moves all stock of one warehouse to another in one transaction and optionally closes it. */
export const moveWarehouseStock = endpoint({
  method: 'POST',
  path: '/yonetim/warehouses/:id/stock',
  access: 'admin',
  area: 'catalog',
  summary: 'Moves all stock of a warehouse to another one',
  params: rowParams,
  body: z.strictObject({ to: rowNumber, isClosing: z.boolean() }),
  reply,
  errors: ['not_found', 'warehouse_closed', 'warehouse_last'],
})

export const removeWarehouse = endpoint({
  method: 'DELETE',
  path: '/yonetim/warehouses/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Deletes a warehouse that has never held stock',
  params: rowParams,
  reply,
  errors: ['not_found', 'warehouse_in_use', 'warehouse_last'],
})

export const branchValues = z.strictObject({ name: typed, warehouses: ids })
export type BranchValues = z.output<typeof branchValues>

export const addBranch = endpoint({
  method: 'POST',
  path: '/yonetim/branches',
  access: 'admin',
  area: 'catalog',
  summary: 'Adds a branch of the store',
  body: z.strictObject({ values: branchValues }),
  reply,
  errors: ['validation_failed'],
})

export const changeBranch = endpoint({
  method: 'PATCH',
  path: '/yonetim/branches/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Changes a branch of the store and the warehouses that supply it first',
  params: rowParams,
  body: z.strictObject({ before: branchValues, values: branchValues }),
  reply,
  errors: ['validation_failed', 'not_found', 'branch_changed'],
})

export const setBranchState = endpoint({
  method: 'POST',
  path: '/yonetim/branches/:id/state',
  access: 'admin',
  area: 'catalog',
  summary: 'Deactivates a branch or reactivates it',
  params: rowParams,
  body: z.strictObject({ isActive: z.boolean() }),
  reply,
  errors: ['not_found'],
})

export const removeBranch = endpoint({
  method: 'DELETE',
  path: '/yonetim/branches/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Deletes a branch that no order references',
  params: rowParams,
  reply,
  errors: ['not_found', 'branch_in_use'],
})

/** Warehouses and branches that are not listed keep their order after the listed ones. */
export const orderWarehouses = endpoint({
  method: 'PATCH',
  path: '/yonetim/warehouses',
  access: 'admin',
  area: 'catalog',
  summary: 'Sets the order of warehouses and of branches',
  body: z.strictObject({ warehouses: z.optional(ids), branches: z.optional(ids) }),
  reply,
  errors: [],
})
