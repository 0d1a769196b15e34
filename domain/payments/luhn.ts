/** Whether the check digit is right (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = digits.length - 1, isSecond = false; index >= 0; index -= 1, isSecond = !isSecond) {
    const doubled = Number(digits[index]) * (isSecond ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits !== '' && sum % 10 === 0
}
