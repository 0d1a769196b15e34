const localName =
  /^[\p{L}\p{N}_%(#][\p{L}\p{N} _.()%+&'!@=~#$-]*(?:\/[\p{L}\p{N}_%(#][\p{L}\p{N} _.()%+&'!@=~#$-]*)*\.(?:jpe?g|png|webp|gif|avif|svg)$/iu

const maxLength = 200

export type ImageNames = { names: string[]; refused: number }

/** Returns file names below /images/. Addresses of other sites are refused: the import never downloads anything. */
export function readImages(cells: readonly string[]): ImageNames {
  const names = new Set<string>()
  let refused = 0
  for (const value of cells.flatMap((cell) => cell.split(/[|;\n]|,(?=\s*(?:https?:|\/|[\p{L}\p{N}_]))/u))) {
    const name = value
      .trim()
      .normalize()
      .replace(/^\/+/, '')
      .replace(/^images\//, '')
    if (name === '') continue
    if (name.length <= maxLength && localName.test(name) && !name.includes('..')) names.add(name)
    else refused += 1
  }
  return { names: [...names], refused }
}
