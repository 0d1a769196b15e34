import type { ImportDetail } from '#contract/admin/imports.ts'

export const tabs = ['left', 'changed', 'new', 'error', 'warning'] as const
export type Tab = (typeof tabs)[number]

export function countOf(tab: Tab, { changes, problems }: ImportDetail): number {
  return tab === 'changed' || tab === 'new' ? changes[tab] : problems[tab]
}

/** The requested tab if it has content, otherwise the first that has. */
export function tabOf(asked: string | null, detail: ImportDetail): Tab | null {
  const full = tabs.filter((tab) => countOf(tab, detail) > 0)
  return full.find((tab) => tab === asked) ?? full[0] ?? null
}
