import { paymentStates } from '#domain/payment.ts'
import { FilterDays, FilterSelect, FilterText } from '#web/administration/list-filter.tsx'
import { FilterForm } from '#web/app/filter-form.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, type PaymentsView, paymentsPath } from './admin-payments-path.ts'

const kinds = ['order', 'account', 'link'] as const

/** What the list is narrowed to; it stands in the address, so that it can be kept and handed on. */
export function PaymentsFilter({ list }: { list: Omit<PaymentsView, 'page'> }) {
  const { t } = useTranslation()
  const { state, kind, from, to, q } = list
  const word = (name: string) => t(`administration.payments.filter.${name}`)
  return (
    <FilterForm
      words={{ label: word('label'), apply: word('apply'), clear: word('clear') }}
      page={paymentsPath({})}
      values={[state, kind, from, to, q]}
      isNarrowed={isNarrowed(list)}
      pathOf={(text) =>
        paymentsPath({ state: text('state'), kind: text('kind'), from: text('from'), to: text('to'), q: text('q') })
      }
    >
      <FilterSelect name="state" label={word('state')} value={state}>
        <option value="">{word('allStates')}</option>
        <option value="attention">{word('attention')}</option>
        {paymentStates.map((each) => (
          <option key={each} value={each}>
            {t(`administration.payments.states.${each}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="kind" label={word('kind')} value={kind}>
        <option value="">{word('allKinds')}</option>
        {kinds.map((each) => (
          <option key={each} value={each}>
            {t(`administration.payments.kinds.${each}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={from} to={to} />
      <FilterText name="q" label={word('q')} hint={word('qHint')} value={q} />
    </FilterForm>
  )
}
