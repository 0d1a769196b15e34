import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { FastifyInstance } from 'fastify'
import { eraseUser, getUserErasure, refuseErasure } from '#contract/admin/personal-data.ts'
import { isRefusal, refuse } from '#contract/core/errors.ts'
import { pages } from '#contract/core/pages.ts'
import {
  eraseColleague,
  getErasureRequest,
  personalDataPath,
  requestErasure,
  withdrawErasure,
} from '#contract/shop/personal-data.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import {
  checkAccess,
  type Calls,
  handle,
  readVisit,
  refuseFile,
  rejectDownload,
  type VisitOptions,
} from '#server/visitor/visitor.ts'
import { eraseUserData } from './erase-user.ts'
import { makePersonalDataFile } from './make-file.ts'
import { endRequest, findRequest, openRequest } from './requests.ts'

const success = { success: true as const }

/** The calls about the personal data of users. */
export function registerPersonalData(calls: Calls, { pool }: { pool: Pool }): void {
  const latest = async (userId: number) => ({ request: await findRequest(pool, userId) })

  handle(calls, getErasureRequest, (_input, { actor }) => latest(actor.userId))

  handle(calls, requestErasure, async (_input, context) => {
    const { userId } = context.actor
    const opened = await openRequest(pool, context, userId)
    return isRefusal(opened) ? opened : latest(userId)
  })

  handle(calls, withdrawErasure, async (_input, context) => {
    const { userId } = context.actor
    const ended = await endRequest(pool, context, { userId, state: 'withdrawn', endedBy: userId })
    return isRefusal(ended) ? ended : latest(userId)
  })

  handle(calls, eraseColleague, async ({ params }, context) => {
    const erased = await eraseUserData(pool, context, params.id)
    return isRefusal(erased) ? erased : success
  })

  handle(calls, eraseUser, async ({ params }, context) => {
    const erased = await eraseUserData(pool, context, params.id)
    return isRefusal(erased) ? erased : success
  })

  handle(calls, refuseErasure, async ({ params, body }, context) => {
    const end = { userId: params.id, state: 'refused', answer: body.answer, endedBy: context.actor.userId } as const
    const ended = await endRequest(pool, context, end)
    return isRefusal(ended) ? ended : success
  })

  handle(calls, getUserErasure, async ({ params: { id } }) => {
    const row = await pool.one<Kept & { is_erased: boolean }>(
      `SELECT erased_at IS NOT NULL AS is_erased,
              (SELECT count(*)::int FROM orders o WHERE o.user_id = u.id) AS orders,
              (SELECT count(*)::int FROM payments p WHERE p.user_id = u.id) AS payments,
              (SELECT count(*)::int FROM offers f WHERE f.user_id = u.id) AS offers,
              (SELECT count(*)::int FROM notes n WHERE n.user_id = u.id) AS notes
         FROM users u WHERE u.id = $1`,
      [id],
    )
    if (row === undefined) return refuse('user_not_found')
    const { is_erased: isErased, ...kept } = row
    return { ...(await latest(id)), isErased, kept }
  })
}

type Kept = { orders: number; payments: number; offers: number; notes: number }

/** Downloads of a user in a day: each reads everything. */
const downloadsPerDay = 5

/** Counts a download, unless the user has had enough of them today. */
async function countDownload(db: Db, userId: number): Promise<boolean> {
  const counted = await db.execute(
    `INSERT INTO personal_data_downloads (user_id)
     SELECT $1 WHERE (SELECT count(*) FROM personal_data_downloads WHERE user_id = $1 AND at > now() - interval '1 day') < $2`,
    [userId, downloadsPerDay],
  )
  return counted > 0
}

/** Downloads of long ago need not be known. */
export async function purgeDownloads(db: Db): Promise<void> {
  await deleteBatches(db, 'personal_data_downloads', "at < now() - interval '2 days'")
}

/** Serves the file with the personal data of the signed-in user. */
export function servePersonalData(app: FastifyInstance, { pool, visit }: { pool: Pool; visit: VisitOptions }): void {
  const rateLimit = { max: 10, timeWindow: '1 minute' }
  app.get(personalDataPath, { config: { rateLimit }, schema: { hide: true } }, async (request, reply) => {
    const context = await readVisit(request, reply, visit)
    const { actor, locale } = context
    const refusal = checkAccess({ access: 'user' }, context)
    if (refusal !== null || actor === null)
      return rejectDownload(request, reply, refusal ?? refuse('not_signed_in'), { visit: context, page: pages.account })
    // Staff who look at the shop as a user do not get its data.
    if (actor.impersonator !== null) return refuseFile(reply, refuse('viewing_only'), context)
    if (!(await countDownload(pool, actor.userId)))
      return refuseFile(reply, refuse('too_many_requests', { seconds: 3600 }), context)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="kisisel-veriler-${dayInTurkey(new Date())}.zip"`)
      .type('application/zip')
      .send(await makePersonalDataFile(pool, actor.userId, locale))
  })
}
