import type { FaultPhoto } from '#contract/shop/fault-reports.ts'

export const draftFields = [
  'productCode',
  'serialNo',
  'description',
  'contactName',
  'contactPhone',
  'contactEmail',
] as const
export type DraftField = (typeof draftFields)[number]
export type DraftValues = Record<DraftField, string>

/** What was typed and sent so far. It outlives a reload and signing in again, in this tab alone. */
type Draft = { user: number; values: DraftValues; photos: FaultPhoto[] }

const key = 'toptan.fault-report'

/** Another person's draft is nobody's business. */
export function readDraft(user: number): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null
    return draft?.user === user ? draft : null
  } catch {
    return null
  }
}

export function keepDraft(draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage may be closed to us: the page itself still has everything.
  }
}
