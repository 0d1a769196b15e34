import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { maskCards } from '#domain/payments/card-text.ts'
import { maskLogLine } from './log-line.ts'

const mask = (line: string) => maskLogLine(line, maskCards)

function logger() {
  const lines: string[] = []
  return { lines, log: pino({ hooks: { streamWrite: mask } }, { write: (line) => lines.push(line) }) }
}

test('masks card numbers in every log line: messages, facts and errors', () => {
  const { log, lines } = logger()
  log.info({ card: '4355084355084358', pan: 4355084355084358 }, 'paid with 4355 0843 5508 4358')
  log.error({ err: new Error('no 4355084355084358'), list: ['4355-0843-5508-4358'] })
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toMatch(/4355[ -]?0843[ -]?5508/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    card: '435508******4358',
    pan: '435508******4358',
    msg: 'paid with 435508******4358',
  })
  expect(lines[1]).toContain('no 435508******4358')
})

test('keeps the numbers of a log line', () => {
  // The digits after the point are a valid card number.
  const line = '{"level":30,"responseTime":1.6250643552225043,"time":1795251600000}\n'
  expect(mask(line)).toBe(line)
  expect(mask('{"responseTime":0.4355084355084358,"n":-4355084355084358}')).toContain('0.4355084355084358')
})

test('every log line parses and keeps its other values, whatever is logged', () => {
  const card = fc.constantFrom('4355084355084358', '4355 0843 5508 4358', '378282246310005', '"4355084355084358\\')
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    card,
    fc.tuple(fc.string(), card, fc.string()).map((all) => all.join('')),
  )
  const number = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.constant(1.625064355222504))
  const facts = fc.object({ key: fc.string(), values: [text, number, fc.boolean(), fc.constant(null)], maxDepth: 3 })
  fc.assert(
    fc.property(facts, text, (facts, message) => {
      const [raw, clean] = [[] as string[], [] as string[]]
      pino({ timestamp: false, base: null }, { write: (line) => raw.push(line) }).info({ facts }, message)
      const write = { write: (line: string) => clean.push(line) }
      pino({ timestamp: false, base: null, hooks: { streamWrite: mask } }, write).info({ facts }, message)
      expect(JSON.parse(clean[0] ?? '')).toEqual(masked(JSON.parse(raw[0] ?? '')))
    }),
    { numRuns: 1000 },
  )
})

/** What a line should hold, by its parsed values. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskCards(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value === 'number') {
    const clean = /^\d+$/.test(String(value)) ? maskCards(String(value)) : String(value)
    return clean === String(value) ? value : clean
  }
  if (typeof value !== 'object' || value === null) return value
  // Assigning would set the prototype of an object whose key is __proto__.
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [maskCards(key), masked(part)]))
}
