import type { ProductList } from '#contract/shop/catalog.ts'
import { brandPath, categoryPath } from '#contract/core/pages.ts'
import type { Crumb } from '#contract/shop/product.ts'
import { locales } from '#contract/core/visitor.ts'
import { ancestorsOf } from '#server/catalog/index/category-tree.ts'
import type { Labels } from '#server/catalog/index/labels.ts'
import type { ListQuery } from './list-query.ts'

/** The page a list path names; brand and category are ordinals of the index. */
export type ListPlace = { kind: ProductList['place']['kind']; brand?: number; category?: number }

/** Parses the four path shapes of lists and `search`; null = no such page. */
export function parseListPath(path: string, labels: Labels): ListPlace | null {
  const parts = path.split('/').filter((part) => part !== '')
  if (parts.length === 0 || (parts.length === 1 && isLocale(parts[0]))) return { kind: 'home' }
  if (parts.length === 1 && parts[0] === 'search') return { kind: 'search' }
  if (parts.length === 3 && isLocale(parts[0])) parts.shift()
  const [first = '', second] = parts
  if (parts.length > 2) return null
  return second === undefined ? placeOfSlug(first, labels) : placeOfSlugPair(first, second, labels)
}

export function presentListPlace(
  { kind, brand, category }: ListPlace,
  query: Pick<ListQuery, 'q' | 'brands'>,
  labels: Labels,
): ProductList['place'] {
  const brandRow = labels.brands.rows[brand ?? 0]
  const categoryRow = labels.categories.rows[category ?? 0]
  const names = [brandRow?.name, categoryRow?.name].filter((name) => name !== undefined)
  const below = brandRow === undefined || category === undefined ? '' : brandPath(brandRow.slug)
  return {
    kind,
    title: names.length === 0 ? (kind === 'search' ? searchedBrand(query, labels) : null) : names.join(' '),
    category: categoryRow === undefined ? null : { id: categoryRow.id, name: categoryRow.name, slug: categoryRow.slug },
    brand: brandRow === undefined ? null : { code: brandRow.code, name: brandRow.name, slug: brandRow.slug },
    breadcrumbs: [
      ...(brandRow === undefined ? [] : [{ name: brandRow.name, url: brandPath(brandRow.slug) }]),
      ...(category === undefined ? [] : categoryCrumbs(category, labels, below)),
    ],
  }
}

/** The name, or else the code, of the brand that a search without words asks for (`/search?brand=`). */
function searchedBrand({ q, brands }: Pick<ListQuery, 'q' | 'brands'>, labels: Labels): string | null {
  const [code, another] = brands
  if (q !== '' || code === undefined || another !== undefined) return null
  return labels.brands.rows[labels.brandByCode.get(code) ?? 0]?.name ?? code
}

/** Breadcrumbs from the root to the category itself; `below` is prepended to each URL. */
export function categoryCrumbs(category: number, labels: Labels, below = ''): Crumb[] {
  return [...ancestorsOf(labels.tree, category), category].flatMap((ordinal) => {
    const row = labels.categories.rows[ordinal]
    return row === undefined ? [] : [{ name: row.name, url: `${below}${categoryPath(row.slug)}` }]
  })
}

/** A category takes precedence over a brand with the same slug. */
function placeOfSlug(slug: string, labels: Labels): ListPlace | null {
  const category = labels.categoryBySlug.get(slug)
  if (category !== undefined) return { kind: 'category', category }
  const brand = labels.brandBySlug.get(slug)
  return brand === undefined ? null : { kind: 'brand', brand }
}

function placeOfSlugPair(brandSlug: string, slug: string, labels: Labels): ListPlace | null {
  const brand = labels.brandBySlug.get(brandSlug)
  const category = labels.categoryBySlug.get(slug)
  return brand === undefined || category === undefined ? null : { kind: 'brand_category', brand, category }
}

function isLocale(part: string | undefined): boolean {
  return locales.some((locale) => locale === part)
}
