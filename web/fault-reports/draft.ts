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

/** The unsent report. It survives a reload and a new sign-in, in this tab only. */
type Draft = { user: number; values: DraftValues; photos: FaultPhoto[] }

const key = 'toptan.fault-report'

/** Ignores another user's draft. */
export function readDraft(user: number): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null
    return draft?.user === user ? draft : null
  } catch {
    return null
  }
}

export function saveDraft(draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage may be unavailable: the page itself still has everything.
  }
}
