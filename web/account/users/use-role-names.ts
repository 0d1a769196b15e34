import { isDealerRole, isStaffRole } from '#domain/people/permissions.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { permissionName } from './permission-name.ts'

/** Names of roles and permissions. An own role has its own name, which the caller knows. */
export function useRoleNames() {
  const { t } = useTranslation()
  const isKnown = (kind: 'dealer' | 'admin', key: string) => (kind === 'dealer' ? isDealerRole(key) : isStaffRole(key))
  const group = (kind: 'dealer' | 'admin') => (kind === 'dealer' ? 'dealerRoles' : 'staffRoles')
  return {
    nameOf: (kind: 'dealer' | 'admin', key: string, ownName: string | null = null) =>
      isKnown(kind, key) ? t(`people.${group(kind)}.${key}.name`) : (ownName ?? key),
    /** What the role allows; nothing for an own role. */
    textOf: (kind: 'dealer' | 'admin', key: string) =>
      isKnown(kind, key) ? t(`people.${group(kind)}.${key}.text`) : undefined,
    permissionOf: (permission: string) => permissionName(t, permission),
  }
}
