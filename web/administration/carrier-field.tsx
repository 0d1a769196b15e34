import { carriers, isCarrier, shipmentFieldMax } from '#domain/orders/shipment.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const other = 'other'

/** The carrier of a shipment: a listed one, or another by its name. */
export function CarrierField({ carrier, onType }: { carrier: string; onType(carrier: string): void }) {
  const { t } = useTranslation()
  const isListed = isCarrier(carrier)
  return (
    <>
      <Field label={t('administration.shipments.fields.carrier')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={isListed ? carrier : other}
            onChange={({ target }) => onType(target.value === other ? '' : target.value)}
          >
            {carriers.map((each) => (
              <option key={each} value={each}>
                {t(`shipments.carriers.${each}`)}
              </option>
            ))}
            <option value={other}>{t('administration.shipments.otherCarrier')}</option>
          </Select>
        )}
      </Field>
      {!isListed && (
        <TextField
          label={t('administration.shipments.carrierName')}
          value={carrier}
          maxLength={shipmentFieldMax.carrier}
          autoComplete="off"
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </>
  )
}
