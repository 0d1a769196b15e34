import { createHash } from 'node:crypto'
import { compactIban, parseBankAccounts } from '#domain/money/iban.ts'
import { addDays, type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import { type BankLine, lineIdentity } from '#domain/transfers/bank-line.ts'
import { demoSettings } from '#demo/settings.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { isRefusal } from '#contract/core/errors.ts'
import { postTransfer } from '#server/statement/statement.ts'

const [account] = parseBankAccounts(demoSettings.bankAccounts) ?? []
const bank = account?.bank ?? ''
const iban = compactIban(account?.iban ?? '')

type DemoDealer = { id: number; name: string; user_id: number; document_no: string | null }

/** Folded the way banks in Turkey print names. */
const printed = (name: string): string =>
  name.toLocaleUpperCase('tr').replaceAll('İ', 'I').replaceAll('Ş', 'S').replaceAll('Ğ', 'G').replaceAll('Ü', 'U')

/**
 * Transfers that dealers have reported, and an imported statement: lines that were matched, lines with a suggestion, lines of nobody
 * that is known, and outgoing ones.
 */
export async function loadTransfers(db: Db, today: Date): Promise<void> {
  const dealers = await db.query<DemoDealer>(
    `SELECT d.id, d.name, min(u.id) AS user_id,
            (SELECT m.document_no FROM account_movements m
              WHERE m.dealer_id = d.id AND m.unpaid > 0 AND m.document_no <> '' ORDER BY m.id DESC LIMIT 1) AS document_no
       FROM dealers d JOIN users u ON u.dealer_id = d.id WHERE d.disabled_at IS NULL GROUP BY d.id ORDER BY d.id LIMIT 4`,
  )
  const [first, second, third, fourth] = dealers
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return
  const day = dayInTurkey(today)
  await insertNotice(db, first, {
    amount: '4000.00',
    day: addDays(day, -12),
    reason: 'Bu tutar hesabımıza gelmedi; dekontu kontrol eder misiniz?',
  })
  const matched = await insertNotice(db, third, { amount: '18450.00', day: addDays(day, -3) })
  await insertNotice(db, first, { amount: '12500.00', day: addDays(day, -1), note: 'Kasım ödemesi' })
  await insertNotice(db, second, { amount: '7320.50', day: addDays(day, -1) })
  const lines = await insertLines(
    db,
    [
      [-3, '18450.00', `GELEN EFT ${printed(third.name)}`],
      [-2, '-86.40', 'EFT MASRAFI'],
      [-2, '41233.18', 'POS AKTARIM GUN SONU'],
      [-1, '12500.00', `GELEN FAST ${printed(first.name)} KASIM ODEMESI`],
      [
        -1,
        '5150.00',
        `GELEN HAVALE ${printed(fourth.name)}${fourth.document_no === null ? '' : ` ${fourth.document_no}`}`,
      ],
      [0, '2675.00', 'GELEN FAST MEHMET DEMIR'],
    ],
    day,
  )
  await bookLine(
    db,
    { lineId: lines[0] ?? 0, dealer: third, noticeId: matched, amount: '18450.00', day: addDays(day, -3) },
    day,
  )
  await db.execute(
    `UPDATE bank_lines SET state = 'ignored', reason = 'POS gün sonu', settled_at = now() WHERE id = $1`,
    [lines[2]],
  )
}

type DemoNotice = { amount: string; day: Day; note?: string; reason?: string }

async function insertNotice(db: Db, dealer: DemoDealer, { amount, day, note = '', reason = '' }: DemoNotice) {
  const row = await db.one<{ id: number }>(
    `INSERT INTO transfer_notices (dealer_id, user_id, request_key, created_at, amount, sent_on, bank, iban, sender, note,
                                   state, reason, settled_at)
     VALUES ($1, $2, $3, $4::date + time '15:20', $5, $4, $6, $7, $8, $9,
             CASE WHEN $10 = '' THEN 'waiting' ELSE 'rejected' END, $10, CASE WHEN $10 <> '' THEN now() END)
     RETURNING id`,
    [dealer.id, dealer.user_id, `ornek-havale-${day}`, day, amount, bank, iban, dealer.name, note, reason],
  )
  return row?.id ?? 0
}

type DemoLine = readonly [days: number, amount: string, description: string]

/** Returns the ids in the order of the lines. */
async function insertLines(db: Db, lines: readonly DemoLine[], today: Day): Promise<number[]> {
  const rows = lines.map(([days, amount, description], index) => {
    const line: BankLine = {
      ...{ day: addDays(today, days), amount, balance: null, reference: `DK${48_210 + index}`, description },
      ...{ sender: '', senderIban: '' },
    }
    const fingerprint = createHash('sha256').update(lineIdentity(iban, line)).digest('hex')
    return { booked_on: line.day, amount, reference: line.reference, description, fingerprint }
  })
  const inserted = await db.query<{ id: number }>(
    `WITH statement AS (
       INSERT INTO bank_statements (name, format, iban, lines, new_lines)
       VALUES ('hesap-hareketleri.csv', 'table', $1, $2, $2) RETURNING id
     )
     INSERT INTO bank_lines (statement_id, iban, booked_on, amount, reference, description, fingerprint, occurrence)
     SELECT statement.id, $1, l.booked_on, l.amount, l.reference, l.description, l.fingerprint, 1
       FROM statement, json_to_recordset($3) AS l (booked_on date, amount numeric, reference text, description text,
                                                   fingerprint text)
     RETURNING id`,
    [iban, rows.length, JSON.stringify(rows)],
  )
  return inserted.map(({ id }) => id)
}

type Booked = { lineId: number; dealer: DemoDealer; noticeId: number; amount: string; day: Day }

async function bookLine(db: Db, { lineId, dealer, noticeId, amount, day }: Booked, today: Day): Promise<void> {
  const booking = await db.one<{ id: number }>(
    'INSERT INTO bank_line_bookings (line_id, dealer_id, amount, notice_id) VALUES ($1, $2, $3, $4) RETURNING id',
    [lineId, dealer.id, amount, noticeId],
  )
  const bookingId = booking?.id ?? 0
  const movementId = await postTransfer(db, {
    ...{ bookingId, dealerId: dealer.id, amount, documentNo: 'DK48210', day, today, debts: [] },
  })
  if (isRefusal(movementId)) throw new Error(movementId.code)
  await db.execute('UPDATE bank_line_bookings SET movement_id = $2 WHERE id = $1', [bookingId, movementId])
  await db.execute(`UPDATE bank_lines SET state = 'booked', settled_at = now() WHERE id = $1`, [lineId])
  await db.execute(`UPDATE transfer_notices SET state = 'matched', settled_at = now() WHERE id = $1`, [noticeId])
}
