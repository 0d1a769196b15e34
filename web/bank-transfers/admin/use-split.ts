import { useState } from 'react'
import type { BankLine } from '#contract/admin/bank-lines.ts'
import { decimal } from '#domain/money/decimal.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { formFormats } from '#domain/text/format.ts'

export type FoundDealer = { id: number; code: string; name: string }
/** A part of a line as typed. */
export type SplitPart = {
  key: number
  dealer: FoundDealer | null
  /** In Turkish notation. */
  amount: string
  noticeId: number | null
  debts: readonly number[]
}

/** The parts of a line; the first one takes all of it. */
export function useSplit({ amount }: BankLine) {
  const [parts, setParts] = useState<readonly SplitPart[]>([emptyPart(0, formFormats.formatNumber(amount, 2))])
  const amounts = parts.map((part) => readPaidAmount(part.amount))
  const rest = amounts.reduce((left, each) => (each.ok ? left.minus(each.amount) : left), decimal(String(amount)))
  const dealers = parts.map(({ dealer }) => dealer?.id)
  return {
    parts,
    rest,
    isComplete:
      rest.isZero() &&
      amounts.every(({ ok }) => ok) &&
      dealers.every((id) => id !== undefined) &&
      new Set(dealers).size === dealers.length,
    change: (key: number, part: Partial<SplitPart>) =>
      setParts((before) => before.map((each) => (each.key === key ? { ...each, ...part } : each))),
    /** The new part takes what is left. */
    add: () =>
      setParts((before) => [
        ...before,
        emptyPart(
          (before.at(-1)?.key ?? 0) + 1,
          rest.greaterThan(0) ? formFormats.formatNumber(rest.toFixed(2), 2) : '',
        ),
      ]),
    remove: (key: number) => setParts((before) => before.filter((part) => part.key !== key)),
  }
}

const emptyPart = (key: number, amount: string): SplitPart => ({ key, dealer: null, amount, noticeId: null, debts: [] })
