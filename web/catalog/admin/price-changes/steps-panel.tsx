import { FileUp, ListPlus, Pencil, Percent } from 'lucide-react'
import type { PriceChangeStep } from '#contract/admin/price-changes.ts'
import { type PriceForm, priceForms } from '#domain/pricing/price-rounding.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useFormName } from './form-name.ts'
import { changeText } from './percent-text.ts'
import type { PriceChangeDetail } from './price-change-detail.ts'

const icons = { file: FileUp, copy: ListPlus, raise: Percent, typed: Pencil } as const
export type StepKind = keyof typeof icons
const kinds = Object.keys(icons) as StepKind[]

/** How the draft was made, and the steps that can be added. */
export function StepsPanel({
  detail: { change, steps },
  onAdd,
}: {
  detail: PriceChangeDetail
  onAdd(step: StepKind): void
}) {
  const { t } = useTranslation()
  return (
    <AdminPanel title={t('priceChanges.steps.title')}>
      {steps.length === 0 ? (
        <p className="text-13 text-ink-2">{t('priceChanges.steps.none')}</p>
      ) : (
        <ol className="divide-y divide-line">
          {steps.map((step) => (
            <StepRow key={step.id} step={step} />
          ))}
        </ol>
      )}
      {change.state === 'draft' && (
        <MayChange>
          <div className="flex flex-wrap gap-2">
            {kinds.map((kind) => {
              const Icon = icons[kind]
              return (
                <Button key={kind} size="card" icon={<Icon size={16} aria-hidden="true" />} onClick={() => onAdd(kind)}>
                  {t(`priceChanges.steps.${kind}`)}
                </Button>
              )
            })}
          </div>
        </MayChange>
      )}
    </AdminPanel>
  )
}

/** Lines of a file that are shown. */
const linesShown = 20

function StepRow({ step }: { step: PriceChangeStep }) {
  const { t, formatQuantity } = useTranslation()
  const { facts, problems, user, at } = step
  const text = useStepText(step)
  const left = Number(facts['problems'] ?? 0)
  return (
    <li data-testid="price-step" className="py-2 text-13">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium [overflow-wrap:anywhere]">{text}</span>
        <span>{t('priceChanges.steps.units', { count: formatQuantity(Number(facts['units'] ?? 0)) })}</span>
        <span className="text-ink-2">
          {user} · <Moment date={at} />
        </span>
      </p>
      {left > 0 && (
        <details className="mt-1">
          <summary className="tap cursor-pointer text-warning">
            {t('priceChanges.steps.problems', { count: formatQuantity(left) })}
          </summary>
          <ul className="mt-1 flex flex-col gap-0.5 text-12 text-ink-2">
            {problems.slice(0, linesShown).map((problem) => (
              <li key={problem.line}>{t('priceChanges.steps.line', problem)}</li>
            ))}
            {left > linesShown && (
              <li>{t('priceChanges.steps.further', { count: formatQuantity(left - linesShown) })}</li>
            )}
          </ul>
        </details>
      )}
    </li>
  )
}

function useStepText({ kind, facts }: PriceChangeStep): string {
  const { t, formatNumber, formatQuantity } = useTranslation()
  const formName = useFormName()
  const text = (name: string, values: Record<string, string | number> = {}) =>
    t(`priceChanges.steps.texts.${name}`, values)
  const of = (name: string) => String(facts[name] ?? '')
  const scope = [of('brand'), of('category')]
  const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')
  if (kind === 'copy') {
    return joined([text('copy', { list: of('list') }), ...scope, facts['removes'] === true ? text('removes') : ''])
  }
  if (kind === 'file') return text('file', { lines: formatQuantity(Number(facts['lines'] ?? 0)) })
  if (kind === 'undo') return text('undo', { name: of('name') })
  if (kind === 'typed') {
    const values = { code: of('code'), unit: of('unit'), price: of('price') }
    return text(values.price === '' ? 'typedNone' : 'typed', values)
  }
  const value = Number(facts['value'] ?? 0)
  const sign = value > 0 ? '+' : ''
  const written =
    facts['by'] === 'percent'
      ? changeText({ t, formatNumber }, value)
      : `${sign}${formatNumber(value, 2)} ${of('currency')}`
  const form = priceForms.find((each) => each === facts['form']) ?? ('0.0001' satisfies PriceForm)
  const direction = facts['direction'] === 'nearest' ? '' : `, ${t(`priceChanges.raise.directions.${of('direction')}`)}`
  const rounding = form === '0.0001' ? '' : text('rounding', { form: formName(form), direction })
  return joined([text(facts['by'] === 'percent' ? 'percent' : 'amount', { value: written }), ...scope, rounding])
}
