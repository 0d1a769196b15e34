import type { Db } from '#server/platform/db/pool.ts'

/** What the demo dealer calls its usual products in messages. */
const words = [
  ['priz', 'VLT-ELT-PRZ-TPR', 'ADET', 4],
  ['anahtar', 'VLT-ELT-ANH-TK', 'ADET', 3],
  ['sarı pense', 'KVR-PNS-180', 'ADET', 1],
  ['ampul', 'LMR-A60-12W-E27', 'PAKET', 2],
] as const

/** Choices of the demo dealer for the words of its order texts. */
export async function insertOrderWords(db: Db): Promise<void> {
  await db.execute(
    `INSERT INTO order_words (dealer_id, words, product_id, unit, times)
     SELECT u.dealer_id, fold(w.words), p.id, w.unit, w.times
       FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[]) AS w (words, code, unit, times)
       JOIN products p ON p.code = w.code
       JOIN users u ON u.email = 'bayi@example.com'`,
    [
      words.map(([text]) => text),
      words.map(([, code]) => code),
      words.map(([, , unit]) => unit),
      words.map(([, , , times]) => times),
    ],
  )
}
