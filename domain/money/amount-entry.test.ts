import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AmountEntry,
  editAmount,
  enterAmount,
  entryOfSent,
  fillAmount,
  finishAmount,
  sentAmount,
} from './amount-entry.ts'
import { decimal } from './money.ts'
import { type AmountNotation, readTypedAmount } from './typed-amount.ts'

const turkish: AmountNotation = { sign: ',', places: 2 }
const english: AmountNotation = { sign: '.', places: 2 }
const price: AmountNotation = { sign: ',', places: 4 }
const empty: AmountEntry = { text: '', caret: 0, question: null }

/** Types keys as a browser does: `<` is backspace, `>` is delete, `←` moves the caret. */
function typed(keys: string, notation: AmountNotation = turkish, entry: AmountEntry = empty): AmountEntry {
  return Array.from(keys).reduce((before, key) => {
    const { text, caret } = before
    if (key === '←') return { ...before, caret: Math.max(0, caret - 1) }
    const from = key === '<' ? caret - 1 : caret
    const to = key === '>' ? caret + 1 : caret
    const inserted = key === '<' || key === '>' ? '' : key
    if (from < 0 || to > text.length) return before
    const edit = { text: text.slice(0, from) + inserted + text.slice(to), caret: from + inserted.length }
    return editAmount(before, { ...edit, isForward: key === '>' }, notation)
  }, entry)
}
/** The text with the caret in it. */
const at = ({ text, caret }: AmountEntry) => `${text.slice(0, caret)}|${text.slice(caret)}`

describe('an amount field', () => {
  test.each([
    ['1', '1|'],
    ['1234', '1.234|'],
    ['1234567', '1.234.567|'],
    ['1234,5', '1.234,5|'],
    ['0,567', '0,56|'],
    ['10.5', '10.5|'],
    ['10.555', '10.555|'],
    ['1.250.000,5', '1.250.000,5|'],
    [',5', '0,5|'],
    ['007', '7|'],
    ['1,2,3', '1,23|'],
    ['1234<', '123|'],
    ['1234567<<<', '1.234|'],
    ['1234←←←<', '|234'],
    ['1234←←←5', '15|.234'],
    ['1234←←←←←>', '|234'],
    ['12345←←>', '1.23|5'],
    ['1234,56←←←9', '12.349|,56'],
    ['123456<<<<<<', '|'],
  ])('groups thousands while %s is typed, and keeps the caret: %s', (keys, shown) => {
    expect(at(typed(keys))).toBe(shown)
  })

  test('backspace behind a group sign removes the digit before it, delete the digit behind it', () => {
    const entry = { ...typed('1234'), caret: 2 }
    expect(at(typed('<', turkish, entry))).toBe('|234')
    expect(at(typed('>', turkish, { ...entry, caret: 1 }))).toBe('1|34')
  })

  test('uses the signs of the page’s language', () => {
    expect(at(typed('10555.5', english))).toBe('10,555.5|')
    expect(finishAmount(typed('10555', english), english).text).toBe('10,555.00')
    expect(finishAmount(typed('1234.5'), turkish).text).toBe('1.234,50')
    expect(entryOfSent('1.234,50', english).text).toBe('1,234.50')
  })

  test.each([
    ['10,555', turkish, '10.555', { grouped: '10555', decimals: '10.55' }],
    ['10.555', english, '10,555', { grouped: '10555', decimals: '10.55' }],
    ['10.555', price, '10.555', { grouped: '10555', decimals: '10.555' }],
    ['1234.567', price, '1.234.567', { grouped: '1234567', decimals: '1234.567' }],
    ['1234,567', turkish, '1.234.567', { grouped: '1234567', decimals: '1234.56' }],
  ] as const)('asks about %s, typed or pasted, and shows it grouped', (text, notation, shown, readings) => {
    const entry = typed(text, notation)
    expect(entry.text).toBe(shown)
    expect(entry.question).toMatchObject(readings)
    if (text.startsWith('10')) expect(enterAmount(text, notation)).toMatchObject({ text: shown, question: readings })
    const left = finishAmount(entry, notation)
    expect(left.question).toMatchObject(readings)
    expect(left.text).toBe(`${shown}${notation.sign}00`)
  })

  test('the question ends with an answer, a correction or a decimal sign', () => {
    const asked = typed('10,555')
    expect(typed('<', turkish, asked)).toMatchObject({ text: '10,55', question: null })
    expect(typed('5', turkish, asked)).toMatchObject({ text: '10.555', question: asked.question })
    expect(typed('.5', turkish, asked)).toMatchObject({ text: '10.555.5', question: null })
    expect(typed('5', price, typed('10.555', price))).toMatchObject({ text: '10.5555', question: null })
    expect(fillAmount('10.55', turkish)).toMatchObject({ text: '10,55', question: null })
  })

  test.each([
    ['1.234,56', '1.234,56'],
    ['1,234.56', '1.234,56'],
    ['₺1234.5', '1.234,5'],
    [' 10.555,00 TL ', '10.555,00'],
    ['1.234,567', '1.234,567'],
    ['yüz lira', 'yüz lira'],
  ])('shows the pasted %s as %s', (text, shown) => {
    expect(editAmount(empty, { text, caret: text.length }, turkish).text).toBe(shown)
    expect(editAmount(typed('77'), { text, caret: text.length }, turkish).text).toBe(shown)
  })

  test('a part is pasted into an amount', () => {
    expect(editAmount(typed('1234'), { text: '1.234,56', caret: 8 }, turkish).text).toBe('1.234,56')
    expect(editAmount({ ...typed('1234'), caret: 1 }, { text: '1999.234', caret: 4 }, turkish).text).toBe('1.999.234')
  })

  test.each([
    ['1234,5', '1.234,50'],
    ['10,555', '10,555?'],
    ['', ''],
  ])('sends %s as %s', (keys, sent) => {
    expect(sentAmount(typed(keys), turkish)).toBe(sent)
    expect(sentAmount(entryOfSent(sent, turkish), turkish)).toBe(sent)
  })

  const notations = fc.record({ sign: fc.constantFrom<',' | '.'>(',', '.'), places: fc.constantFrom(2, 4) })
  const edits = fc
    .array(fc.constantFrom(...Array.from('0123456789.,<>←')), { maxLength: 14 })
    .map((keys) => keys.join(''))

  test('after any keys shows an amount in one notation, sends what it shows, and has the caret in it', () => {
    fc.assert(
      fc.property(edits, notations, (keys, notation): void => {
        const entry = typed(keys, notation)
        expect(entry.caret).toBeLessThanOrEqual(entry.text.length)
        if (entry.text === '') return void expect(entry.question).toBeNull()
        const sent = sentAmount(entry, notation)
        if (entry.question !== null) return void expect(sent.endsWith('?')).toBe(true)
        expect(sentAmount(entryOfSent(sent, notation), notation)).toBe(sent)
        const read = readTypedAmount(finishAmount(entry, notation).text, notation)
        expect(read.kind).toBe('amount')
        expect(readTypedAmount(sent, notation)).toEqual(read)
        expect(sentAmount(finishAmount(entry, notation), notation)).toBe(sent)
      }),
      { numRuns: 500 },
    )
  })

  test('an amount typed in any notation is understood as typed, or the field asks', () => {
    const amounts = fc.record({
      lira: fc.nat(99_999_999),
      kurus: fc.nat(99),
      other: fc.boolean(),
      isGrouped: fc.boolean(),
    })
    fc.assert(
      fc.property(amounts, notations, ({ lira, kurus, other, isGrouped }, notation) => {
        const [group, point] = (notation.sign === ',') === other ? [',', '.'] : ['.', ',']
        const whole = isGrouped ? String(lira).replaceAll(/\B(?=(\d{3})+(?!\d))/g, group) : String(lira)
        const keys = `${whole}${point}${String(kurus).padStart(2, '0')}`
        const entry = typed(keys, notation)
        const value = decimal(lira).plus(decimal(kurus).dividedBy(100)).toFixed()
        if (entry.question !== null) return
        expect(readTypedAmount(sentAmount(entry, notation), notation)).toEqual({ kind: 'amount', value })
      }),
      { numRuns: 500 },
    )
  })
})
