import { compactIban, isIban } from '#domain/money/iban.ts'

type Details = { description: string; sender: string; senderIban: string }

/** Characters of a full line of field 86: what follows continues the same word. */
const fullLine = 65

/**
 * Reads field 86. Some banks divide it into numbered parts (`?20` to `?29` purpose, `?31` account and `?32`, `?33` name of the
 * other side), others write plain text.
 */
export function readDetails(value: string): Details {
  const parts = /^\d{3}\?\d{2}|^\?\d{2}/.test(value) ? numberedParts(value) : null
  if (parts === null) return { description: joined(value), sender: '', senderIban: '' }
  const textOf = (...numbers: readonly string[]) =>
    numbers
      .map((number) => parts.get(number) ?? '')
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim()
  const account = compactIban(textOf('31'))
  return {
    description: textOf('20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63'),
    sender: textOf('32', '33'),
    senderIban: isIban(account) ? account : '',
  }
}

function numberedParts(value: string): Map<string, string> {
  const flat = value.replaceAll('\n', '')
  return new Map([...flat.matchAll(/\?(\d{2})([^?]*)/g)].map(([, number = '', text = '']) => [number, text]))
}

function joined(value: string): string {
  const lines = value.split('\n')
  const text = lines.map((line) => (line.length >= fullLine ? line : `${line} `)).join('')
  return text.replaceAll(/\s+/g, ' ').trim()
}
