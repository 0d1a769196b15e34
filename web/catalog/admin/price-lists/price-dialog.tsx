import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { changeListPrice, type PriceOfList } from '#contract/admin/price-lists.ts'
import type { Money } from '#contract/core/money.ts'
import { priceText } from '#domain/pricing/price-text.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const typedOf = (price: Money | null) =>
  price === null ? { value: '', currency: '' } : { value: priceText(price.value), currency: price.currency }

type PriceDialogProps = { list: number; edited: PriceOfList; currencies: readonly string[]; onClose(): void }

/** Changes, adds or removes the sale price of a unit in a list. */
export function PriceDialog({ list, edited, currencies, onClose }: PriceDialogProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const before = typedOf(edited.sale)
  const [value, setValue] = useState(before.value)
  const [currency, setCurrency] = useState(before.currency || edited.default?.currency || currencies[0] || 'TRY')
  const save = () =>
    send(
      async () => {
        const params = { id: String(list), unit: String(edited.unitId) }
        const { isWaiting } = await call(changeListPrice, { params, body: { before, price: { value, currency } } })
        await revalidate()
        notify.success(t(isWaiting ? 'priceLists.second.waits' : 'priceLists.prices.saved'), { id: 'list-price' })
        onClose()
      },
      // The row behind the dialog shows the price that another administrator set; saving again then overwrites it knowingly.
      () => revalidate(),
    )
  return (
    <FormDialog
      title={t('priceLists.prices.edit', { code: edited.code, unit: edited.unit })}
      saveLabel={t('priceLists.save')}
      isBusy={isBusy}
      size="lg"
      onSend={save}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">{edited.name}</p>
      <Failure text={failure?.message} />
      <div className="grid grid-cols-[1fr_7rem] items-start gap-3">
        <AmountField
          name="price"
          label={t('priceLists.prices.price')}
          value={value}
          places={4}
          error={failure?.fields.price}
          onChange={setValue}
        />
        <Field label={t('priceLists.prices.currency')}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              className="w-full"
              value={currency}
              onChange={({ target }) => setCurrency(target.value)}
            >
              {currencies.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <p className="text-12 text-ink-3">{t('priceLists.prices.priceHint')}</p>
    </FormDialog>
  )
}
