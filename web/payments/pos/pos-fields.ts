import type { PosDetail, PosValues } from '#contract/admin/pos.ts'

/** The part of a form that all who edit an account share. */
export type PosFields = {
  values: PosValues
  errors: Readonly<Record<string, string>>
  failure: string | null
  isBusy: boolean
  isChanged: boolean
  set<Key extends keyof PosValues>(name: Key, value: PosValues[Key], field?: string): void
  discard(): void
  submit(): Promise<void>
}

/** Of a new account: what never changes afterwards. */
export type PosDraft = {
  code: string
  setCode(code: string): void
  choose(adapter: PosDetail['adapter']): void
}
