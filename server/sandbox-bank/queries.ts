import { randomBytes, randomInt } from 'node:crypto'
import { insertStatement } from '#server/platform/db/insert-row.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type StoreType = '3d' | '3d_pay' | '3d_host' | '3d_pay_hosting'

export type BankSession = {
  id: string
  /** The protocol: the name of the shop's adapter. */
  dialect: string
  client_id: string
  oid: string
  store_type: StoreType
  /** With two decimals. */
  amount: string
  /** ISO 4217 letters. */
  currency: string
  installment: number
  lang: 'tr' | 'en'
  ok_url: string
  fail_url: string
  fields: [string, string][]
  card: string | null
  result_code: string | null
  state: 'card' | 'challenge' | 'done'
  md_status: string | null
  md_error: string
  proof: string
  tries: number
  codes_sent: number
  expires_at: Date
  queries: number
  created_at: Date
}

export type BankTransaction = {
  id: number
  client_id: string
  oid: string
  kind: 'sale' | 'void' | 'refund'
  approved: boolean
  amount: string
  currency: string
  installment: number
  card: string
  code: string
  auth_code: string
  host_ref: string
  trans_id: string
  at: Date
}

export type NewSession = Omit<BankSession, 'tries' | 'codes_sent' | 'queries' | 'id' | 'proof'> & { proof?: string }

/** Seconds for which the SMS code is valid. */
export const codeLife = 180

/** The random parts of a session: its address, and the proof of its authentication. */
export function sessionKeys(): { id: string; proof: string } {
  return { id: randomBytes(18).toString('base64url'), proof: randomBytes(32).toString('hex').toUpperCase() }
}

export async function insertSession(db: Db, session: NewSession): Promise<BankSession> {
  const keys = sessionKeys()
  const { sql, params } = insertStatement('sandbox_sessions', {
    id: keys.id,
    proof: session.proof ?? keys.proof,
    dialect: session.dialect,
    client_id: session.client_id,
    oid: session.oid,
    store_type: session.store_type,
    amount: session.amount,
    currency: session.currency,
    installment: session.installment,
    lang: session.lang,
    ok_url: session.ok_url,
    fail_url: session.fail_url,
    fields: JSON.stringify(session.fields),
    card: session.card,
    result_code: session.result_code,
    state: session.state,
    md_status: session.md_status,
    md_error: session.md_error,
    expires_at: session.expires_at,
    created_at: session.created_at,
  })
  const inserted = await db.one<BankSession>(`${sql} RETURNING *`, params)
  if (inserted === undefined) throw new Error('The session was not inserted.')
  return inserted
}

export function findSession(db: Db, id: string): Promise<BankSession | undefined> {
  return db.one<BankSession>('SELECT * FROM sandbox_sessions WHERE id = $1', [id])
}

export function lockSession(db: Db, id: string): Promise<BankSession | undefined> {
  return db.one<BankSession>('SELECT * FROM sandbox_sessions WHERE id = $1 FOR UPDATE', [id])
}

export function findSessionByProof(db: Db, proof: string): Promise<BankSession | undefined> {
  return db.one<BankSession>('SELECT * FROM sandbox_sessions WHERE proof = $1', [proof])
}

/** The latest session of an order number. */
export function findSessionByOid(db: Db, clientId: string, oid: string): Promise<BankSession | undefined> {
  return db.one<BankSession>(
    'SELECT * FROM sandbox_sessions WHERE client_id = $1 AND oid = $2 ORDER BY created_at DESC, id LIMIT 1',
    [clientId, oid],
  )
}

/** The latest session of an order number. Counts one more inquiry. */
export function countQuery(db: Db, clientId: string, oid: string): Promise<BankSession | undefined> {
  return db.one<BankSession>(
    `UPDATE sandbox_sessions SET queries = queries + 1
      WHERE id = (SELECT id FROM sandbox_sessions WHERE client_id = $1 AND oid = $2 ORDER BY created_at DESC, id LIMIT 1)
      RETURNING *`,
    [clientId, oid],
  )
}

/** What a visit changes: the page's columns, and what the browser brings. */
export type SessionChange = Partial<Omit<BankSession, 'id' | 'dialect' | 'client_id' | 'oid' | 'proof' | 'created_at'>>

export async function updateSession(db: Db, id: string, change: SessionChange): Promise<void> {
  const columns = Object.keys(change).map((column, i) => `${column} = $${i + 2}`)
  const values = Object.values(change).map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))
  await db.execute(`UPDATE sandbox_sessions SET ${columns.join(', ')} WHERE id = $1`, [id, ...values])
}

export type NewTransaction = Omit<BankTransaction, 'id' | 'auth_code' | 'host_ref' | 'trans_id'>

/** Inserts a transaction with new reference numbers. undefined: the order number is already paid or voided. */
export function insertTransaction(db: Db, made: NewTransaction): Promise<BankTransaction | undefined> {
  const { auth_code, host_ref, trans_id } = newReferences(made.approved)
  return db.one<BankTransaction>(
    `INSERT INTO sandbox_transactions (client_id, oid, kind, approved, amount, installment, card, code, at, auth_code,
                                       host_ref, trans_id, currency)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING RETURNING *`,
    [
      made.client_id,
      made.oid,
      made.kind,
      made.approved,
      made.amount,
      made.installment,
      made.card,
      made.code,
      made.at,
      auth_code,
      host_ref,
      trans_id,
      made.currency,
    ],
  )
}

/** New reference numbers; those of the card schemes only if the transaction is approved. */
export function newReferences(approved: boolean): Pick<BankTransaction, 'auth_code' | 'host_ref' | 'trans_id'> {
  const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join('')
  return {
    auth_code: approved ? `S${digits(5)}` : '',
    host_ref: approved ? digits(12) : '',
    trans_id: `SB${randomBytes(3).toString('hex').toUpperCase()}${digits(6)}`,
  }
}

/** All transactions of an order number, oldest first. */
export function listTransactions(db: Db, clientId: string, oid: string): Promise<BankTransaction[]> {
  return db.query<BankTransaction>('SELECT * FROM sandbox_transactions WHERE client_id = $1 AND oid = $2 ORDER BY id', [
    clientId,
    oid,
  ])
}

/** The approved sale with this reference. */
export function findSale(db: Db, clientId: string, hostRef: string): Promise<BankTransaction | undefined> {
  return db.one<BankTransaction>(
    "SELECT * FROM sandbox_transactions WHERE client_id = $1 AND host_ref = $2 AND host_ref <> '' AND kind = 'sale'",
    [clientId, hostRef],
  )
}

/** Locks the approved sale of an order number, so that concurrent voids and refunds run one after the other. */
export function lockSale(db: Db, clientId: string, oid: string): Promise<BankTransaction | undefined> {
  return db.one<BankTransaction>(
    `SELECT * FROM sandbox_transactions WHERE client_id = $1 AND oid = $2 AND kind = 'sale' AND approved FOR UPDATE`,
    [clientId, oid],
  )
}
