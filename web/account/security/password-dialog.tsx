import { type ReactNode, useState } from 'react'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PasskeyStopped } from './browser-passkeys.ts'

type PasswordDialogProps = {
  title: string
  text?: string
  label: string
  isDanger?: boolean
  width?: 'sm' | 'md'
  /** Users without a password have signed in a moment ago instead. */
  hasPassword: boolean
  send(password: string, form: FormData): Promise<void>
  onClose(): void
  children?: ReactNode
}

/** A change of the sign-in methods, with the current password. Closes once it is made. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, text, label, isDanger = false, width = 'sm', hasPassword, send, onClose, children } = props
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  async function submit(form: FormData): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      const password = form.get('password')
      await send(typeof password === 'string' ? password : '', form)
    } catch (error) {
      setBusy(false)
      if (error instanceof PasskeyStopped)
        return setFailure(t(`security.passkeys.${error.reason === 'exists' ? 'exists' : 'stopped'}`))
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      setFailure(error.message)
    }
  }
  return (
    <FormDialog
      title={title}
      saveLabel={label}
      saveVariant={isDanger ? 'danger' : 'solid'}
      isBusy={isBusy}
      width={width}
      onSend={submit}
      onClose={onClose}
    >
      <Failure text={failure} />
      {text !== undefined && <p className="text-ink-2">{text}</p>}
      {children}
      {hasPassword && (
        <TextField
          label={t('security.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
        />
      )}
    </FormDialog>
  )
}
