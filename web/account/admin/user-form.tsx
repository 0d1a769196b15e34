import { useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { pages } from '#contract/core/pages.ts'
import type { UserValues } from '#contract/admin/users.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import type { OwnRole } from '#contract/core/roles.ts'
import { grantableRoles, proposedRole } from '#web/account/users/grantable-roles.ts'
import { RoleSelect } from '#web/account/users/role-select.tsx'
import { DealerField } from './dealer-field.tsx'
import { SavedForm } from '#web/administration/saved-form.tsx'
import type { SavedFields } from '#web/administration/use-saved-form.ts'

type UserFormProps = {
  form: SavedFields<UserValues>
  /** The own roles of staff. */
  staffRoles: readonly OwnRole[]
  /** The own role that a dealer's user has. */
  dealerRole?: { id: number; name: string } | null
  /** Users cannot change their own role. */
  isSelf?: boolean
  /** The user may do more than the visitor, who may not change it. */
  isReadOnly?: boolean
  /** For a new user: the save label, and whether to send an invitation. */
  newUser?: { saveLabel: string; isInvited: boolean; hasMailServer: boolean; onInvite(isInvited: boolean): void }
}

/** A user's identity and rights. */
export function UserForm({
  form,
  staffRoles,
  dealerRole = null,
  isSelf = false,
  isReadOnly = false,
  newUser,
}: UserFormProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const [role] = useState(values.role)
  const { user } = useVisitor()
  const staffGrantable = user === null ? [] : grantableRoles(user, 'admin', staffRoles)
  const own = values.role === 'admin' ? staffRoles : dealerRole === null ? [] : [dealerRole]
  const isPromoted = newUser === undefined && role === 'dealer' && values.role === 'admin'
  return (
    <SavedForm form={form} isReadOnly={isReadOnly} {...(newUser !== undefined && { saveLabel: newUser.saveLabel })}>
      <AdminPanel title={t('people.users.parts.person')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('people.users.name')}
            name="name"
            maxLength={120}
            autoComplete="off"
            value={values.name}
            error={errors['name']}
            onChange={({ target }) => set('name', target.value)}
          />
          <TextField
            label={t('administration.audit.fields.email')}
            name="email"
            type="email"
            maxLength={254}
            autoComplete="off"
            value={values.email}
            error={errors['email']}
            hint={t('people.users.emailHint')}
            onChange={({ target }) => set('email', target.value)}
          />
          <Field
            label={t('people.kindLabel')}
            error={errors['role']}
            hint={t(
              isSelf
                ? 'people.users.ownRole'
                : isPromoted
                  ? 'people.users.promoted'
                  : `people.roleHints.${values.role}`,
            )}
          >
            {(fieldProps) => (
              <Select
                {...fieldProps}
                size="lg"
                className="w-full"
                disabled={isSelf}
                value={values.role}
                onChange={({ target }) => {
                  const chosen = target.value === 'admin' ? 'admin' : 'dealer'
                  set('role', chosen)
                  set(
                    'userRole',
                    chosen === 'admin' ? proposedRole(staffGrantable, 'full') : newUser === undefined ? 'buyer' : '',
                  )
                }}
              >
                <option value="dealer">{t('people.roles.dealer')}</option>
                <option value="admin">{t('people.roles.admin')}</option>
              </Select>
            )}
          </Field>
          {values.role === 'dealer' && (
            <DealerField value={values.dealer} error={errors['dealer']} onChange={(code) => set('dealer', code)} />
          )}
        </div>
        <RoleSelect
          kind={values.role}
          value={values.userRole}
          own={own}
          error={errors['userRole']}
          isDisabled={isSelf}
          hasAutomatic={newUser !== undefined && values.role === 'dealer'}
          onChoose={(key) => set('userRole', key)}
        />
        {values.role === 'dealer' && (
          <Switch isOn={values.canOrder} onChange={(isOn) => set('canOrder', isOn)} className="self-start">
            {t('people.users.orderRight')}
          </Switch>
        )}
        {newUser !== undefined && (
          <Switch isOn={newUser.isInvited} onChange={newUser.onInvite} className="self-start">
            {t(newUser.hasMailServer ? 'people.users.inviteNow' : 'people.users.linkNow')}
          </Switch>
        )}
        {newUser?.hasMailServer === false && (
          <p className="text-12 text-ink-2">
            {t('people.users.noMailServer')}{' '}
            <AreaLink isAction to={pages.adminMail} className="font-medium text-brand-ink underline">
              {t('people.access.link.mailServer')}
            </AreaLink>
          </p>
        )}
      </AdminPanel>
    </SavedForm>
  )
}
