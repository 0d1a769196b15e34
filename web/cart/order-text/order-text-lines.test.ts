import { describe, expect, test } from 'vitest'
import type { OrderTextChoice, OrderTextLine } from '#contract/shop/order-text.ts'
import { isAnswered, lineOfAnswer, questionOfAside, sortLines, withAnswer } from './order-text-lines.ts'

const units = [
  { value: 'ADET', multiplier: 1 },
  { value: 'KOLİ', multiplier: 12 },
]
const choice = (code: string, more: Partial<OrderTextChoice> = {}): OrderTextChoice => ({
  productId: code.length,
  code,
  name: code,
  unit: 'ADET',
  units,
  quantity: 5,
  isOutOfStock: false,
  ...more,
})
const line = (more: Partial<OrderTextLine>): OrderTextLine => ({
  row: 1,
  text: '5 ad pense',
  confidence: 'doubtful',
  doubts: ['product'],
  typed: '5 ad',
  unit: 'ADET',
  choices: [choice('A'), choice('BB')],
  words: 'pense',
  ...more,
})

describe('sortLines', () => {
  test('sure lines and codes are ready, doubtful words are questions, cells are repaired in place', () => {
    const { lines, questions } = sortLines(
      [
        line({ row: 1, confidence: 'sure', doubts: [], choices: [choice('A')] }),
        line({ row: 2, isByCode: true, doubts: ['unit', 'quantity'], typed: '', unit: undefined }),
        line({ row: 3 }),
        line({ row: 4, confidence: 'none', choices: [], cell: 'YOK', typed: 'beş', unit: undefined }),
        line({ row: 5, isByCode: true, doubts: ['variant'] }),
      ],
      [],
    )
    expect(lines.map(({ row, code, typed, unit }) => [row, code, typed, unit])).toEqual([
      [1, 'A', '5', 'ADET'],
      [2, 'A', '', undefined],
      [4, 'YOK', 'beş', undefined],
    ])
    expect(questions.map(({ key }) => key)).toEqual([3, 5])
  })

  test('several orders on a line of the text get numbers of their own', () => {
    const { questions } = sortLines([line({ row: 1 }), line({ row: 1 })], [])
    expect(questions.map(({ key }) => key)).toEqual([1, 2])
  })
})

describe('answers', () => {
  const [question] = sortLines([line({})], []).questions
  if (question === undefined) throw new Error('There is no question.')

  test('a choice gives its quantity and unit, and keeps the words that it is remembered for', () => {
    const answered = withAnswer(question, choice('BB', { quantity: 60, unit: 'KOLİ' }))
    expect(isAnswered(answered)).toBe(true)
    expect(lineOfAnswer(answered)).toMatchObject({ row: 1, code: 'BB', quantity: 60, unit: 'KOLİ', words: 'pense' })
  })

  test('an edited quantity and unit stay with another choice', () => {
    const edited = { ...withAnswer(question, choice('A')), typed: '7', unit: 'KOLİ' }
    expect(lineOfAnswer(withAnswer(edited, choice('BB')))).toMatchObject({ code: 'BB', quantity: 7, unit: 'KOLİ' })
  })

  test('none of these is answered by a code', () => {
    const other = withAnswer(question, 'other')
    expect(isAnswered(other)).toBe(false)
    expect(lineOfAnswer({ ...other, code: ' C-1 ' })).toMatchObject({ code: 'C-1', quantity: 5 })
  })

  test('what was set aside becomes a line that is to be named', () => {
    const made = questionOfAside(9, { row: 3, text: 'zxq', reason: 'unknown' })
    expect([made.key, made.line.row, isAnswered(made)]).toEqual([9, 3, false])
    expect(isAnswered({ ...made, code: 'C-1' })).toBe(true)
  })
})
