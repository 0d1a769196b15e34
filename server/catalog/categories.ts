import type { CategoryNode } from '#contract/categories.ts'
import { categoryPath } from '#contract/pages.ts'
import type { View } from '#server/settings/settings.ts'
import { type CatalogIndex, countFacets } from './index/catalog-index.ts'
import { noFilter } from './index/filter.ts'

/** The category tree with what the visitor sees below each; categories without products are left out. */
export function categoryTree(index: CatalogIndex, view: Pick<View, 'showNotInStocks'>): CategoryNode[] {
  const { tree, categories } = index.labels
  const counts = countFacets(index, { ...noFilter, inStockOnly: view.showNotInStocks === '0' }).category
  const present = (ordinals: number[]): CategoryNode[] =>
    ordinals.flatMap((ordinal) => {
      const row = categories.rows[ordinal]
      const count = counts[ordinal] ?? 0
      if (row === undefined || count === 0) return []
      return {
        id: row.id,
        name: row.name,
        url: categoryPath(row.slug),
        count,
        children: present(tree.children[ordinal]!),
      }
    })
  return present(tree.roots)
}
