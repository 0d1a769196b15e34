import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from '#server/platform/db/pool.ts'
import { type ErpDialect, type ErpFault, takeErpFault } from './faults.ts'

export type SandboxErpOptions = {
  pool: Pool
  now: () => Date
  /** Waits, but not longer than the server runs. */
  pause: (milliseconds: number) => Promise<void>
  /** Milliseconds of a slow answer. */
  slow: number
}

export type ErpAnswer = { status: number; body: unknown }

const page =
  '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

type Exchange = {
  dialect: ErpDialect
  /** The number of the shop's document, for writes. */
  number: string | null
  isWrite: boolean
  /** What the ERP says while the record is in use, and after its period was closed. */
  refusal?: (fault: 'locked' | 'period_closed') => ErpAnswer
}

/** Answers a request, with the faults that are switched on for it. */
export async function exchange(
  { pool, pause, slow }: SandboxErpOptions,
  reply: FastifyReply,
  { dialect, number, isWrite, refusal }: Exchange,
  work: () => Promise<ErpAnswer>,
): Promise<FastifyReply> {
  const where = { dialect, number }
  const before: ErpFault[] = ['slow', 'error_500', 'html', 'null_answer', 'restart']
  const fault = await takeErpFault(pool, isWrite ? [...before, 'locked', 'period_closed'] : before, where)
  if (fault === 'slow') await pause(slow)
  if (fault === 'error_500') return reply.code(500).type('text/html').send(page)
  if (fault === 'html') return reply.code(200).type('text/html').send(page)
  if (fault === 'null_answer') return reply.code(200).type('application/json').send('null')
  if (fault === 'restart') return restart(pool, reply, dialect)
  if ((fault === 'locked' || fault === 'period_closed') && refusal !== undefined) return answer(reply, refusal(fault))
  const done = await work()
  const after = isWrite ? await takeErpFault(pool, ['lost_answer', 'error_500_after', 'restart_after'], where) : null
  if (after === 'lost_answer') return cut(reply)
  if (after === 'restart_after') return restart(pool, reply, dialect)
  if (after === 'error_500_after') return reply.code(500).type('text/html').send(page)
  return answer(reply, done)
}

function answer(reply: FastifyReply, { status, body }: ErpAnswer): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function cut(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

async function restart(pool: Pool, reply: FastifyReply, dialect: ErpDialect): Promise<FastifyReply> {
  await pool.execute('DELETE FROM sandbox_erp_sessions WHERE dialect = $1', [dialect])
  return cut(reply)
}

/** Seats of the licence, per dialect. */
const seats = 2

/** Signs in for `seconds`. Null: all seats are taken. */
export async function openSession(
  { pool, now }: SandboxErpOptions,
  dialect: ErpDialect,
  seconds: number,
): Promise<{ token: string; expiresAt: Date } | null> {
  const fault = await takeErpFault(pool, ['seats_full'], { dialect, number: null })
  if (fault !== null) return null
  await pool.execute('DELETE FROM sandbox_erp_sessions WHERE expires_at <= $1', [now()])
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now().getTime() + seconds * 1000)
  const opened = await pool.execute(
    `INSERT INTO sandbox_erp_sessions (token, dialect, expires_at)
     SELECT $1, $2, $3 WHERE (SELECT count(*) FROM sandbox_erp_sessions WHERE dialect = $2) < $4`,
    [token, dialect, expiresAt, seats],
  )
  return opened === 0 ? null : { token, expiresAt }
}

/** Whether the request has a valid token. A session that a fault ends is not one. */
export async function hasSession(
  { pool, now }: SandboxErpOptions,
  dialect: ErpDialect,
  request: FastifyRequest,
): Promise<boolean> {
  const token = tokenOf(request)
  if (token === null) return false
  if ((await takeErpFault(pool, ['session_end'], { dialect, number: null })) !== null) await endSession(pool, token)
  const found = await pool.one(
    'SELECT 1 AS found FROM sandbox_erp_sessions WHERE token = $1 AND dialect = $2 AND expires_at > $3',
    [token, dialect, now()],
  )
  return found !== undefined
}

export async function endSession(pool: Pool, token: string): Promise<void> {
  await pool.execute('DELETE FROM sandbox_erp_sessions WHERE token = $1', [token])
}

export const tokenOf = (request: FastifyRequest): string | null =>
  /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null

/** The fields of a form body; null for any other kind. */
export function formOf(request: FastifyRequest): Readonly<Record<string, string>> | null {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return isForm ? ((request.body ?? {}) as Record<string, string>) : null
}
