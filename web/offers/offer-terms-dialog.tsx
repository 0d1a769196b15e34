import { useRevalidator } from 'react-router'
import { noteMax } from '#contract/shop/cart.ts'
import { type Offer } from '#contract/shop/offers.ts'
import { termsMax, updateOfferTerms } from '#contract/shop/offer-changes.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** How long the offer is valid, its terms and its note. */
export function OfferTermsDialog({ offer, onClose }: { offer: Offer; onClose(): void }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()

  async function save(form: FormData): Promise<void> {
    const field = formTexts(form)
    const terms = { validUntil: field('validUntil'), terms: field('terms'), note: field('note') }
    await send(
      async () => {
        await call(updateOfferTerms, { body: { [offer.orderNo]: terms } })
        await revalidate()
        onClose()
        notify.success(t('offers.terms.saved'), { id: 'offers' })
      },
      ({ message }) => void showAlert({ text: t('offers.terms.failed'), facts: message }),
    )
  }
  return (
    <FormDialog
      title={t('offers.terms.action')}
      saveLabel={t('offers.terms.save')}
      isBusy={isBusy}
      onSend={save}
      onClose={onClose}
    >
      <TextField
        label={t('offers.terms.validUntil')}
        hint={t('offers.terms.validHint')}
        name="validUntil"
        type="date"
        defaultValue={offer.validUntil ?? ''}
        className="max-w-60"
      />
      <Field label={t('offers.terms.terms')} hint={t('offers.terms.termsHint')}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            name="terms"
            rows={5}
            maxLength={termsMax}
            defaultValue={offer.terms}
            className="field w-full px-2.5 py-2"
          />
        )}
      </Field>
      <Field label={t('offers.terms.note')}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            name="note"
            rows={3}
            maxLength={noteMax}
            defaultValue={offer.description}
            className="field w-full px-2.5 py-2"
          />
        )}
      </Field>
    </FormDialog>
  )
}
