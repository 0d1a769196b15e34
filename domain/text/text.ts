const accented = 'İIıŞşĞğÜüÖöÇçÂâÎîÛûÀàÁáÄäÃãÅåÈèÉéÊêËëÌìÍíÏïÑñÒòÓóÔôÕõØøÙùÚúÝýÿ'
const plain = 'iiissgguuooccaaiiuuaaaaaaaaaaeeeeeeeeiiiiiinnoooooooooouuuuyyy'
const folding = new Map(Array.from(accented, (letter, i) => [letter, plain[i] ?? letter]))

/**
 * Text as searching compares it: case and accents folded the Turkish way, so that İSTANBUL, istanbul and ıstanbul are one.
 * The database has the same function, `fold(text)`.
 */
export function fold(text: string): string {
  let folded = ''
  for (const letter of text.normalize('NFC')) folded += folding.get(letter) ?? letter
  return folded.toLowerCase()
}

/** Letters and digits only, folded: what is left of a code when spaces, dots and dashes are noise. */
export function squeezeCode(code: string): string {
  return fold(code).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The readable part of an address: folded, words joined by single dashes; 'urun' when nothing is left. */
export function slugify(text: string): string {
  const slug = fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 120)
    .replace(/-+$/, '')
  return slug === '' ? 'urun' : slug
}

const collator = new Intl.Collator('tr')

/** Order by the Turkish alphabet. */
export function compareTurkish(a: string, b: string): number {
  return collator.compare(a, b)
}

/** Longest code or barcode that is shown whole (catalogue, section 9). */
export const codeLengthShown = 20

/** Codes and barcodes beyond 20 characters are shortened for display. */
export function shortenCode(code: string): string {
  return code.length > codeLengthShown ? `${code.slice(0, codeLengthShown)}…` : code
}
