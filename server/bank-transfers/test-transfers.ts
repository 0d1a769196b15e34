import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { BankLine, LinePart, LineState } from '#contract/admin/bank-lines.ts'
import type { ImportedStatement } from '#contract/admin/bank-statements.ts'
import type { TransferInput, TransferNotice } from '#contract/shop/transfers.ts'
import { addDays, dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { findBroken } from '#faults/invariants.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { postMovement } from '#server/statement/statement.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { sendTransferMail, transferMailJob } from './bank-transfers.ts'

export let shop: TestShop
export let pool: TestShop['database']['pool']
export let actor: Actor
export let dealer: TestVisitor
export let other: TestVisitor
export let otherActor: Actor
export let admin: TestVisitor

/** An account of the store, and one of a sender; as in the specification of the IBAN and made up. */
export const ownIban = 'TR330006100519786457841326'
export const senderIban = 'TR710001500158007300012345'
export const today = dayInTurkey(new Date())
let serial = 0

/** Opens a shop for the file's tests; each test has a dealer of its own. */
export function useTestTransfers(): void {
  beforeAll(async () => {
    shop = await openTestShop()
    pool = shop.database.pool
    admin = await shop.signedIn(await addAdmin(pool))
    await shop.setSetting('bankAccounts', `Ziraat Bankası · ${ownIban}`)
  })
  beforeEach(async () => {
    await pool.execute('TRUNCATE awaited_transfers, bank_line_bookings, bank_lines, bank_statements')
    await pool.execute(`DELETE FROM transfer_notices`)
    await pool.execute('DELETE FROM outbox')
    actor = await addDealer(pool)
    dealer = await shop.signedIn(actor)
    otherActor = await addDealer(pool)
    other = await shop.signedIn(otherActor)
  })
  afterAll(async () => {
    expect(await findBroken(pool)).toEqual([])
    await shop.close()
  })
}

export const dealerId = (who = actor): number => who.dealer?.id ?? expect.fail('a dealer')
export const codeOfDealer = (who = actor): string => who.dealer?.code ?? ''

/** A valid report of 1.250,00 TL, sent today. */
export function report(change: Partial<TransferInput> = {}): TransferInput {
  serial += 1
  return {
    amount: '1.250,00',
    day: formatDay(today),
    iban: ownIban,
    sender: 'Işık Elektrik Ltd. Şti.',
    note: '',
    debts: [],
    orderNo: null,
    receipt: null,
    key: `bildirim-${serial}`,
    ...change,
  }
}

export async function reported(change: Partial<TransferInput> = {}, by = dealer): Promise<TransferNotice> {
  const answer = await by.send('POST', '/api/account/transfers', { body: report(change) })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as TransferNotice
}

export const noticesOf = async (by = dealer): Promise<TransferNotice[]> =>
  ((await by.send('GET', '/api/account/transfers')).body as { items: TransferNotice[] }).items

export const send = (content: string | Buffer, query: Record<string, string> = {}) =>
  admin.send(
    'POST',
    `/yonetim/bank-statements?${new URLSearchParams({ name: 'ekstre.csv', iban: ownIban, ...query })}`,
    {
      body: Buffer.from(content),
      headers: { 'content-type': 'application/octet-stream' },
    },
  )

export async function imported(
  content: string | Buffer,
  query: Record<string, string> = {},
): Promise<ImportedStatement> {
  const answer = await send(content, query)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as ImportedStatement
}

export const head = 'Tarih;Açıklama;Tutar;Bakiye;Dekont No'
/** A statement of lines as `amount text`, one a day until today, with a running balance. */
export function csv(...lines: readonly (readonly [amount: string, text: string])[]): string {
  let balance = 0
  const rows = lines.map(([amount, text], index) => {
    balance += Number(amount.replaceAll('.', '').replace(',', '.'))
    const day = formatDay(addDays(today, index - lines.length + 1))
    return `${day} 10:15:00;${text};${amount};${balance.toFixed(2).replace('.', ',')};DK${index + 1}`
  })
  return `${head}\n${rows.join('\n')}\n`
}

export async function linesOf(state: LineState | '' = ''): Promise<BankLine[]> {
  const answer = await admin.send('GET', `/yonetim/bank-lines?state=${state}&limit=100`)
  expect(answer.status).toBe(200)
  return (answer.body as { items: BankLine[] }).items
}

/** Imports one incoming line and returns it. */
export async function line(amount = '1.250,00', text = 'GELEN EFT'): Promise<BankLine> {
  serial += 1
  await imported(csv([amount, `${text} ${serial}X`]))
  const [newest] = (await linesOf()).toSorted((a, b) => b.id - a.id)
  return newest ?? expect.fail('a line')
}

export const part = (change: Partial<LinePart> = {}): LinePart => {
  return { dealerId: dealerId(), amount: '1.250,00', noticeId: null, debts: [], ...change }
}
export const book = (id: number, parts: readonly LinePart[] = [part()], by = admin) =>
  by.send('POST', `/yonetim/bank-lines/${id}/book`, { body: { parts } })
export const reopen = (id: number, by = admin) =>
  by.send('POST', `/yonetim/bank-lines/${id}/reopen`, { body: { reason: 'Yanlış bayi' } })

/** Posts an invoice to an account. Returns the movement's id. */
export async function debt(amount: string, documentNo: string, dueIn = 0, who = actor): Promise<number> {
  const day = addDays(today, -30)
  return transaction(pool, (db) =>
    postMovement(db, {
      ...{ dealerId: dealerId(who), day, dueOn: addDays(today, dueIn), asOf: today, kind: 'invoice', debit: amount },
      ...{ credit: '0', documentNo, description: '', reference: documentNo },
    }),
  )
}

export const movementsOf = (who = actor) =>
  pool.query<{ debit: string; credit: string; reference: string; unpaid: string }>(
    'SELECT debit, credit, reference, unpaid FROM account_movements WHERE dealer_id = $1 ORDER BY id',
    [dealerId(who)],
  )
export const balanceOf = async (who = actor): Promise<string | undefined> =>
  (await pool.one<{ balance: string }>('SELECT balance FROM dealers WHERE id = $1', [dealerId(who)]))?.balance

/** What is left of each debt, by document number. */
export async function unpaid(who = actor): Promise<Record<string, string>> {
  const rows = await pool.query<{ document_no: string; unpaid: string }>(
    'SELECT document_no, unpaid FROM account_movements WHERE dealer_id = $1 AND debit > 0 ORDER BY id',
    [dealerId(who)],
  )
  return Object.fromEntries(rows.map((row) => [row.document_no, row.unpaid]))
}

/** Sends the emails that wait, and returns them. */
export async function emails(): Promise<Mail[]> {
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const rows = await pool.query<{ data: object }>('DELETE FROM outbox WHERE name = $1 RETURNING data', [
    transferMailJob,
  ])
  for (const { data } of rows)
    await sendTransferMail({ pool, mailer, publicUrl: 'https://bayi.example.com' }, data, 'k')
  return mails
}
