import { CircleAlert, Save } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProductDetail, ProductOptions } from '#contract/admin/products.ts'
import { saveBarClasses } from '#web/administration/admin-panel.tsx'
import { ReadOnlyFields } from '#web/administration/may-change.tsx'
import { useErrorsInSight } from '#web/administration/use-errors-in-sight.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductSavedForm } from './admin-product-field.tsx'
import { ProductPicturesPanel } from './admin-product-pictures.tsx'
import { ProductPricesPanel } from './admin-product-prices.tsx'
import { IdentityPanel, PlacePanel } from './admin-product-place.tsx'
import { SearchPanel, TextsPanel } from './admin-product-texts.tsx'
import { ProductUnitsPanel } from './admin-product-units.tsx'
import { VariantNamesPanel, VariantValuesPanel } from './admin-product-variants.tsx'
import { useProductPictures } from './admin-pictures.ts'

type ProductFormProps = {
  form: ProductSavedForm
  options: ProductOptions
  parent: ProductDetail['parent']
  /** The saved product; undefined for a new one. */
  product?: ProductDetail
  saveLabel?: string
  /** Panels saved separately: stock, variants. */
  children: ReactNode
}

/** The panels of a product and the bar that saves them. */
export function ProductForm({ form, options, parent, product, saveLabel, children }: ProductFormProps) {
  const { t } = useTranslation()
  const pictures = useProductPictures(form.values.images, (images) => form.set('images', images))
  const element = useErrorsInSight(form.failure)
  return (
    <form
      ref={element}
      method="post"
      noValidate
      aria-label={t('productForm.description')}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!pictures.isSending) void form.submit()
      }}
    >
      {form.failure !== null && (
        <MessageStrip tone="danger" role="alert">
          {form.failure} {form.errors['parent']}
        </MessageStrip>
      )}
      <ReadOnlyFields area="catalog">
        <IdentityPanel form={form} />
        {parent !== null && <VariantValuesPanel form={form} names={parent.variantNames} />}
        <PlacePanel form={form} options={options} isVariant={parent !== null} />
        <ProductUnitsPanel form={form} />
        <ProductPricesPanel form={form} options={options} />
        <ProductPicturesPanel
          pictures={pictures}
          addresses={product?.pictureAddresses ?? []}
          error={form.errors['images']}
        />
        {children}
        {parent === null && <VariantNamesPanel form={form} isKept={(product?.variants.length ?? 0) > 0} />}
        <TextsPanel form={form} options={options} />
        <SearchPanel form={form} product={product} />
        <SaveBar form={form} isSending={pictures.isSending} saveLabel={saveLabel} />
      </ReadOnlyFields>
    </form>
  )
}

type SaveBarProps = { form: ProductSavedForm; isSending: boolean; saveLabel: string | undefined }

/** Stays visible while there are unsaved changes. */
function SaveBar({ form, isSending, saveLabel }: SaveBarProps) {
  const { t } = useTranslation()
  const isNew = saveLabel !== undefined
  if (!isNew && !form.isChanged) return null
  const count = Object.keys(form.errors).length
  return (
    <section aria-label={t('productForm.unsaved')} className={saveBarClasses}>
      <p role="status" className="flex min-w-0 flex-1 basis-60 items-center gap-2 text-13 font-semibold">
        {form.isChanged && (
          <>
            <CircleAlert size={16} aria-hidden="true" className="shrink-0 text-warning" />
            {t(isSending ? 'productForm.sending' : 'productForm.unsaved')}
          </>
        )}
      </p>
      {count > 0 && <p className="text-13 text-danger">{t('productForm.errorCount', { count })}</p>}
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {!isNew && (
          <Button size="lg" onClick={form.discard} className="max-sm:flex-1">
            {t('people.discard')}
          </Button>
        )}
        <Button
          type="submit"
          variant="solid"
          size="lg"
          busy={form.isBusy}
          disabled={!form.isChanged || isSending}
          icon={<Save size={16} aria-hidden="true" />}
          className="max-sm:flex-1"
        >
          {saveLabel ?? t('people.save')}
        </Button>
      </div>
    </section>
  )
}
