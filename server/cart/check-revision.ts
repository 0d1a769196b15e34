import { createHash } from 'node:crypto'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { cartIdSql, type CartOwner, ownerColumn } from './cart-owner.ts'
import { loadFingerprintLines } from './shown-lines.ts'

/** What a page shows: the fingerprint of its lines, and the revision returned before it read them. */
export type ShownCart = { fingerprint: string; revision?: string | undefined }

/** Seconds for which a revision is trusted. Changes of products are stored for twice as long. */
const trustedSeconds = 1800

/** Whether a cart, its products and its owner's view of them are unchanged since the page read them. */
export async function checkCartRevision(
  db: Db,
  owner: CartOwner,
  view: View,
  shown: ShownCart,
): Promise<{ isCurrent: boolean; revision: string }> {
  const { floor, seconds, state } = partsOf(shown.revision)
  const [changes, lines] = await Promise.all([loadChanges(db, owner, floor), loadFingerprintLines(db, owner)])
  const currentState = `${changes.labels_version}-${digest(view)}`
  const isCurrent =
    !changes.has_changed &&
    // A restored database counts its transactions from an earlier number.
    BigInt(floor ?? 0) <= BigInt(changes.floor) &&
    changes.seconds - seconds < trustedSeconds &&
    state === currentState &&
    cartFingerprint(lines) === shown.fingerprint
  return { isCurrent, revision: [changes.floor, Math.floor(changes.seconds), currentState].join('.') }
}

type Revision = { floor: string | null; seconds: number; state: string }

function partsOf(revision = ''): Revision {
  const [, floor = null, seconds = '0', state = ''] = /^(\d{1,18})\.(\d{1,12})\.(.+)$/.exec(revision) ?? []
  return { floor, seconds: Number(seconds), state }
}

function digest(view: View): string {
  return createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 22)
}

type CartChanges = { floor: string; seconds: number; labels_version: number; has_changed: boolean }

/**
 * Transactions do not commit in the order in which they start: all that were open at the earlier check count as new.
 */
async function loadChanges(db: Db, owner: CartOwner, floor: string | null): Promise<CartChanges> {
  const column = ownerColumn(owner)
  const row = await db.one<CartChanges>(
    `WITH touched AS MATERIALIZED (
       SELECT unnest(product_ids) AS id FROM catalog_changes WHERE transaction_id >= $2::text::xid8)
     SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS floor, extract(epoch FROM now())::float8 AS seconds,
            (SELECT version FROM cache_versions WHERE name = 'catalog') AS labels_version,
            $2 IS NULL
              OR EXISTS (SELECT FROM catalog_changes WHERE transaction_id >= $2::text::xid8 AND product_ids IS NULL)
              OR EXISTS (SELECT FROM cart_lines l JOIN products p ON p.id = l.product_id
                   WHERE l.cart_id = (${cartIdSql(owner)})
                     AND (p.id IN (SELECT id FROM touched) OR p.parent_id IN (SELECT id FROM touched))) AS has_changed`,
    [owner, floor],
    `cart_news_${column}`,
  )
  if (row === undefined) throw new Error('Could not read the changes of the cart.')
  return row
}
