import type { Facets } from '#contract/catalog.ts'
import { decimal } from '#domain/money.ts'
import { formatMoney } from '#domain/format.ts'
import type { FilterKey, Filters } from './list-address.ts'

export type FilterChip = { key: FilterKey; value: string }

/** The filters in force, one by one. */
export function chipsOf(filters: Filters): FilterChip[] {
  return Object.entries(filters).flatMap(([key, values]) => values.map((value) => ({ key: key as FilterKey, value })))
}

/** The name of a filter's value as the facets know it, else the value itself. */
export function nameOfValue(chip: FilterChip, facets: Facets): string {
  const { key, value } = chip
  if (key === 'brand') return facets.brand.find((brand) => brand.code === value)?.name ?? value
  if (key === 'model') return facets.model.find((model) => String(model.id) === value)?.name ?? value
  if (key === 'category') return facets.category.find((category) => String(category.id) === value)?.name ?? value
  return value
}

export type RangeWords = { from: string | null; to: string | null }

/** Both ends of a price range as money; null = open. */
export function rangeWords(value: string, currency: string): RangeWords {
  const [from = '', to = ''] = value.split('-')
  const text = (side: string) => (/^\d+(\.\d+)?$/.test(side) ? formatMoney(decimal(side), currency) : null)
  return { from: text(from), to: text(to) }
}
