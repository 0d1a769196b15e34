import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { changeColleague, type Colleague, type listColleagues } from '#contract/shop/colleagues.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { BoundAddresses } from './bound-addresses.tsx'
import { grantableRoles, proposedRole } from './grantable-roles.ts'
import { RoleSelect } from './role-select.tsx'
import type { Colleagues } from './own-colleagues.ts'

type Values = { name: string; email: string; userRole: string; addresses: number[] }

type ColleagueDialogProps = {
  /** Null: a new one, who is invited. */
  colleague: Colleague | null
  colleagues: Colleagues
  /** `hasLink`: no email delivers the invitation. */
  invite(values: Values): Promise<{ list: Reply<typeof listColleagues>; hasLink: boolean }>
  onClose(): void
}

/** Invites a colleague, or changes its name and role. */
export function ColleagueDialog({ colleague, colleagues, invite, onClose }: ColleagueDialogProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const grantable = user === null ? [] : grantableRoles(user, 'dealer', colleagues.list.roles)
  const [values, setValues] = useState<Values>({
    name: colleague?.name ?? '',
    email: colleague?.email ?? '',
    userRole: colleague?.userRole ?? proposedRole(grantable, 'buyer'),
    addresses: colleague?.addresses ?? [],
  })
  const [error, setError] = useState<CallError | null>(null)
  const set = (part: Partial<Values>) => setValues({ ...values, ...part })
  async function send(): Promise<void> {
    const { name, userRole } = values
    const addresses = userRole === 'owner' ? [] : values.addresses
    let doneText = t('people.saved')
    const failure = await colleagues.run(
      async () => {
        if (colleague === null) {
          const { list, hasLink } = await invite({ ...values, addresses })
          doneText = hasLink ? t('people.users.created') : t('people.colleagues.invited', { email: values.email })
          return list
        }
        const params = { id: String(colleague.id) }
        return call(changeColleague, { params, body: { name, userRole, before: colleague.userRole, addresses } })
      },
      () => doneText,
    )
    if (failure === null) onClose()
    else setError(failure)
  }
  const fields = error?.fields ?? {}
  return (
    <FormDialog
      title={t(colleague === null ? 'people.colleagues.invite' : 'people.colleagues.changeOf', {
        name: colleague?.name,
      })}
      saveLabel={t(colleague === null ? 'people.colleagues.send' : 'people.ownRoles.save')}
      isBusy={colleagues.isBusy}
      onSend={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={t('people.users.name')}
        name="name"
        maxLength={120}
        autoComplete="off"
        value={values.name}
        error={fields['name']}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        label={t('administration.audit.fields.email')}
        name="email"
        type="email"
        maxLength={254}
        autoComplete="off"
        disabled={colleague !== null}
        value={values.email}
        error={fields['email']}
        hint={colleague === null ? t('people.colleagues.emailHint') : undefined}
        onChange={({ target }) => set({ email: target.value })}
      />
      <RoleSelect
        kind="dealer"
        value={values.userRole}
        own={colleagues.list.roles}
        error={fields['userRole']}
        isDisabled={colleague?.isSelf === true}
        onChoose={(userRole) => set({ userRole })}
      />
      <BoundAddresses
        offered={colleagues.list.addresses}
        isOwner={values.userRole === 'owner'}
        chosen={values.addresses}
        onChoose={(addresses) => set({ addresses })}
      />
      {colleague?.isSelf === true && <p className="text-12 text-ink-2">{t('people.users.ownRole')}</p>}
      {colleague !== null && !colleague.canOrder && (
        <p className="text-12 text-ink-2">{t('people.colleagues.noOrder')}</p>
      )}
      <Failure text={error !== null && Object.keys(fields).length === 0 ? error.message : undefined} />
    </FormDialog>
  )
}
