import { ArrowRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Facets } from '#contract/shop/catalog.ts'
import { parseNumber } from '#domain/money/number-text.ts'
import { type FilterKey, toggled, withFilters } from '#web/app/list-address.ts'
import { useListAddress } from '#web/catalog/list/use-list-address.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CheckFacet } from './check-facet.tsx'
import { FilterSection } from './filter-section.tsx'

type Attribute = NonNullable<Facets['attributes']>[number]

/** The technical attributes of the listed products: by value, and many numbers also by a range. */
export function AttributeFacets({ attributes }: { attributes: readonly Attribute[] }) {
  const address = useListAddress()
  const navigate = useNavigate()
  return attributes.map((attribute) => {
    const key: FilterKey = `a.${attribute.key}`
    const chosen = address.filters[key] ?? []
    const apply = (filters: typeof address.filters) =>
      void navigate(address.to(withFilters(address.search, filters)), { preventScrollReset: true })
    return (
      <FilterSection key={key} title={attribute.name}>
        <CheckFacet
          options={attribute.values.map((value) => ({ ...value, isChecked: chosen.includes(value.value) }))}
          onToggle={(value) => apply(toggled(address.filters, key, value))}
          searchLabel={attribute.name}
        />
        {attribute.range && (
          <RangeForm
            // A selected range is removed where it is checked: the fields start empty again.
            key={chosen.join()}
            name={attribute.name}
            range={attribute.range}
            onApply={(range) =>
              apply({ ...address.filters, [key]: [...chosen.filter((value) => !value.includes('..')), range] })
            }
          />
        )}
      </FilterSection>
    )
  })
}

type RangeFormProps = { name: string; range: NonNullable<Attribute['range']>; onApply(range: string): void }

function RangeForm({ name, range, onApply }: RangeFormProps) {
  const { t, language, formatNumber } = useTranslation()
  const id = useId()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const sign = language === 'en' ? '.' : ','
  const shown = (number: number) => formatNumber(number, Math.min(9, String(number).split('.')[1]?.length ?? 0))
  const read = (text: string) => {
    if (text.trim() === '') return ''
    const parsed = parseNumber(text, sign)
    return parsed.ok ? parsed.value : null
  }
  function send(): void {
    const [low, high] = [read(from), read(to)]
    if (low === null || high === null) setInvalid(true)
    else if (low !== '' || high !== '') onApply(`${low}..${high}`)
  }
  const input = 'field h-8 w-full min-w-0 px-2 text-13 tabular-nums max-sm:h-11 max-sm:text-16'
  return (
    <form
      className="mt-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-center gap-1.5">
        {(
          [
            ['least', from, setFrom, range.min],
            ['most', to, setTo, range.max],
          ] as const
        ).map(([end, value, set, bound]) => (
          <input
            key={end}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            value={value}
            aria-label={`${name}: ${t(`catalog.filters.${end}`)}`}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? id : undefined}
            placeholder={shown(bound)}
            onChange={({ target }) => {
              set(target.value)
              setInvalid(false)
            }}
            className={input}
          />
        ))}
        {range.unit !== '' && <span className="text-12 text-ink-2">{range.unit}</span>}
        <IconButton type="submit" variant="outline" label={`${name}: ${t('catalog.filters.apply')}`}>
          <ArrowRight size={14} aria-hidden="true" />
        </IconButton>
      </div>
      {isInvalid && (
        <p id={id} role="alert" className="mt-1 text-12 text-danger">
          {t('catalog.filters.rangeInvalid')}
        </p>
      )}
    </form>
  )
}
