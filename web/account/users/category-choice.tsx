import { useState } from 'react'
import type { PurchaseCategory } from '#contract/shop/purchases.ts'
import { fold } from '#domain/text/text.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type CategoryChoiceProps = {
  categories: readonly PurchaseCategory[]
  chosen: readonly number[]
  onChoose(ids: number[]): void
}

/** Categories in the order of their tree, to be ticked. */
export function CategoryChoice({ categories, chosen, onChoose }: CategoryChoiceProps) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const shown = categories.filter(({ name }) => fold(name).includes(fold(words)))
  const toggle = (id: number) => onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <fieldset>
      <legend className="mb-1 text-13 font-medium max-sm:text-15">
        {t('purchases.limits.categories')}{' '}
        {chosen.length > 0 && (
          <span className="font-normal text-ink-3">{t('purchases.limits.chosen', { count: chosen.length })}</span>
        )}
      </legend>
      <p className="mb-2 text-12 text-ink-3">{t('purchases.limits.categoriesHint')}</p>
      <TextField
        label={<span className="sr-only">{t('purchases.limits.filter')}</span>}
        type="search"
        placeholder={t('purchases.limits.filter')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="mt-2 max-h-48 overflow-y-auto rounded-control border border-line px-3 py-1">
        {shown.map(({ id, name, depth }) => (
          <label
            key={id}
            style={{ paddingInlineStart: `${words === '' ? depth : 0}rem` }}
            className="flex min-h-8 items-center gap-2 text-13 max-sm:min-h-11 max-sm:text-15"
          >
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              className="size-4 shrink-0 accent-brand"
              onChange={() => toggle(id)}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
