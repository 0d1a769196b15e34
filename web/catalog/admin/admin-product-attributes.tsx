import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductSavedForm } from './admin-product-field.tsx'

/** Technical data: names and values in order. */
export function ProductAttributes({ form }: { form: ProductSavedForm }) {
  const { t } = useTranslation()
  const { attributes } = form.values
  const change = (at: number, part: 'name' | 'value', text: string) =>
    form.set(
      'attributes',
      attributes.map((each, place) => (place === at ? { ...each, [part]: text } : each)),
      `attributes.${at}.${part}`,
    )
  return (
    <fieldset className="flex flex-col items-start gap-2">
      <legend className="mb-1 text-13 font-medium max-sm:text-15">{t('productForm.fields.attributes')}</legend>
      <ul className="flex w-full flex-col gap-2">
        {attributes.map(({ name, value }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have nothing but their place
          <li key={at} className="flex items-start gap-2">
            <AttributeInput
              label={t('productForm.attributeName', { number: at + 1 })}
              value={name}
              error={form.errors[`attributes.${at}.name`]}
              onChange={(text) => change(at, 'name', text)}
              className="flex-1"
            />
            <AttributeInput
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
      <Button
        icon={<Plus size={16} aria-hidden="true" />}
        disabled={attributes.length >= 100}
        onClick={() => form.set('attributes', [...attributes, { name: '', value: '' }])}
      >
        {t('productForm.addAttribute')}
      </Button>
    </fieldset>
  )
}

type AttributeInputProps = {
  label: string
  value: string
  error: string | undefined
  onChange(text: string): void
  className: string
}

function AttributeInput({ label, value, error, onChange, className }: AttributeInputProps) {
  const id = useId()
  return (
    <div className={className}>
      <input
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
        maxLength={1000}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="field h-10 w-full px-2.5 max-sm:h-11"
      />
      {error !== undefined && (
        <p id={id} className="mt-1 text-12 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
