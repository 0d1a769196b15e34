import { picturesMax } from '#contract/admin/products.ts'
import { decodeEntities } from '#server/platform/tables/cell-text.ts'

const localName =
  /^[\p{L}\p{N}_%(#][\p{L}\p{N} _.()%+&'!@=~#$-]*(?:\/[\p{L}\p{N}_%(#][\p{L}\p{N} _.()%+&'!@=~#$-]*)*\.(?:jpe?g|png|webp|gif|avif|svg)$/iu

const maxNameLength = 200
const maxAddressLength = 2000

const address = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i
const beforeAddress = /(?:[;,]\s*|\s+)(?=https?:\/\/|data:|\/\/)/i
const betweenNames = /;|,(?=\s*(?:\/|[\p{L}\p{N}_]))/u
/** After an address, before a space or before what is a file name as a whole. */
const afterAddress =
  /[;,]\s+|(?<=\.(?:jpe?g|png|webp|gif|avif))[;,](?=[^/?#=&;,|]+\.(?:jpe?g|png|webp|gif|avif)(?:[;,]|$))/i

/** Commas and semicolons may be part of an address. */
function splitNames(cell: string): string[] {
  return cell
    .split(/[|\n]/)
    .flatMap((part) => part.trim().split(beforeAddress))
    .flatMap((part) => (address.test(part.trim()) ? part.trim().split(afterAddress) : part))
    .flatMap((part) => (address.test(part.trim()) ? part : part.split(betweenNames)))
}

/** `refused`: what is neither, and addresses that exceed the pictures of a product. */
export type ImageNames = { names: string[]; addresses: string[]; refused: number }

/** Returns file names below /images/, and the addresses that pictures are fetched from, each once and in their order. */
export function readImages(cells: readonly string[]): ImageNames {
  const names = new Set<string>()
  const addresses = new Set<string>()
  let refused = 0
  for (const value of cells.flatMap(splitNames)) {
    const given = value.trim().normalize()
    const name = given.replace(/^\/+/, '').replace(/^images\//, '')
    if (name === '') continue
    const url = address.test(given) ? normalAddress(given) : null
    if (url !== null && (addresses.has(url) || addresses.size < picturesMax)) addresses.add(url)
    else if (!address.test(given) && name.length <= maxNameLength && localName.test(name) && !name.includes('..'))
      names.add(name)
    else refused += 1
  }
  return { names: [...names], addresses: [...addresses], refused }
}

/** An http or https address without its fragment, in the one form that stands for it; null for others. */
function normalAddress(given: string): string | null {
  const text = decodeEntities(given)
  const absolute = text.startsWith('//') ? `https:${text}` : text
  if (!URL.canParse(absolute)) return null
  const url = new URL(absolute)
  url.hash = ''
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // Names and passwords in addresses would be stored and shown.
  return isWeb && url.username === '' && url.password === '' && url.href.length <= maxAddressLength ? url.href : null
}
