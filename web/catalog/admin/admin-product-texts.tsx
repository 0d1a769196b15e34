import type { ReactNode } from 'react'
import type { ProductDetail, ProductOptions } from '#contract/admin/products.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { Moment } from '#web/app/moment.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ProductDescription } from './admin-product-description.tsx'
import { ProductAttributes } from './admin-product-attributes.tsx'
import { LongText, ProductText, type ProductSavedForm } from './admin-product-field.tsx'

type PanelProps = { form: ProductSavedForm }

export function TextsPanel({ form, options }: PanelProps & { options: ProductOptions }) {
  const { t } = useTranslation()
  return (
    <AdminPanel title={t('productForm.parts.texts')}>
      <ProductDescription form={form} />
      <ProductAttributes form={form} options={options} />
    </AdminPanel>
  )
}

export function SearchPanel({ form, product }: PanelProps & { product: ProductDetail | undefined }) {
  const { t } = useTranslation()
  return (
    <AdminPanel title={t('productForm.parts.search')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <ProductText form={form} name="seo" maxLength={120} hint={t('productForm.hints.seo')} />
        <ProductText form={form} name="metaTitle" maxLength={500} />
      </div>
      <LongText form={form} name="metaDescription" maxLength={2000} rows={3} />
      <ProductText form={form} name="metaKeywords" maxLength={2000} />
      {product !== undefined && (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
          {product.externalKey !== null && (
            <Fact name={t('productForm.externalKey')}>
              <span className="code">{product.externalKey}</span>
            </Fact>
          )}
          <Fact name={t('productForm.createdAt')}>
            <Moment date={product.createdAt} />
          </Fact>
          <Fact name={t('productForm.updatedAt')}>
            <Moment date={product.updatedAt} />
          </Fact>
        </dl>
      )}
    </AdminPanel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
