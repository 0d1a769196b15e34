import { fold } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { pathSeparator } from './rule-rows.ts'

/** Found by a name that only one has, by one that several have, or not at all. */
type Named = number | 'unclear' | undefined

/** What the codes and names of rules stand for. */
export type RuleLookup = {
  dealer(code: string): number | undefined
  group(code: string): number | undefined
  /** The folded name of a region that a dealer has. */
  region(name: string): string | undefined
  product(code: string): number | undefined
  brand(name: string): Named
  /** By the path from the root, or by a name that only one category has. */
  category(path: string): Named
  priceList(code: string): number | undefined
  hasCurrency(code: string): boolean
  hasUnit(name: string): boolean
}

/** `null`: everything, for a file. */
type Wanted = { dealer: string; product: string; region: string; unit: string } | null

type Coded = { id: number; code: string }
type NamedRow = { id: number; name: string }

/**
 * Loads what rules can name. Of dealers, products, regions and units only those of one rule, unless `wanted` is null. The
 * rows that could be deleted are locked against that until the transaction ends.
 */
export async function loadLookup(db: Db, wanted: Wanted): Promise<RuleLookup> {
  const dealers = await db.query<Coded>('SELECT id, code FROM dealers WHERE $1::text IS NULL OR code = $1', [
    wanted?.dealer ?? null,
  ])
  const regions = await db.query<{ region: string }>(
    `SELECT DISTINCT fold(region) AS region FROM dealers
      WHERE region <> '' AND ($1::text IS NULL OR fold(region) = fold($1))`,
    [wanted?.region ?? null],
  )
  const products = await db.query<Coded>(
    `SELECT DISTINCT ON (code) id, code FROM products WHERE $1::text IS NULL OR code = $1
      ORDER BY code, is_active DESC, id`,
    [wanted?.product ?? null],
  )
  const units = await db.query<{ name: string }>(
    'SELECT DISTINCT name FROM product_units WHERE $1::text IS NULL OR name = $1',
    [wanted?.unit ?? null],
  )
  const groups = await db.query<Coded>('SELECT id, code FROM dealer_groups ORDER BY id FOR KEY SHARE')
  const brands = await db.query<NamedRow>('SELECT id, name FROM brands ORDER BY id FOR KEY SHARE')
  const categories = await loadPaths(db)
  const lists = await db.query<Coded>('SELECT id, code FROM price_lists ORDER BY id FOR KEY SHARE')
  const currencies = await db.query<{ code: string }>('SELECT code FROM currencies')
  const folded = new Set(regions.map(({ region }) => region))
  return {
    dealer: byCode(dealers),
    group: byCode(groups),
    region: (name) => (folded.has(fold(name)) ? fold(name) : undefined),
    product: byCode(products),
    brand: byName(brands.map(({ id, name }) => ({ id, names: [name] }))),
    category: categoryLookup(categories),
    priceList: byCode(lists),
    hasCurrency: (code) => currencies.some((currency) => currency.code === code),
    hasUnit: setOf(units.map(({ name }) => name)),
  }
}

function setOf(names: readonly string[]): (name: string) => boolean {
  const set = new Set(names)
  return (name) => set.has(name)
}

function byCode(rows: readonly Coded[]): (code: string) => number | undefined {
  const ids = new Map(rows.map(({ id, code }) => [code, id]))
  return (code) => ids.get(code)
}

/** The exact name goes before one that differs in case and accents. */
function byName(rows: readonly { id: number; names: readonly string[] }[]): (name: string) => Named {
  const add = (ids: Map<string, Named>, name: string, id: number) =>
    ids.set(name, ids.has(name) && ids.get(name) !== id ? 'unclear' : id)
  const exact = new Map<string, Named>()
  const folded = new Map<string, Named>()
  for (const { id, names } of rows) {
    for (const name of names) {
      add(exact, name, id)
      add(folded, fold(name), id)
    }
  }
  return (name) => exact.get(name) ?? folded.get(fold(name))
}

export type CategoryPath = { id: number; names: string[] }

/** All categories with their names from the root, in tree order. */
export async function loadPaths(db: Db): Promise<CategoryPath[]> {
  const rows = await db.query<{ id: number; parent_id: number | null; name: string }>(
    'SELECT id, parent_id, name FROM categories ORDER BY position, name, id',
  )
  const below = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const paths: CategoryPath[] = []
  const walk = (parent: number | null, above: readonly string[]) => {
    for (const { id, name } of below.get(parent) ?? []) {
      const names = [...above, name]
      paths.push({ id, names })
      walk(id, names)
    }
  }
  walk(null, [])
  return paths
}

function categoryLookup(paths: readonly CategoryPath[]): (path: string) => Named {
  const whole = byName(paths.map(({ id, names }) => ({ id, names: [names.join(pathSeparator)] })))
  const last = byName(paths.map(({ id, names }) => ({ id, names: names.slice(-1) })))
  return (path) => {
    const parts = path.split('>').map((part) => part.trim())
    return whole(parts.join(pathSeparator)) ?? (parts.length === 1 ? last(path) : undefined)
  }
}
