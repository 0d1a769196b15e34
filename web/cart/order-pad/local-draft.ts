import { type DraftLine, draftLinesMax, draftTextMax } from '#domain/cart/draft-line.ts'

/** Lines that are in this browser only: a guest's, or a user's that could not be saved. `base`: what they were made from. */
export type LocalDraft = { lines: DraftLine[]; base: DraftLine[]; revision: number }

const keyOf = (userId: number | null) => `toptan.order-pad.${userId ?? 'guest'}`

export function readLocalDraft(userId: number | null): LocalDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null') as Partial<LocalDraft> | null
    if (stored === null || !Array.isArray(stored.lines)) return null
    return { lines: readLines(stored.lines), base: readLines(stored.base), revision: Number(stored.revision) || 0 }
  } catch {
    return null
  }
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
    localStorage.setItem(keyOf(userId), JSON.stringify(draft))
  } catch {
    // Storage may be blocked or full: the lines stay on the page.
  }
}

export function removeLocalDraft(userId: number | null): void {
  try {
    localStorage.removeItem(keyOf(userId))
  } catch {
    // Nothing is stored where storage is blocked.
  }
}
