import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Offer, updateOfferCustomer } from '#contract/shop/offers.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { hasCustomer } from './offer-customer.ts'

/** Name, company, email and telephone of the offer's customer. */
export function CustomerDialog({ offer, onClose }: { offer: Offer; onClose(): void }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { customerName, customerCompanyName, customerEmail, customerPhone } = offer
  const isNew = !hasCustomer(offer)
  const action = t(isNew ? 'offers.customer.add' : 'offers.customer.update')

  async function save(form: FormData): Promise<void> {
    const field = formTexts(form)
    const customer = {
      name: field('name'),
      companyName: field('companyName'),
      email: field('email'),
      phone: field('phone'),
    }
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
    const invalid = (['email', 'phone'] as const).filter((name) => `${offer.orderNo}.${name}` in fields)
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
      <TextField
        label={t('offers.customer.name')}
        name="name"
        defaultValue={customerName}
        maxLength={120}
        error={errors['name']}
        autoComplete="off"
      />
      <TextField
        label={t('offers.customer.companyName')}
        name="companyName"
        defaultValue={customerCompanyName}
        maxLength={160}
        autoComplete="off"
      />
      <TextField
        label={t('offers.customer.email')}
        name="email"
        type="email"
        defaultValue={customerEmail}
        maxLength={200}
        autoComplete="off"
        error={errors['email']}
      />
      <TextField
        label={t('offers.customer.phone')}
        name="phone"
        type="tel"
        defaultValue={customerPhone}
        maxLength={40}
        error={errors['phone']}
        autoComplete="off"
      />
    </FormDialog>
  )
}
