import type { Locale } from '#contract/core/visitor.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { PictureFailure } from './retries.ts'

/** The addresses that an import was the last one to name, or those that were checked since a time. */
export type PictureScope = { importId: number } | { since: Date }

/** Different addresses. `retried`: of those that wait, the ones that failed; `next_at`: when the first of these is fetched. */
export type PictureOutcomes = {
  total: number
  stored: number
  failed: number
  waiting: number
  retried: number
  next_at: Date | null
}

const inScope = `NOT o.is_dropped AND ($1::integer IS NULL OR o.named_by = $1) AND ($2::timestamptz IS NULL OR a.checked_at >= $2)`
const scopeParams = (scope: PictureScope) =>
  'importId' in scope ? [scope.importId, null] : [null, scope.since.toISOString()]

export async function countOutcomes(db: Db, scope: PictureScope): Promise<PictureOutcomes> {
  const counts = await db.one<PictureOutcomes>(
    `SELECT count(*) AS total, count(*) FILTER (WHERE state = 'stored') AS stored,
            count(*) FILTER (WHERE state = 'failed') AS failed, count(*) FILTER (WHERE state = 'waiting') AS waiting,
            count(*) FILTER (WHERE state = 'waiting' AND reason IS NOT NULL) AS retried,
            min(next_at) FILTER (WHERE state = 'waiting' AND reason IS NOT NULL) AS next_at
       FROM picture_addresses WHERE id IN (
         SELECT o.address_id FROM product_picture_addresses o JOIN picture_addresses a ON a.id = o.address_id WHERE ${inScope})`,
    scopeParams(scope),
    'pictures_outcomes',
  )
  return counts ?? { total: 0, stored: 0, failed: 0, waiting: 0, retried: 0, next_at: null }
}

export type FailedPicture = {
  product_id: number
  code: string
  url: string
  file: number
  line: number
  reason: PictureFailure
  status: number | null
}

/** Addresses that failed for good, once for each product that lacks the picture, in the order of the files. */
export function listFailed(
  db: Db,
  scope: PictureScope,
  { limit, offset }: { limit: number; offset: number },
): Promise<FailedPicture[]> {
  return db.query<FailedPicture>(
    `SELECT o.product_id, p.code, a.url, o.file, o.line, coalesce(a.reason, '') AS reason, a.status
       FROM product_picture_addresses o JOIN picture_addresses a ON a.id = o.address_id JOIN products p ON p.id = o.product_id
      WHERE a.state = 'failed' AND ${inScope} ORDER BY o.file, o.line, o.place, o.product_id LIMIT $3 OFFSET $4`,
    [...scopeParams(scope), limit, offset],
    'pictures_list_failed',
  )
}

export async function countFailed(db: Db, scope: PictureScope): Promise<number> {
  const row = await db.one<{ n: number }>(
    `SELECT count(*) AS n FROM product_picture_addresses o JOIN picture_addresses a ON a.id = o.address_id
      WHERE a.state = 'failed' AND ${inScope}`,
    scopeParams(scope),
    'pictures_count_failed',
  )
  return row?.n ?? 0
}

type MissingPicture = {
  url: string
  state: 'waiting' | 'failed'
  reason: PictureFailure
  status: number | null
}

/** The addresses of which a product has no picture yet, in the order of their places. */
export function listMissing(db: Db, productId: number): Promise<MissingPicture[]> {
  return db.query<MissingPicture>(
    `SELECT a.url, a.state, coalesce(a.reason, '') AS reason, a.status
       FROM product_picture_addresses o JOIN picture_addresses a ON a.id = o.address_id
      WHERE o.product_id = $1 AND NOT o.is_dropped AND a.state <> 'stored' ORDER BY o.place, a.id`,
    [productId],
    'pictures_missing',
  )
}

/** Why an address gave no picture, as a sentence. */
export function pictureFailureText(
  locale: Locale,
  { reason, status }: Pick<FailedPicture, 'reason' | 'status'>,
): string {
  const isMissing = reason === 'status' && (status === 404 || status === 410)
  return translate(locale, `import.addresses.reasons.${isMissing ? 'not_found' : reason}`, { status: status ?? '' })
}

/** Fetches again what failed, or waits for another attempt, among the addresses that the import named last. */
export async function retryPictures(db: Db, importId: number): Promise<number> {
  return db.execute(
    `UPDATE picture_addresses a SET state = 'waiting', attempts = 0, next_at = now(), reason = NULL, status = NULL
       FROM (SELECT a.id FROM picture_addresses a
              WHERE a.id IN (SELECT o.address_id FROM product_picture_addresses o WHERE o.named_by = $1 AND NOT o.is_dropped)
                AND (a.state = 'failed' OR (a.state = 'waiting' AND a.reason IS NOT NULL))
                AND (a.taken_until IS NULL OR a.taken_until <= now())
              ORDER BY a.id FOR UPDATE) failed
      WHERE a.id = failed.id`,
    [importId],
    'pictures_retry',
  )
}
