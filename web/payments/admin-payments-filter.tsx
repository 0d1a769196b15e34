import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { paymentStates } from '#domain/payment.ts'
import { pages } from '#contract/pages.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
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
    const form = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
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
      <Choice name="state" value={state} all="administration.payments.filter.allStates">
        <option value="attention">{t('administration.payments.filter.attention')}</option>
        {paymentStates.map((each) => (
          <option key={each} value={each}>
            {t(`administration.payments.states.${each}`)}
          </option>
        ))}
      </Choice>
      <Choice name="kind" value={kind} all="administration.payments.filter.allKinds">
        {kinds.map((each) => (
          <option key={each} value={each}>
            {t(`administration.payments.kinds.${each}`)}
          </option>
        ))}
      </Choice>
      {(
        [
          ['from', from],
          ['to', to],
        ] as const
      ).map(([name, day]) => (
        <TextField
          key={name}
          label={t(`administration.payments.filter.${name}`)}
          type="date"
          name={name}
          defaultValue={day ?? ''}
          className="max-sm:w-[calc(50%-0.375rem)]"
        />
      ))}
      <TextField
        label={t('administration.payments.filter.q')}
        placeholder={t('administration.payments.filter.qHint')}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={q}
        className="max-sm:w-full sm:max-w-72 sm:min-w-52 sm:flex-1"
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

type ChoiceProps = { name: 'state' | 'kind'; value: string | null; all: string; children: React.ReactNode }

/** Choosing is enough: the list follows at once. */
function Choice({ name, value, all, children }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <Field label={t(`administration.payments.filter.${name}`)} className="max-sm:w-[calc(50%-0.375rem)]">
      {(wired) => (
        <Select
          {...wired}
          size="lg"
          name={name}
          defaultValue={value ?? ''}
          className="w-full sm:w-40"
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          <option value="">{t(all)}</option>
          {children}
        </Select>
      )}
    </Field>
  )
}
