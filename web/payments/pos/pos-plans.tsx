import { useEffect } from 'react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { type PosDetail, type PosPlan, getPosAccount, savePosPlans } from '#contract/admin/pos.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { FormFoot } from '#web/administration/saved-form.tsx'
import { useSavedFields } from '#web/administration/use-saved-form.ts'
import { ReadOnlyFields } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { AmountInput } from '#web/product/amount-field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type PosPlansProps = {
  account: PosDetail
  onChange(account: PosDetail): PosDetail
  /** Whether there is unsaved input. */
  onTyped(isUnsaved: boolean): void
}

const counts = Array.from({ length: 12 }, (_, at) => at + 1)

/** The account's installment table: plans, fees and minimum amounts. */
export function PosPlans({ account, onChange, onTyped }: PosPlansProps) {
  const { t } = useTranslation()
  const params = { id: String(account.id) }
  const form = useSavedFields<{ plans: PosPlan[] }>({
    saved: { plans: account.plans },
    save: async (before, { plans }) => {
      const answer = onChange(await call(savePosPlans, { params, body: { before: before.plans, plans } }))
      return { values: { plans: answer.plans } }
    },
    reload: async () => ({ plans: onChange(await call(getPosAccount, { params })).plans }),
    doneText: t('administration.pos.plans.saved'),
  })
  const { plans } = form.values
  const { isUnsaved } = form
  useEffect(() => onTyped(isUnsaved), [isUnsaved, onTyped])
  const hasCardFee = !/^[0,.\s%]*$/.test(plans.find(({ installment }) => installment === 1)?.commission ?? '')

  function change(installment: number, part: Partial<PosPlan>): void {
    form.set(
      'plans',
      plans.map((plan) => {
        const other = part.isDefault === true ? { ...plan, isDefault: false } : plan
        return plan.installment === installment ? { ...other, ...part } : other
      }),
    )
    for (const name of Object.keys(part)) form.forget(`${name}-${installment}`)
  }

  function offer(installment: number, isOffered: boolean): void {
    const others = plans.filter((plan) => plan.installment !== installment)
    const wasDefault = plans.find((plan) => plan.installment === installment)?.isDefault ?? false
    const added: PosPlan[] = isOffered ? [{ installment, commission: '0', minAmount: '', isDefault: false }] : []
    const next = [...others, ...added].toSorted((a, b) => a.installment - b.installment)
    form.set('plans', wasDefault ? next.map((plan) => ({ ...plan, isDefault: plan.installment === 1 })) : next)
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <AdminPanel title={t('administration.pos.plans.title')}>
        <p className="text-13 text-ink-2">{t('administration.pos.plans.text')}</p>
        {hasCardFee && <MessageStrip tone="warning">{t('administration.pos.plans.cardFee')}</MessageStrip>}
        <ReadOnlyFields>
          <div className="-mx-4 overflow-x-auto px-4">
            <Table className="max-w-180">
              <thead className="text-12 text-ink-2">
                <tr>
                  <HeadCell>{t('administration.pos.plans.installment')}</HeadCell>
                  <HeadCell className="max-sm:whitespace-normal">{t('administration.pos.plans.commission')}</HeadCell>
                  <HeadCell className="max-sm:whitespace-normal">{t('administration.pos.plans.minAmount')}</HeadCell>
                  <HeadCell align="center" className="max-sm:whitespace-normal">
                    {t('administration.pos.plans.default')}
                  </HeadCell>
                </tr>
              </thead>
              <tbody>
                {counts.map((installment) => (
                  <PlanRow
                    key={installment}
                    installment={installment}
                    plan={plans.find((plan) => plan.installment === installment) ?? null}
                    errors={form.errors}
                    onOffer={(isOffered) => offer(installment, isOffered)}
                    onChange={(part) => change(installment, part)}
                  />
                ))}
              </tbody>
            </Table>
          </div>
        </ReadOnlyFields>
        {form.errors['plans'] !== undefined && <p className="text-13 text-danger">{form.errors['plans']}</p>}
        <FormFoot form={form} />
      </AdminPanel>
    </form>
  )
}

type PlanRowProps = {
  installment: number
  /** Null: not offered. */
  plan: PosPlan | null
  errors: Readonly<Record<string, string>>
  onOffer(isOffered: boolean): void
  onChange(part: Partial<PosPlan>): void
}

function PlanRow({ installment, plan, errors, onOffer, onChange }: PlanRowProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const textOf = (key: string) => t(`administration.pos.plans.${key}`)
  const name = installment === 1 ? textOf('single') : t('administration.pos.plans.count', { number: installment })
  const input = (field: 'commission' | 'minAmount') => {
    const error = errors[`${field}-${installment}`]
    const id = `${field}-${installment}-error`
    const attributes = {
      'aria-label': `${name}: ${textOf(field)}`,
      'aria-invalid': error === undefined ? undefined : (true as const),
      'aria-describedby': error === undefined ? undefined : id,
      disabled: plan === null,
      value: plan?.[field] ?? '',
      className:
        'field h-9 w-full min-w-16 px-2.5 max-sm:px-1.5 text-right tabular-nums max-sm:h-11 disabled:opacity-50',
    }
    return (
      <>
        {field === 'minAmount' ? (
          <AmountInput {...attributes} onChange={(minAmount) => onChange({ minAmount })} />
        ) : (
          <input
            {...attributes}
            inputMode="decimal"
            autoComplete="off"
            maxLength={8}
            value={fieldNumber(attributes.value)}
            onChange={({ target }) => onChange({ commission: fieldNumber(target.value) })}
          />
        )}
        {error !== undefined && (
          <p id={id} className="mt-1 text-12 text-danger">
            {error}
          </p>
        )}
      </>
    )
  }
  return (
    <tr data-testid={`plan-${installment}`} className="border-t border-line align-top">
      <Cell className="py-1.5 whitespace-nowrap">
        <label className="inline-flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-brand"
            checked={plan !== null}
            // Every account accepts the single payment.
            disabled={installment === 1}
            onChange={({ target }) => onOffer(target.checked)}
          />
          {name}
        </label>
      </Cell>
      <Cell className="py-1.5 sm:w-40">{input('commission')}</Cell>
      <Cell className="py-1.5 sm:w-48">{input('minAmount')}</Cell>
      <Cell align="center" className="py-1.5">
        <span className="inline-flex min-h-9 items-center pointer-coarse:min-h-11">
          <input
            type="radio"
            name="default-plan"
            aria-label={`${name}: ${textOf('default')}`}
            className="size-4 accent-brand"
            checked={plan?.isDefault ?? false}
            disabled={plan === null}
            onChange={() => onChange({ isDefault: true })}
          />
        </span>
      </Cell>
    </tr>
  )
}
