import type { CardInfo } from '#domain/payments/installments.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type BinInfo = CardInfo & { bank: string; scheme: string }

const cardColumns = `c.bank, c.bank_code AS "bankCode", c.scheme, c.type, c.is_commercial AS "isCommercial",
            CASE WHEN c.type = 'credit' THEN coalesce(c.family, wide.family, usual.family) END AS family`
const cardRows = `card_bins c
       LEFT JOIN card_bins wide
         ON wide.bin = left(c.bin, 6) AND wide.bank_code = c.bank_code AND wide.type = 'credit'
       LEFT JOIN bank_card_families usual ON usual.bank_code = c.bank_code`

/**
 * Finds a card by its first eight digits: the row of eight digits, else that of six. A credit card's row without a
 * program takes the program of the six-digit row of the same bank, then the bank's default. Null: unknown.
 */
export async function findCard(db: Db, bin8: string): Promise<BinInfo | null> {
  const row = await db.one<BinInfo>(
    `SELECT ${cardColumns} FROM ${cardRows}
      WHERE c.bin IN ($1, left($1, 6))
      ORDER BY length(c.bin) DESC
      LIMIT 1`,
    [bin8],
    'pos_find_card',
  )
  return row ?? null
}

/**
 * The different cards that begin with these six to eight digits, by their banks: what `findCard` finds for any eight digits
 * that begin with them. None: unknown.
 */
export async function findCards(db: Db, digits: string): Promise<BinInfo[]> {
  const rows = await db.query<BinInfo & { length: number }>(
    `SELECT DISTINCT ${cardColumns}, length(c.bin) AS length FROM ${cardRows}
      WHERE c.bin = left($1, 6) OR (length(c.bin) = 8 AND c.bin LIKE $1 || '%')
      ORDER BY length(c.bin) DESC, c.bank, family, c.type`,
    [digits],
    'pos_find_cards',
  )
  // A row of eight digits decides about its card.
  const found = digits.length === 8 ? rows.slice(0, 1) : rows
  const distinct = new Map(found.map(({ length: _length, ...card }) => [JSON.stringify(card), card]))
  return [...distinct.values()]
}

/** A row of the table of BINs. */
export type BinRow = {
  bin: string
  bank: string
  bankCode: string | null
  scheme: string
  type: 'credit' | 'debit' | 'prepaid'
  family: string | null
  isCommercial: boolean
}

export type SavedBins = { added: number; changed: number; unchanged: number; removed: number }

const givenRows = `WITH given AS (
  SELECT bin, bank, "bankCode" AS bank_code, scheme, type, family, "isCommercial" AS is_commercial
    FROM jsonb_to_recordset($1) AS row (bin text, bank text, "bankCode" text, scheme text, type text, family text,
      "isCommercial" boolean))`

/** Inserts and updates these rows. Other rows are kept, unless `isWhole` is set: then they are removed. */
export async function saveBins(db: Db, rows: readonly BinRow[], isWhole: boolean): Promise<SavedBins> {
  const json = JSON.stringify(rows)
  const removed = isWhole
    ? await db.execute(
        `${givenRows} DELETE FROM card_bins c WHERE NOT EXISTS (SELECT FROM given g WHERE g.bin = c.bin)`,
        [json],
      )
    : 0
  const saved = await db.query<{ is_new: boolean }>(
    `${givenRows}, known AS (SELECT bin FROM card_bins), saved AS (
       INSERT INTO card_bins (bin, bank, bank_code, scheme, type, family, is_commercial) SELECT * FROM given
       ON CONFLICT (bin) DO UPDATE SET bank = excluded.bank, bank_code = excluded.bank_code, scheme = excluded.scheme,
         type = excluded.type, family = excluded.family, is_commercial = excluded.is_commercial
       WHERE (card_bins.bank, card_bins.bank_code, card_bins.scheme, card_bins.type, card_bins.family,
              card_bins.is_commercial) IS DISTINCT FROM (excluded.bank, excluded.bank_code, excluded.scheme,
              excluded.type, excluded.family, excluded.is_commercial)
       RETURNING bin)
     SELECT NOT EXISTS (SELECT FROM known k WHERE k.bin = saved.bin) AS is_new FROM saved`,
    [json],
  )
  const added = saved.filter(({ is_new: isNew }) => isNew).length
  return { added, changed: saved.length - added, unchanged: rows.length - saved.length, removed }
}
