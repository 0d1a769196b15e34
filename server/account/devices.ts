import type { Refusal } from '#contract/core/errors.ts'
import { refuse } from '#contract/core/errors.ts'
import { type Device, endDevice, endOtherDevices, listDevices } from '#contract/shop/devices.ts'
import { readUserAgent } from '#domain/text/user-agent.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { type Actor, type Calls, handle } from '#server/visitor/visitor.ts'

type DeviceRow = {
  id: Buffer
  number: number
  user_agent: string
  address: string
  created_at: Date
  last_seen_at: Date
}

/** The calls with which a user sees and ends its sessions. */
export function registerDevices(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, listDevices, async (_input, { actor }) => ({ items: await list(pool, actor) }))

  handle(calls, endDevice, async ({ params }, { actor }) => {
    const refusal = await end(pool, actor, params.id)
    return refusal ?? { items: await list(pool, actor) }
  })

  handle(calls, endOtherDevices, async (_input, { actor }) => {
    await pool.execute('DELETE FROM sessions WHERE user_id = $1 AND id <> $2', [actor.userId, actor.sessionId])
    return { items: await list(pool, actor) }
  })
}

async function end(db: Db, { userId, sessionId }: Actor, number: number): Promise<Refusal | null> {
  const ended = await db.execute('DELETE FROM sessions WHERE user_id = $1 AND number = $2 AND id <> $3', [
    userId,
    number,
    sessionId,
  ])
  if (ended > 0) return null
  const own = await db.one('SELECT FROM sessions WHERE id = $1 AND number = $2', [sessionId, number])
  return refuse(own === undefined ? 'not_found' : 'own_device')
}

async function list(db: Db, { userId, sessionId }: Actor): Promise<Device[]> {
  const rows = await db.query<DeviceRow>(
    `SELECT id, number, user_agent, address, created_at, last_seen_at
       FROM sessions WHERE user_id = $1 AND expires_at > now() ORDER BY id = $2 DESC, last_seen_at DESC, number DESC`,
    [userId, sessionId],
    'account_devices',
  )
  return rows.map((row) => ({
    id: row.number,
    isCurrent: row.id.equals(sessionId),
    ...readUserAgent(row.user_agent),
    address: row.address,
    signedInAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }))
}
