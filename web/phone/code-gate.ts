/** A code is taken again after it was out of sight for so long, in milliseconds. */
const absence = 1_200
const lengthMax = 100

/** The text of a barcode without the control characters that separate its parts; null if nothing is left or it is no code. */
export function cleanCode(text: string): string | null {
  const code = text.replaceAll(/\p{Cc}/gu, '').trim()
  return code === '' || code.length > lengthMax ? null : code
}

/** Lets each code pass once while it stays in the picture: a camera sees it many times a second. */
export function createCodeGate() {
  const seenAt = new Map<string, number>()
  /** `now` in milliseconds. */
  return (codes: readonly string[], now: number): string[] =>
    codes.filter((code) => {
      const last = seenAt.get(code)
      seenAt.set(code, now)
      return last === undefined || now - last > absence
    })
}
