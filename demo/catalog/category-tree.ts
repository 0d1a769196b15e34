import { slugify } from '#domain/text/text.ts'
import { brands } from './brands.ts'
import { fillTemplate, type Kind } from './kind.ts'
import { departments } from '#demo/catalog/kinds/departments.ts'

export type CategoryRow = { id: number; parent_id: number | null; name: string; slug: string; position: number }
export type BrandRow = { id: number; code: string; name: string; slug: string }

/** Builds brands and categories together, because their slugs must not collide. */
export function buildTree(): { brandRows: BrandRow[]; categoryRows: CategoryRow[]; leafIds: Map<string, number> } {
  const taken = new Set<string>()
  const brandRows = brands.map(({ prefix, name }, i) => ({
    id: i + 1,
    code: prefix,
    name,
    slug: freeSlug(taken, name),
  }))
  const categoryRows: CategoryRow[] = []
  const leafIds = new Map<string, number>()
  const add = (name: string, parent: CategoryRow | null, position: number): CategoryRow => {
    const slug = freeSlug(taken, name, parent?.name)
    const row = { id: categoryRows.length + 1, parent_id: parent?.id ?? null, name, slug, position }
    categoryRows.push(row)
    return row
  }
  for (const [i, department] of departments.entries()) {
    const top = add(department.name, null, i)
    for (const [j, kind] of department.kinds.entries()) {
      const middle = add(kind.label, top, j)
      for (const [k, name] of leafNames(kind).entries()) leafIds.set(leafKey(kind, name), add(name, middle, k).id)
    }
  }
  return { brandRows, categoryRows, leafIds }
}

export function leafKey(kind: Kind, name: string): string {
  return `${kind.id} ${name}`
}

function leafNames(kind: Kind): string[] {
  const axis = kind.axes.find(({ label }) => kind.leaf.includes(`{${label}}`))
  return (axis?.values ?? []).map(({ text }) => fillTemplate(kind.leaf, { [axis?.label ?? '']: text }))
}

function freeSlug(taken: Set<string>, name: string, parent = ''): string {
  const plain = slugify(name)
  const slug = taken.has(plain)
    ? slugify(`${parent} ${name} ${taken.has(slugify(`${parent} ${name}`)) ? '2' : ''}`)
    : plain
  taken.add(slug)
  return slug
}
