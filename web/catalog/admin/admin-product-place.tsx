import { useEffect, useId, useState } from 'react'
import { listModels, type ProductOptions } from '#contract/admin/products.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { call } from '#web/app/data/call.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ProductText, type ProductSavedForm } from './admin-product-field.tsx'

type PanelProps = { form: ProductSavedForm }

export function IdentityPanel({ form }: PanelProps) {
  const { t } = useTranslation()
  const { values, set } = form
  return (
    <AdminPanel
      title={t('productForm.parts.identity')}
      end={
        <Switch isOn={values.isActive} onChange={(isActive) => set('isActive', isActive)}>
          {t('productForm.fields.isActive')}
        </Switch>
      }
    >
      <div className="grid gap-4 sm:grid-cols-[14rem_1fr]">
        <ProductText form={form} name="code" maxLength={100} />
        <ProductText form={form} name="name" maxLength={250} />
      </div>
      {!values.isActive && <p className="text-13 text-ink-2">{t('productForm.inactiveHint')}</p>}
    </AdminPanel>
  )
}

export function PlacePanel({ form, options, isVariant }: PanelProps & { options: ProductOptions; isVariant: boolean }) {
  const { t, formatQuantity } = useTranslation()
  const { values, errors, set } = form
  const [brands, models] = [useId(), useId()]
  const brandModels = useModels(values.brand)
  const rate = formatQuantity(options.defaultTaxRate)
  return (
    <AdminPanel title={t('productForm.parts.place')}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <ProductText form={form} name="brand" maxLength={200} list={brands} hint={t('productForm.hints.brand')} />
        <ProductText form={form} name="model" maxLength={200} list={models} hint={t('productForm.hints.model')} />
        <Field label={t('productForm.fields.category')} error={errors['category']}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              name="category"
              className="w-full"
              value={values.category}
              onChange={({ target }) => set('category', target.value)}
            >
              <option value="">{t('productForm.noCategory')}</option>
              {options.categories.map(({ id, name, depth }) => (
                <option key={id} value={id}>
                  {`${'\u00a0\u00a0'.repeat(depth)}${name}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <ProductText
          form={form}
          name="taxRate"
          maxLength={10}
          inputMode="decimal"
          placeholder={rate}
          hint={t(isVariant ? 'productForm.hints.taxRateOfParent' : 'productForm.hints.taxRate', { rate })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <ProductText form={form} name="equivalentCode" maxLength={500} hint={t('productForm.hints.equivalentCode')} />
        <ProductText form={form} name="ozelkod" maxLength={500} />
        <ProductText form={form} name="ozelkod2" maxLength={200} hint={t('productForm.hints.ozelkod2')} />
        <ProductText form={form} name="ozelkod3" maxLength={500} />
        <ProductText form={form} name="ozelkod4" maxLength={500} />
        <ProductText form={form} name="ozelkod5" maxLength={500} />
      </div>
      <datalist id={brands}>
        {options.brands.map(({ value, code }) => (
          <option key={code} value={value}>
            {code}
          </option>
        ))}
      </datalist>
      <datalist id={models}>
        {brandModels.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </AdminPanel>
  )
}

/** Pause in typing before a brand's models are loaded, in milliseconds. */
const typingPause = 250

/** Suggestions only: a model can be typed without them. */
function useModels(brand: string): readonly string[] {
  const [models, setModels] = useState<readonly string[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      call(listModels, { query: { brand } }, { signal: controller.signal })
        .then(({ items }) => setModels(items))
        .catch(() => {})
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [brand])
  return models
}
