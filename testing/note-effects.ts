import type { SettingKey } from '#contract/shop/settings.ts'
import { enqueueNoteMails } from '#server/notes/notes.ts'
import type { EffectsShop, SettingEffect } from './effects-shop.ts'

/** The number of emails to one side about a note of the other side that was written an hour ago. */
async function mailsTo(side: 'dealer' | 'store', { shop, username }: EffectsShop): Promise<number> {
  const { pool } = shop.database
  await pool.execute(
    `WITH placed AS (
       INSERT INTO orders (order_no, dealer_id, user_id, state, description, currency, rates, subtotal, tax, total, total_try)
       SELECT 'S2020' || nextval('order_number'), dealer_id, id, 'received', '-', 'TRY', '{"TRY": "1"}', 0, 0, 0, 0
         FROM users WHERE email = $1 RETURNING id, order_no, dealer_id, user_id
     ), thread AS (
       INSERT INTO note_threads (kind, number, subject_id, dealer_id)
       SELECT 'order', order_no, id, dealer_id FROM placed RETURNING id
     )
     INSERT INTO notes (thread_id, side, user_id, text, request_key, created_at)
     SELECT thread.id, $2, user_id, 'Not', 'not-anahtari', now() - interval '1 hour' FROM thread, placed`,
    [username, side === 'dealer' ? 'store' : 'dealer'],
  )
  return enqueueNoteMails(pool)
}

/** Settings that switch the emails about notes. */
export const noteEffects = (test: EffectsShop) =>
  ({
    noteMailDealer: { value: '0', read: () => mailsTo('dealer', test), before: 1, after: 0 },
    noteMailStore: { value: '0', read: () => mailsTo('store', test), before: 1, after: 0 },
  }) satisfies Partial<Record<SettingKey, SettingEffect>>
