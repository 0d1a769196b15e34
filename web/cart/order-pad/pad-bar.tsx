import { CircleAlert, CircleCheck, ShoppingCart } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { decimal } from '#domain/money/money.ts'
import { Price } from '#web/app/price.tsx'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Key } from '#web/ui/key.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PadStore } from './pad-store.ts'
import { countRows, rowAmount } from './row-state.ts'
import { usePadState } from './use-pad.ts'

type PadBarProps = { store: PadStore; isBusy: boolean; onAdd(): void; onProblem(): void }

/** Stays in view below the rows: how many can be added and for how much, how many have a problem, and the main button. */
export function PadBar({ store, isBusy, onAdd, onProblem }: PadBarProps) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const { currency, rates } = usePriceView()
  // Counting waits for typing.
  const state = useDeferredValue(usePadState(store))
  const { filled, valid, rules, problems, addable } = useMemo(() => countRows(state), [state])
  const total = useMemo(
    () => addable.reduce((sum, result) => sum.plus(rowAmount(result, currency, rates) ?? 0), decimal(0)),
    [addable, currency, rates],
  )
  return (
    <div
      data-order-bar="pad"
      className="z-20 flex flex-wrap items-center gap-x-5 gap-y-1.5 border-line bg-surface px-4 py-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-sm:border-t sm:sticky sm:bottom-0 sm:mt-3 sm:rounded-panel sm:border"
    >
      <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-13 max-sm:text-12">
        {filled === 0 && <p className="max-w-180 text-ink-2 max-sm:hidden">{t('orderPad.empty')}</p>}
        {valid > 0 && (
          <span className="inline-flex items-center gap-1.5">
            <CircleCheck size={16} aria-hidden="true" className="text-success" />
            {t('orderPad.validCount', { count: valid })}
          </span>
        )}
        {problems + rules > 0 && (
          <button
            type="button"
            title="F8"
            aria-keyshortcuts="F8"
            onClick={onProblem}
            className={classes(
              'inline-flex min-h-6 items-center gap-1.5 rounded-badge font-medium hover:underline pointer-coarse:min-h-11',
              problems > 0 ? 'text-danger' : 'text-warning',
            )}
          >
            <CircleAlert size={16} aria-hidden="true" />{' '}
            {[
              problems > 0 ? t('orderPad.problems', { count: problems }) : '',
              rules > 0 ? t('orderPad.rules', { count: rules }) : '',
            ]
              .filter((text) => text !== '')
              .join(' · ')}
            <span className="max-sm:hidden" aria-hidden="true">
              <Key>F8</Key>
            </span>
          </button>
        )}
      </div>
      <div className="ml-auto flex items-center gap-4 max-sm:w-full max-sm:justify-between">
        {seesPrices && !total.isZero() && (
          <p className="text-right max-sm:text-left">
            <span className="mr-2 text-12 text-ink-2 max-sm:block">{t('orderPad.total')}</span>
            <Price value={total} currency={currency} className="text-16 font-semibold tabular-nums" />
          </p>
        )}
        <Button
          variant="solid"
          size="lg"
          busy={isBusy}
          title="Ctrl+Enter"
          aria-keyshortcuts="Control+Enter"
          icon={<ShoppingCart size={18} aria-hidden="true" />}
          onClick={onAdd}
          className="max-sm:ml-auto"
        >
          {valid > 0 ? t('orderPad.add', { count: valid }) : t('orderPad.addNone')}
        </Button>
      </div>
    </div>
  )
}
