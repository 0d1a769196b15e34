import { Plus } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { adminProductPath } from '#contract/core/record-paths.ts'
import { dimensionsMax, type ProductDetail } from '#contract/admin/products.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductSavedForm } from './admin-product-field.tsx'

/** Links a variant to its parent product. */
export function ParentLink({ parent }: { parent: NonNullable<ProductDetail['parent']> }) {
  const { t } = useTranslation()
  return (
    <p className="text-13 text-ink-2">
      {t('productForm.variantOf')}{' '}
      <AreaLink to={adminProductPath(parent.id)} className="font-medium text-brand-ink hover:underline">
        {parent.name} <span className="code">({parent.code})</span>
      </AreaLink>
    </p>
  )
}

type PanelProps = { form: ProductSavedForm }

/** Names of the dimensions in which a product's variants differ. */
export function VariantNamesPanel({ form, isKept }: PanelProps & { isKept: boolean }) {
  const { t } = useTranslation()
  const { variantNames } = form.values
  const places = Array.from({ length: isKept ? variantNames.length : dimensionsMax }, (_none, at) => at)
  const set = (at: number, text: string) => {
    const names = places.map((place) => (place === at ? text : (variantNames[place] ?? '')))
    while (names.at(-1) === '') names.pop()
    form.set('variantNames', names)
  }
  return (
    <AdminPanel title={t('productForm.parts.dimensions')}>
      <p className="text-12 text-ink-3">
        {t(isKept ? 'productForm.hints.dimensionsKept' : 'productForm.hints.dimensions')}
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        {places.map((at) => (
          <TextField
            key={at}
            label={t('productForm.dimension', { number: at + 1 })}
            maxLength={100}
            autoComplete="off"
            value={variantNames[at] ?? ''}
            error={at === 0 ? form.errors['variantNames'] : undefined}
            onChange={({ target }) => set(at, target.value)}
          />
        ))}
      </div>
    </AdminPanel>
  )
}

/** The variant's value in each dimension. */
export function VariantValuesPanel({ form, names }: PanelProps & { names: readonly string[] }) {
  const { t } = useTranslation()
  const { variantValues } = form.values
  return (
    <AdminPanel title={t('productForm.parts.variant')}>
      <div className="grid gap-4 sm:grid-cols-3">
        {names.map((name, at) => (
          <TextField
            key={name}
            label={name}
            maxLength={100}
            autoComplete="off"
            value={variantValues[at] ?? ''}
            error={form.errors[`variantValues.${at}`]}
            onChange={({ target }) =>
              form.set(
                'variantValues',
                names.map((_name, place) => (place === at ? target.value : (variantValues[place] ?? ''))),
                `variantValues.${at}`,
              )
            }
          />
        ))}
      </div>
    </AdminPanel>
  )
}

/** Links to the variants of a product, each with its own form. */
export function VariantLinks({ product: { id, values, variants } }: { product: ProductDetail }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <AdminPanel
      title={t('productForm.parts.variants')}
      end={
        values.variantNames.length > 0 && (
          <MayChange>
            <AreaLink
              isAction
              to={`${adminProductPath('yeni')}?parent=${id}`}
              className={buttonClasses('outline', 'md')}
            >
              <Plus size={16} aria-hidden="true" /> {t('productForm.addVariant')}
            </AreaLink>
          </MayChange>
        )
      }
    >
      {variants.length === 0 ? (
        <p className="text-ink-2">{t('productForm.noVariants')}</p>
      ) : (
        <div className="overflow-x-auto">
          <Table aria-label={t('productForm.parts.variants')}>
            <TableHead>
              <tr className="border-b border-line">
                <HeadCell className="w-full">{values.variantNames.join(' / ')}</HeadCell>
                <HeadCell>{t('administration.products.columns.code')}</HeadCell>
                <HeadCell align="right">{t('administration.products.columns.stock')}</HeadCell>
                <HeadCell>
                  <span className="sr-only">{t('administration.products.filter.state')}</span>
                </HeadCell>
              </tr>
            </TableHead>
            <tbody>
              {variants.map((variant) => (
                <tr key={variant.id} data-testid="variant" className="h-11 border-b border-line last:border-0">
                  <Cell>
                    <AreaLink to={adminProductPath(variant.id)} className="font-medium hover:underline">
                      {variant.values.join(' / ')}
                    </AreaLink>
                  </Cell>
                  <Cell className="code whitespace-nowrap text-ink-2">{variant.code}</Cell>
                  <Cell align="right">{formatQuantity(variant.stock)}</Cell>
                  <Cell className="text-12 whitespace-nowrap text-ink-2">
                    {!variant.isActive && t('administration.products.states.inactive')}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <p className="text-12 text-ink-3">{t('productForm.hints.variants')}</p>
    </AdminPanel>
  )
}

/** Links to products that can replace this one. */
export function EquivalentLinks({ equivalents }: Pick<ProductDetail, 'equivalents'>) {
  const { t } = useTranslation()
  return (
    <AdminPanel title={t('productForm.parts.equivalents')}>
      <ul className="flex flex-col gap-1 text-13">
        {equivalents.map(({ id, code, name }) => (
          <li key={id}>
            <AreaLink to={adminProductPath(id)} className="hover:underline max-sm:inline-block max-sm:py-2">
              {name} <span className="code text-ink-2">({code})</span>
            </AreaLink>
          </li>
        ))}
      </ul>
    </AdminPanel>
  )
}
