import { pictureKeys } from '#domain/text/picture-name.ts'
import { squeezeCode } from '#domain/text/text.ts'
import { pictureFormatOf } from '#server/images/images.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Where a picture belongs: the file that products name, or a place among the pictures of one product. */
export type PictureTarget =
  | { kind: 'file'; name: string }
  | { kind: 'product'; productId: number; place: number }
  | { kind: 'ambiguous'; codes: string[] }
  | null

export type PictureMatcher = (path: string) => PictureTarget

type Known = { id: number; code: string }

/** Codes are compared as they are first; then without signs that file names cannot have, if they are long enough. */
const shortestSqueezed = 4
const barcode = /^\d{8,14}$/

/**
 * Matches the paths of an archive with products: by the file names that products have, by code, by barcode, and by code
 * without signs (`3/8-A` in `3-8-A.jpg`).
 */
export async function openMatcher(db: Db, paths: readonly string[]): Promise<PictureMatcher> {
  const keys = [...new Set(paths.flatMap((path) => pictureKeys(path).map(({ key }) => key)))]
  const files = await loadNamedFiles(db, paths)
  const products = await db.query<Known>('SELECT id, code FROM products')
  const byCode = groupBy(products, ({ code }) => code)
  const bySqueezed = groupBy(products, ({ code }) => squeezeCode(code))
  const byBarcode = groupBy(
    await db.query<Known & { barcode: string }>(
      `SELECT DISTINCT p.id, p.code, u.barcode FROM product_units u JOIN products p ON p.id = u.product_id
        WHERE u.barcode = ANY ($1)`,
      [keys.filter((key) => barcode.test(key))],
    ),
    (row) => row.barcode,
  )
  const squeezed = (key: string) => {
    const text = squeezeCode(key)
    return text.length < shortestSqueezed ? undefined : bySqueezed.get(text)
  }
  return (path) => {
    const file = files.get(fileKey(path)) ?? files.get(fileKey(baseOf(path)))
    if (file !== undefined) return { kind: 'file', name: file }
    const candidates = pictureKeys(path)
    for (const find of [(key: string) => byCode.get(key), (key: string) => byBarcode.get(key), squeezed]) {
      for (const { key, place } of candidates) {
        const [found, ...others] = find(key) ?? []
        if (found === undefined) continue
        if (others.length > 0) return { kind: 'ambiguous', codes: [found, ...others].map(({ code }) => code) }
        return { kind: 'product', productId: found.id, place }
      }
    }
    return null
  }
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const fileKey = (path: string): string => path.normalize('NFC').toLowerCase()

/** The names of picture files that products have, by path and, if only one has it, by base name. */
async function loadNamedFiles(db: Db, paths: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ name: string }>(
    `SELECT DISTINCT name FROM (SELECT unnest(images) AS name FROM products) AS used
      WHERE lower(regexp_replace(name, '^.*/', '')) = ANY ($1) AND name NOT LIKE 'uploads/%' ORDER BY name`,
    [[...new Set(paths.map((path) => fileKey(baseOf(path))))]],
  )
  const names = rows.map(({ name }) => name).filter((name) => pictureFormatOf(name) !== null && !name.includes('..'))
  const byBase = groupBy(names, (name) => fileKey(baseOf(name)))
  return new Map([
    ...[...byBase].flatMap(([base, [only, ...others]]) =>
      only === undefined || others.length > 0 ? [] : [[base, only] as const],
    ),
    ...names.map((name) => [fileKey(name), name] as const),
  ])
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}
