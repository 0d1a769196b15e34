import type { listPayments } from '#contract/admin/payments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { paymentStates } from '#domain/payments/payment.ts'
import { FilterDays, FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const kinds = ['order', 'account', 'link'] as const

/** The filter of the list; it is part of the address. */
export function PaymentsFilter({ place, list }: { place: ListPlace; list: Reply<typeof listPayments> }) {
  const { t } = useTranslation()
  const { state, kind, from, to, q } = list
  const textOf = (name: string) => t(`administration.payments.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={textOf('label')}>
      <FilterSelect name="state" label={textOf('state')} value={state}>
        <option value="">{textOf('allStates')}</option>
        <option value="attention">{textOf('attention')}</option>
        {paymentStates.map((each) => (
          <option key={each} value={each}>
            {t(`administration.payments.states.${each}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="kind" label={textOf('kind')} value={kind}>
        <option value="">{textOf('allKinds')}</option>
        {kinds.map((each) => (
          <option key={each} value={each}>
            {t(`administration.payments.kinds.${each}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={from} to={to} />
      <FilterText name="q" label={textOf('q')} hint={textOf('qHint')} value={q} />
    </ListFilter>
  )
}
