import type { Db } from '#server/platform/db/pool.ts'
import { type AuditHead, digestSql, hashOf, type Seal } from './seal-audit.ts'

/**
 * What is wrong with an entry (`entry`, its id) or with a seal (`seal`, its number). `shortened`: the chain ended later once;
 * `replaced`: it had another hash at that place.
 */
export type AuditProblem =
  | { kind: 'changed' | 'missing' | 'inserted'; entry: number }
  | { kind: 'broken' | 'shortened' | 'replaced'; seal: number }

export type AuditVerdict = {
  problem: AuditProblem | null
  head: AuditHead
  /** Entries whose names an erasure has replaced, with a seal for it. */
  erased: number
  /** Entries that the job has not sealed yet. */
  unsealed: number
}

type SealRow = Seal & { hash: Buffer; is_last: boolean; found: Buffer | null }

const batchSize = 5_000

/**
 * Compares every entry of the audit log with its seal and every seal with the one before it, and stops at the first that is
 * wrong. `heads` are ends of the chain that are stored elsewhere, in backups: the chain has to go through all of them.
 */
export async function verifyAudit(db: Db, heads: readonly AuditHead[] = []): Promise<AuditVerdict> {
  const head: AuditHead = { seq: 0, hash: '' }
  const expected = new Map(heads.map(({ seq, hash }) => [seq, hash]))
  let erased = 0
  let problem: AuditProblem | null = null
  for (let rows = await readSeals(db, 0); rows.length > 0 && problem === null; rows = await readSeals(db, head.seq)) {
    for (const row of rows) {
      const hash = row.hash.toString('hex')
      problem = problemOf(row, head, expected)
      if (problem !== null) break
      if (row.kind === 'erasure') erased++
      Object.assign(head, { seq: row.seq, hash })
    }
  }
  problem ??= shortened(heads, head) ?? (await findUnsealed(db))
  const waiting = await db.one<{ count: number }>('SELECT count(*) AS count FROM audit_unsealed')
  return { problem, head, erased, unsealed: waiting?.count ?? 0 }
}

/** The seals after one, each with the digest that its entry has now. */
function readSeals(db: Db, after: number): Promise<SealRow[]> {
  return db.query<SealRow>(
    `SELECT s.seq, s.audit_id, s.kind, s.digest, s.hash,
            NOT EXISTS (SELECT FROM audit_seals later WHERE later.audit_id = s.audit_id AND later.seq > s.seq) AS is_last,
            (SELECT ${digestSql} FROM audit_log a WHERE a.id = s.audit_id) AS found
       FROM audit_seals s WHERE s.seq > $1 ORDER BY s.seq LIMIT ${batchSize}`,
    [after],
  )
}

function problemOf(row: SealRow, before: AuditHead, expected: ReadonlyMap<number, string>): AuditProblem | null {
  const hash = row.hash.toString('hex')
  if (row.found === null) return { kind: 'missing', entry: row.audit_id }
  // Earlier seals of an entry are of its content before an erasure.
  if (row.is_last && !row.digest.equals(row.found)) return { kind: 'changed', entry: row.audit_id }
  if (row.seq !== before.seq + 1 || hashOf(row, before.hash) !== hash) return { kind: 'broken', seal: before.seq + 1 }
  const stored = expected.get(row.seq)
  return stored !== undefined && stored !== hash ? { kind: 'replaced', seal: row.seq } : null
}

function shortened(heads: readonly AuditHead[], { seq }: AuditHead): AuditProblem | null {
  return heads.some((head) => head.seq > seq) ? { kind: 'shortened', seal: seq + 1 } : null
}

/** An entry without a seal that does not wait for one did not come from the program; one that waits has to exist. */
async function findUnsealed(db: Db): Promise<AuditProblem | null> {
  const row = await db.one<{ id: number; kind: 'inserted' | 'missing' }>(
    `SELECT a.id, 'inserted' AS kind FROM audit_log a
      WHERE NOT EXISTS (SELECT FROM audit_seals s WHERE s.audit_id = a.id)
        AND NOT EXISTS (SELECT FROM audit_unsealed u WHERE u.audit_id = a.id)
      UNION ALL
     SELECT u.audit_id, 'missing' FROM audit_unsealed u
      WHERE NOT EXISTS (SELECT FROM audit_log a WHERE a.id = u.audit_id)
      ORDER BY id LIMIT 1`,
  )
  return row === undefined ? null : { kind: row.kind, entry: row.id }
}
