import { Plus, X } from 'lucide-react'
import { parcelsMax } from '#contract/admin/shipments.ts'
import { isCarrier, type ShipmentField, shipmentFieldMax } from '#domain/orders/shipment.ts'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { CarrierField } from '#web/administration/carrier-field.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** What is typed of a shipment: one weight for each parcel, in the notation of forms, empty if unknown. */
export type TypedShipment = Record<ShipmentField, string> & { weights: readonly string[] }

type FieldsProps = { typed: TypedShipment; onType(typed: TypedShipment): void }

/** How a shipment is sent: carrier and numbers, parcels, address. */
export function ShipmentFields({ typed, onType }: FieldsProps) {
  const { t } = useTranslation()
  const field = (name: ShipmentField) => ({
    label: t(`administration.shipments.fields.${name}`),
    value: typed[name],
    maxLength: shipmentFieldMax[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onType({ ...typed, [name]: target.value }),
  })
  const isListed = isCarrier(typed.carrier)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CarrierField carrier={typed.carrier} onType={(carrier) => onType({ ...typed, carrier })} />
      <TextField {...field('trackingNo')} />
      {!isListed && (
        <TextField {...field('trackingUrl')} inputMode="url" hint={t('administration.shipments.trackingUrlHint')} />
      )}
      <TextField {...field('deliveryNoteNo')} />
      <Parcels typed={typed} onType={onType} />
      <TextField {...field('recipient')} />
      <TextField {...field('phone')} inputMode="tel" />
      <TextField {...field('address')} className="sm:col-span-2" />
      <TextField {...field('district')} />
      <TextField {...field('city')} />
      <TextField {...field('note')} className="sm:col-span-2" />
    </div>
  )
}

function Parcels({ typed, onType }: FieldsProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const { weights } = typed
  return (
    <fieldset>
      <legend className="mb-1 text-13 font-medium max-sm:text-15">{t('administration.shipments.parcels')}</legend>
      <ul className="flex flex-wrap items-center gap-2">
        {weights.map((weight, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- parcels have nothing but their place
          <li key={i} className="flex items-center gap-1">
            <input
              aria-label={t('administration.shipments.parcelWeight', { number: i + 1 })}
              placeholder="kg"
              inputMode="decimal"
              maxLength={20}
              value={fieldNumber(weight)}
              onChange={({ target }) => onType({ ...typed, weights: weights.with(i, fieldNumber(target.value)) })}
              className="field h-10 w-24 px-2.5 max-sm:h-11"
            />
            {weights.length > 1 && (
              <IconButton
                label={t('administration.shipments.removeParcel', { number: i + 1 })}
                onClick={() => onType({ ...typed, weights: weights.toSpliced(i, 1) })}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
        <li>
          <Button
            size="card"
            icon={<Plus size={16} aria-hidden="true" />}
            disabled={weights.length >= parcelsMax}
            onClick={() => onType({ ...typed, weights: [...weights, ''] })}
          >
            {t('administration.shipments.addParcel')}
          </Button>
        </li>
      </ul>
    </fieldset>
  )
}
