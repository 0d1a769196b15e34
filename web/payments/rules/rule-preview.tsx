import { type FormEvent, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { type PreviewedRoute, previewPosRules } from '#contract/admin/pos-rules.ts'
import { type PosCurrency, posCurrencies } from '#domain/payments/pos-adapters.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { call, CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { Choice } from './rule-choices.tsx'

type Asked = { digits: string; amount: string; installment: string; currency: PosCurrency }
const counts = Array.from({ length: 12 }, (_, i) => String(i + 1))

/** Which account would take a card now, and why. */
export function RulePreview() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>({ digits: '', amount: '', installment: '1', currency: 'TRY' })
  const [found, setFound] = useState<Reply<typeof previewPosRules> | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const textOf = (key: string) => t(`administration.posRules.${key}`)
  const set = (part: Partial<Asked>) => setAsked({ ...asked, ...part })

  async function find(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      setFound(await call(previewPosRules, { query: asked }))
      setError(null)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setFound(null)
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AdminPanel title={textOf('preview.title')}>
      <p className="text-13 text-ink-2">{textOf('preview.text')}</p>
      <form
        role="search"
        aria-label={textOf('preview.title')}
        noValidate
        onSubmit={(event) => void find(event)}
        className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_2fr_1fr_1fr_auto]"
      >
        <TextField
          label={textOf('preview.digits')}
          hint={textOf('preview.digitsHint')}
          name="digits"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={asked.digits}
          error={error?.fields['digits']}
          onChange={({ target }) => set({ digits: target.value })}
        />
        <AmountField
          label={textOf('preview.amount')}
          name="previewAmount"
          value={asked.amount}
          error={error?.fields['amount']}
          onChange={(amount) => set({ amount })}
        />
        <Choice
          label={textOf('preview.installment')}
          value={asked.installment}
          options={counts.map((count) => [count, count === '1' ? textOf('single') : count])}
          onChange={(installment) => set({ installment })}
        />
        <Choice
          label={textOf('fields.currency')}
          value={asked.currency}
          options={posCurrencies.map((code) => [code, code])}
          onChange={(currency) => set({ currency })}
        />
        <Button type="submit" variant="solid" size="lg" busy={isBusy} className="lg:mt-6">
          {textOf('preview.find')}
        </Button>
      </form>
      {error !== null && Object.keys(error.fields).length === 0 && <Failure text={error.message} />}
      <div role="status" className="flex flex-col gap-3">
        {found?.routes.map((route) => (
          <RouteResult key={JSON.stringify(route.card)} route={route} />
        ))}
      </div>
    </AdminPanel>
  )
}

function RouteResult({ route }: { route: PreviewedRoute }) {
  const { t, formatQuantity } = useTranslation()
  const { card, account, rule, reason, commission, cost, passed } = route
  const textOf = (key: string, facts: Record<string, string | number> = {}) =>
    t(`administration.posRules.${key}`, facts)
  const cardFacts =
    card === null
      ? [textOf('cardTypes.unknown')]
      : [
          card.bank,
          ...(card.family === null ? [] : [card.family]),
          textOf(`cardTypes.${card.type}`),
          textOf(`classes.${card.isCommercial ? 'commercial' : 'personal'}`),
        ]
  const costs = [
    ...(commission === null ? [] : [textOf('preview.commission', { percent: formatQuantity(commission) })]),
    ...(cost === null ? [] : [textOf('preview.cost', { percent: formatQuantity(cost) })]),
  ]
  return (
    <div data-testid="route" className="rounded-control border border-line px-3 py-2">
      <p className="text-12 text-ink-2">{cardFacts.join(' · ')}</p>
      <p className="font-semibold">{account?.name ?? textOf('preview.none')}</p>
      {account !== null && (
        <p className="text-13">
          {rule === null ? textOf(`reasons.${reason ?? 'first'}`) : textOf('preview.rule', { name: rule.name })}
          {costs.length > 0 && <span className="text-ink-2"> · {costs.join(' · ')}</span>}
        </p>
      )}
      {passed.length > 0 && (
        <ul className="mt-1 text-13 text-ink-2">
          {passed.map((each) => (
            <li key={`${each.rule?.id} ${each.account.id}`}>
              {textOf('preview.passed', { account: each.account.name, reason: textOf(`passed.${each.reason}`) })}
              {each.rule !== null && ` (${each.rule.name})`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
