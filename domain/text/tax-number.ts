/** Whether the last digit of a VKN, the tax number of a company (10 digits), is that of the nine before it. */
function isVkn(digits: readonly number[]): boolean {
  const sum = digits.slice(0, 9).reduce((total, digit, at) => {
    const shifted = (digit + 9 - at) % 10
    const weighted = (shifted * 2 ** (9 - at)) % 9
    return total + (shifted !== 0 && weighted === 0 ? 9 : weighted)
  }, 0)
  return (10 - (sum % 10)) % 10 === digits[9]
}

/** Whether the last two digits of a TCKN, a person's number (11 digits, the first is not 0), are those of the others. */
function isTckn(digits: readonly number[]): boolean {
  const sumOf = (from: number, step: number, until: number) =>
    digits.filter((_, at) => at >= from && at < until && (at - from) % step === 0).reduce((sum, each) => sum + each, 0)
  const tenth = (((sumOf(0, 2, 9) * 7 - sumOf(1, 2, 8)) % 10) + 10) % 10
  return digits[0] !== 0 && digits[9] === tenth && digits[10] === sumOf(0, 1, 10) % 10
}

/** Whether a text is the tax number of a company (VKN) or a person (TCKN) with right check digits. */
export function isTaxNumber(text: string): boolean {
  const digits = Array.from(text, Number)
  // The check digit of ten zeros would be right.
  if (/^\d{10}$/.test(text)) return !/^0+$/.test(text) && isVkn(digits)
  return /^\d{11}$/.test(text) && isTckn(digits)
}
