import { isRefusal, refuse } from '#contract/core/errors.ts'
import { sharedListPath } from '#contract/core/list-paths.ts'
import { listBought, listReorders } from '#contract/shop/bought.ts'
import {
  addList,
  addListLines,
  changeList,
  changeListLine,
  copyLinkedList,
  copyList,
  deleteList,
  followList,
  getLinkedList,
  getList,
  linkList,
  listLists,
  listsMax,
  listTargets,
  markListSeen,
  moveListLine,
  removeListLines,
  restoreList,
  restoreListLines,
  unlinkList,
} from '#contract/shop/lists.ts'
import {
  forgetSeenProducts,
  listBoughtTogether,
  listCartTogether,
  listSeenProducts,
  seeProduct,
} from '#contract/shop/product-strips.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { addToList } from './add-lines.ts'
import { loadBought } from './bought.ts'
import { loadTogether, loadTogetherOfCart } from './bought-together.ts'
import { changeLine, moveLine, removeLines, restoreLines } from './change-lines.ts'
import { tokenHash } from '#server/platform/http/secrets.ts'
import { changeHead, copyLines, makeList, removeList, renewLink, undoRemoval } from './change-lists.ts'
import { saveFollow, saveStates } from './follows.ts'
import { loadListLines } from './line-rows.ts'
import { findLinkedList, findList, loadLists, rightOf } from './list-rows.ts'
import { loadLineProducts } from './present-lines.ts'
import { readLinkedList, readList, readLists } from './read-list.ts'
import { loadReorders } from './reorders.ts'
import { forgetSeen, loadNamed, loadSeen, recordSeen } from './seen-products.ts'

type ListsDeps = { pool: Pool; store: Store; publicUrl: string; now: () => Date }
type ReaderOf = (context: DealerContext) => { actor: DealerContext['actor']; view: ReturnType<typeof viewOf> }

export function registerLists(calls: Calls, deps: ListsDeps): void {
  const readerOf: ReaderOf = (context) => ({ actor: context.actor, view: viewOf(context, deps.store.facts()) })
  registerReading(calls, deps, readerOf)
  registerChanging(calls, deps, readerOf)
  registerLines(calls, deps, readerOf)
  registerFollowing(calls, deps, readerOf)
  registerLinks(calls, deps, readerOf)
  registerBought(calls, deps, readerOf)
  registerStrips(calls, deps)
}

function registerReading(calls: Calls, { pool }: ListsDeps, readerOf: ReaderOf): void {
  handle(calls, listLists, async (_, context) => ({ items: await readLists(pool, readerOf(context)), max: listsMax }))
  handle(calls, listTargets, async (_, { actor }) => {
    const rows = (await loadLists(pool, actor)).filter((row) => rightOf(row, actor) !== 'read')
    return { items: rows.map(({ id, name, is_shared }) => ({ id, name, isShared: is_shared })) }
  })
  handle(calls, getList, ({ params }, context) => readList(pool, params.id, readerOf(context)))
}

function registerChanging(calls: Calls, { pool }: ListsDeps, readerOf: ReaderOf): void {
  handle(calls, addList, ({ body }, context) => makeList(pool, body, readerOf(context)))
  handle(calls, changeList, ({ params, body }, { actor }) => changeHead(pool, params.id, body, actor))
  handle(calls, deleteList, ({ params }, { actor }) => removeList(pool, params.id, actor))
  handle(calls, restoreList, ({ params }, { actor }) => undoRemoval(pool, params.id, actor))
  handle(calls, copyList, async ({ params, body }, { actor }) => {
    const row = await findList(pool, actor, params.id)
    return row === undefined ? refuse('list_not_found') : copyLines(pool, row.id, body.name, actor)
  })
}

function registerLines(calls: Calls, { pool }: ListsDeps, readerOf: ReaderOf): void {
  handle(calls, addListLines, ({ params, body }, context) => addToList(pool, params.id, body.source, readerOf(context)))
  handle(calls, changeListLine, ({ params: { id: listId, lineId }, body }, context) =>
    changeLine(pool, { listId, lineId }, body, readerOf(context)),
  )
  handle(calls, moveListLine, ({ params: { id: listId, lineId }, body: { before } }, { actor }) =>
    moveLine(pool, { listId, lineId, before }, actor),
  )
  handle(calls, removeListLines, ({ params, body }, { actor }) => removeLines(pool, params.id, body.lineIds, actor))
  handle(calls, restoreListLines, ({ params, body }, { actor }) => restoreLines(pool, params.id, body.lineIds, actor))
}

function registerFollowing(calls: Calls, { pool }: ListsDeps, readerOf: ReaderOf): void {
  handle(calls, followList, async ({ params: { id: listId }, body }, context) => {
    const { actor, view } = readerOf(context)
    return transactionOrRefusal(pool, async (db) => {
      const row = await findList(db, actor, listId)
      if (row === undefined) return abortTransaction('list_not_found')
      await saveFollow(db, { listId, userId: actor.userId }, body)
      const isNew = body.isFollowed && row.has_emails === null
      const startsEmails = body.isFollowed && body.hasEmails && row.has_emails !== true
      if (isNew || startsEmails) {
        const rows = await loadListLines(db, [listId])
        const products = await loadLineProducts(db, rows, view)
        const { userId } = actor
        if (isNew) await saveStates(db, { userId, shown: 'page' }, rows, products)
        if (startsEmails) await saveStates(db, { userId, shown: 'email' }, rows, products)
      }
      return { isFollowed: body.isFollowed, hasEmails: body.isFollowed && body.hasEmails }
    })
  })

  handle(calls, markListSeen, async ({ params }, context) => {
    const { actor, view } = readerOf(context)
    const row = await findList(pool, actor, params.id)
    if (row === undefined) return refuse('list_not_found')
    if (row.has_emails !== null) {
      const rows = await loadListLines(pool, [row.id])
      await saveStates(pool, { userId: actor.userId, shown: 'page' }, rows, await loadLineProducts(pool, rows, view))
    }
    return { success: true as const }
  })
}

function registerLinks(calls: Calls, { pool, publicUrl }: ListsDeps, readerOf: ReaderOf): void {
  handle(calls, linkList, async ({ params }, { actor }) => {
    const made = await renewLink(pool, params.id, { actor, isWithdrawn: false })
    return isRefusal(made) ? made : { url: `${publicUrl}${sharedListPath(made.token ?? '')}` }
  })
  handle(calls, unlinkList, async ({ params }, { actor }) => {
    const ended = await renewLink(pool, params.id, { actor, isWithdrawn: true })
    return isRefusal(ended) ? ended : { success: true as const }
  })
  handle(calls, getLinkedList, ({ params }, context) => readLinkedList(pool, params.token, readerOf(context)))
  handle(calls, copyLinkedList, async ({ params }, { actor }) => {
    const list = await findLinkedList(pool, actor, tokenHash(params.token))
    return list === undefined ? refuse('list_link_unknown') : copyLines(pool, list.id, list.name, actor)
  })
}

function registerBought(calls: Calls, { pool, now }: ListsDeps, readerOf: ReaderOf): void {
  handle(calls, listBought, ({ query }, context) => loadBought(pool, query, readerOf(context)))
  handle(calls, listReorders, async (_, context) => ({
    items: await loadReorders(pool, { ...readerOf(context), today: dayInTurkey(now()) }),
  }))
}

function registerStrips(calls: Calls, { pool, store }: ListsDeps): void {
  handle(calls, seeProduct, async ({ body: { productId, seen } }, context) => {
    const { actor } = context
    const view = viewOf(context, store.facts())
    if (actor?.role !== 'dealer') return { items: await loadNamed(pool, seen, view, productId) }
    const items = await loadSeen(pool, actor.userId, view, productId)
    // An administrator who views as the user has not seen it for the user.
    if (actor.impersonator === null) await recordSeen(pool, actor.userId, productId)
    return { items }
  })
  handle(calls, listSeenProducts, async (_, context) => ({
    items: await loadSeen(pool, context.actor.userId, viewOf(context, store.facts()), null),
  }))
  handle(calls, forgetSeenProducts, async (_, { actor }) => {
    await forgetSeen(pool, actor.userId)
    return { ok: true as const }
  })
  handle(calls, listBoughtTogether, async ({ params }, context) => ({
    items: await loadTogether(pool, params.id, viewOf(context, store.facts())),
  }))
  handle(calls, listCartTogether, async (_, context) => ({
    items: await loadTogetherOfCart(pool, context, viewOf(context, store.facts())),
  }))
}
