import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { rowId, rowNumber, rowParams } from '#contract/core/row-id.ts'
import { quantity } from './cart.ts'

/** Lists that a user sees at most: its own, and those that colleagues share. */
export const listsMax = 200
/** Lines of a list. */
export const listLinesMax = 2000
export const listNameMax = 80
export const lineNoteMax = 200

const listName = z.string().check(z.maxLength(500))
const note = z.string().check(z.maxLength(lineNoteMax))

/** What a user may do with a list: read it; change it; also share, rename and delete it. */
export const listRights = ['read', 'change', 'manage'] as const

const head = {
  id: z.number(),
  name: z.string(),
  isShared: z.boolean(),
  /** Whether the user made it. */
  isOwn: z.boolean(),
  owner: z.string(),
  right: z.enum(listRights),
  revision: z.number(),
  lineCount: z.number(),
  changedAt: z.string(),
  changedBy: z.nullable(z.string()),
  /** Whether the user is told about changed prices and stock that returns, on the page and by email. */
  isFollowed: z.boolean(),
  hasEmails: z.boolean(),
}

export const listedList = z.object({
  ...head,
  /** Lines with news since the last visit; 0 if the list is not followed. */
  newsCount: z.number(),
})
export type ListedList = z.output<typeof listedList>

const listUnit = z.object({ id: z.number(), value: z.string(), multiplier: z.number() })

/** Another product that can be ordered in place of one. */
const equivalent = z.object({ productId: z.number(), code: z.string(), name: z.string(), url: z.string() })
export type Equivalent = z.output<typeof equivalent>

/**
 * Why a line cannot be ordered: its product is no longer sold, its unit is gone, it has no price, or it is out of stock and
 * the store sells no more than its stock.
 */
export const lineProblems = ['gone', 'unit', 'price', 'stock'] as const

export const listLine = z.object({
  id: z.number(),
  revision: z.number(),
  productId: z.nullable(z.number()),
  code: z.string(),
  name: z.string(),
  url: z.nullable(z.string()),
  image: z.nullable(z.string()),
  unitId: z.nullable(z.number()),
  unit: z.string(),
  units: z.array(listUnit),
  quantity: z.number(),
  note: z.string(),
  /** Today's price of one unit in the line's quantity, as the dealer's cart charges it; absent where prices are hidden. */
  price: z.optional(money),
  taxRate: z.number(),
  /** Stock in base units as shown; absent where stock is hidden. */
  isOutOfStock: z.boolean(),
  stock: z.optional(z.number()),
  moreThan: z.optional(z.number()),
  /** The quantities that the store's rules allow in the unit; null: none. Absent without rules. */
  allowed: z.optional(z.nullable(z.object({ least: z.number(), step: z.number(), most: z.number() }))),
  problem: z.nullable(z.enum(lineProblems)),
  /** For lines that cannot be ordered. */
  equivalents: z.array(equivalent),
  /**
   * What is new since the last visit: another price (without a payment plan, in the line's quantity), stock that has returned.
   * Null: nothing, or not followed.
   */
  news: z.nullable(z.object({ price: z.nullable(z.object({ before: money, now: money })), isBack: z.boolean() })),
})
export type ListLine = z.output<typeof listLine>

export const wholeList = z.object({ ...head, hasLink: z.boolean(), lines: z.array(listLine) })
export type WholeList = z.output<typeof wholeList>

/** Where lines come from. `codes` are read as in a pasted order. */
export const listSource = z.union([
  z.strictObject({
    kind: z.literal('products'),
    lines: z
      .array(z.strictObject({ productId: rowNumber, unitId: rowNumber, quantity, note: z.optional(note) }))
      .check(z.minLength(1), z.maxLength(listLinesMax)),
  }),
  z.strictObject({
    kind: z.literal('codes'),
    lines: z
      .array(
        z.strictObject({
          code: z.string().check(z.maxLength(100)),
          quantity: z.union([z.number(), z.null()]),
          unit: z.optional(z.string().check(z.maxLength(100))),
        }),
      )
      .check(z.minLength(1), z.maxLength(listLinesMax)),
  }),
  z.strictObject({ kind: z.literal('cart') }),
  z.strictObject({ kind: z.literal('order'), number: z.string().check(z.maxLength(40)) }),
  z.strictObject({ kind: z.literal('offer'), number: z.string().check(z.maxLength(40)) }),
])
export type ListSource = z.output<typeof listSource>

/** What became of the lines of a source: new lines, lines whose quantity was set, and lines that were left out. */
const addedLines = {
  addedCount: z.number(),
  changedCount: z.number(),
  /** `line`: its place in the source, from 0. */
  refused: z.array(z.object({ line: z.number(), code: z.string(), message: z.string() })),
}

export const listLists = endpoint({
  method: 'GET',
  path: '/api/account/lists',
  access: 'dealer',
  needs: [],
  summary: 'The user’s own lists and those that colleagues share, with the number of lines that have news',
  reply: z.object({ items: z.array(listedList), max: z.number() }),
  errors: [],
})

/** The lists that the user may change, for menus that add to them. */
export const listTargets = endpoint({
  method: 'GET',
  path: '/api/account/list-targets',
  access: 'dealer',
  needs: [],
  summary: 'The lists that the user may change, by name',
  reply: z.object({ items: z.array(z.object({ id: z.number(), name: z.string(), isShared: z.boolean() })) }),
  errors: [],
})

export const addList = endpoint({
  method: 'POST',
  path: '/api/account/lists',
  access: 'dealer',
  needs: [],
  summary: 'Makes a list, empty or with the lines of a source',
  body: z.strictObject({ name: listName, isShared: z.boolean(), source: z.optional(listSource) }),
  reply: z.object({ id: z.number(), name: z.string(), ...addedLines }),
  errors: [
    'list_name_missing',
    'lists_full',
    'list_lines_full',
    'list_source_empty',
    'list_read_only',
    'order_not_found',
    'offer_not_found',
  ],
})

export const getList = endpoint({
  method: 'GET',
  path: '/api/account/lists/:id',
  access: 'dealer',
  needs: [],
  summary: 'A list with the prices and the stock of today',
  params: rowParams,
  reply: wholeList,
  errors: ['list_not_found'],
})

export const changeList = endpoint({
  method: 'PATCH',
  path: '/api/account/lists/:id',
  access: 'dealer',
  needs: [],
  summary: 'Renames a list, or starts or stops sharing it with colleagues',
  params: rowParams,
  body: z.strictObject({ revision: rowNumber, name: listName, isShared: z.boolean() }),
  reply: z.object({ revision: z.number() }),
  errors: ['list_not_found', 'list_read_only', 'list_owner_only', 'list_changed', 'list_name_missing'],
})

export const deleteList = endpoint({
  method: 'DELETE',
  path: '/api/account/lists/:id',
  access: 'dealer',
  needs: [],
  summary: 'Deletes a list; it can be restored for an hour',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['list_not_found', 'list_owner_only'],
})

export const restoreList = endpoint({
  method: 'POST',
  path: '/api/account/lists/:id/restore',
  access: 'dealer',
  needs: [],
  summary: 'Restores a deleted list',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['list_not_found', 'list_owner_only', 'lists_full'],
})

export const copyList = endpoint({
  method: 'POST',
  path: '/api/account/lists/:id/copy',
  access: 'dealer',
  needs: [],
  summary: 'Copies a list to an own one',
  params: rowParams,
  body: z.strictObject({ name: listName }),
  reply: z.object({ id: z.number() }),
  errors: ['list_not_found', 'list_name_missing', 'lists_full'],
})

export const addListLines = endpoint({
  method: 'POST',
  path: '/api/account/lists/:id/lines',
  access: 'dealer',
  needs: [],
  summary: 'Adds the lines of a source; a product that the list has in the same unit gets the new quantity',
  params: rowParams,
  body: z.strictObject({ source: listSource }),
  reply: z.object(addedLines),
  errors: [
    'list_not_found',
    'list_read_only',
    'list_lines_full',
    'list_source_empty',
    'order_not_found',
    'offer_not_found',
  ],
})

const lineParams = z.object({ id: rowId, lineId: rowId })

/** `productId` with `unitId` puts another product in place of the line's. */
export const changeListLine = endpoint({
  method: 'PATCH',
  path: '/api/account/lists/:id/lines/:lineId',
  access: 'dealer',
  needs: [],
  summary: 'Changes a line: quantity, unit, note or product',
  params: lineParams,
  body: z.strictObject({
    revision: rowNumber,
    quantity: z.optional(quantity),
    unitId: z.optional(rowNumber),
    productId: z.optional(rowNumber),
    note: z.optional(note),
  }),
  reply: listLine,
  errors: [
    'list_not_found',
    'list_read_only',
    'list_line_not_found',
    'list_line_changed',
    'list_line_exists',
    'unit_not_found',
    'product_not_found',
    'variant_not_chosen',
  ],
})

export const moveListLine = endpoint({
  method: 'POST',
  path: '/api/account/lists/:id/lines/:lineId/move',
  access: 'dealer',
  needs: [],
  summary: 'Moves a line before another one, or to the end',
  params: lineParams,
  body: z.strictObject({ before: z.nullable(rowNumber) }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['list_not_found', 'list_read_only', 'list_line_not_found'],
})

const lineIds = z.array(rowNumber).check(z.minLength(1), z.maxLength(listLinesMax))

export const removeListLines = endpoint({
  method: 'POST',
  path: '/api/account/lists/:id/remove',
  access: 'dealer',
  needs: [],
  summary: 'Removes lines; they can be restored for an hour',
  params: rowParams,
  body: z.strictObject({ lineIds }),
  reply: z.object({ removedCount: z.number() }),
  errors: ['list_not_found', 'list_read_only'],
})

export const restoreListLines = endpoint({
  method: 'POST',
  path: '/api/account/lists/:id/restore-lines',
  access: 'dealer',
  needs: [],
  summary: 'Restores removed lines in their places',
  params: rowParams,
  body: z.strictObject({ lineIds }),
  reply: z.object({ restoredCount: z.number() }),
  errors: ['list_not_found', 'list_read_only', 'list_lines_full'],
})

export const followList = endpoint({
  method: 'POST',
  path: '/api/account/lists/:id/follow',
  access: 'dealer',
  needs: [],
  summary: 'Whether the user is told about changed prices and stock that returns, and by email too',
  params: rowParams,
  body: z.strictObject({ isFollowed: z.boolean(), hasEmails: z.boolean() }),
  reply: z.object({ isFollowed: z.boolean(), hasEmails: z.boolean() }),
  errors: ['list_not_found'],
})

export const markListSeen = endpoint({
  method: 'POST',
  path: '/api/account/lists/:id/seen',
  access: 'dealer',
  needs: [],
  summary: 'The user has seen the news of a followed list',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['list_not_found'],
})

export const linkList = endpoint({
  method: 'POST',
  path: '/api/account/lists/:id/link',
  access: 'dealer',
  needs: [],
  summary: 'Makes a link by which colleagues open and copy the list; an earlier link ends',
  params: rowParams,
  reply: z.object({ url: z.string() }),
  errors: ['list_not_found', 'list_read_only'],
})

export const unlinkList = endpoint({
  method: 'DELETE',
  path: '/api/account/lists/:id/link',
  access: 'dealer',
  needs: [],
  summary: 'Withdraws the link',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['list_not_found', 'list_read_only'],
})

const linkParams = z.object({ token: z.string().check(z.maxLength(100)) })

export const getLinkedList = endpoint({
  method: 'GET',
  path: '/api/account/linked-lists/:token',
  access: 'dealer',
  needs: [],
  summary: 'A list by the link that a colleague has sent, to read and to copy',
  params: linkParams,
  reply: z.object({ name: z.string(), owner: z.string(), lines: z.array(listLine) }),
  errors: ['list_link_unknown'],
})

export const copyLinkedList = endpoint({
  method: 'POST',
  path: '/api/account/linked-lists/:token/copy',
  access: 'dealer',
  needs: [],
  summary: 'Copies a list by its link to an own one',
  params: linkParams,
  reply: z.object({ id: z.number() }),
  errors: ['list_link_unknown', 'lists_full'],
})
