const localName =
  /^[\p{L}\p{N}_%(#][\p{L}\p{N} _.()%+&'!@=~#$-]*(?:\/[\p{L}\p{N}_%(#][\p{L}\p{N} _.()%+&'!@=~#$-]*)*\.(?:jpe?g|png|webp|gif|avif|svg)$/iu

const maxLength = 200

const address = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i
const beforeAddress = /[;,]\s*(?=https?:|data:|\/\/)/i
const betweenNames = /;|,(?=\s*(?:\/|[\p{L}\p{N}_]))/u

/** Commas and semicolons may be part of an address: it ends at a space after one of them or before the next address. */
function splitNames(cell: string): string[] {
  return cell
    .split(/[|\n]/)
    .flatMap((part) => part.split(beforeAddress))
    .flatMap((part) => (address.test(part.trim()) ? part.split(/[;,]\s+/) : part))
    .flatMap((part) => (address.test(part.trim()) ? part : part.split(betweenNames)))
}

export type ImageNames = { names: string[]; refused: number }

/**
 * Returns file names below /images/. Addresses of other sites, also without a scheme, are refused: the import never
 * downloads anything.
 */
export function readImages(cells: readonly string[]): ImageNames {
  const names = new Set<string>()
  let refused = 0
  for (const value of cells.flatMap(splitNames)) {
    const given = value.trim().normalize()
    const name = given.replace(/^\/+/, '').replace(/^images\//, '')
    if (name === '') continue
    if (!address.test(given) && name.length <= maxLength && localName.test(name) && !name.includes('..'))
      names.add(name)
    else refused += 1
  }
  return { names: [...names], refused }
}
