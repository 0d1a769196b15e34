import type { BankHttp } from './gateway.ts'
import type { TestBank } from './test-bank.ts'
import { cutOff } from './test-damaged-answers.ts'

export type ChangedAnswer = { change: string; text: string }

/** A bank's answer cut at every tenth, and with each of its fields removed, emptied, doubled, and swapped with its neighbour. */
export function changedAnswers(text: string): ChangedAnswer[] {
  const tenths = Array.from({ length: 10 }, (_, tenth) => tenth / 10)
  const cuts = cutOff(text, tenths).map((cut, tenth) => ({ change: `cut at ${tenth} tenths`, text: cut }))
  const shape = text.trimStart().startsWith('<') ? xmlField : text.trimStart().startsWith('{') ? jsonField : formField
  return [...cuts, ...fieldChanges(text, [...text.matchAll(shape)])]
}

/** A leaf of XML; a member of JSON with a plain value; a pair of a form or of a list joined by semicolons. */
const xmlField = /<([\w:]+)>([^<]*)<\/\1>/g
const jsonField = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/g
const formField = /(?<=^|&|;;)([^=&;]*)=([^&;]*)/g

function fieldChanges(text: string, fields: readonly RegExpMatchArray[]): ChangedAnswer[] {
  return fields.flatMap((field, i): ChangedAnswer[] => {
    const [whole, name = '', value = ''] = field
    const [start, end] = [field.index ?? 0, (field.index ?? 0) + whole.length]
    const replaced = (by: string) => tidy(text.slice(0, start) + by + text.slice(end))
    const next = fields[i + 1]
    const changes = [
      { change: `${name} removed`, text: replaced('') },
      { change: `${name} emptied`, text: replaced(emptied(whole, value)) },
      { change: `${name} doubled`, text: replaced(whole + separator(whole) + whole) },
    ]
    if (next?.index === undefined || !/^[\s,&;]*$/.test(text.slice(end, next.index))) return changes
    const [from, to] = [next.index, next.index + next[0].length]
    const swapped = text.slice(0, start) + next[0] + text.slice(end, from) + whole + text.slice(to)
    return [...changes, { change: `${name} swapped with ${next[1]}`, text: swapped }]
  })
}

function emptied(whole: string, value: string): string {
  if (whole.startsWith('<')) return whole.replace(/>[^<]*</, '><')
  return whole.startsWith('"') ? whole.slice(0, whole.length - value.length).concat('""') : whole.replace(/=.*/s, '=')
}

const separator = (whole: string) => (whole.startsWith('<') ? '' : whole.startsWith('"') ? ',' : '&')

/** JSON without a comma too many. */
function tidy(text: string): string {
  return text.trimStart().startsWith('{')
    ? text
        .replace(/([{[])\s*,/g, '$1')
        .replace(/,\s*,/g, ',')
        .replace(/,\s*([}\]])/g, '$1')
    : text
}

/** Reads a bank's answers on their way to the shop, and replays changed ones in their place. */
export type AnswerTap = {
  /** The answers since the last call. */
  taken(): string[]
  /** Answers the next requests with these texts, and any further ones with a timeout. */
  replay(texts: readonly string[]): void
}

export function tapAnswers(bank: TestBank): AnswerTap {
  const real = bank.http
  let taken: string[] = []
  let replayed: string[] | null = null
  const tapped: BankHttp = async (request) => {
    if (replayed !== null) {
      const text = replayed.shift()
      return text === undefined
        ? { ok: false, reason: 'timeout' }
        : { ok: true, status: 200, text, contentType: 'text/plain' }
    }
    const answer = await real(request)
    if (answer.ok) taken.push(answer.text)
    return answer
  }
  bank.http = tapped
  return {
    taken() {
      const all = taken
      taken = []
      return all
    },
    replay(texts) {
      replayed = [...texts]
    },
  }
}
