import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { Field } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductSavedForm } from './admin-product-field.tsx'
import { MayChange, useMayChange } from '#web/administration/may-change.tsx'

const Editor = lazy(async () => ({ default: (await import('./description-editor.tsx')).DescriptionEditor }))
const maxLength = 100_000

/** The description: an editor in the look of the product page, or its HTML, which also works without scripts. */
export function ProductDescription({ form: { values, errors, set } }: { form: ProductSavedForm }) {
  const { t } = useTranslation()
  const mayChange = useMayChange('catalog')
  const [isSource, setSource] = useState(false)
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const label = t('productForm.fields.description')
  return (
    <div className="flex flex-col gap-1">
      <Field label={label} error={errors.description} hint={t('productForm.hints.description')}>
        {(fieldProps) => {
          const source = (
            <textarea
              {...fieldProps}
              name="description"
              rows={8}
              maxLength={maxLength}
              value={values.description}
              onChange={({ target }) => set('description', target.value)}
              className="field w-full px-2.5 py-2"
            />
          )
          return isSource || !isHydrated ? (
            source
          ) : (
            <Suspense fallback={source}>
              <Editor
                fieldProps={fieldProps}
                label={label}
                value={values.description}
                isReadOnly={!mayChange}
                onChange={(html) => set('description', html)}
              />
            </Suspense>
          )
        }}
      </Field>
      <MayChange area="catalog">
        <label className="inline-flex min-h-6 items-center gap-2 self-start text-12 text-ink-2 pointer-coarse:min-h-11">
          <input type="checkbox" checked={isSource} onChange={({ target }) => setSource(target.checked)} />
          {t('productForm.editor.source')}
        </label>
      </MayChange>
    </div>
  )
}
