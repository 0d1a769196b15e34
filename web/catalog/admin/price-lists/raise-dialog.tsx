import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type PriceListDetail, previewRaise, raisePrices } from '#contract/admin/price-lists.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { decimal } from '#domain/money/money.ts'
import { readTypedAmount } from '#domain/money/typed-amount.ts'
import { type RoundingStep, roundingSteps } from '#domain/pricing/raise-price.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { BrandOptions, CategoryOptions } from './narrowing-fields.tsx'
import { RaisePreview } from './raise-preview.tsx'

type Raise = Input<typeof previewRaise>['body']
type Preview = Reply<typeof previewRaise>

const idOf = (text: string): number | null => (text === '' ? null : Number(text))

/** Raises or lowers the prices of a list: first a preview, then the change as previewed. */
export function RaiseDialog({ detail, onClose }: { detail: PriceListDetail; onClose(): void }) {
  const { t, formatQuantity } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const [percent, setPercent] = useState('')
  const [isDown, setDown] = useState(false)
  const [rest, setRest] = useState<Omit<Raise, 'percent'>>({
    step: '0.01',
    brand: detail.brand,
    category: detail.category,
  })
  const [preview, setPreview] = useState<Preview | null>(null)
  const params = { id: String(detail.list.id) }
  const raise: Raise = { ...rest, percent: `${isDown ? '-' : ''}${percent}` }

  const typed = readTypedAmount(percent, { sign: ',', places: 2 })
  const needsSecond =
    detail.secondOver > 0 && typed.kind === 'amount' && decimal(typed.value).greaterThan(detail.secondOver)

  /** A preview belongs to the values that it was made with. */
  function change(work: () => void): void {
    work()
    setPreview(null)
  }
  const show = () => send(async () => setPreview(await call(previewRaise, { params, body: raise })))
  const apply = () =>
    send(
      async () => {
        if (preview === null) return
        const { units, isWaiting } = await call(raisePrices, { params, body: { ...raise, stamp: preview.stamp } })
        const done = isWaiting ? 'priceLists.second.waits' : 'priceLists.raise.done'
        notify.success(t(done, { count: formatQuantity(units) }), { id: 'raise' })
        onClose()
        await revalidate()
      },
      // The previewed prices stay valid while another change of the catalog runs: the button tries again.
      ({ code }) => code !== 'import_running' && setPreview(null),
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="md"
      title={t('priceLists.raise.title', { name: detail.list.name })}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {preview === null || preview.units === 0 ? (
            <Button type="submit" form="raise" variant="solid" size="lg" busy={isBusy}>
              {t('priceLists.raise.preview')}
            </Button>
          ) : (
            <Button variant="solid" size="lg" busy={isBusy} onClick={() => void apply()}>
              {needsSecond
                ? t('priceLists.second.send')
                : t('priceLists.raise.apply', { count: formatQuantity(preview.units) })}
            </Button>
          )}
        </>
      }
    >
      <form
        id="raise"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void show()
        }}
      >
        <Failure text={failure?.message} />
        <div className="grid gap-3 sm:grid-cols-3">
          <RaiseSelect
            label={t('priceLists.raise.direction')}
            value={isDown ? 'down' : 'up'}
            onChange={(value) => change(() => setDown(value === 'down'))}
          >
            <option value="up">{t('priceLists.raise.up')}</option>
            <option value="down">{t('priceLists.raise.down')}</option>
          </RaiseSelect>
          <AmountField
            name="percent"
            label={t('priceLists.raise.percent')}
            value={percent}
            error={failure?.fields.percent}
            onChange={(value) => change(() => setPercent(value))}
          />
          <StepSelect value={rest.step} onChange={(step) => change(() => setRest({ ...rest, step }))} />
          <RaiseSelect
            label={t('priceLists.prices.brand')}
            value={String(rest.brand ?? '')}
            onChange={(value) => change(() => setRest({ ...rest, brand: idOf(value) }))}
          >
            <BrandOptions brands={detail.brands} />
          </RaiseSelect>
          <RaiseSelect
            label={t('priceLists.prices.category')}
            value={String(rest.category ?? '')}
            onChange={(value) => change(() => setRest({ ...rest, category: idOf(value) }))}
          >
            <CategoryOptions categories={detail.categories} />
          </RaiseSelect>
        </div>
        <p className="text-12 text-ink-2">{t('priceLists.raise.hint')}</p>
        {preview !== null && preview.units > 0 && needsSecond && (
          <MessageStrip tone="info">
            {t('priceLists.second.announced', { percent: formatQuantity(detail.secondOver) })}
          </MessageStrip>
        )}
        {preview !== null && <RaisePreview preview={preview} />}
      </form>
    </Dialog>
  )
}

type RaiseSelectProps = { label: string; value: string; onChange(value: string): void; children: React.ReactNode }

function RaiseSelect({ label, value, onChange, children }: RaiseSelectProps) {
  return (
    <Field label={label}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {children}
        </Select>
      )}
    </Field>
  )
}

function StepSelect({ value, onChange }: { value: RoundingStep; onChange(step: RoundingStep): void }) {
  const { t, formatNumber } = useTranslation()
  return (
    <RaiseSelect
      label={t('priceLists.raise.step')}
      value={value}
      onChange={(chosen) => onChange(roundingSteps.find((step) => step === chosen) ?? '0.01')}
    >
      {roundingSteps.map((step) => (
        <option key={step} value={step}>
          {step === '0.0001'
            ? t('priceLists.raise.steps.none')
            : t('priceLists.raise.steps.to', { step: formatNumber(step, Number(step) < 1 ? 2 : 0) })}
        </option>
      ))}
    </RaiseSelect>
  )
}
