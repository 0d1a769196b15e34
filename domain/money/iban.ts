/**
 * Validates length and check digits (ISO 13616, mod 97 = 1; letters count from A = 10). Turkish IBANs have 26
 * characters.
 */
export function isIban(text: string): boolean {
  const iban = compactIban(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || (iban.startsWith('TR') && !/^TR\d{24}$/.test(iban))) return false
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (sign) => parseInt(sign, 36)).join('')
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** Formats an IBAN in groups of four: TR33 0006 1005 1978 6457 8413 26. */
export function formatIban(text: string): string {
  return compactIban(text).replace(/(.{4})(?=.)/g, '$1 ')
}

/** Turkish IBANs within a text, without spaces, each once. */
export function findIbans(text: string): string[] {
  const found = text.match(/\bTR\s?\d{2}(?:\s?\d){22}(?!\d)/gi) ?? []
  return [...new Set(found.map(compactIban))].filter(isIban)
}

/** An IBAN without spaces, in capitals: as it is stored and compared. */
export const compactIban = (text: string): string => text.replace(/\s/g, '').toUpperCase()

export type BankAccount = { bank: string; iban: string }

/**
 * Parses one account per line, "Bank · IBAN". Also accepts `;`, `:`, `|`, a dash or spaces as separator, with or
 * without the word IBAN. Null if a line has no bank or no valid IBAN. Skips empty lines.
 */
export function parseBankAccounts(text: string): BankAccount[] | null {
  const accounts = linesOf(text).map(({ line }) => readLine(line))
  return accounts.every((account) => typeof account === 'object') ? accounts : null
}

export type BankProblem = 'bank' | 'iban'

/**
 * The first line that `parseBankAccounts` rejects (counted from 1, including empty lines) and which half of it is
 * invalid; null if all lines are valid.
 */
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
