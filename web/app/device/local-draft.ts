import { type DraftLine, draftLinesMax, draftTextMax } from '#domain/cart/draft-line.ts'

/** Where lines of the order pad are stored that could not be saved; null: of a guest. */
const padDraftKey = (userId: number | null): string => `toptan.order-pad.${userId ?? 'guest'}`

/** A save whose answer has not arrived: it may be stored. */
export type OpenSave = { id: string; lines: DraftLine[]; revision: number }

/**
 * Lines that are in this browser only: a guest's, or a user's that could not be saved. `base`: what they were made from.
 * `isOffline`: they were typed without a connection.
 */
export type LocalDraft = {
  lines: DraftLine[]
  base: DraftLine[]
  revision: number
  isOffline: boolean
  open: OpenSave | null
}

export function readLocalDraft(userId: number | null): LocalDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(padDraftKey(userId)) ?? 'null') as Partial<LocalDraft> | null
    if (stored === null || !Array.isArray(stored.lines)) return null
    return {
      lines: readLines(stored.lines),
      base: readLines(stored.base),
      revision: Number(stored.revision) || 0,
      isOffline: stored.isOffline === true,
      open: readOpenSave(stored.open),
    }
  } catch {
    return null
  }
}

function readOpenSave(given: Partial<OpenSave> | null | undefined): OpenSave | null {
  if (typeof given?.id !== 'string' || !/^[0-9a-f]{32}$/.test(given.id)) return null
  return { id: given.id, lines: readLines(given.lines), revision: Number(given.revision) || 0 }
}

function readLines(given: unknown): DraftLine[] {
  if (!Array.isArray(given)) return []
  const text = (value: unknown, max: number) => (typeof value === 'string' ? value.slice(0, max) : '')
  return given.slice(0, draftLinesMax).map((line: Partial<Record<keyof DraftLine, unknown>> | null) => ({
    code: text(line?.code, draftTextMax.code),
    quantity: text(line?.quantity, draftTextMax.quantity),
    unit: text(line?.unit, draftTextMax.unit),
  }))
}

export function writeLocalDraft(userId: number | null, draft: LocalDraft): void {
  try {
    localStorage.setItem(padDraftKey(userId), JSON.stringify(draft))
  } catch {
    // Storage may be blocked or full: the lines stay on the page.
  }
}

export function removeLocalDraft(userId: number | null): void {
  try {
    localStorage.removeItem(padDraftKey(userId))
  } catch {
    // Nothing is stored where storage is blocked.
  }
}
