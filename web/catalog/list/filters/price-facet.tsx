import { ArrowRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { useNavigate } from 'react-router'
import type { Facets } from '#contract/shop/catalog.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { CheckOption } from './check-facet.tsx'
import { priceRangeOf, withFilters } from '#web/app/list-address.ts'
import { useListAddress } from '#web/catalog/list/use-list-address.ts'

type Range = NonNullable<Facets['price']>[number]

const valueOf = ({ min, max }: Range) => `${min ?? ''}-${max ?? ''}`

/** A price range in the visitor's currency, typed or chosen from presets. */
export function PriceFacet({ ranges }: { ranges: readonly Range[] }) {
  const { t, formatMoney } = useTranslation()
  const { currency } = useVisitor()
  const address = useListAddress()
  const navigate = useNavigate()
  const chosen = priceRangeOf(address.filters)
  const active = address.filters.price?.[0] ?? ''

  function apply(range: string | null): void {
    const next = withFilters(address.search, { ...address.filters, price: range === null ? [] : [range] })
    void navigate(address.to(next), { preventScrollReset: true })
  }
  function nameOf({ min, max }: Range): string {
    const [from, to] = [min, max].map((end) =>
      end === null ? '' : formatMoney(end, currency.code, Number.isInteger(end) ? 0 : 2),
    )
    if (min === null) return t('catalog.filters.below', { to: to ?? '' })
    if (max === null) return t('catalog.filters.above', { from: from ?? '' })
    return t('catalog.filters.between', { from: from ?? '', to: to ?? '' })
  }
  return (
    <>
      <RangeForm key={active} from={chosen.from} to={chosen.to} onApply={apply} />
      <ul className="mt-1.5">
        {ranges.map((range) => {
          const value = valueOf(range)
          const isChecked = value === active
          return (
            <li key={value}>
              <CheckOption
                option={{ value, name: nameOf(range), count: range.count, isChecked }}
                onToggle={() => apply(isChecked ? null : value)}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Not the common amount field, which the first page of every visitor would load; the rule is the same. */
function RangeForm(props: { from: string; to: string; onApply(range: string | null): void }) {
  const { t, language } = useTranslation()
  const sign = language === 'en' ? '.' : ','
  const [from, setFrom] = useState(props.from.replace('.', sign))
  const [to, setTo] = useState(props.to.replace('.', sign))
  const [isInvalid, setIsInvalid] = useState(false)
  async function read(): Promise<string | null | undefined> {
    const { readPriceRange } = await import('./read-price-range.ts')
    const range = readPriceRange(from, to, sign)
    // The code may arrive after another key.
    setFrom((now) => (now === from ? range.from : now))
    setTo((now) => (now === to ? range.to : now))
    setIsInvalid(range.filter === undefined)
    return range.filter
  }
  const note = useId()
  const field = (value: string, change: (text: string) => void, label: string) => (
    <input
      type="text"
      inputMode="decimal"
      maxLength={20}
      value={value}
      onChange={(event) => change(event.target.value)}
      onBlur={() => void read()}
      placeholder={label}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      aria-describedby={isInvalid ? note : undefined}
      className="field h-7 w-0 min-w-0 flex-1 px-2 text-13 max-sm:h-11"
    />
  )
  return (
    <form
      className="flex flex-wrap items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void read().then((range) => range !== undefined && props.onApply(range))
      }}
    >
      {field(from, setFrom, t('catalog.filters.least'))}
      <span aria-hidden="true" className="text-ink-3">
        –
      </span>
      {field(to, setTo, t('catalog.filters.most'))}
      <IconButton type="submit" variant="outline" label={t('catalog.filters.apply')}>
        <ArrowRight size={14} aria-hidden="true" />
      </IconButton>
      <p id={note} role="status" className="basis-full text-12 text-danger empty:hidden">
        {isInvalid ? t('catalog.filters.rangeInvalid') : ''}
      </p>
    </form>
  )
}
