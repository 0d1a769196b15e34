import { feedPrices } from '#contract/shop/feeds.ts'
import { roundingSteps } from '#domain/pricing/raise-price.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { FeedForm } from './feed-form.ts'
import type { Feeds } from './feed-row.tsx'

/** Which prices a feed has: the dealer's or the list's, with a margin, a rounding and a currency. */
export function FeedPrices({ form: { values, fields, change }, feeds }: { form: FeedForm; feeds: Feeds }) {
  const { t, formatNumber } = useTranslation()
  const { currencies, hasPrices, hasListPrices } = feeds.list
  if (!hasPrices) return <p className="text-13 text-ink-2">{t('feeds.noPrices')}</p>
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice
        label={t('feeds.price')}
        name="price"
        value={values.price}
        error={fields['price']}
        onChoose={(chosen) => change({ price: feedPrices.find((each) => each === chosen) ?? 'own' })}
        options={feedPrices
          .filter((each) => each === 'own' || hasListPrices)
          .map((each) => [each, t(`feeds.prices.${each}`)])}
      />
      <TextField
        label={t('feeds.percent')}
        hint={t('feeds.percentHint')}
        name="percent"
        inputMode="decimal"
        maxLength={10}
        value={values.percent}
        error={fields['percent']}
        onChange={({ target }) => change({ percent: target.value })}
      />
      <Choice
        label={t('feeds.currency')}
        name="currency"
        value={values.currency}
        error={fields['currency']}
        onChoose={(currency) => change({ currency })}
        options={[...new Set([...currencies, values.currency])].map((each) => [each, each])}
      />
      <Choice
        label={t('feeds.rounding')}
        name="rounding"
        value={values.rounding}
        error={fields['rounding']}
        onChoose={(chosen) => change({ rounding: roundingSteps.find((each) => each === chosen) ?? '0.01' })}
        options={roundingSteps.map((each) => [each, formatNumber(each, Math.max(2, each.length - 2))])}
      />
      <label className="flex min-h-8 items-center gap-2 text-13 max-sm:min-h-11 max-sm:text-15 sm:col-span-2">
        <input
          type="checkbox"
          name="taxIncluded"
          checked={values.taxIncluded}
          className="size-4 shrink-0 accent-brand"
          onChange={({ target }) => change({ taxIncluded: target.checked })}
        />
        {t('feeds.taxIncluded')}
      </label>
    </div>
  )
}

type ChoiceProps = {
  label: string
  name: string
  value: string
  error: string | undefined
  options: (readonly [value: string, label: string])[]
  onChoose(value: string): void
}

function Choice({ label, name, value, error, options, onChoose }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          name={name}
          size="lg"
          className="w-full"
          value={value}
          onChange={({ target }) => onChoose(target.value)}
        >
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
