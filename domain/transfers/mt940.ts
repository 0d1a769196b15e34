import { findIbans } from '#domain/money/iban.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { readCurrency } from '#domain/money/number-text.ts'
import { daysBetween, type Day, parseDay } from '#domain/text/calendar-day.ts'
import type { BankLine } from './bank-line.ts'
import { readDetails } from './mt940-details.ts'

/** The statements of one account, in the order of the file. */
export type Mt940 = { ok: true; account: string; currency: string; lines: BankLine[] }
export type Mt940Problem = {
  ok: false
  code: 'statement_cut_off' | 'statement_field_invalid' | 'statement_balance_differs' | 'statement_several_accounts'
  /** The field, its line in the file, and its start. */
  facts: Record<string, string | number>
}

type Field = { tag: string; value: string; line: number }
type Balance = { amount: Decimal; currency: string }

/** Whether a text is a SWIFT statement: it has an account, an opening balance, and nothing but headers before its first field. */
export const isMt940 = (text: string): boolean =>
  /^\s*(?:\{[1-5]:[^\n]*\n|[ \t]*\r?\n)*:20:/.test(text) && /^:25P?:/m.test(text)

class Invalid extends Error {
  readonly problem: Mt940Problem
  constructor(problem: Mt940Problem) {
    super(problem.code)
    this.problem = problem
  }
}

const stop = (code: Mt940Problem['code'], { tag, line, value }: Field, facts: Mt940Problem['facts'] = {}): never => {
  throw new Invalid({ ok: false, code, facts: { field: tag, line, value: value.slice(0, 60), ...facts } })
}

/**
 * Parses MT940 messages (SWIFT, Category 9: fields 20, 25, 28C, 60a, 61, 86, 62a). Each line gets the account's balance after it.
 * A message that ends before its closing balance, or whose lines do not lead to it, makes the whole file a problem.
 */
export function parseMt940(text: string): Mt940 | Mt940Problem {
  try {
    return readMessages(fieldsOf(text))
  } catch (error) {
    if (error instanceof Invalid) return error.problem
    throw error
  }
}

/** Fields with their further lines. Blocks around a message and its end are left out. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const [, tag, value = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(raw) ?? []
    if (tag !== undefined) fields.push({ tag, value, line: index + 1 })
    else if (/^-\}?|^\{[1-5]:/.test(raw) || raw.trim() === '') continue
    else {
      const last = fields.at(-1)
      if (last !== undefined) last.value += `\n${raw}`
    }
  }
  return fields
}

function readMessages(fields: readonly Field[]): Mt940 {
  const lines: BankLine[] = []
  let account: string | null = null
  let currency: string | null = null
  let balance: Balance | null = null
  let carried: Decimal | null = null
  let last: Field | null = null
  for (const field of fields) {
    const { tag, value } = field
    if (balance === null && tag.startsWith('25')) {
      account ??= value.trim()
      if (account !== value.trim()) stop('statement_several_accounts', field)
    } else if (tag === '60F' || tag === '60M') {
      if (balance !== null) stop('statement_cut_off', field)
      balance = readBalance(field)
      currency ??= balance.currency
      if (currency !== balance.currency) stop('statement_several_accounts', field)
      // A page continues where the one before it ended.
      if (tag === '60M' && carried !== null && !balance.amount.equals(carried)) {
        stop('statement_balance_differs', field, { stated: balance.amount.toFixed(2), calculated: carried.toFixed(2) })
      }
    } else if (tag === '61') {
      if (balance === null) stop('statement_field_invalid', field)
      else lines.push(readLine(field, balance))
    } else if (tag === '86') {
      const line = lines.at(-1)
      // Behind the closing balance it is about the whole statement.
      if (balance !== null && line !== undefined && last?.tag === '61') Object.assign(line, readDetails(value))
    } else if (tag === '62F' || tag === '62M') {
      if (balance === null) stop('statement_cut_off', field)
      else carried = checkClosing(field, balance)
      balance = null
    }
    last = field
  }
  if (last === null || balance !== null || carried === null || account === null || currency === null)
    return stop('statement_cut_off', last ?? { tag: '', value: '', line: 1 })
  return { ok: true, account, currency, lines: lines.map((line) => withIban(line, account)) }
}

/** `C240717TRY1234,56`: side, day, currency, amount. */
function readBalance(field: Field): Balance {
  const [, side, , code = '', amount = ''] =
    /^([CD])(\d{6})([A-Z]{3})(\d+,\d{0,2})\s*$/.exec(field.value) ?? stop('statement_field_invalid', field)
  const value = amountOf(amount)
  return { amount: side === 'D' ? value.negated() : value, currency: readCurrency(code) }
}

function checkClosing(field: Field, { amount }: Balance): Decimal {
  const closing = readBalance(field).amount
  if (!closing.equals(amount)) {
    stop('statement_balance_differs', field, { stated: closing.toFixed(2), calculated: amount.toFixed(2) })
  }
  return closing
}

/**
 * `6!n[4!n]2a[1!a]15d1!a3!c16x[//16x][34x]`: value day, day of booking, side, third letter of the currency, amount, kind,
 * reference of the customer, of the bank, and further details. Banks also write references that are longer. Advances `balance`.
 */
function readLine(field: Field, balance: Balance): BankLine {
  const [, value = '', entry, side = '', amount = '', references = '', further = ''] =
    /^(\d{6})(\d{4})?(RC|RD|C|D)[A-Z]?(\d+,\d{0,2})[A-Z][A-Z0-9]{3}([^\n]*)(?:\n([\s\S]*))?$/.exec(field.value) ??
    stop('statement_field_invalid', field)
  const valueDay = dayOf(value) ?? stop('statement_field_invalid', field)
  const bookedDay =
    entry === undefined ? valueDay : (entryDay(entry, valueDay) ?? stop('statement_field_invalid', field))
  const [own = '', bank = ''] = references.split('//')
  const reference = [bank, own].map((each) => each.trim()).find((each) => each !== '' && each !== 'NONREF') ?? ''
  // The reversal of a credit takes money, that of a debit returns it.
  const isIncoming = side === 'C' || side === 'RD'
  const signed = isIncoming ? amountOf(amount) : amountOf(amount).negated()
  if (signed.isZero()) stop('statement_field_invalid', field)
  balance.amount = balance.amount.plus(signed)
  return {
    day: bookedDay,
    amount: signed.toFixed(2),
    balance: balance.amount.toFixed(2),
    reference: reference.slice(0, 100),
    description: further.trim().replaceAll(/\s+/g, ' '),
    sender: '',
    senderIban: '',
  }
}

/** The sender's IBAN if only the text has it: the first one that is not the account's own. */
function withIban(line: BankLine, account: string): BankLine {
  const own = findIbans(account)[0]
  const senderIban = line.senderIban || (findIbans(line.description).find((iban) => iban !== own) ?? '')
  return { ...line, senderIban }
}

const amountOf = (text: string): Decimal => decimal(text.replace(',', '.').replace(/\.$/, ''))

const dayOf = (text: string): Day | null => parseDay(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`)

/** The day of booking has no year: it is the one nearest to the value day. */
function entryDay(text: string, valueDay: Day): Day | null {
  const year = Number(valueDay.slice(0, 4))
  const days = [year - 1, year, year + 1].map((each) => parseDay(`${each}-${text.slice(0, 2)}-${text.slice(2)}`))
  const distance = (day: Day) => Math.abs(daysBetween(valueDay, day))
  return days.filter((day) => day !== null).toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}
