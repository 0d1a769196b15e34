import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { type PosDetail, savePosSecrets } from '#contract/admin/pos.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { MayChange, ReadOnlyFields } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type PosSecretsProps = {
  account: PosDetail
  onChange(account: PosDetail): void
  /** Whether there is unsaved input. */
  onTyped(isUnsaved: boolean): void
}

/** Keys and passwords: write-only. Empty fields stay unchanged. */
export function PosSecrets({ account, onChange, onTyped }: PosSecretsProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { isBusy, failure, send } = useSubmit()
  const entered = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''))
  const hasEntered = Object.keys(entered).length > 0
  useEffect(() => onTyped(hasEntered), [hasEntered, onTyped])

  async function save(): Promise<void> {
    const params = { id: String(account.id) }
    onChange(await call(savePosSecrets, { params, body: { secrets: entered } }))
    setTyped({})
    notify.success(t('administration.pos.secrets.saved'), { id: 'pos' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hasEntered) void send(save)
  }
  return (
    <form method="post" noValidate autoComplete="off" onSubmit={submit}>
      <AdminPanel title={t('administration.pos.secrets.title')}>
        <p className="text-13 text-ink-2">{t('administration.pos.secrets.text')}</p>
        {account.isSealed && <MessageStrip tone="warning">{t('administration.pos.secrets.sealed')}</MessageStrip>}
        <ReadOnlyFields>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {account.secrets.map(({ name, isSet }) => (
              <TextField
                key={name}
                label={t(`administration.pos.secretNames.${name}`)}
                note={
                  <Badge tone={isSet ? 'success' : 'warning'}>
                    {t(`administration.pos.secrets.${isSet ? 'set' : 'unset'}`)}
                  </Badge>
                }
                name={name}
                type="password"
                autoComplete="new-password"
                maxLength={500}
                {...(isSet && { placeholder: t('administration.pos.secrets.stays') })}
                value={typed[name] ?? ''}
                onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              />
            ))}
          </div>
        </ReadOnlyFields>
        <Failure text={failure?.message} />
        <MayChange>
          <div className="flex justify-end">
            <Button
              type="submit"
              variant="solid"
              size="lg"
              busy={isBusy}
              disabled={!hasEntered}
              icon={<KeyRound size={16} aria-hidden="true" />}
              className="max-sm:flex-1"
            >
              {t('administration.pos.secrets.save')}
            </Button>
          </div>
        </MayChange>
      </AdminPanel>
    </form>
  )
}
