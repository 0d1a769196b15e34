import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type KnownCustomer, listOfferCustomers, updateOfferCustomer } from '#contract/shop/offer-changes.ts'
import { type Offer } from '#contract/shop/offers.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { hasCustomer } from './offer-customer.ts'

/** The offer's customer, typed or chosen from those of earlier offers. */
export function CustomerDialog({ offer, onClose }: { offer: Offer; onClose(): void }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { customer, type, known } = useCustomerFields(offer)
  const isNew = !hasCustomer(offer)
  const action = t(isNew ? 'offers.customer.add' : 'offers.customer.update')

  async function save(): Promise<void> {
    // No field is required (checkout, section 5), but a new customer needs at least one; an existing customer can be
    // cleared.
    const isEmpty = isNew && Object.values(customer).every((fact) => fact === '')
    if (isEmpty) return setErrors({ name: t('offers.customer.nobody') })
    setErrors({})
    await send(async () => {
      await call(updateOfferCustomer, { body: { [offer.orderNo]: customer } })
      await revalidate()
      onClose()
    }, showErrors)
  }
  function showErrors({ fields, message }: CallError): void {
    const invalid = (['email', 'phone', 'taxNumber'] as const).filter((name) => `${offer.orderNo}.${name}` in fields)
    if (invalid.length === 0) return void showAlert({ text: t('offers.customer.failed'), facts: message })
    setErrors(Object.fromEntries(invalid.map((name) => [name, t(`offers.customer.${name}Invalid`)])))
  }

  return (
    <FormDialog
      title={action}
      saveLabel={action}
      isBusy={isBusy}
      className="grid gap-4 sm:grid-cols-2"
      onSend={save}
      onClose={onClose}
    >
      {known.length > 0 && <KnownCustomers known={known} onChoose={type} />}
      {fields.map(({ name, maxLength, ...input }) => (
        <TextField
          key={name}
          {...input}
          label={t(`offers.customer.${name}`)}
          name={name}
          value={customer[name]}
          onChange={(event) => type({ ...customer, [name]: event.target.value })}
          maxLength={maxLength}
          error={errors[name]}
          autoComplete="off"
        />
      ))}
    </FormDialog>
  )
}

const fields = [
  { name: 'name', maxLength: 120 },
  { name: 'companyName', maxLength: 160 },
  { name: 'email', type: 'email', maxLength: 200 },
  { name: 'phone', type: 'tel', maxLength: 40 },
  { name: 'taxOffice', maxLength: 80 },
  { name: 'taxNumber', inputMode: 'numeric', maxLength: 11 },
] as const

/** The fields as typed, and the customers of the dealer's earlier offers. */
function useCustomerFields(offer: Offer) {
  const [customer, type] = useState<KnownCustomer>({
    name: offer.customerName,
    companyName: offer.customerCompanyName,
    email: offer.customerEmail,
    phone: offer.customerPhone,
    taxOffice: offer.customerTaxOffice,
    taxNumber: offer.customerTaxNumber,
  })
  const [known, setKnown] = useState<readonly KnownCustomer[]>([])
  useEffect(() => {
    let isOpen = true
    // Without the list, which is only a help, the customer can still be typed.
    void call(listOfferCustomers, {}).then(
      ({ items }) => isOpen && setKnown(items),
      () => {},
    )
    return () => void (isOpen = false)
  }, [])
  return { customer, type, known }
}

function KnownCustomers(props: { known: readonly KnownCustomer[]; onChoose(customer: KnownCustomer): void }) {
  const { t } = useTranslation()
  const { known, onChoose } = props
  return (
    <Field label={t('offers.customer.known')} hint={t('offers.customer.knownHint')} className="sm:col-span-2">
      {(fieldProps) => (
        <Select
          {...fieldProps}
          value=""
          className="w-full"
          onChange={(event) => {
            const chosen = known[Number(event.target.value)]
            if (event.target.value !== '' && chosen !== undefined) onChoose(chosen)
          }}
        >
          <option value="">{t('offers.customer.knownNone')}</option>
          {known.map((customer, i) => (
            <option key={`${customer.companyName} ${customer.name}`} value={i}>
              {[customer.companyName, customer.name, customer.email].filter((part) => part !== '').join(' · ')}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
