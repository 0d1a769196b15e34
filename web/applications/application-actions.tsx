import { Check, MessageCircleQuestion, X } from 'lucide-react'
import { useState } from 'react'
import { type AdminApplication, askApplicant, refuseApplication } from '#contract/admin/applications.ts'
import { canMoveApplication } from '#domain/applications/application.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { useMayChange } from '#web/administration/may-change.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { NoteField } from './form-parts.tsx'

type ActionsProps = { application: AdminApplication; onApprove(): void }

/** What can be done with an application that is not decided. */
export function ApplicationActions({ application, onApprove }: ActionsProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'ask' | 'refuse' | null>(null)
  const mayChange = useMayChange()
  const close = () => setOpened(null)
  if (!mayChange) return null
  return (
    <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0 max-sm:w-full">
      {canMoveApplication(application.state, 'asked') && (
        <Button
          size="card"
          icon={<MessageCircleQuestion size={16} aria-hidden="true" />}
          onClick={() => setOpened('ask')}
        >
          {t('administration.applications.ask')}
        </Button>
      )}
      <Button size="card" icon={<X size={16} aria-hidden="true" />} onClick={() => setOpened('refuse')}>
        {t('administration.applications.refuse')}
      </Button>
      <Button
        variant="solid"
        size="card"
        disabled={application.areTextsPending}
        icon={<Check size={16} aria-hidden="true" />}
        onClick={onApprove}
      >
        {t('administration.applications.approve')}
      </Button>
      {opened === 'ask' && <AskDialog application={application} onClose={close} />}
      {opened === 'refuse' && <RefuseDialog application={application} onClose={close} />}
    </div>
  )
}

type DialogProps = { application: AdminApplication; onClose(): void }

function AskDialog({ application: { id, email, isMailed }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [note, setNote] = useState('')
  async function save(): Promise<void> {
    if ((await run(askApplicant, { params: { id: String(id) }, body: { note } })) === null) return
    notify.success(t('administration.applications.asked'), { id: 'application' })
    onClose()
  }
  return (
    <FormDialog
      title={t('administration.applications.ask')}
      saveLabel={t('administration.applications.send')}
      isBusy={isBusy}
      width="md"
      onSend={() => void save()}
      onClose={onClose}
    >
      <p>{t(`administration.applications.${isMailed ? 'askText' : 'askTextNoMail'}`, { email })}</p>
      <NoteField label={t('administration.applications.question')} value={note} onType={setNote} />
    </FormDialog>
  )
}

function RefuseDialog({ application: { id }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [note, setNote] = useState('')
  async function save(): Promise<void> {
    if ((await run(refuseApplication, { params: { id: String(id) }, body: { note } })) === null) return
    notify.success(t('administration.applications.refused'), { id: 'application' })
    onClose()
  }
  return (
    <FormDialog
      title={t('administration.applications.refuse')}
      saveLabel={t('administration.applications.refuse')}
      saveVariant="danger"
      isBusy={isBusy}
      width="md"
      onSend={() => void save()}
      onClose={onClose}
    >
      <p>{t('administration.applications.refuseText')}</p>
      <NoteField label={t('administration.applications.reason')} value={note} onType={setNote} />
    </FormDialog>
  )
}
