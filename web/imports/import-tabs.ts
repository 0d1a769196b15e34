import type { ImportDetail } from '#contract/admin/imports/imports.ts'

export const tabs = ['left', 'changed', 'new', 'error', 'pictures', 'warning'] as const
export type Tab = (typeof tabs)[number]

export function tabCount(tab: Tab, { changes, problems, pictures }: ImportDetail): number {
  if (tab === 'pictures') return pictures?.failedRows ?? 0
  return tab === 'changed' || tab === 'new' ? changes[tab] : problems[tab]
}

/** The requested tab if it has content, otherwise the first that has. */
export function tabOf(requested: string | null, detail: ImportDetail): Tab | null {
  const filled = tabs.filter((tab) => tabCount(tab, detail) > 0)
  return filled.find((tab) => tab === requested) ?? filled[0] ?? null
}
