import type { PosBank } from '#domain/payments/pos-banks.ts'
import type { PosDetail, PosValues } from '#contract/admin/pos.ts'

/** The form fields of every account. */
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

/** Fields that can only be set on a new account. */
export type PosDraft = {
  code: string
  setCode(code: string): void
  choose(adapter: PosDetail['adapter']): void
  /** The bank that was chosen by name; null: the protocol is chosen. */
  bank: PosBank | null
  chooseBank(bank: PosBank | null): void
}
