import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { FormAttribute, ProductOptions } from '#contract/admin/products.ts'
import { fold } from '#domain/text/text.ts'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductSavedForm } from './admin-product-field.tsx'
import { AttributeInput, AttributeValue } from './admin-attribute-value.tsx'

/** As many as the form accepts. */
const pairsMax = 100

type AttributesProps = { form: ProductSavedForm; options: ProductOptions }

/** Technical data: names and values in order. Those of an attribute have a field that fits its values. */
export function ProductAttributes({ form, options }: AttributesProps) {
  const { t } = useTranslation()
  const names = useId()
  const { attributes, category } = form.values
  const offered = offeredAttributes(options.attributes, category)
  const missing = offered.filter(
    (attribute) => attribute.categories !== null && !attributes.some(({ name }) => isNamed(attribute, name)),
  )
  const add = (pairs: readonly string[]) =>
    form.set('attributes', [...attributes, ...pairs.map((name) => ({ name, value: '' }))].slice(0, pairsMax))
  const change = (at: number, part: 'name' | 'value', text: string) =>
    form.set(
      'attributes',
      attributes.map((each, place) => (place === at ? { ...each, [part]: text } : each)),
      `attributes.${at}.${part}`,
    )
  return (
    <fieldset className="flex flex-col items-start gap-2">
      <legend className="mb-1 text-13 font-medium max-sm:text-15">{t('productForm.fields.attributes')}</legend>
      <datalist id={names}>
        {offered.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <ul className="flex w-full flex-col gap-2">
        {attributes.map(({ name, value }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have nothing but their place
          <li key={at} className="flex items-start gap-2">
            <AttributeInput
              label={t('productForm.attributeName', { number: at + 1 })}
              value={name}
              list={names}
              error={form.errors[`attributes.${at}.name`]}
              onChange={(text) => change(at, 'name', text)}
              className="flex-1"
            />
            <AttributeValue
              attribute={options.attributes.find((attribute) => isNamed(attribute, name))}
              label={t('productForm.attributeValue', { number: at + 1 })}
              value={value}
              error={form.errors[`attributes.${at}.value`]}
              onChange={(text) => change(at, 'value', text)}
              className="flex-2"
            />
            <IconButton
              variant="danger"
              className="mt-1"
              label={t('productForm.removeAttribute', { name: name || String(at + 1) })}
              onClick={() =>
                form.set(
                  'attributes',
                  attributes.filter((_each, place) => place !== at),
                )
              }
            >
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Plus size={16} aria-hidden="true" />}
          disabled={attributes.length >= pairsMax}
          onClick={() => add([''])}
        >
          {t('productForm.addAttribute')}
        </Button>
        {missing.length > 0 && (
          <Button
            icon={<Plus size={16} aria-hidden="true" />}
            disabled={attributes.length >= pairsMax}
            onClick={() => add(missing.map(({ name }) => name))}
          >
            {t('productForm.addDefined', { count: missing.length })}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

const isNamed = ({ labels }: FormAttribute, name: string): boolean => labels.includes(fold(name.trim()))

/** The attributes of the product's category, and those that are for all. */
const offeredAttributes = (attributes: readonly FormAttribute[], category: string): readonly FormAttribute[] =>
  attributes.filter(({ categories }) => categories === null || categories.includes(Number(category)))
