import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import {
  addPasskey,
  draftPasskey,
  type Passkey,
  removePasskey,
  renamePasskey,
  type Security,
} from '#contract/shop/factors.ts'
import { call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { makePasskey } from './browser-passkeys.ts'
import { PasswordDialog } from './password-dialog.tsx'
import type { PartProps } from './totp-part.tsx'

type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey } | null
const nameOf = (form: FormData): string => {
  const name = form.get('name')
  return typeof name === 'string' ? name : ''
}

/** Lists the user's passkeys, and adds, renames and removes them. */
export function PasskeysPart({ security, heading: Heading, onChange }: PartProps) {
  const { t } = useTranslation()
  const { passkeys, hasPasskeySite, hasPassword, isRequired } = security
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const done = (changed: Security, text: string) => {
    onChange(changed)
    close()
    notify.success(text, { id: 'account' })
  }
  return (
    <div>
      <Heading className="flex items-center gap-2 font-semibold">
        <KeyRound size={16} aria-hidden="true" className="shrink-0 text-ink-3" /> {t('security.passkeys.title')}
      </Heading>
      {passkeys.length === 0 && (
        <p className="mt-1 text-13 text-ink-2">
          {t(hasPasskeySite ? 'security.passkeys.none' : 'security.passkeys.unavailable')}
        </p>
      )}
      <ul className="divide-y divide-line">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setOpen({ kind: 'rename', passkey })}
            onRemove={() => setOpen({ kind: 'remove', passkey })}
          />
        ))}
      </ul>
      {hasPasskeySite && (
        <Button size="card" variant="soft" className="mt-3" onClick={() => setOpen({ kind: 'add' })}>
          {t('security.passkeys.add')}
        </Button>
      )}
      {open?.kind === 'add' && (
        <PasswordDialog
          title={t('security.passkeys.add')}
          text={t('security.passkeys.addText')}
          label={t('security.passkeys.add')}
          hasPassword={hasPassword}
          send={async (password, form) => {
            const { challenge, options } = await call(draftPasskey, { body: { password } })
            const response = await makePasskey(options)
            const added = await call(addPasskey, { body: { challenge, response, name: nameOf(form) } })
            done(added.security, t('security.passkeys.added'))
          }}
          onClose={close}
        >
          <NameField name="" />
        </PasswordDialog>
      )}
      {open?.kind === 'rename' && (
        <PasswordDialog
          title={t('security.passkeys.rename')}
          label={t('security.passkeys.rename')}
          hasPassword={false}
          send={async (_password, form) => {
            const params = { id: String(open.passkey.id) }
            const renamed = await call(renamePasskey, { params, body: { name: nameOf(form) } })
            done(renamed.security, t('security.passkeys.renamed'))
          }}
          onClose={close}
        >
          <NameField name={open.passkey.name} />
        </PasswordDialog>
      )}
      {open?.kind === 'remove' && (
        <PasswordDialog
          title={t('security.passkeys.remove')}
          text={
            isRequired && passkeys.length === 1 && security.totpSince === null
              ? t('security.required')
              : t('security.passkeys.removeText', { name: open.passkey.name })
          }
          label={t('security.passkeys.remove')}
          isDanger
          hasPassword={hasPassword}
          send={async (password) => {
            const params = { id: String(open.passkey.id) }
            const removed = await call(removePasskey, { params, body: { password } })
            done(removed.security, t('security.passkeys.removed'))
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

function NameField({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('security.passkeys.name')}
      placeholder={t('security.passkeys.namePlaceholder')}
      name="name"
      defaultValue={name}
      autoComplete="off"
      maxLength={60}
    />
  )
}

type PasskeyRowProps = { passkey: Passkey; onRename(): void; onRemove(): void }

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation()
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li data-testid="passkey" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="text-12 text-ink-2">
          {t('security.passkeys.created')}: <Moment date={createdAt} />
        </p>
        <p className="text-12 text-ink-2">
          {lastUsedAt === null ? (
            t('security.passkeys.neverUsed')
          ) : (
            <>
              {t('security.passkeys.used')}: <Moment date={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onRename}>{t('security.passkeys.rename')}</Button>
        <Button variant="danger" onClick={onRemove}>
          {t('security.passkeys.remove')}
        </Button>
      </div>
    </li>
  )
}
