import type { Translation } from '#web/ui/translation.ts'

/** The name of a permission of dealers' users or staff. */
export function permissionName(t: Translation['t'], permission: string): string {
  const [area = '', level] = permission.split(':')
  if (level === undefined) return t(`people.permissions.${permission}`)
  return t(`people.areas.${level}`, { area: t(`people.areas.names.${area}`) })
}
