import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { OwnRole, RoleValues } from '#contract/core/roles.ts'
import { mayGrant } from '#domain/people/permissions.ts'
import type { CallError } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RoleDialog } from './role-dialog.tsx'
import { useRoleNames } from './use-role-names.ts'

type OwnRolesProps = {
  kind: 'dealer' | 'admin'
  roles: readonly OwnRole[]
  isBusy: boolean
  canChange: boolean
  /** Adds a role, or changes one. */
  save(role: OwnRole | null, values: RoleValues): Promise<CallError | null>
  remove(role: OwnRole): Promise<void>
}

/** The roles that a dealer or the shop has made. */
export function OwnRoles({ kind, roles, isBusy, canChange, save, remove }: OwnRolesProps) {
  const { t } = useTranslation()
  const { permissionOf } = useRoleNames()
  const { user } = useVisitor()
  const has = new Set(user?.permissions)
  const mayTouch = ({ permissions }: OwnRole) => canChange && mayGrant(has, permissions)
  const [edited, setEdited] = useState<OwnRole | null | undefined>(undefined)
  async function confirmRemoval(role: OwnRole): Promise<void> {
    const answer = await showAlert({
      title: t('people.ownRoles.removeOf', { name: role.name }),
      text: t('people.ownRoles.removeText'),
      actions: [{ label: t('people.ownRoles.remove'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer === 'go') await remove(role)
  }
  return (
    <section aria-label={t('people.ownRoles.title')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-16 font-semibold">{t('people.ownRoles.title')}</h2>
          <p className="text-13 text-ink-2">{t(`people.ownRoles.text.${kind}`)}</p>
        </div>
        {canChange && (
          <Button size="card" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setEdited(null)}>
            {t('people.ownRoles.add')}
          </Button>
        )}
      </div>
      {roles.length > 0 && (
        <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          {roles.map((role) => (
            <li
              key={role.id}
              data-testid="own-role"
              className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
            >
              <div className="min-w-0 flex-1 basis-72">
                <p className="font-semibold [overflow-wrap:anywhere]">{role.name}</p>
                <p className="text-12 text-ink-2">{role.permissions.map(permissionOf).join(', ')}</p>
              </div>
              <p id={`role-${role.id}-users`} className="text-13 text-ink-2">
                {t('people.ownRoles.users', { count: role.users })}
                {mayTouch(role) && role.users > 0 && (
                  <span className="block text-12">{t('people.ownRoles.inUse')}</span>
                )}
              </p>
              {mayTouch(role) && (
                <div className="flex gap-2">
                  <Button
                    aria-label={t('people.ownRoles.changeOf', { name: role.name })}
                    onClick={() => setEdited(role)}
                  >
                    {t('people.ownRoles.change')}
                  </Button>
                  <Button
                    variant="danger"
                    disabled={role.users > 0}
                    aria-describedby={role.users > 0 ? `role-${role.id}-users` : undefined}
                    aria-label={t('people.ownRoles.removeOf', { name: role.name })}
                    onClick={() => void confirmRemoval(role)}
                  >
                    {t('people.ownRoles.remove')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <RoleDialog
          key={edited?.id ?? 0}
          kind={kind}
          role={edited}
          isBusy={isBusy}
          save={(values) => save(edited, values)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}
