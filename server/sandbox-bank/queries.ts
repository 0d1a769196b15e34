import { randomBytes, randomInt } from 'node:crypto'
import { insertStatement } from '#server/platform/db/insert-row.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type StoreType = '3d' | '3d_pay' | '3d_host' | '3d_pay_hosting'

export type BankSession = {
  id: string
  client_id: string
  oid: string
  store_type: StoreType
  /** Lira with two decimals. */
  amount: string
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
  installment: number
  card: string
  code: string
  auth_code: string
  host_ref: string
  trans_id: string
  at: Date
}

type NewSession = Omit<BankSession, 'tries' | 'codes_sent' | 'queries' | 'id' | 'proof'>

/** Seconds for which the SMS code is valid. */
export const codeLife = 180

export async function insertSession(db: Db, session: NewSession): Promise<string> {
  const id = randomBytes(18).toString('base64url')
  const { sql, params } = insertStatement('sandbox_sessions', {
    id,
    proof: randomBytes(32).toString('hex').toUpperCase(),
    client_id: session.client_id,
    oid: session.oid,
    store_type: session.store_type,
    amount: session.amount,
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
  await db.execute(sql, params)
  return id
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

/** The latest session of an order number. Counts one more inquiry. */
export function countQuery(db: Db, clientId: string, oid: string): Promise<BankSession | undefined> {
  return db.one<BankSession>(
    `UPDATE sandbox_sessions SET queries = queries + 1
      WHERE id = (SELECT id FROM sandbox_sessions WHERE client_id = $1 AND oid = $2 ORDER BY created_at DESC, id LIMIT 1)
      RETURNING *`,
    [clientId, oid],
  )
}

type Change = Partial<
  Pick<BankSession, 'card' | 'result_code' | 'state' | 'md_status' | 'md_error' | 'tries' | 'codes_sent' | 'expires_at'>
>

export async function updateSession(db: Db, id: string, change: Change): Promise<void> {
  const columns = Object.keys(change).map((column, i) => `${column} = $${i + 2}`)
  await db.execute(`UPDATE sandbox_sessions SET ${columns.join(', ')} WHERE id = $1`, [id, ...Object.values(change)])
}

type NewTransaction = Pick<
  BankTransaction,
  'client_id' | 'oid' | 'kind' | 'approved' | 'amount' | 'installment' | 'card' | 'code' | 'at'
>

/** Inserts a transaction with new reference numbers. undefined: the order number is already paid or voided. */
export function insertTransaction(db: Db, made: NewTransaction): Promise<BankTransaction | undefined> {
  const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join('')
  return db.one<BankTransaction>(
    `INSERT INTO sandbox_transactions (client_id, oid, kind, approved, amount, installment, card, code, at, auth_code,
                                       host_ref, trans_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING *`,
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
      ...(made.approved ? [`S${digits(5)}`, digits(12)] : ['', '']),
      `SB${randomBytes(3).toString('hex').toUpperCase()}${digits(6)}`,
    ],
  )
}

/** All transactions of an order number, oldest first. */
export function listTransactions(db: Db, clientId: string, oid: string): Promise<BankTransaction[]> {
  return db.query<BankTransaction>('SELECT * FROM sandbox_transactions WHERE client_id = $1 AND oid = $2 ORDER BY id', [
    clientId,
    oid,
  ])
}

/** Locks the approved sale of an order number, so that concurrent voids and refunds run one after the other. */
export function lockSale(db: Db, clientId: string, oid: string): Promise<BankTransaction | undefined> {
  return db.one<BankTransaction>(
    `SELECT * FROM sandbox_transactions WHERE client_id = $1 AND oid = $2 AND kind = 'sale' AND approved FOR UPDATE`,
    [clientId, oid],
  )
}
