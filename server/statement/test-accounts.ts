import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { addDealer } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type AccountResult, importMovements } from './statement.ts'

let database: TestDatabase
export let pool: TestDatabase['pool']
export let folder: string
/** A new dealer for each test. */
export let dealer: { id: number; code: string }

export const today = '2026-06-30'

/** Opens a database for the file's tests, and adds a dealer for each test. */
export function useTestAccounts(): void {
  beforeAll(async () => {
    database = await createTestDatabase()
    pool = database.pool
    folder = await mkdtemp(join(tmpdir(), 'toptan-accounts-'))
  })
  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(actAsNewDealer)
}

export async function actAsNewDealer(): Promise<void> {
  actAs((await addDealer(pool)).dealer ?? expect.fail('a dealer'))
}

export function actAs(who: typeof dealer): void {
  dealer = who
}

export async function run(
  what: typeof importMovements,
  content: string | Buffer,
  options: { dryRun?: boolean } = {},
): Promise<AccountResult> {
  const path = join(folder, 'dosya')
  await writeFile(path, content)
  return what(pool, { file: { path, name: 'dosya' }, today, dryRun: options.dryRun ?? false })
}

export async function summaryOf(result: Promise<AccountResult>) {
  const answer = await result
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  const { rows, added, changed, unchanged, rejected } = answer.summary
  return { counts: [rows, added, changed, unchanged, rejected], issues: answer.summary.issues }
}

export const head = 'Cari Kodu;Tarih;Vade;Belge No;Tür;Açıklama;Borç;Alacak;Döviz;Referans'
export const movements = (...lines: string[]) =>
  `${head}\n${lines.map((line) => `${dealer.code};${line}`).join('\n')}\n`
export const rowsOf = () =>
  pool.query(
    `SELECT posted_on, due_on, document_no, kind, description, debit, credit, currency, reference, unpaid
       FROM account_movements WHERE dealer_id = $1 ORDER BY posted_on, id`,
    [dealer.id],
  )
export const lira = () =>
  pool.one('SELECT balance, overdue_balance, overdue_since FROM dealers WHERE id = $1', [dealer.id])
