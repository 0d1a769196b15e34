import { Truck } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { type DeliveryChoices, type DeliveryFields, ownAddress, typedAddress } from '#contract/shop/delivery.ts'
import { addressFieldMax, addressLines } from '#domain/orders/delivery.ts'
import { isWeekend } from '#domain/text/calendar-day.ts'
import { isCarrier } from '#domain/orders/shipment.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { AddressFields, type AddressParts } from '#web/product/address-fields.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type DeliveryFormProps = {
  choices: DeliveryChoices
  /** The id of the chosen address, `own` or `typed`. */
  to: string
  fields: DeliveryFields
  /** Messages for fields, by name. */
  errors: Readonly<Record<string, string | undefined>>
  /** Id of the form that the fields belong to. */
  form: string
  set(part: DeliveryFields): void
}

const subscribeToNothing = () => () => {}

/** Where the order goes, and the wishes of the buyer. Works without scripts as a part of the order's form. */
export function DeliveryForm({ choices, to, fields, errors, form, set }: DeliveryFormProps) {
  const { t } = useTranslation()
  const { addresses, own, mayType, carriers, from, to: last } = choices
  // Without scripts the fields of another address are there to be filled, whatever is chosen.
  const hasScripts = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const day = fields.deliverOn ?? ''
  const isNone = addresses.length === 0 && own === null
  return (
    <section
      id="teslimat"
      aria-labelledby="delivery-title"
      className="space-y-4 border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border"
    >
      <h2 id="delivery-title" className="flex items-center gap-3 font-semibold">
        <Truck size={20} aria-hidden="true" className="text-brand-ink" /> {t('delivery.title')}
      </h2>
      {isNone ? (
        <p role="alert" className="text-13 text-danger">
          {t('delivery.noneLeft')}
        </p>
      ) : (
        <Field label={t('delivery.to')} hint={own === null ? t('delivery.bound') : undefined}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              name="deliverTo"
              form={form}
              size="lg"
              className="w-full"
              value={to}
              onChange={({ target }) => set({ deliverTo: target.value })}
            >
              {addresses.map(({ id, name, district, city }) => (
                <option key={id} value={String(id)}>
                  {name} – {district} / {city}
                </option>
              ))}
              {own !== null && (
                <option value={ownAddress}>
                  {t('delivery.own')} – {own.recipient}
                </option>
              )}
              {mayType && <option value={typedAddress}>{t('delivery.other')}</option>}
            </Select>
          )}
        </Field>
      )}
      <ChosenPlace choices={choices} to={to} />
      {mayType && (to === typedAddress || !hasScripts) && (
        <TypedAddress choices={choices} fields={fields} errors={errors} form={form} set={set} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          type="date"
          name="deliverOn"
          form={form}
          label={t('delivery.requestedOn')}
          note={t('ui.optional')}
          min={from}
          max={last}
          value={day}
          hint={
            /^\d{4}-\d\d-\d\d$/.test(day) && (isWeekend(day) || choices.holidays.includes(day))
              ? t(isWeekend(day) ? 'delivery.weekend' : 'delivery.holiday')
              : t('delivery.requestedHint', { to: formatDay(last) })
          }
          onChange={({ target }) => set({ deliverOn: target.value })}
        />
        <Field label={t('delivery.partTitle')}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              name="partDelivery"
              form={form}
              size="lg"
              className="w-full"
              value={String(fields.partDelivery ?? '1')}
              onChange={({ target }) => set({ partDelivery: target.value === '0' ? '0' : '1' })}
            >
              <option value="1">{t('delivery.part.allowed')}</option>
              <option value="0">{t('delivery.part.refused')}</option>
            </Select>
          )}
        </Field>
        {carriers.length > 0 && (
          <Field label={t('delivery.carrier')} note={t('ui.optional')}>
            {(fieldProps) => (
              <Select
                {...fieldProps}
                name="carrier"
                form={form}
                size="lg"
                className="w-full"
                value={fields.carrier ?? ''}
                onChange={({ target }) => set({ carrier: target.value })}
              >
                <option value="">{t('delivery.anyCarrier')}</option>
                {carriers.filter(isCarrier).map((carrier) => (
                  <option key={carrier} value={carrier}>
                    {t(`shipments.carriers.${carrier}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
    </section>
  )
}

/** The address behind the chosen name. */
function ChosenPlace({ choices, to }: Pick<DeliveryFormProps, 'choices' | 'to'>) {
  const address = choices.addresses.find(({ id }) => String(id) === to)
  const own = to === ownAddress && choices.own !== null ? { ...choices.own, postalCode: '', phone: '' } : undefined
  const shown = address ?? own
  if (shown === undefined) return null
  const lines = [shown.recipient, ...addressLines(shown), shown.phone].filter((line) => line !== '')
  return (
    <p data-testid="delivery-place" className="text-13 [overflow-wrap:anywhere] whitespace-pre-line text-ink-2">
      {lines.join('\n')}
    </p>
  )
}

const names = {
  recipient: 'toRecipient',
  phone: 'toPhone',
  address: 'toAddress',
  district: 'toDistrict',
  city: 'toCity',
  postalCode: 'toPostalCode',
} as const satisfies Record<keyof AddressParts, keyof DeliveryFields>
const parts = Object.keys(names) as (keyof AddressParts)[]

/** An address for this order, which users who keep the addresses can store. */
function TypedAddress({ choices, fields, errors, form, set }: Omit<DeliveryFormProps, 'to'>) {
  const { t } = useTranslation()
  const of = <Value,>(read: (name: keyof DeliveryFields) => Value) =>
    Object.fromEntries(parts.map((part) => [part, read(names[part])])) as Record<keyof AddressParts, Value>
  return (
    <fieldset className="space-y-3 rounded-control border border-line p-3">
      <legend className="px-1 text-13 font-medium">{t('delivery.other')}</legend>
      <p className="text-12 text-ink-2">{t('delivery.typedHint')}</p>
      <AddressFields
        values={of((name) => String(fields[name] ?? ''))}
        errors={of((name) => errors[name])}
        nameOf={(field) => names[field]}
        form={form}
        onType={(part) =>
          set(
            Object.fromEntries(Object.entries(part).map(([field, text]) => [names[field as keyof AddressParts], text])),
          )
        }
      />
      {choices.mayStore && (
        <TextField
          label={t('delivery.store')}
          note={t('ui.optional')}
          name="toName"
          form={form}
          maxLength={addressFieldMax.name}
          autoComplete="off"
          hint={t('delivery.storeHint')}
          value={fields.toName ?? ''}
          error={errors['toName']}
          onChange={({ target }) => set({ toName: target.value })}
        />
      )}
    </fieldset>
  )
}
