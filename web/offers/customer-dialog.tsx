import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Offer, updateOfferCustomer } from '#contract/offers.ts'
import { CallError, call } from '#web/app/call.ts'
import { signInFirst } from '#web/cart/sign-in-first.ts'
import { showAlert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { formTexts } from '#web/ui/form-text.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { hasCustomer } from './offer-customer.ts'

/** Name, company, e-mail and telephone of whom an offer is made to. */
export function CustomerDialog({ offer, onClose }: { offer: Offer; onClose(): void }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { customerName, customerCompanyName, customerEmail, customerPhone } = offer
  const isNew = !hasCustomer(offer)
  const action = t(isNew ? 'offers.customer.add' : 'offers.customer.update')

  async function save(form: FormData): Promise<void> {
    if (isBusy) return
    const field = formTexts(form)
    const customer = {
      name: field('name'),
      companyName: field('companyName'),
      email: field('email'),
      phone: field('phone'),
    }
    // No field is required (checkout, section 5), but nothing at all is no customer; one that is there can be taken away.
    const isNobody = isNew && Object.values(customer).every((fact) => fact === '')
    if (isNobody) return setErrors({ name: t('offers.customer.nobody') })
    setErrors({})
    setBusy(true)
    try {
      await call(updateOfferCustomer, { body: { [offer.orderNo]: customer } })
      await revalidate()
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return signInFirst()
      const wrong = (['email', 'phone'] as const).filter((name) => `${offer.orderNo}.${name}` in error.fields)
      if (wrong.length === 0) return void showAlert({ text: t('offers.customer.failed'), facts: error.message })
      setErrors(Object.fromEntries(wrong.map((name) => [name, t(`offers.customer.${name}Invalid`)])))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={action}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} look="solid" size="card" busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
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
      </form>
    </Dialog>
  )
}
