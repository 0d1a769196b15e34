import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { paymentStates } from '#domain/payment.ts'
import { pages } from '#contract/pages.ts'
import { FilterDays, FilterSelect, FilterText } from '#web/administration/list-filter.tsx'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { formTexts } from '#web/ui/form-text.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, type PaymentsView, paymentsPath } from './admin-payments-path.ts'

const kinds = ['order', 'account', 'link'] as const

/** What the list is narrowed to; it stands in the address, so that it can be kept and handed on. */
export function PaymentsFilter({ list }: { list: Omit<PaymentsView, 'page'> }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { state, kind, from, to, q } = list

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const text = formTexts(new FormData(event.currentTarget))
    const wish = { state: text('state'), kind: text('kind'), from: text('from'), to: text('to'), q: text('q') }
    void goTo(paymentsPath(wish), { preventScrollReset: true })
  }
  return (
    <form
      // Other values come with another address: the fields then begin anew.
      key={[state, kind, from, to, q].join(' ')}
      action={pages.adminPayments}
      onSubmit={submit}
      role="search"
      aria-label={t('administration.payments.filter.label')}
      className="flex flex-wrap items-end gap-3"
    >
      <FilterSelect name="state" label={t('administration.payments.filter.state')} value={state}>
        <option value="">{t('administration.payments.filter.allStates')}</option>
        <option value="attention">{t('administration.payments.filter.attention')}</option>
        {paymentStates.map((each) => (
          <option key={each} value={each}>
            {t(`administration.payments.states.${each}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="kind" label={t('administration.payments.filter.kind')} value={kind}>
        <option value="">{t('administration.payments.filter.allKinds')}</option>
        {kinds.map((each) => (
          <option key={each} value={each}>
            {t(`administration.payments.kinds.${each}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={from} to={to} />
      <FilterText
        name="q"
        label={t('administration.payments.filter.q')}
        hint={t('administration.payments.filter.qHint')}
        value={q}
      />
      <Button type="submit" size="lg" className="max-sm:flex-1" icon={<Search size={16} aria-hidden="true" />}>
        {t('administration.payments.filter.apply')}
      </Button>
      {isNarrowed(list) && (
        <Link to={paymentsPath({})} preventScrollReset className={buttonClasses('ghost', 'lg')}>
          {t('administration.payments.filter.clear')}
        </Link>
      )}
    </form>
  )
}
