import type { LearnedChoice } from '#domain/cart/order-text/decide-line.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** The choices used last are kept. */
export const wordsPerDealer = 5000

/** `words` are folded and separated by spaces (`wordsKey`). */
export type ChosenWords = { words: string; productId: number; unit: string }

/** Counts choices of a dealer. Beyond the number that is kept, those that were not used for the longest time are removed. */
export async function learnWords(db: Db, dealerId: number, chosen: readonly ChosenWords[]): Promise<void> {
  if (chosen.length === 0) return
  await db.execute(
    `INSERT INTO order_words (dealer_id, words, product_id, unit)
     SELECT DISTINCT $1::integer, words, product_id, unit
       FROM unnest($2::text[], $3::integer[], $4::text[]) AS chosen (words, product_id, unit)
      ORDER BY words, product_id, unit
     ON CONFLICT (dealer_id, words, product_id, unit)
     DO UPDATE SET times = least(order_words.times + 1, 1000000), used_at = now()`,
    [
      dealerId,
      chosen.map(({ words }) => words),
      chosen.map(({ productId }) => productId),
      chosen.map(({ unit }) => unit),
    ],
  )
  await db.execute(
    `DELETE FROM order_words WHERE (dealer_id, words, product_id, unit) IN (
       SELECT dealer_id, words, product_id, unit FROM order_words WHERE dealer_id = $1
        ORDER BY used_at DESC, words, product_id, unit OFFSET $2)`,
    [dealerId, wordsPerDealer],
  )
}

/** What a dealer chose for these words, the latest choice first. */
export async function loadLearned(
  db: Db,
  dealerId: number,
  words: readonly string[],
): Promise<Map<string, LearnedChoice[]>> {
  const rows = await db.query<{ words: string; product_id: number; unit: string; times: number }>(
    `SELECT words, product_id, unit, times FROM order_words
      WHERE dealer_id = $1 AND words = ANY ($2::text[]) ORDER BY words, used_at DESC, product_id, unit`,
    [dealerId, words],
    'order_words',
  )
  const choices = rows.map(({ words: key, product_id, unit, times }) => ({ key, productId: product_id, unit, times }))
  return Map.groupBy(choices, ({ key }) => key)
}

/** Forgets the dealer's choices for these words, or all of them. Returns their number. */
export async function forgetWords(db: Db, dealerId: number, words: string | null): Promise<number> {
  const rows = await db.query<{ product_id: number }>(
    'DELETE FROM order_words WHERE dealer_id = $1 AND ($2::text IS NULL OR words = $2) RETURNING product_id',
    [dealerId, words],
  )
  return rows.length
}
