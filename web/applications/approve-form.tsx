import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type AdminApplication, approveApplication } from '#contract/admin/applications.ts'
import type { DealerValues } from '#contract/admin/dealers.ts'
import { DealerForm } from '#web/account/admin/dealer-form.tsx'
import { useSavedForm } from '#web/administration/use-saved-form.ts'
import { call } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type ApproveFormProps = {
  application: AdminApplication
  onCancel(): void
  /** In a shop without a mail server. */
  onInvited(invitation: { link: string; email: string }): void
}

/** The new dealer's form, filled in from the application. */
export function ApproveForm({ application, onCancel, onInvited }: ApproveFormProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { id, proposal, priceLists, groups, representatives } = application
  const [representativeId, setRepresentativeId] = useState(representatives.proposed)
  const form = useSavedForm<DealerValues>({
    saved: proposal,
    save: async (_before, values) => {
      const { invitationLink } = await call(approveApplication, {
        params: { id: String(id) },
        body: { values, representativeId },
      })
      if (invitationLink !== null) onInvited({ link: invitationLink, email: values.email })
      await revalidate()
      return { values }
    },
    reload: async () => {
      await revalidate()
      return proposal
    },
    doneText: t('administration.applications.approved'),
  })
  return (
    <section aria-label={t('administration.applications.approveTitle')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="max-w-200">
          <h2 className="text-16 font-semibold">{t('administration.applications.approveTitle')}</h2>
          <p className="text-13 text-ink-2">{t('administration.applications.approveText')}</p>
        </div>
        <Button size="card" onClick={onCancel}>
          {t('administration.applications.cancelApprove')}
        </Button>
      </div>
      {/* The proposal can be saved as it is. */}
      <DealerForm
        form={{ ...form, isChanged: true }}
        choices={{ priceLists, groups }}
        saveLabel={t('administration.applications.approveSave')}
        representative={
          <RepresentativeField
            representatives={representatives}
            value={representativeId}
            error={form.errors['representative']}
            onChange={(chosen) => {
              setRepresentativeId(chosen)
              // Reports group by the name that the dealer has.
              form.set('representative', representatives.items.find((each) => each.id === chosen)?.name ?? '')
            }}
          />
        }
      />
    </section>
  )
}

type RepresentativeFieldProps = {
  representatives: AdminApplication['representatives']
  value: number | null
  error: string | undefined
  onChange(id: number | null): void
}

/** Who will be the dealer's representative; none chosen: the one of its province or region. */
function RepresentativeField({ representatives, value, error, onChange }: RepresentativeFieldProps) {
  const { t } = useTranslation()
  const { items, byRegion } = representatives
  return (
    <Field label={t('representatives.dealer.label')} error={error}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          name="representativeId"
          className="w-full"
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="">
            {byRegion === null
              ? t('representatives.dealer.ofRegion')
              : t('representatives.dealer.byRegion', { name: byRegion.name })}
          </option>
          {items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
