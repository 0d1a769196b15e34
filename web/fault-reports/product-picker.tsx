import { useRef, useState } from 'react'
import { type PickedProduct, pickedProductsMax } from '#contract/shop/fault-reports.ts'
import { shortenCode } from '#domain/text/text.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useProductPicker } from './use-product-picker.ts'

type ProductPickerProps = { onPick(product: PickedProduct): void; onClose(): void }

/** Cascading categories, then a product: choosing one closes the dialog (specification, section 2). */
export function ProductPicker({ onPick, onClose }: ProductPickerProps) {
  const { t } = useTranslation()
  const { levels, products, q, isLoading, failure, choose, search } = useProductPicker()
  const [marked, setMarked] = useState<PickedProduct | null>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="md"
      title={t('faultReport.picker.title')}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="solid"
            size="card"
            disabled={marked === null}
            onClick={() => marked !== null && onPick(marked)}
          >
            {t('faultReport.picker.take')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4" aria-busy={isLoading}>
        {levels.map((level, depth) => (
          <Field key={depth} label={t(depth === 0 ? 'faultReport.picker.category' : 'faultReport.picker.subcategory')}>
            {(fieldProps) => (
              <Select
                {...fieldProps}
                size="lg"
                className="w-full"
                value={level.chosen ?? ''}
                onChange={({ target }) => {
                  setMarked(null)
                  choose(depth, target.value === '' ? null : Number(target.value))
                }}
              >
                <option value="">{t('faultReport.picker.choose')}</option>
                {level.categories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
        {products !== null && (
          <>
            <TextField
              label={t('faultReport.picker.search')}
              placeholder={t('faultReport.picker.searchHint')}
              type="search"
              maxLength={200}
              value={q}
              onChange={({ target }) => {
                setMarked(null)
                search(target.value)
              }}
            />
            <Products products={products} marked={marked} onMark={setMarked} onPick={onPick} />
          </>
        )}
        {isLoading && (
          <p role="status" className="flex items-center gap-2 text-13 text-ink-2">
            <Spinner /> {t('faultReport.picker.loading')}
          </p>
        )}
        {failure !== null && (
          <MessageStrip tone="danger" role="alert" actions={<Button onClick={failure.retry}>{t('ui.retry')}</Button>}>
            {failure.text}
          </MessageStrip>
        )}
      </div>
    </Dialog>
  )
}

type ProductsProps = {
  products: readonly PickedProduct[]
  marked: PickedProduct | null
  onMark(product: PickedProduct | null): void
  onPick(product: PickedProduct): void
}

function Products({ products, marked, onMark, onPick }: ProductsProps) {
  const { t } = useTranslation()
  // Arrow keys highlight products one by one; Enter chooses.
  const byKey = useRef(false)
  if (products.length === 0) return <p className="text-ink-2">{t('faultReport.picker.nothing')}</p>
  const hint =
    products.length < pickedProductsMax ? undefined : t('faultReport.picker.first', { count: pickedProductsMax })
  return (
    <Field label={t('faultReport.picker.product')} hint={hint}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={marked?.id ?? ''}
          onPointerDown={() => (byKey.current = false)}
          onKeyDown={(event) => {
            byKey.current = true
            if (event.key === 'Enter' && marked !== null) onPick(marked)
          }}
          onChange={({ target }) => {
            const product = products.find(({ id }) => String(id) === target.value) ?? null
            if (product !== null && !byKey.current) onPick(product)
            else onMark(product)
          }}
        >
          <option value="">{t('faultReport.picker.choose')}</option>
          {products.map(({ id, name, code }) => (
            <option key={id} value={id}>
              {`${shortenCode(code)} · ${name}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
