import { useState } from 'react'
import type { StoredAddress } from '#contract/shop/addresses.ts'
import { fold } from '#domain/text/text.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Lists with no more addresses are read at a glance. */
const unfilteredMax = 5

/** The addresses that match a text and a province, and the fields for both; null for a short list. */
export function useAddressFilter(items: readonly StoredAddress[]) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [city, setCity] = useState('')
  const cities = [...new Set(items.map(({ values }) => values.city))].toSorted((a, b) => a.localeCompare(b, 'tr'))
  if (items.length <= unfilteredMax) return { shown: items, filter: null }
  const words = fold(text).split(/\s+/)
  const shown = items.filter(({ values }) => {
    const { name, recipient, phone, address, district, erpCode } = values
    const folded = fold([name, recipient, phone, address, district, values.city, erpCode].join(' '))
    return (city === '' || values.city === city) && words.every((word) => folded.includes(word))
  })
  const filter = (
    <search className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-3">
      <TextField
        label={t('addresses.filter.text')}
        type="search"
        maxLength={100}
        value={text}
        className="min-w-0 flex-1 basis-60"
        onChange={({ target }) => setText(target.value)}
      />
      <Field label={t('addresses.filter.city')} className="max-sm:w-full">
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            value={cities.includes(city) ? city : ''}
            className="w-full sm:w-48"
            onChange={({ target }) => setCity(target.value)}
          >
            <option value="">{t('addresses.filter.all')}</option>
            {cities.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        )}
      </Field>
      <p role="status" className="w-full text-12 text-ink-2">
        {t(shown.length === 0 ? 'addresses.filter.none' : 'addresses.filter.shown', {
          shown: shown.length,
          total: items.length,
        })}
      </p>
    </search>
  )
  return { shown, filter }
}
