import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { maskCards } from './scrub.ts'

describe('card numbers in a text', () => {
  test.each([
    ['pan=4355084355084358&cv2=000', 'pan=435508******4358&cv2=000'],
    ['4355 0843 5508 4358', '435508******4358'],
    ['4355-0843-5508-4358', '435508******4358'],
    ['pan=4355+0843+5508+4358', 'pan=435508******4358'],
    ['pan=4355%200843%205508%204358', 'pan=435508******4358'],
    ['{"pan":"4355084355084358"}', '{"pan":"435508******4358"}'],
    ['card 3782 822463 10005 was', 'card 378282******0005 was'],
    ['9792030394440796', '979203******0796'],
    ['5571135571135575, 4508034508034509', '557113******5575, 450803******4509'],
    // Followed by a security code, and preceded by a number.
    ['4355 0843 5508 4358 000', '435508******4358 000'],
    ['42 4355084355084358', '42 435508******4358'],
    // 19 digits.
    ['6304000000000000000', '630400******0000'],
  ])('%s', (text, clean) => {
    expect(maskCards(text)).toBe(clean)
  })

  test.each([
    ['a bar code', '8690000000005 and 4006381333931'],
    ['milliseconds', '{"time":1795251600000}'],
    ['16 digits that do not pass Luhn', '4355084355084359'],
    ['16 digits that begin as no card', '8888888888888888'],
    ['a longer number', '43550843550843580000000000'],
    ['an order number', 'S2026000123'],
    ['a moment', '2026-11-21 09:14:27.123456'],
    ['a phone', '+90 850 555 01 42'],
    ['an IBAN', 'TR33 0006 1005 1978 6457 8413 26'],
  ])('keeps %s', (_, text) => {
    expect(maskCards(text)).toBe(text)
  })

  test('shortens a card number in any surrounding text', () => {
    const letters = fc.string({ maxLength: 20 }).map((text) => text.replace(/[\d%]/g, ''))
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        const text = `${before}x4355084355084358x${after}`
        expect(maskCards(text)).toBe(`${before}x435508******4358x${after}`)
      }),
    )
  })
})

test('shortens card numbers in every log line: messages, facts and errors', () => {
  const lines: string[] = []
  const log = pino({ hooks: { streamWrite: maskCards } }, { write: (line) => lines.push(line) })
  log.info({ card: '4355084355084358' }, 'paid with 4355 0843 5508 4358')
  log.error({ err: new Error('no 4355084355084358') })
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toMatch(/4355 ?0843 ?5508/)
  expect(lines.join('')).toContain('435508******4358')
})
