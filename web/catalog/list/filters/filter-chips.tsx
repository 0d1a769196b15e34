import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { Facets, ProductList } from '#contract/shop/catalog.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { attributeName, type FilterChip, nameOfValue, rangeWords } from './filter-labels.ts'
import { useInStockChoice } from './in-stock-toggle.tsx'
import { type Filters, toggled, withFilters } from '#web/app/list-address.ts'
import { useFilterChips, useListAddress } from '#web/catalog/list/use-list-address.ts'

function useChipName(facets: Facets): (chip: FilterChip) => string {
  const { t, formatMoney } = useTranslation()
  const { currency } = useVisitor()
  return (chip) => {
    if (chip.key === 'stock') return t('catalog.filters.stockIn')
    if (chip.key !== 'price') return nameOfValue(chip, facets) ?? chip.value
    const { from, to } = rangeWords(chip.value, currency.code, { formatMoney })
    if (from !== null && to !== null) return t('catalog.filters.between', { from, to })
    return from === null ? t('catalog.filters.below', { to: to ?? chip.value }) : t('catalog.filters.above', { from })
  }
}

type FilterLinkProps = {
  filters: Filters
  /** Whether it also clears the visitor's stored in-stock choice, as the toggle does. */
  clearsStockChoice: boolean
  label?: string
  className: string
  children: ReactNode
}

/** A link that applies these filters. */
export function FilterLink({ filters, clearsStockChoice, label, className, children }: FilterLinkProps) {
  const address = useListAddress()
  const { isBusy, choose } = useInStockChoice()
  if (clearsStockChoice) {
    return (
      <button
        type="button"
        aria-label={label}
        aria-busy={isBusy || undefined}
        onClick={() => !isBusy && void choose(false, filters)}
        className={classes(className, 'aria-busy:opacity-50')}
      >
        {children}
      </button>
    )
  }
  const to = address.to(withFilters(address.search, filters))
  return (
    <Link to={to} preventScrollReset rel="nofollow" aria-label={label} className={className}>
      {children}
    </Link>
  )
}

/** The active filters, removable one by one and all at once. */
export function FilterChips({ list }: { list: ProductList }) {
  const { t } = useTranslation()
  const address = useListAddress()
  const { settings } = useVisitor()
  const nameOf = useChipName(list.facets)
  const chips = useFilterChips(list)
  if (chips.length === 0) return null
  const hasStockChoice = list.showNotInStocks === '0' && settings.b2b_stoktakileri_goster !== '0'
  return (
    <ul
      aria-label={t('catalog.filters.inForce')}
      className="mt-3 flex items-center gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:border-y max-sm:bg-canvas max-sm:px-4 max-sm:py-2.5 sm:flex-wrap"
    >
      {chips.map((chip) => (
        <li key={`${chip.key}:${chip.value}`}>
          <FilterLink
            filters={toggled(address.filters, chip.key, chip.value)}
            clearsStockChoice={hasStockChoice && chip.key === 'stock'}
            label={t('catalog.filters.remove', {
              name: `${attributeName(chip.key, list.facets) ?? ''} ${nameOf(chip)}`.trim(),
            })}
            className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line-2 bg-surface pr-2 pl-2.5 text-12 whitespace-nowrap hover:bg-hover max-sm:h-10 max-sm:pr-3 max-sm:pl-4 max-sm:text-14"
          >
            <span className="text-ink-2 max-sm:hidden">
              {attributeName(chip.key, list.facets) ?? t(`catalog.filters.${chip.key}`)}
            </span>
            {/* Screen readers and voice control read both as words. */ ' '}
            <b>{nameOf(chip)}</b>
            <X size={14} aria-hidden="true" className="text-ink-2" />
          </FilterLink>
        </li>
      ))}
      <li>
        <FilterLink
          filters={{}}
          clearsStockChoice={hasStockChoice}
          className="inline-flex h-7 items-center px-1.5 text-13 font-semibold whitespace-nowrap text-brand-ink hover:underline max-sm:h-10"
        >
          {t('catalog.filters.clear')}
        </FilterLink>
      </li>
    </ul>
  )
}
