import type { ComponentProps } from 'react'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Props = Omit<ComponentProps<typeof Select>, 'value' | 'onChange' | 'size' | 'className'> & {
  columns: readonly string[]
  /** As in the options of an import. */
  value: string | null
  onChange(prices: string | null): void
}

/** Whether prices include VAT: all, none, or as a column says row by row. */
export function PricesSelect({ columns, value, onChange, ...select }: Props) {
  const { t } = useTranslation()
  const textOf = (name: string) => t(`imports.options.${name}`)
  return (
    <Select
      {...select}
      size="lg"
      className="w-full"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      <option value="">{textOf('pricesAuto')}</option>
      <option value="net">{textOf('net')}</option>
      <option value="gross">{textOf('gross')}</option>
      {columns
        .filter((name) => name !== '')
        .map((name) => (
          <option key={name} value={`column:${name}`}>
            {t('imports.options.pricesColumn', { name })}
          </option>
        ))}
    </Select>
  )
}
