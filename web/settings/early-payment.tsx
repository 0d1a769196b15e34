import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import {
  addEarlyPayment,
  earlyPaymentScopes,
  type EarlyPaymentValues,
  type listEarlyPayment,
  type ManagedEarlyStep,
  removeEarlyPayment,
} from '#contract/admin/early-payment.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { call, CallError } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { type Translation, useTranslation } from '#web/ui/translation.ts'

type Listed = Reply<typeof listEarlyPayment>

const empty: EarlyPaymentValues = { scope: 'everyone', code: '', days: '', percent: '' }

/** The discounts for early payment: a list with a form below it. */
export function EarlyPayment({ loaded }: { loaded: Listed }) {
  const { t } = useTranslation()
  const [{ items, groups }, setListed] = useState(loaded)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)

  /** Returns whether it was done. */
  async function change(work: () => Promise<Listed>): Promise<boolean> {
    setBusy(true)
    try {
      setListed(await work())
      setErrors({})
      notify.success(t('administration.earlyPayment.saved'))
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setErrors(error.fields)
      notify.error(error.message)
      return false
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="mt-8 flex max-w-300 flex-col gap-3">
      <h2 className="text-16 font-semibold">{t('administration.earlyPayment.title')}</h2>
      <p className="text-13 text-ink-2">{t('administration.earlyPayment.text')}</p>
      <div className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        {items.length === 0 && <p className="px-4 py-3 text-13 text-ink-2">{t('administration.earlyPayment.none')}</p>}
        <ul>
          {items.map((step) => (
            <Step
              key={step.id}
              step={step}
              busy={busy}
              onRemove={() => void change(() => call(removeEarlyPayment, { params: { id: String(step.id) } }))}
            />
          ))}
        </ul>
        <MayChange>
          <StepForm
            groups={groups}
            errors={errors}
            busy={busy}
            onAdd={(values) => change(() => call(addEarlyPayment, { body: { values } }))}
          />
        </MayChange>
      </div>
    </section>
  )
}

const whoOf = ({ dealer, group }: ManagedEarlyStep, { t }: Pick<Translation, 't'>): string =>
  dealer?.name ?? group?.name ?? t('administration.earlyPayment.everyone')

function Step({ step, busy, onRemove }: { step: ManagedEarlyStep; busy: boolean; onRemove(): void }) {
  const { t, formatQuantity } = useTranslation()
  const who = whoOf(step, { t })
  const { days, percent } = step
  return (
    <li className="flex min-h-11 items-center gap-x-6 border-b border-line px-4 py-1.5 text-13">
      <span className="min-w-0 flex-1 truncate font-medium">{who}</span>
      <span className="w-20 text-right">{t('administration.earlyPayment.daysOf', { count: days })}</span>
      <span className="w-16 text-right font-semibold">{t('catalog.percent', { value: formatQuantity(percent) })}</span>
      <MayChange>
        <Button
          size="sm"
          variant="danger"
          disabled={busy}
          icon={<Trash2 size={14} aria-hidden="true" />}
          aria-label={t('administration.earlyPayment.removeOf', { who, days })}
          onClick={onRemove}
        >
          {t('administration.earlyPayment.remove')}
        </Button>
      </MayChange>
    </li>
  )
}

type StepFormProps = {
  groups: Listed['groups']
  errors: Readonly<Record<string, string>>
  busy: boolean
  onAdd(values: EarlyPaymentValues): Promise<boolean>
}

function StepForm({ groups, errors, busy, onAdd }: StepFormProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(empty)
  const { scope } = values
  const set = (part: Partial<EarlyPaymentValues>) => setValues((now) => ({ ...now, ...part }))
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (await onAdd(values)) set({ days: '', percent: '' })
  }
  const field = (name: 'days' | 'percent') => (
    <TextField
      label={t(`administration.earlyPayment.${name}`)}
      name={name}
      error={errors[name]}
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      value={values[name]}
      onChange={({ target }) => set({ [name]: target.value })}
      className="w-44 max-sm:w-full"
    />
  )
  return (
    <form
      noValidate
      onSubmit={(event) => void add(event)}
      className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3"
    >
      <Field label={t('administration.earlyPayment.who')} className="w-44 max-sm:w-full">
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={scope}
            onChange={({ target }) =>
              set({ scope: earlyPaymentScopes.find((each) => each === target.value) ?? 'everyone', code: '' })
            }
          >
            {earlyPaymentScopes.map((each) => (
              <option key={each} value={each}>
                {t(`administration.earlyPayment.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {scope === 'group' && (
        <Field label={t('administration.earlyPayment.group')} error={errors['code']} className="w-44 max-sm:w-full">
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              className="w-full"
              value={values.code}
              onChange={({ target }) => set({ code: target.value })}
            >
              <option value="">—</option>
              {groups.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {scope === 'dealer' && (
        <TextField
          label={t('administration.earlyPayment.dealerCode')}
          name="code"
          error={errors['code']}
          autoComplete="off"
          maxLength={60}
          value={values.code}
          onChange={({ target }) => set({ code: target.value })}
          className="w-44 max-sm:w-full"
        />
      )}
      {field('days')}
      {field('percent')}
      <Button type="submit" size="lg" busy={busy} className="sm:mt-[1.375rem]">
        {t('administration.earlyPayment.add')}
      </Button>
    </form>
  )
}
