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

/** Name, company, e-mail and telephone of whom an offer is made to. */
export function CustomerDialog({ offer, onClose }: { offer: Offer; onClose(): void }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const [emailError, setEmailError] = useState<string>()
  const { customerName, customerCompanyName, customerEmail, customerPhone } = offer
  const isNew = [customerName, customerCompanyName, customerEmail, customerPhone].every((fact) => fact === '')
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
    setBusy(true)
    try {
      await call(updateOfferCustomer, { body: { [offer.orderNo]: customer } })
      await revalidate()
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return signInFirst()
      const isEmailWrong = `${offer.orderNo}.email` in error.fields
      setEmailError(isEmailWrong ? t('offers.customer.emailInvalid') : undefined)
      await showAlert({
        text: t('offers.customer.failed'),
        facts: isEmailWrong ? t('offers.customer.emailInvalid') : error.message,
      })
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
          error={emailError}
        />
        <TextField
          label={t('offers.customer.phone')}
          name="phone"
          type="tel"
          defaultValue={customerPhone}
          maxLength={40}
          autoComplete="off"
        />
      </form>
    </Dialog>
  )
}
