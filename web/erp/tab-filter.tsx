import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type TabFilterProps = {
  tab: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  children?: ReactNode
}

/** The filter of a tab, kept in the address, with the tab's actions. */
export function TabFilter({ tab, label, value, options, children }: TabFilterProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const choose = (chosen: string) =>
    void navigate(`?sekme=${tab}${chosen === '' ? '' : `&filtre=${chosen}`}`, {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Select aria-label={label} value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">{t('erp.all')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
      {children}
    </div>
  )
}
