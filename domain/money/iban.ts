/** Letters count from A = 10. Shape and check digits (ISO 13616, mod 97 = 1); Turkish ones have 26 signs. */
export function isIban(text: string): boolean {
  const iban = compact(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || (iban.startsWith('TR') && !/^TR\d{24}$/.test(iban))) return false
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (sign) => parseInt(sign, 36)).join('')
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** In groups of four, as people read it: TR33 0006 1005 1978 6457 8413 26. */
export function formatIban(text: string): string {
  return compact(text).replace(/(.{4})(?=.)/g, '$1 ')
}

const compact = (text: string): string => text.replace(/\s/g, '').toUpperCase()

export type BankAccount = { bank: string; iban: string }

/**
 * One account per line, "Bank · IBAN" (also parted by `;`, `:`, `|`, a dash or blanks, with or without the word IBAN); null where a line has no bank or no
 * right IBAN. Empty lines are left out.
 */
export function parseBankAccounts(text: string): BankAccount[] | null {
  const accounts = linesOf(text).map(({ line }) => readLine(line))
  return accounts.every((account) => typeof account === 'object') ? accounts : null
}

export type BankProblem = 'bank' | 'iban'

/** The first line (from 1, empty ones count) that `parseBankAccounts` does not take, and which half of it is wrong; or null. */
export function findBankProblem(text: string): { line: number; problem: BankProblem } | null {
  for (const { line, number } of linesOf(text)) {
    const account = readLine(line)
    if (typeof account === 'string') return { line: number, problem: account }
  }
  return null
}

const linesOf = (text: string): { line: string; number: number }[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== '')

function readLine(line: string): BankAccount | BankProblem {
  const [, bank = '', iban = ''] =
    /^(.*?)(?:^|[\s·;:|–-]+)(?:iban[\s·;:|–-]*)?([a-z]{2}\d{2}[a-z0-9 ]+)$/i.exec(line) ?? []
  if (!isIban(iban)) return 'iban'
  return bank.trim() === '' ? 'bank' : { bank: bank.trim(), iban: formatIban(iban) }
}
