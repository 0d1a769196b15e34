import { useRef } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { useNavigate } from 'react-router'
import type { ProductList } from '#contract/shop/catalog.ts'
import { sortFields } from '#contract/core/sort-fields.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Select } from '#web/ui/form/select.tsx'
import { withChoice } from '#web/app/list-address.ts'
import { useListAddress } from './use-list-address.ts'

/** The eight sort fields and the store's default order, without fields that the visitor may not see. */
export function SortSelect({ list, className }: { list: ProductList; className?: string }) {
  const { t } = useTranslation()
  const { seesPrices, seesStock } = useVisitor()
  const address = useListAddress()
  const navigate = useNavigate()
  const byPointer = useRef(false)
  const offered = sortFields.filter(
    (field) => (seesPrices || !field.endsWith('price')) && (seesStock || !field.endsWith('quantity')),
  )
  return (
    <Select
      aria-label={t('catalog.sort.label')}
      value={list.sort ?? ''}
      onPointerDown={() => {
        byPointer.current = true
      }}
      onKeyDown={() => {
        byPointer.current = false
      }}
      onChange={({ currentTarget: select }) => {
        // The arrow keys belong to the list again, unless they are stepping through the fields here.
        if (byPointer.current) select.blur()
        void navigate(address.to(withChoice(address.search, 'sort', select.value)), { preventScrollReset: true })
      }}
      className={className}
    >
      <option value="">{t('catalog.sort.default')}</option>
      {offered.map((field) => (
        <option key={field} value={field}>
          {t(`catalog.sort.${field}`)}
        </option>
      ))}
    </Select>
  )
}
