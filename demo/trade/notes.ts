import type { Db } from '#server/platform/db/pool.ts'

type DemoNote = {
  kind: 'order' | 'offer'
  by: 'dealer' | 'store'
  text: string
  /** Hours before now. */
  hours: number
  isInternal?: boolean
}

const notes: readonly DemoNote[] = [
  {
    kind: 'order',
    by: 'dealer',
    hours: 49,
    text: 'Matkap uçlarının 2. partisi ne zaman çıkar? Perşembe şantiyede olması gerekiyor.',
  },
  {
    kind: 'order',
    by: 'store',
    hours: 48,
    text: 'Tedarikçi çarşamba teslim ediyor, perşembe sabahı ilk araçla çıkarırız.',
  },
  {
    kind: 'order',
    by: 'store',
    hours: 47,
    isInternal: true,
    text: 'Bu bayi geçen ay iki kez geç teslimat yaşadı; araç çıkınca arayalım.',
  },
  {
    kind: 'order',
    by: 'dealer',
    hours: 26,
    text: 'Teşekkürler. Teslim adresi şantiye: Organize Sanayi 4. Cadde No: 12.',
  },
  { kind: 'order', by: 'store', hours: 3, text: 'Adresi irsaliyeye yazdık. Sevkiyat yarın sabah.' },
  { kind: 'offer', by: 'dealer', hours: 30, text: 'Müşterim 100 adet alırsa ek indirim olur mu?' },
  { kind: 'offer', by: 'store', hours: 5, isInternal: true, text: 'Bu markada en çok yüzde 3 daha inebiliriz.' },
  {
    kind: 'offer',
    by: 'store',
    hours: 4,
    text: '100 adet ve üzerinde yüzde 3 ek indirim yapabiliriz; teklifi yenileyin, onaylayalım.',
  },
]

/**
 * Threads on the latest order that has not been cancelled and the latest offer of the first dealer's user, with internal
 * notes. The store's last notes are unread.
 */
export async function loadNotes(db: Db): Promise<void> {
  await db.execute(
    `WITH buyer AS (SELECT id, dealer_id FROM users WHERE dealer_id IS NOT NULL ORDER BY id LIMIT 1)
     INSERT INTO note_threads (kind, number, subject_id, dealer_id)
     (SELECT 'order', o.order_no, o.id, o.dealer_id FROM orders o JOIN buyer b ON b.dealer_id = o.dealer_id
       WHERE NOT o.is_cancel ORDER BY o.id DESC LIMIT 1)
     UNION ALL
     (SELECT 'offer', o.offer_no, o.id, o.dealer_id FROM offers o JOIN buyer b ON b.dealer_id = o.dealer_id
       WHERE NOT o.is_cancel ORDER BY o.id DESC LIMIT 1)`,
  )
  await db.execute(
    `INSERT INTO notes (thread_id, side, is_internal, user_id, text, request_key, created_at, notified_at)
     SELECT t.id, g.by, coalesce(g."isInternal", false),
            CASE g.by WHEN 'dealer' THEN (SELECT min(id) FROM users WHERE dealer_id = t.dealer_id)
                      ELSE (SELECT min(id) FROM users WHERE role = 'admin') END,
            g.text, 'ornek-not-' || g.hours, now() - make_interval(hours => g.hours), now()
       FROM json_to_recordset($1) AS g (kind text, by text, hours integer, text text, "isInternal" boolean)
       JOIN note_threads t ON t.kind = g.kind
      WHERE g.by = 'dealer' OR EXISTS (SELECT FROM users WHERE role = 'admin') ORDER BY g.hours DESC`,
    [JSON.stringify(notes)],
  )
  await db.execute(
    `UPDATE note_threads t SET
            store_read = (SELECT max(id) FROM notes n WHERE n.thread_id = t.id),
            dealer_read = (SELECT coalesce(max(id), 0) FROM notes n WHERE n.thread_id = t.id AND n.side = 'dealer'),
            dealer_unread = (SELECT count(*) FROM notes n WHERE n.thread_id = t.id AND n.side = 'store' AND NOT n.is_internal
                                AND n.id > (SELECT coalesce(max(d.id), 0) FROM notes d WHERE d.thread_id = t.id AND d.side = 'dealer'))`,
  )
}
