/** The texts and numbers of a JSON line. */
const values = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Applies `mask` to every text of a JSON line, and to every whole number, which becomes a text if it is masked. The line
 * stays valid JSON; everything else stays as it is, byte for byte.
 */
export function maskLogLine(line: string, mask: (text: string) => string): string {
  if (!line.startsWith('{')) return mask(line)
  return line.replace(values, (value) => {
    if (!value.startsWith('"')) return /^\d+$/.test(value) ? maskedNumber(value, mask) : value
    const text = JSON.parse(value) as string
    const clean = mask(text)
    return clean === text ? value : JSON.stringify(clean)
  })
}

function maskedNumber(digits: string, mask: (text: string) => string): string {
  const clean = mask(digits)
  return clean === digits ? digits : JSON.stringify(clean)
}
