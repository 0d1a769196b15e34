import { useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { useNavigate, useRevalidator } from 'react-router'
import type { ProductList } from '#contract/shop/catalog.ts'
import { saveChoice } from '#contract/core/visitor.ts'
import { call } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { type Filters, inStock, withFilters } from '#web/app/list-address.ts'
import { useListAddress } from '#web/catalog/list/use-list-address.ts'

/** Minimum time that the spinner is shown, in milliseconds (catalogue, section 9). */
const minSpinnerTime = 1000

/**
 * Stores the choice and shows the list from page 1; the address contains the choice too, so that it can be shared.
 * `others`: the filters to keep, by default all.
 */
export function useInStockChoice(): { isBusy: boolean; choose(onlyInStock: boolean, others?: Filters): Promise<void> } {
  const { t } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const address = useListAddress()

  async function choose(onlyInStock: boolean, others = address.filters): Promise<void> {
    setIsBusy(true)
    const minimum = new Promise((resolve) => setTimeout(resolve, minSpinnerTime))
    try {
      await call(saveChoice, { body: { key: 'showNotInStocks', value: onlyInStock ? '0' : '1' } })
      const next = withFilters(address.search, { ...others, stock: onlyInStock ? [inStock] : [] })
      const isSame = address.to(next) === address.to(address.search)
      // Back would change the address but not the stored choice, so the unfiltered list replaces the history entry.
      const options = { preventScrollReset: true, replace: onlyInStock }
      await (isSame ? revalidate() : navigate(address.to(next), options))
    } catch (error) {
      console.error('Fetch failed', error)
      notify.error(t('catalog.inStockFailed'))
    }
    await minimum
    setIsBusy(false)
  }
  return { isBusy, choose }
}

/** Limits the list to products in stock; hidden if the store does not offer it (b2b_stoktakileri_goster). */
export function InStockToggle({ list, className }: { list: ProductList; className?: string }) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const { isBusy, choose } = useInStockChoice()
  const address = useListAddress()
  if (settings.b2b_stoktakileri_goster === '0') return null
  const isOn = list.showNotInStocks === '0' || (address.filters.stock?.includes(inStock) ?? false)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-busy={isBusy || undefined}
      onClick={() => !isBusy && void choose(!isOn)}
      className={classes(
        'group inline-flex items-center gap-2 rounded-control text-13 font-semibold whitespace-nowrap',
        className,
      )}
    >
      {isBusy ? (
        <span className="flex h-4.5 w-8 items-center justify-center text-brand-ink">
          <Spinner />
        </span>
      ) : (
        <SwitchIcon />
      )}
      <span className="max-sm:hidden">{t('catalog.onlyInStock')}</span>
      <span className="sm:hidden">{t('catalog.onlyInStockShort')}</span>
    </button>
  )
}

function SwitchIcon() {
  return (
    <span
      aria-hidden="true"
      className="flex h-4.5 w-8 rounded-full border border-line-input bg-line-input p-px transition-colors group-aria-checked:border-brand group-aria-checked:bg-brand"
    >
      <span className="size-3.5 rounded-full bg-white transition-transform group-aria-checked:translate-x-3.5" />
    </span>
  )
}
