import { useState } from 'react'
import type { OwnRole, RoleValues } from '#contract/core/roles.ts'
import {
  cleanDealerPermissions,
  cleanStaffPermissions,
  dealerPermissions,
  type Permission,
  staffPermissions,
} from '#domain/people/permissions.ts'
import type { CallError } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useRoleNames } from './use-role-names.ts'

type RoleDialogProps = {
  kind: 'dealer' | 'admin'
  /** Null: a new one. */
  role: OwnRole | null
  isBusy: boolean
  save(values: RoleValues): Promise<CallError | null>
  onClose(): void
}

/** The form of an own role. Only what the visitor may do can be chosen. */
export function RoleDialog({ kind, role, isBusy, save, onClose }: RoleDialogProps) {
  const { t } = useTranslation()
  const { permissionOf } = useRoleNames()
  const { user } = useVisitor()
  const [name, setName] = useState(role?.name ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set(role?.permissions))
  const [error, setError] = useState<CallError | null>(null)
  const all: readonly Permission[] = kind === 'dealer' ? dealerPermissions : staffPermissions
  const offered = all.filter((permission) => user?.permissions.includes(permission))
  const clean: (asked: readonly string[]) => Permission[] =
    kind === 'dealer' ? cleanDealerPermissions : cleanStaffPermissions
  const given = clean([...chosen])
  /** Whether another right brings it along. */
  const comesAlong = (permission: Permission) =>
    clean([...chosen].filter((each) => each !== permission)).includes(permission)
  const toggle = (permission: Permission) => {
    const next = new Set(chosen)
    if (!next.delete(permission)) next.add(permission)
    setChosen(next)
  }
  async function send(): Promise<void> {
    const failure = await save({ name, permissions: given })
    if (failure === null) onClose()
    else setError(failure)
  }
  const problem = error?.fields['permissions']
  return (
    <FormDialog
      title={t(role === null ? 'people.ownRoles.add' : 'people.ownRoles.change')}
      saveLabel={t('people.ownRoles.save')}
      isBusy={isBusy}
      width="md"
      onSend={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={t('people.ownRoles.name')}
        name="name"
        autoComplete="off"
        maxLength={60}
        value={name}
        error={error?.fields['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset aria-describedby={problem === undefined ? undefined : 'role-permissions-error'}>
        <legend className="mb-1 text-13 font-medium max-sm:text-15">{t('people.ownRoles.permissions')}</legend>
        <div className="grid gap-x-4 rounded-control border border-line px-3 py-1 sm:grid-cols-2">
          {offered.map((permission) => (
            <label key={permission} className="flex min-h-9 items-center gap-2 text-13 max-sm:min-h-11 max-sm:text-15">
              <input
                type="checkbox"
                name={permission}
                checked={given.includes(permission)}
                disabled={comesAlong(permission)}
                className="size-4 shrink-0 accent-brand"
                onChange={() => toggle(permission)}
              />
              <span>
                {permissionOf(permission)}
                {comesAlong(permission) && (
                  <span className="block text-12 text-ink-2">{t(`people.ownRoles.along.${kind}`)}</span>
                )}
              </span>
            </label>
          ))}
        </div>
        {problem !== undefined && (
          <p id="role-permissions-error" className="mt-1 text-12 text-danger">
            {problem}
          </p>
        )}
      </fieldset>
      <Failure text={error !== null && Object.keys(error.fields).length === 0 ? error.message : undefined} />
    </FormDialog>
  )
}
