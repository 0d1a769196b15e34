import { BrandOptions, CategoryOptions, type Choices } from '#web/catalog/admin/price-lists/narrowing-fields.tsx'
import { ChoiceField } from './choice-field.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The brand and the category that a step is about; null: all. */
export type Scope = { brand: number | null; category: number | null }

const idOf = (value: string): number | null => (value === '' ? null : Number(value))

type ScopeFieldsProps = { choices: Choices; scope: Scope; onChange(scope: Scope): void }

export function ScopeFields({ choices, scope, onChange }: ScopeFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceField
        label={t('priceLists.prices.brand')}
        value={String(scope.brand ?? '')}
        onChange={(value) => onChange({ ...scope, brand: idOf(value) })}
      >
        <BrandOptions brands={choices.brands} />
      </ChoiceField>
      <ChoiceField
        label={t('priceLists.prices.category')}
        value={String(scope.category ?? '')}
        onChange={(value) => onChange({ ...scope, category: idOf(value) })}
      >
        <CategoryOptions categories={choices.categories} />
      </ChoiceField>
    </>
  )
}
