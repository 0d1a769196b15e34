import { picturesMax } from '#contract/admin/products.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** How new pictures join those of a product (`pictureModes` of the contract). */
type PictureMode = 'append' | 'replace' | 'missing'
export type ProductPictures = { id: number; pictures: readonly string[] }

/** The pictures of a product afterwards, at most `picturesMax` unless it has more already. */
export function joinPictures(before: readonly string[], added: readonly string[], mode: PictureMode): string[] {
  if (mode === 'missing' && before.length > 0) return [...before]
  const kept = mode === 'append' ? before : []
  const fresh = [...new Set(added)].filter((name) => !kept.includes(name))
  return [...kept, ...fresh.slice(0, Math.max(0, picturesMax - kept.length))]
}

/**
 * Adds stored pictures to products, which are locked in id order. Returns each product that changed, with its pictures
 * before and after.
 */
export async function savePictures(
  db: Db,
  items: readonly ProductPictures[],
  mode: PictureMode,
): Promise<{ id: number; before: string[]; after: string[] }[]> {
  const added = new Map(items.map(({ id, pictures }) => [id, pictures]))
  const rows = await db.query<{ id: number; images: string[] }>(
    'SELECT id, images FROM products WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE',
    [[...added.keys()]],
  )
  const changed = rows
    .map(({ id, images }) => ({ id, before: images, after: joinPictures(images, added.get(id) ?? [], mode) }))
    .filter(({ before, after }) => before.length !== after.length || before.some((name, i) => name !== after[i]))
  await db.execute(
    `UPDATE products p SET images = array(SELECT jsonb_array_elements_text(c.after)), updated_at = now()
       FROM jsonb_to_recordset($1) AS c (id integer, after jsonb) WHERE p.id = c.id`,
    [JSON.stringify(changed)],
  )
  return changed
}
