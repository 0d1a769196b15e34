import { useId } from 'react'
import type { VariantCell } from '#contract/shop/variants.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Refusals } from './use-add-variants.ts'
import { countsByValue, type TextStore, useTexts } from './use-grid-lines.ts'

type ChoiceTabsProps = {
  name: string
  values: readonly string[]
  chosen: string
  cells: readonly VariantCell[]
  /** The place of the dimension. */
  dimension: number
  texts: TextStore
  refusals: Refusals
  onChoose(value: string): void
}

/** The values of the third dimension; each shows how many of its cells are filled, and whether one was refused. */
export function ChoiceTabs({ name, values, chosen, cells, dimension, texts, refusals, onChoose }: ChoiceTabsProps) {
  const { t } = useTranslation()
  const title = useId()
  const counts = countsByValue(cells, dimension, useTexts(texts))
  const refused = new Set(cells.filter(({ id }) => refusals.has(id)).map((cell) => cell.values[dimension]))
  return (
    <div role="group" aria-labelledby={title}>
      <p id={title} className="mb-1 text-13 text-ink-2">
        {name}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {values.map((value) => {
          const count = counts.get(value) ?? 0
          return (
            <button
              key={value}
              type="button"
              aria-pressed={value === chosen}
              onClick={() => onChoose(value)}
              className={classes(
                'h-8 rounded-control border px-3 text-13 font-medium max-sm:h-11 pointer-coarse:min-h-11',
                value === chosen
                  ? 'border-brand-ink bg-brand-soft font-semibold text-brand-ink'
                  : 'border-line-2 bg-surface hover:bg-hover',
              )}
            >
              {value}
              {count > 0 ? (
                <span
                  className={classes(
                    'ml-1.5 rounded-badge px-1 text-11',
                    refused.has(value) ? 'bg-danger-soft text-danger' : 'bg-brand text-on-brand',
                  )}
                >
                  <span aria-hidden="true">{count}</span>
                  <span className="sr-only">
                    {t(refused.has(value) ? 'product.grid.hasRefused' : 'product.grid.filled', { count })}
                  </span>
                </span>
              ) : null}
            </button>
          )
        })}
      </div>
    </div>
  )
}
