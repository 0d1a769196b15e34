import type { LabelTable } from './label-table.ts'

export type CategoryRow = {
  id: number
  parent_id: number | null
  name: string
  slug: string
  /** Position among all categories in display order. */
  shown: number
}

/**
 * The category tree as one depth-first walk, parents before children. A category and all its descendants are at
 * positions `place[c]` to `end[c] - 1` of the walk. All arrays are by ordinal.
 */
export type CategoryTree = {
  /** Ordinals in walk order; position 0 means "no category". */
  walk: number[]
  place: Int32Array
  end: Int32Array
  depth: Int32Array
  parent: Int32Array
  children: number[][]
  roots: number[]
}

/** Builds the tree. A category whose parent is missing, or that is part of a cycle, becomes a root. */
export function buildCategoryTree(categories: LabelTable<CategoryRow>): CategoryTree {
  const size = categories.rows.length
  const tree: CategoryTree = {
    walk: [0],
    place: new Int32Array(size),
    end: new Int32Array(size).fill(1),
    depth: new Int32Array(size),
    parent: parentsOf(categories),
    children: Array.from({ length: size }, () => []),
    roots: [],
  }
  for (const ordinal of shownOrder(categories)) {
    const parent = tree.parent[ordinal]!
    if (parent === 0) tree.roots.push(ordinal)
    else tree.children[parent]!.push(ordinal)
  }
  for (const root of tree.roots) walkFrom(tree, root, 0)
  return tree
}

/** The ancestors from the root down, without the category itself. */
export function ancestorsOf(tree: CategoryTree, ordinal: number): number[] {
  const ancestors: number[] = []
  for (let at = tree.parent[ordinal] ?? 0; at !== 0; at = tree.parent[at]!) ancestors.unshift(at)
  return ancestors
}

function shownOrder(categories: LabelTable<CategoryRow>): number[] {
  // The map keeps the order of the first load; `shown` has the current order.
  return categories.rows
    .flatMap((row, ordinal) => (row === undefined ? [] : [{ ordinal, shown: row.shown }]))
    .toSorted((a, b) => a.shown - b.shown)
    .map(({ ordinal }) => ordinal)
}

function parentsOf(categories: LabelTable<CategoryRow>): Int32Array {
  const parents = new Int32Array(categories.rows.length)
  for (const [ordinal, row] of categories.rows.entries()) {
    const parent = row?.parent_id == null ? 0 : (categories.ordinals.get(row.parent_id) ?? 0)
    parents[ordinal] = categories.rows[parent] === undefined ? 0 : parent
  }
  for (let ordinal = 1; ordinal < parents.length; ordinal++) {
    if (isInCycle(parents, ordinal)) parents[ordinal] = 0
  }
  return parents
}

function isInCycle(parents: Int32Array, ordinal: number): boolean {
  let steps = 0
  for (let at = parents[ordinal]!; at !== 0; at = parents[at]!) {
    if (at === ordinal || ++steps > parents.length) return true
  }
  return false
}

function walkFrom(tree: CategoryTree, ordinal: number, depth: number): void {
  tree.place[ordinal] = tree.walk.length
  tree.depth[ordinal] = depth
  tree.walk.push(ordinal)
  for (const child of tree.children[ordinal]!) walkFrom(tree, child, depth + 1)
  tree.end[ordinal] = tree.walk.length
}
