import '#web/app/page-words.ts'
import type { ShownStep } from '#contract/shop/price-reasons.ts'
import { chainPercent, formatChain } from '#domain/pricing/discount-chain.ts'
import { priceDecimals } from '#domain/text/format.ts'
import { Cell, Table } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** A representative's discount is a step of orders only. */
type Step = Omit<ShownStep, 'kind'> & { kind: ShownStep['kind'] | 'representative' }

type StepsProps = { steps: readonly Step[]; label: string; list?: string; plan?: string | null }

/** The steps of a unit's price, each with its result before tax. `list`, `plan`: where the first one is from. */
export function PriceSteps({ steps, label, list, plan }: StepsProps) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const source = [list, plan].filter(Boolean).join(' · ')
  return (
    <Table aria-label={label}>
      <tbody>
        {steps.map((step, i) => (
          <tr key={`${step.kind} ${i}`} className="border-b border-line last:border-0">
            <Cell className="py-2 pl-0! align-top">
              <span className="font-medium">{t(`priceReasons.steps.${step.kind}`)}</span>
              <StepNote text={step.kind === 'list' ? source : (step.rule ?? '')} />
            </Cell>
            <Cell align="right" className="py-2 align-top whitespace-nowrap text-ink-2">
              {step.chain === null ? null : <ChainText chain={step.chain} />}
              {step.aboveCost !== undefined &&
                t('priceRules.worth.aboveCost', { percent: formatQuantity(step.aboveCost) })}
            </Cell>
            <Cell align="right" className="py-2 pr-0! align-top font-medium whitespace-nowrap">
              {formatMoney(step.value, step.currency, priceDecimals(step.value))}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** A chain as it is written, and the one percentage that it amounts to. */
function ChainText({ chain }: { chain: string }) {
  const { t, formatNumber, formatQuantity } = useTranslation()
  const off = t('priceReasons.off', { chain: formatChain(chain, formatQuantity) })
  if (!chain.includes('+')) return off
  const percent = chainPercent(chain)
  const whole = t('catalog.percent', { value: formatNumber(percent, Math.min(4, percent.decimalPlaces())) })
  return (
    <>
      {off}
      <span className="block text-12">{t('priceReasons.inAll', { percent: whole })}</span>
    </>
  )
}

const StepNote = ({ text }: { text: string }) =>
  text === '' ? null : <span className="block text-12 text-ink-2">{text}</span>
