import '#web/app/page-words.ts'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { adminProductPath } from '#contract/core/record-paths.ts'
import {
  changeProduct,
  createProduct,
  getProductDetail,
  getProductForm,
  type ProductDetail,
  type ProductForm as NewForm,
  type ProductValues,
} from '#contract/admin/products.ts'
import { listPriceRules, type PriceRuleList } from '#contract/admin/price-rules.ts'
import { getVisitor } from '#contract/core/visitor.ts'
import { ProductDocumentPanel } from '#web/announcements/product-document-panel.tsx'
import { RulesPanel, rulesShown } from '#web/pricing/rules-panel.tsx'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { useSavedForm } from '#web/administration/use-saved-form.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { ReadOnlyFields } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-product-page.ts'
import { ProductForm } from './admin-product-form.tsx'
import { FirstStock, ProductStockPanel } from './admin-product-stock.tsx'
import { EquivalentLinks, ParentLink, VariantLinks } from './admin-product-variants.tsx'

/** `rules`: null for staff who do not see prices. */
type Loaded =
  | { saved: ProductDetail; rules: PriceRuleList | null; blank?: never }
  | { saved?: never; rules?: never; blank: NewForm }

async function load(api: ServerCall, { params: { id }, url }: PageLocation<Route.LoaderArgs>): Promise<Loaded> {
  if (id !== 'yeni') {
    const [saved, { user }] = await Promise.all([api(getProductDetail, { params: { id } }), api(getVisitor)])
    const query = { product: saved.values.code, limit: String(rulesShown) }
    const maySee = user?.permissions.includes('prices:read') === true
    return { saved, rules: maySee ? await api(listPriceRules, { query }) : null }
  }
  const parent = new URL(url).searchParams.get('parent')?.slice(0, 20)
  return { blank: await api(getProductForm, { query: { parent } }) }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** A product with all its data, or a new one. */
export default function AdminProductPage({ loaderData, params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { saved, blank, rules = null } = loaderData
  const parent = (saved ?? blank).parent
  const title = saved?.values.name ?? t(parent === null ? 'productForm.new' : 'productForm.newVariant')
  return (
    <AdminFrame title={<BackTo to={pages.adminProducts}>{t('administration.products.title')}</BackTo>}>
      <PageHead title={title} description={t('productForm.description')} canonical={pages.adminProducts} noIndex />
      <div key={`${id} ${parent?.id}`} className="flex max-w-300 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{title}</h1>
          {saved !== undefined && !saved.values.isActive && (
            <Badge tone="warning">{t('administration.products.states.inactive')}</Badge>
          )}
          {saved !== undefined && saved.url !== null && (
            <a href={saved.url} className={buttonClasses('outline', 'md', 'ml-auto max-sm:ml-0')}>
              <ExternalLink size={16} aria-hidden="true" /> {t('productForm.toShop')}
            </a>
          )}
        </div>
        {parent !== null && <ParentLink parent={parent} />}
        {saved === undefined ? <NewProduct form={blank} /> : <SavedProduct product={saved} />}
        {saved !== undefined && <ProductDocumentPanel product={{ id: saved.id, code: saved.values.code }} />}
        {rules !== null && <RulesPanel rules={rules} />}
      </div>
    </AdminFrame>
  )
}

function NewProduct({ form: { values, parent, options, places } }: { form: NewForm }) {
  const { t } = useTranslation()
  const [stock, setStock] = useState<Readonly<Record<number, string>>>({})
  const form = useSavedForm<ProductValues>({
    saved: values,
    save: async (_before, typed) => {
      const first = Object.entries(stock).map(([place, quantity]) => ({ place: Number(place), quantity }))
      const body = { values: typed, parent: parent?.id ?? null, stock: first }
      return { to: adminProductPath((await call(createProduct, { body })).id) }
    },
    reload: () => Promise.resolve(values),
    doneText: t('productForm.created'),
  })
  return (
    <ReadOnlyFields area="catalog">
      <ProductForm form={form} options={options} parent={parent} saveLabel={t('productForm.create')}>
        {form.values.variantNames.every((name) => name.trim() === '') && (
          <FirstStock
            places={places}
            stock={stock}
            errors={form.errors}
            onChange={(place, quantity) => {
              setStock({ ...stock, [place]: quantity })
              form.forget(`stock.${place}`)
            }}
          />
        )}
      </ProductForm>
    </ReadOnlyFields>
  )
}

function SavedProduct({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const params = { id: String(product.id) }
  const form = useSavedForm<ProductValues>({
    saved: product.values,
    save: async (before, values) => {
      const saved = await call(changeProduct, { params, body: { before, values } })
      await revalidate()
      return saved
    },
    reload: async () => (await call(getProductDetail, { params })).values,
    doneText: t('people.saved'),
  })
  const { options, parent, variants, equivalents, stock } = product
  const hasVariants = variants.length > 0 || product.values.variantNames.length > 0
  return (
    <ReadOnlyFields area="catalog">
      <ProductForm form={form} options={options} parent={parent} product={product}>
        {hasVariants ? (
          <VariantLinks product={product} />
        ) : (
          <ProductStockPanel id={product.id} stock={stock} unit={product.values.units.find((unit) => unit.isDefault)} />
        )}
        {equivalents.length > 0 && <EquivalentLinks equivalents={equivalents} />}
      </ProductForm>
    </ReadOnlyFields>
  )
}
