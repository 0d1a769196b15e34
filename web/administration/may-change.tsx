import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { StaffArea } from '#domain/people/permissions.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { areaOfPage } from './admin-nav.tsx'

/** Whether the visitor may change something in this area; without one, in that of the page. */
export function useMayChange(area?: StaffArea): boolean {
  const { user } = useVisitor()
  const pageArea = areaOfPage(useLocation().pathname)
  const asked = area ?? pageArea
  return asked === undefined || user?.permissions.includes(`${asked}:write`) === true
}

/** Whether the visitor may see what belongs to this area. */
export function useMayRead(area: StaffArea): boolean {
  const { user } = useVisitor()
  return user?.permissions.includes(`${area}:read`) === true
}

/** What changes something, for those who may. `area` is that of the call behind it. */
export function MayChange({ area, children }: { area?: StaffArea; children: ReactNode }) {
  return useMayChange(area) ? children : null
}

type ReadOnlyFieldsProps = {
  area?: StaffArea
  /** For visitors who may change the area, but not this record. */
  isReadOnly?: boolean
  children: ReactNode
}

/**
 * Fields that visitors who may not change them can only read: they are disabled, and buttons among them are left out.
 * Other controls of a page are left out by MayChange.
 */
export function ReadOnlyFields({ area, isReadOnly = false, children }: ReadOnlyFieldsProps) {
  if (useMayChange(area) && !isReadOnly) return children
  return (
    <fieldset disabled className="read-only-fields contents">
      {children}
    </fieldset>
  )
}
