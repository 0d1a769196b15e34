import { adminAuditPath } from '#contract/core/admin-pages.ts'
import { listPath, type ListView } from '#web/administration/list-address.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'

export const place: ListPlace = {
  page: adminAuditPath,
  names: ['user', 'noun', 'id', 'action', 'from', 'to', 'q'],
}

/** The address of the filtered log. */
export const auditPath = (view: ListView): string => listPath(place.page, view, place.names)
