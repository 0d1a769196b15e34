import { createHash } from 'node:crypto'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

/** Where the chain ends: the number of its last seal, and that seal's hash in hexadecimal digits. 0 and '' if it is empty. */
export type AuditHead = { seq: number; hash: string }

export type Seal = { seq: number; audit_id: number; kind: 'entry' | 'erasure'; digest: Buffer }

/**
 * SHA-256 of the content of the entry `a`. Times are counted from the epoch, so that no setting of the session changes it. A
 * change of this text breaks all seals.
 */
export const digestSql = `sha256(convert_to(jsonb_build_array(a.id, a.user_id, a.key_id, extract(epoch FROM a.at)::text, a.action,
  a.noun, a.noun_id, a.before, a.after, a.address)::text, 'UTF8'))`

const batchSize = 1_000
// An arbitrary number.
const sealLock = 7_216_460

/** The hash of a seal that follows `previous`, a hash or '' at the start of the chain. */
export function hashOf({ seq, audit_id, kind, digest }: Seal, previous: string): string {
  return createHash('sha256')
    .update(`${previous}\n${seq}\n${audit_id}\n${kind}\n${digest.toString('hex')}`)
    .digest('hex')
}

/**
 * Seals all entries whose transactions have ended, in batches. Only seals wait for each other: entries are written meanwhile.
 * Returns how many were sealed.
 */
export async function sealAudit(pool: Pool): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await transaction(pool, sealBatch)
    sealed += count
    if (count < batchSize) return sealed
  }
}

async function sealBatch(db: Db): Promise<number> {
  await lockChain(db)
  const taken = await db.query<{ audit_id: number }>(
    // One without an entry stays: the verification names it.
    `DELETE FROM audit_unsealed WHERE audit_id IN
       (SELECT u.audit_id FROM audit_unsealed u JOIN audit_log a ON a.id = u.audit_id ORDER BY u.audit_id LIMIT $1)
     RETURNING audit_id`,
    [batchSize],
    'audit_take_unsealed',
  )
  await addSeals(
    db,
    'entry',
    taken.map(({ audit_id }) => audit_id),
  )
  return taken.length
}

/** Seals entries again whose content an erasure has replaced. Those without a seal get their first one as usual. */
export async function sealErasures(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await lockChain(db)
  const sealed = await db.query<{ audit_id: number }>(
    'SELECT DISTINCT audit_id FROM audit_seals WHERE audit_id = ANY ($1)',
    [ids],
  )
  await addSeals(
    db,
    'erasure',
    sealed.map(({ audit_id }) => audit_id),
  )
}

async function lockChain(db: Db): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock($1)', [sealLock])
}

async function addSeals(db: Db, kind: Seal['kind'], ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db.query<{ id: number; digest: Buffer }>(
    `SELECT a.id, ${digestSql} AS digest FROM audit_log a WHERE a.id = ANY ($1) ORDER BY a.id`,
    [ids],
  )
  const head = await auditHead(db)
  let { hash } = head
  const seals = rows.map(({ id, digest }, i) => {
    const seal: Seal = { seq: head.seq + i + 1, audit_id: id, kind, digest }
    hash = hashOf(seal, hash)
    return { ...seal, hash }
  })
  await db.execute(
    `INSERT INTO audit_seals (seq, audit_id, kind, digest, hash)
     SELECT seq, audit_id, $5, decode(digest, 'hex'), decode(hash, 'hex')
       FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS s (seq, audit_id, digest, hash)`,
    [
      seals.map(({ seq }) => seq),
      seals.map(({ audit_id }) => audit_id),
      seals.map(({ digest }) => digest.toString('hex')),
      seals.map((seal) => seal.hash),
      kind,
    ],
    'audit_add_seals',
  )
}

export async function auditHead(db: Db): Promise<AuditHead> {
  const row = await db.one<AuditHead>(
    "SELECT seq, encode(hash, 'hex') AS hash FROM audit_seals ORDER BY seq DESC LIMIT 1",
    [],
    'audit_head',
  )
  return row ?? { seq: 0, hash: '' }
}
