import type { PriceRuleChoices } from '#contract/admin/price-rules.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadPaths } from './rule-lookup.ts'
import { pathSeparator } from './rule-rows.ts'

/** What the form for a rule offers. */
export async function loadRuleChoices(db: Db): Promise<PriceRuleChoices> {
  type Named = { code: string; name: string }
  const [groups, regions, brands, paths, priceLists, currencies, units] = await Promise.all([
    db.query<Named>('SELECT code, name FROM dealer_groups ORDER BY name, id'),
    db.query<{ region: string }>(
      `SELECT region FROM (SELECT DISTINCT ON (fold(region)) region FROM dealers WHERE region <> ''
                            ORDER BY fold(region), id) regions
        ORDER BY region COLLATE "tr-x-icu"`,
    ),
    db.query<{ id: number; name: string }>('SELECT id, name FROM brands ORDER BY name, id'),
    loadPaths(db),
    db.query<Named>('SELECT code, name FROM price_lists ORDER BY is_default DESC, name, id'),
    db.query<{ code: string }>('SELECT code FROM currencies ORDER BY id'),
    db.query<{ name: string }>('SELECT DISTINCT name FROM product_units ORDER BY name LIMIT 200'),
  ])
  return {
    groups,
    regions: regions.map(({ region }) => region),
    brands,
    categories: paths.map(({ id, names }) => {
      return { id, name: names.at(-1) ?? '', depth: names.length - 1, path: names.join(pathSeparator) }
    }),
    priceLists,
    currencies: currencies.map(({ code }) => code),
    units: units.map(({ name }) => name),
  }
}
