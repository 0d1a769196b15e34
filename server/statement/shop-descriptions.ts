import type { Locale } from '#contract/core/visitor.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { loadEarlyPayments } from './early-payment-entries.ts'
import type { MovementRow } from './queries.ts'

export type ShopEntry = {
  /** The text that names what happened. */
  entry: string
  orderNo: string | null
  /** Who sent a transfer; empty if not known. */
  name: string
}

/** What a movement of the shop says: what happened, and the order or else who sent it. */
export function shopDescription(locale: Locale, { entry, orderNo, name }: ShopEntry): string {
  const text = translate(locale, entry)
  if (orderNo !== null) return translate(locale, 'paymentBasket.ofOrder', { entry: text, order: orderNo })
  return name === '' ? text : `${text}, ${name}`
}

const bookingSql = (head: string): string => `
  SELECT ${head}, o.order_no AS "orderNo", coalesce(nullif(l.sender, ''), n.sender, '') AS name
    FROM bank_line_bookings b JOIN bank_lines l ON l.id = b.line_id
    LEFT JOIN transfer_notices n ON n.id = b.notice_id LEFT JOIN orders o ON o.id = n.order_id`

/** Describes the booking of a transfer. Descriptions are stored in Turkish. */
export async function describeBooking(db: Db, id: number, entry: string): Promise<string> {
  const sql = `${bookingSql('b.id')} WHERE b.id = $1`
  const row = await db.one<Omit<ShopEntry, 'entry'> & { id: number }>(sql, [id], 'statement_booking')
  return shopDescription('tr', { orderNo: null, name: '', ...row, entry })
}

/**
 * Movements with the descriptions of payments, transfers and discounts for early payment in a language. What users and ERPs
 * wrote stays as it is.
 */
export async function translateMovements(
  db: Db,
  locale: Locale,
  movements: readonly MovementRow[],
): Promise<readonly MovementRow[]> {
  if (locale === 'tr') return movements
  const ids = movements.map(({ id }) => id)
  const rows = await db.query<ShopEntry & { id: number }>(
    `SELECT p.movement_id AS id, 'paymentBasket.payment' AS entry, o.order_no AS "orderNo", '' AS name
       FROM payments p LEFT JOIN orders o ON o.id = p.order_id
      WHERE p.movement_id = ANY ($1) AND (p.order_id IS NOT NULL OR p.description = '')
     UNION ALL
     SELECT r.movement_id, 'paymentBasket.' || r.kind, o.order_no, ''
       FROM payment_refunds r JOIN payments p ON p.id = r.payment_id LEFT JOIN orders o ON o.id = p.order_id
      WHERE r.movement_id = ANY ($1)
     UNION ALL ${bookingSql("b.movement_id, 'transfers.movement.payment'")} WHERE b.movement_id = ANY ($1)
     UNION ALL ${bookingSql("b.reversal_id, 'transfers.movement.reversal'")} WHERE b.reversal_id = ANY ($1)`,
    [ids],
    'statement_shop_entries',
  )
  const descriptions = new Map(rows.map((row) => [row.id, shopDescription(locale, row)]))
  for (const { id, describe } of await loadEarlyPayments(db, ids)) descriptions.set(id, describe(locale))
  return movements.map((movement) => ({
    ...movement,
    description: descriptions.get(movement.id) ?? movement.description,
  }))
}
