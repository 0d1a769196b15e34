import { FilterSelect } from '#web/administration/list-filter.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type Choices = {
  brands: readonly { id: number; name: string }[]
  categories: readonly { id: number; name: string; depth: number }[]
}

type NarrowingProps = { choices: Choices; brand: string | null; category: string | null }

/** The filters by brand and category of lists of prices. */
export function NarrowingFields({ choices, brand, category }: NarrowingProps) {
  const { t } = useTranslation()
  return (
    <>
      <FilterSelect name="brand" label={t('priceLists.prices.brand')} value={brand}>
        <BrandOptions brands={choices.brands} />
      </FilterSelect>
      <FilterSelect name="category" label={t('priceLists.prices.category')} value={category}>
        <CategoryOptions categories={choices.categories} />
      </FilterSelect>
    </>
  )
}

export function BrandOptions({ brands }: Pick<Choices, 'brands'>) {
  const { t } = useTranslation()
  return (
    <>
      <option value="">{t('priceLists.prices.allBrands')}</option>
      {brands.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  )
}

export function CategoryOptions({ categories }: Pick<Choices, 'categories'>) {
  const { t } = useTranslation()
  return (
    <>
      <option value="">{t('priceLists.prices.allCategories')}</option>
      {categories.map(({ id, name, depth }) => (
        <option key={id} value={id}>
          {`${'\u00a0\u00a0'.repeat(depth)}${name}`}
        </option>
      ))}
    </>
  )
}
