import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { eraseUser, type getUserErasure, refuseErasure } from '#contract/admin/personal-data.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { ErasureFacts } from '#web/account/erasure-facts.tsx'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Moment } from '#web/app/moment.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type UserErasureProps = { id: number; name: string; isSelf: boolean; erasure: Reply<typeof getUserErasure> }

/** The personal data of a user: an open request, and the erasure with what it removes and what stays. */
export function UserErasure({ id, name, isSelf, erasure: { request, isErased, kept } }: UserErasureProps) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<'erase' | 'refuse' | null>(null)
  const { isBusy, failure, send } = useSubmit()
  const params = { id: String(id) }
  const isOpen = request?.state === 'open'
  const erase = () =>
    send(async () => {
      await call(eraseUser, { params })
      notify.success(t('personalData.staff.done'), { id: 'people' })
      await goTo(pages.adminUsers)
    })
  const refuse = (form: FormData) =>
    send(async () => {
      await call(refuseErasure, { params, body: { answer: textOf(form) } })
      notify.success(t('personalData.staff.refusedDone'), { id: 'people' })
      setDialog(null)
      await revalidate()
    })
  return (
    <AdminPanel title={t('personalData.staff.title')}>
      {isErased ? (
        <p className="text-ink-2">{t('personalData.staff.isErased')}</p>
      ) : (
        <>
          <p className="text-ink-2">
            {isOpen ? (
              <>
                {t('personalData.staff.open')} <Moment date={request.requestedAt} />
              </>
            ) : (
              t('personalData.staff.none')
            )}
          </p>
          <MayChange area="people">
            <div className="flex flex-wrap gap-2">
              {!isSelf && (
                <Button size="lg" variant="danger" onClick={() => setDialog('erase')}>
                  {t('personalData.staff.erase')}
                </Button>
              )}
              {isOpen && (
                <Button size="lg" onClick={() => setDialog('refuse')}>
                  {t('personalData.staff.refuse')}
                </Button>
              )}
            </div>
          </MayChange>
        </>
      )}
      {dialog === 'erase' && (
        <FormDialog
          title={t('personalData.staff.erase')}
          saveLabel={t('personalData.staff.erase')}
          saveVariant="danger"
          isBusy={isBusy}
          width="md"
          onSend={() => void erase()}
          onClose={() => setDialog(null)}
        >
          <p className="font-medium">{t('personalData.staff.question', { name })}</p>
          <ErasureFacts />
          <p className="text-13">{t('personalData.staff.counts', kept)}</p>
          <Failure text={failure?.message} />
        </FormDialog>
      )}
      {dialog === 'refuse' && (
        <FormDialog
          title={t('personalData.staff.refuse')}
          saveLabel={t('personalData.staff.refuse')}
          isBusy={isBusy}
          onSend={(form) => void refuse(form)}
          onClose={() => setDialog(null)}
        >
          <TextField
            label={t('personalData.staff.reason')}
            name="answer"
            maxLength={1000}
            required
            error={failure?.fields['answer']}
          />
          <Failure text={failure?.message} />
        </FormDialog>
      )}
    </AdminPanel>
  )
}

function textOf(form: FormData): string {
  const value = form.get('answer')
  return typeof value === 'string' ? value : ''
}
