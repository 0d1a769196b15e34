import {
  changeAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  listAllAnnouncements,
} from '#contract/admin/announcements.ts'
import { refuse } from '#contract/core/errors.ts'
import { listAnnouncements, seeAnnouncement } from '#contract/shop/announcements.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { countAnnouncements, findAnnouncement, loadAnnouncements } from './announcement-rows.ts'
import { removeAnnouncement, saveAnnouncement } from './save-announcement.ts'
import { loadShown, saveSeen } from './shown.ts'

export function registerAnnouncements(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, listAnnouncements, async (_input, { actor }) => ({
    items: await loadShown(pool, { userId: actor.userId, dealerId: actor.dealer.id }),
  }))

  handle(calls, seeAnnouncement, async ({ params, body }, { actor }) => {
    const reader = { userId: actor.userId, dealerId: actor.dealer.id }
    const isSaved = await saveSeen(pool, reader, { id: params.id, isClosed: body.isClosed })
    return isSaved ? { success: true as const } : refuse('announcement_not_found')
  })

  const detail = async (id: number) => (await findAnnouncement(pool, id)) ?? refuse('announcement_not_found')

  handle(calls, listAllAnnouncements, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const q = cleanText(query.q)
    const [total, items] = await Promise.all([
      countAnnouncements(pool, q),
      loadAnnouncements(pool, q, { limit, offset: (page - 1) * limit }),
    ])
    const pages = Math.max(1, Math.ceil(total / limit))
    return { items, total, page, pages, limit, q, sort: '-date' as const }
  })

  handle(calls, getAnnouncement, ({ params }) => detail(params.id))

  handle(calls, createAnnouncement, async ({ body }, context) => {
    const saved = await saveAnnouncement(pool, context, body)
    return saved.ok ? detail(saved.id) : saved
  })

  handle(calls, changeAnnouncement, async ({ params, body }, context) => {
    const saved = await saveAnnouncement(pool, context, { ...body, id: params.id })
    return saved.ok ? detail(saved.id) : saved
  })

  handle(calls, deleteAnnouncement, async ({ params }, context) => {
    return (await removeAnnouncement(pool, context, params.id)) ?? { success: true as const }
  })
}
