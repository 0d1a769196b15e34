import { fold } from '#domain/text/text.ts'
import { isUnitName } from './unit-name.ts'

/** What a row says; `typed` is the text in place of the quantity, '' if there is none. */
export type Cells = { code: string; typed: string; unit?: string | undefined }

/** A row as people write it: its readings, the likely one first, and a price that was set aside. */
export type WrittenLine = { readings: [Cells, ...Cells[]]; price: string | undefined }

const number = String.raw`\d+(?:[.,]\d+)*`
const unit = String.raw`\p{L}[\p{L}.]*`
const currency = String.raw`(?:tl|try|lira|₺|usd|\$|dolar|eur|euro|€)`
const apart = String.raw`(?:\s*,\s*|\s+[-–—]+\s+|\s*(?:->|→|=)\s*|\s*:\s+|\s+)`

/** "2,50 tl", "₺2,50", "@ 2,50 TL'den" after anything. */
const price = new RegExp(
  String.raw`(?<=\s|,|;|-|^)(?:[@a]\s*)?(?:${currency}\s*${number}|${number}\s*${currency})(?:\s*\+\s*kdv)?(?:['’]?(?:den|dan|ye|ya))?[.,;]*\s*$`,
  'iu',
)
/** "code 5", "code, 5", "code - 5 ad", "code: 5" and "code 5 ADET". */
const codeFirst = new RegExp(String.raw`^(.*?\S)${apart}(${number})\s*,?\s*(${unit}\S*)?$`, 'u')
/** "code x 5" and "code × 5 ADET". */
const codeTimes = new RegExp(String.raw`^(.*?\S)\s+[xX×*]\s*(${number})\s*(${unit})?$`, 'u')
/** "5 ADET code", "5 x code". */
const quantityUnit = new RegExp(String.raw`^(${number})\s*(${unit})\s+(\S.*)$`, 'u')
const quantityTimes = /^(\d{1,5}|\d{1,3}(?:[.,]\d{3})+)\s*[xX×*]\s+(\S.*)$/u
/** "12 code". Codes of one part and longer numbers are no quantities. */
const quantityFirst = /^(\d{1,5})\s+(?=\S*\p{L})(\S.*)$/u
const barcodeAfter = /^(\d{1,5})\s+(\d{8,14})$/
/** Any two cells. */
const twoCells = new RegExp(String.raw`^(.*?\S)${apart}(\S+)$`, 'u')
const bullet = /^\s*[-–•·*]\s+/

/** Reads a row without columns. It has at least one reading; further ones count where the first finds no product. */
export function readWrittenLine(line: string): WrittenLine {
  const whole = line.replace(bullet, '').trim()
  const aside = price.exec(whole)
  const left = aside === null ? whole : whole.slice(0, aside.index).replace(/[\s,;@–-]+$/u, '')
  // A row that is nothing but a price is not one.
  const text = left === '' ? whole : left
  const [first, ...others] = readingsOf(text)
  return {
    readings: [first ?? { code: text, typed: '' }, ...others],
    price: left === '' ? undefined : aside?.[0].trim(),
  }
}

function readingsOf(text: string): Cells[] {
  const found: Cells[] = []
  const add = (code: string | undefined, typed = '', name?: string) => {
    if (code === undefined || found.some((one) => one.code === code && one.typed === typed)) return
    found.push({ code, typed, ...(name !== undefined && { unit: name.replace(/\.$/, '') }) })
  }
  const named = quantityUnit.exec(text)
  if (named?.[2] !== undefined && isUnitName(named[2])) add(named[3], named[1], named[2])
  const times = quantityTimes.exec(text)
  if (times !== null) add(times[2], times[1])
  const timesLast = codeTimes.exec(text)
  if (timesLast !== null) add(timesLast[1], timesLast[2], timesLast[3])
  const barcode = barcodeAfter.exec(text)
  if (barcode !== null) add(barcode[2], barcode[1])
  const last = codeFirst.exec(text)
  if (last !== null) add(last[1], last[2], last[3])
  const first = quantityFirst.exec(text)
  if (first !== null) add(first[2], first[1])
  if (found.length === 0) {
    const [, code, typed] = twoCells.exec(text) ?? []
    if (code !== undefined) add(code, typed)
  }
  // A code with spaces: the number at its end or beginning is part of it.
  if (/\s/.test(text)) add(text)
  return found
}

const greetings = new Set(
  'selam selamlar merhaba merhabalar slm mrb günaydın hayırlı iyi kolay gelsin tesekkurler teşekkürler tesekkur rica ederim saygılar sağolun sagolun lütfen acil hello hi hey thanks thank please regards dear'
    .split(' ')
    .map((word) => fold(word)),
)

/** The orders of a message on one line ("5 ad A-1, B-2 x 3"); other lines stay whole. */
export function splitMessage(line: string): string[] {
  if (/[\t;]/.test(line)) return [line]
  const parts = line.split(/,\s+/)
  return parts.filter(isOrder).length > 1 ? parts : [line]
}

/** Whether a part of a message has letters and digits, and is not just a quantity with its unit. */
function isOrder(part: string): boolean {
  const [, name] = /^\s*\d[\d.,]*\s*(\p{L}[\p{L}.]*)\s*$/u.exec(part) ?? []
  return /\p{L}/u.test(part) && /\d/.test(part) && !(name !== undefined && isUnitName(name))
}

const wordsOf = (line: string): string[] => fold(line).match(/\p{L}+/gu) ?? []

/** Whether a row without columns is said to a person: it has no digit, and several words or a greeting. */
export function isSpoken(line: string): boolean {
  return !/\d/.test(line) && (wordsOf(line).length > 1 || isGreeting(line))
}

/** Whether a row begins with a greeting or thanks. */
export function isGreeting(line: string): boolean {
  return greetings.has(wordsOf(line)[0] ?? '')
}
