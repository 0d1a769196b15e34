import type { CategoryNode, TopCategory } from '#contract/shop/categories.ts'
import { categoryPath } from '#contract/core/pages.ts'
import type { View } from '#server/settings/settings.ts'
import type { Finder } from './finder.ts'
import type { Labels } from '#server/catalog/index/labels.ts'

/** The category tree with the visible products in each category; categories without products are left out. */
function presentTree({ tree, categories }: Labels, counts: Int32Array): CategoryNode[] {
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

/** Milliseconds that a tree counted without an index is cached. */
const withoutIndexTtl = 5_000

/** Counts the tree once per version of the index and stock choice, not once per page. */
export function createCategoryTrees() {
  let stamp = ''
  let trees = new Map<string, Promise<CategoryNode[]>>()
  return {
    of(finder: Finder, view: Pick<View, 'showNotInStocks'>): Promise<CategoryNode[]> {
      const current =
        finder.index === undefined
          ? `sql ${Math.floor(performance.now() / withoutIndexTtl)}`
          : String(finder.index.version)
      if (current !== stamp) {
        stamp = current
        trees = new Map()
      }
      const cached = trees.get(view.showNotInStocks)
      if (cached !== undefined) return cached
      const counted = finder
        .categoryCounts(view.showNotInStocks === '0')
        .then((counts) => presentTree(finder.labels, counts))
      trees.set(view.showNotInStocks, counted)
      // Failures are not cached.
      counted.catch(() => trees.delete(view.showNotInStocks))
      return counted
    },
  }
}

const maxTopCategories = 12

export function largestCategories(tree: readonly CategoryNode[]): TopCategory[] {
  const fullest = new Set(tree.toSorted((a, b) => b.count - a.count).slice(0, maxTopCategories))
  return tree.filter((node) => fullest.has(node)).map(({ id, name, url }) => ({ id, name, url }))
}
