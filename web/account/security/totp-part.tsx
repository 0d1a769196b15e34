import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { addTotp, draftTotp, removeTotp, renewRecoveryCodes, type Security } from '#contract/shop/factors.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Moment } from '#web/app/moment.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** `heading`: its level on the page. */
export type PartProps = { security: Security; heading: 'h2' | 'h3'; onChange(security: Security): void }
type Open = 'set-up' | 'remove' | 'renew' | null
type Draft = Reply<typeof draftTotp>

/** The authenticator app and its recovery codes. */
export function TotpPart({ security, heading: Heading, onChange }: PartProps) {
  const { t } = useTranslation()
  const { totpSince, recoveryCodesLeft, hasPassword, isRequired } = security
  const [open, setOpen] = useState<Open>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { isBusy, failure, send } = useSubmit()
  const close = () => setOpen(null)
  const startSetUp = () =>
    send(async () => {
      setDraft(await call(draftTotp))
      setOpen('set-up')
    })
  /** Shows the new codes first; the rest of the page follows when they are stored. */
  const showCodes = (reply: Reply<typeof addTotp>) => {
    close()
    setCodes(reply.recoveryCodes)
    onChange(reply.security)
  }
  return (
    <div>
      <Heading className="flex items-center gap-2 font-semibold">
        <Smartphone size={16} aria-hidden="true" className="shrink-0 text-ink-3" /> {t('security.totp.title')}
      </Heading>
      <Failure text={failure?.message} className="mt-2" />
      {totpSince === null ? (
        <>
          <p className="mt-1 text-13 text-ink-2">{t('security.totp.none')}</p>
          <Button size="card" variant="soft" className="mt-3" busy={isBusy} onClick={() => void startSetUp()}>
            {t('security.totp.setUp')}
          </Button>
        </>
      ) : (
        <>
          <p className="mt-1 text-13 text-ink-2">
            {t('security.totp.since')} <Moment date={totpSince} />
          </p>
          <p className="mt-1 text-13 text-ink-2">{t('security.recovery.left', { count: recoveryCodesLeft })}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="card" onClick={() => setOpen('renew')}>
              {t('security.recovery.renew')}
            </Button>
            <Button size="card" variant="danger" onClick={() => setOpen('remove')}>
              {t('security.totp.remove')}
            </Button>
          </div>
        </>
      )}
      {open === 'set-up' && draft !== null && (
        <SetUpDialog draft={draft} hasPassword={hasPassword} onAdded={showCodes} onClose={close} />
      )}
      {open === 'renew' && (
        <PasswordDialog
          title={t('security.recovery.renew')}
          text={t('security.recovery.renewText')}
          label={t('security.recovery.renew')}
          hasPassword={hasPassword}
          send={async (password) => showCodes(await call(renewRecoveryCodes, { body: { password } }))}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <PasswordDialog
          title={t('security.totp.remove')}
          text={t(isRequired ? 'security.required' : 'security.totp.removeText')}
          label={t('security.totp.remove')}
          isDanger
          hasPassword={hasPassword}
          send={async (password) => {
            onChange((await call(removeTotp, { body: { password } })).security)
            close()
            notify.success(t('security.totp.removed'), { id: 'account' })
          }}
          onClose={close}
        />
      )}
      {codes !== null && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </div>
  )
}

type SetUpDialogProps = {
  draft: Draft
  hasPassword: boolean
  onAdded(reply: Reply<typeof addTotp>): void
  onClose(): void
}

function SetUpDialog({ draft, hasPassword, onAdded, onClose }: SetUpDialogProps) {
  const { t } = useTranslation()
  const { qr, key } = draft
  return (
    <PasswordDialog
      title={t('security.totp.setUp')}
      text={t('security.totp.scan')}
      label={t('security.totp.confirm')}
      hasPassword={hasPassword}
      send={async (password, form) => {
        const code = form.get('code')
        const body = { draft: draft.draft, code: typeof code === 'string' ? code : '', password }
        onAdded(await call(addTotp, { body }))
      }}
      onClose={onClose}
    >
      <svg
        role="img"
        aria-label={t('security.totp.qr')}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        className="mx-auto size-48 shrink-0 rounded-control border border-line"
        shapeRendering="crispEdges"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p className="text-center text-13 text-ink-2">
        {t('security.totp.key')}:{' '}
        <code data-testid="totp-key" className="font-mono text-ink [overflow-wrap:anywhere]">
          {key}
        </code>
      </p>
      <TextField
        label={t('security.totp.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
      />
    </PasswordDialog>
  )
}
