const accented = 'İIıŞşĞğÜüÖöÇçÂâÎîÛûÀàÁáÄäÃãÅåÈèÉéÊêËëÌìÍíÏïÑñÒòÓóÔôÕõØøÙùÚúÝýÿ'
const plain = 'iiissgguuooccaaiiuuaaaaaaaaaaeeeeeeeeiiiiiinnoooooooooouuuuyyy'
const folding = new Map(Array.from(accented, (letter, i) => [letter, plain[i] ?? letter]))
const accentedLetter = new RegExp(`[${accented}]`, 'g')
const plainLetter = (letter: string) => folding.get(letter) ?? letter

/**
 * Folds case and accents the Turkish way for searching: İSTANBUL, istanbul and ıstanbul are equal. The database has the
 * same function, `fold(text)`.
 */
export function fold(text: string): string {
  // Most codes and many names are ASCII.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return text.normalize('NFC').replace(accentedLetter, plainLetter).toLowerCase()
}

/** Folded letters and digits only: a code without spaces, dots and dashes. */
export function squeezeCode(code: string): string {
  return fold(code).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Whether a text begins with the words of a name: "BOSCH matkap" with "Bosch", but not "Boschung". */
export const beginsWithName = (text: string, name: string): boolean => `${fold(text)} `.startsWith(`${fold(name)} `)

/** The readable part of an address: folded words joined by single dashes; 'urun' if nothing remains. */
export function slugify(text: string): string {
  const slug = fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 120)
    .replace(/-+$/, '')
  return slug === '' ? 'urun' : slug
}

// Without the mark every page would make one.
const collator = /* @__PURE__ */ new Intl.Collator('tr')

/** Compares by the Turkish alphabet. */
export function compareTurkish(a: string, b: string): number {
  return collator.compare(a, b)
}

/** Longer codes and barcodes are shortened for display (catalogue, section 9). */
export const codeLengthShown = 20

/** Shortens codes and barcodes of more than 20 characters for display. */
export function shortenCode(code: string): string {
  return code.length > codeLengthShown ? `${code.slice(0, codeLengthShown)}…` : code
}
