import type { CategoryNode, TopCategory } from '#contract/categories.ts'
import { categoryPath } from '#contract/pages.ts'
import type { View } from '#server/settings/settings.ts'
import { type CatalogIndex, countFacets } from './index/catalog-index.ts'
import { noFilter } from './index/filter.ts'

/** The category tree with what the visitor sees below each; categories without products are left out. */
function categoryTree(index: CatalogIndex, view: Pick<View, 'showNotInStocks'>): CategoryNode[] {
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

/** The tree is counted once for each state of the index and choice, not for each page. */
export function createCategoryTrees() {
  let version = -1
  let trees = new Map<string, CategoryNode[]>()
  return {
    of(index: CatalogIndex, view: Pick<View, 'showNotInStocks'>): CategoryNode[] {
      if (index.version !== version) {
        version = index.version
        trees = new Map()
      }
      const known = trees.get(view.showNotInStocks) ?? categoryTree(index, view)
      trees.set(view.showNotInStocks, known)
      return known
    },
  }
}

const mostTop = 12

export function topOf(tree: readonly CategoryNode[]): TopCategory[] {
  const fullest = new Set(tree.toSorted((a, b) => b.count - a.count).slice(0, mostTop))
  return tree.filter((node) => fullest.has(node)).map(({ id, name, url }) => ({ id, name, url }))
}
