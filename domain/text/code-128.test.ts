import { expect, test } from 'vitest'
import { code128 } from './code-128.ts'

/** The symbols of a barcode as widths of bars and spaces. */
function symbolsOf(text: string): string[] {
  const { bars, width } = code128(text)
  const widths = bars.flatMap((bar, i) => {
    const next = bars[i + 1]?.at
    return next === undefined ? [bar.width] : [bar.width, next - bar.at - bar.width]
  })
  expect(widths.reduce((sum, each) => sum + each, 0)).toBe(width)
  return widths.join('').match(/.{6}/g) ?? []
}

test('a barcode starts in code set B, has one symbol for each character, its check symbol and the stop', () => {
  // 104 + 48·1 + 42·2 + 42·3 + 17·4 + 18·5 + 19·6 + 35·7 = 879, which leaves 55: the symbol before the stop.
  const symbols = symbolsOf('PJJ123C')
  expect(symbols).toEqual([
    ...['211214', '313121', '112133', '112133', '123221', '223211', '221132', '131321'],
    ...['311321', '233111'],
  ])
})

test('every symbol has eleven modules, and no two are the same', () => {
  const texts = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i))
  const symbols = texts.map((text) => symbolsOf(text)[1] ?? '')
  expect(new Set(symbols).size).toBe(95)
  for (const symbol of symbols) expect(Array.from(symbol, Number).reduce((sum, each) => sum + each, 0)).toBe(11)
})

test.each(['', 'Ş', 'a\nb'])('a text that it cannot say is refused: %j', (text) => {
  expect(() => code128(text)).toThrow(RangeError)
})
