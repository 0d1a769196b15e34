import { fold } from '#domain/text/text.ts'
import { type Size, sizesOfQuery } from './sizes.ts'

/**
 * `word`: letters only; `code`: has a digit; `size`: a size in any spelling; `filler`: says nothing about a product;
 * `quantity`: how many are wanted.
 */
export type TermKind = 'word' | 'code' | 'size' | 'filler' | 'quantity'

/** A part of a query: what stands between two spaces, or a size. `words` are its folded runs of letters and digits. */
export type Term = { kind: TermKind; typed: string; words: string[]; size?: Size }

/** `core` are the terms that a product must have; all terms if none of them says anything. */
export type Query = { folded: string; terms: Term[]; core: Term[] }

/** `1/2"`: its figures alone would be those of other sizes, or of any code. */
export const isFraction = ({ words, size }: Term): boolean =>
  size?.isList === false && words.length > 1 && words.every((word) => /^\d+$/.test(word))

const maxQueryLength = 200
/** Copied texts have them within words: soft hyphens, zero-width spaces and joiners, byte order marks. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const maxWords = 10

const fillers = new Set(
  `fiyat fiyati fiyatlari fiyatlar fiyata fiyatina toptan toptanci perakende adet adedi ad tane tanesi ucuz ucuza uygun
   en ve ile icin satis satisi satilik satin al almak bayi bayii stok stokta stoktan var varmi mi mu lazim gerek
   istiyorum kampanya kampanyali indirim indirimli kac lira tl ne kadar veya ya da hemen acil price prices cheap
   wholesale buy for and the of with sale`.split(/\s+/),
)
const countWords = new Set('adet adedi ad tane kutu koli paket pk cift takim rulo top pcs pc box'.split(' '))

/** Splits a query into terms. Only the first 200 characters and ten words count. */
export function analyzeQuery(query: string): Query {
  const typed = query.replace(invisible, '').slice(0, maxQueryLength).normalize('NFC').trim()
  const folded = fold(typed).trim()
  const shown = typed.length === folded.length ? typed : folded
  const terms: Term[] = []
  let remaining = maxWords
  const add = (term: Omit<Term, 'words'>, from: number, to: number) => {
    const words = (folded.slice(from, to).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, Math.max(0, remaining))
    remaining -= term.size === undefined ? words.length : 1
    if (words.length > 0) terms.push({ ...term, words })
  }
  const addChunks = (from: number, to: number) => {
    for (const match of folded.slice(from, to).matchAll(/\S+/g)) {
      const start = from + match.index
      add(
        { kind: kindOf(match[0]), typed: trimSigns(shown.slice(start, start + match[0].length)) },
        start,
        start + match[0].length,
      )
    }
  }
  let at = 0
  for (const size of sizesOfQuery(folded)) {
    addChunks(at, size.start)
    add({ kind: 'size', typed: shown.slice(size.start, size.end).trim(), size }, size.start, size.end)
    at = size.end
  }
  addChunks(at, folded.length)
  const joined = joinQuantities(terms)
  const core = joined.filter(({ kind }) => kind !== 'filler' && kind !== 'quantity')
  return { folded, terms: joined, core: core.length === 0 ? joined : core }
}

/** `10 adet` is one term. */
function joinQuantities(terms: readonly Term[]): Term[] {
  const joined: Term[] = []
  for (const term of terms) {
    const before = joined.at(-1)
    const isCount = term.words.length === 1 && countWords.has(term.words[0] ?? '')
    if (isCount && before?.kind === 'code' && /^\d{1,6}$/.test(before.words.join(' '))) {
      joined[joined.length - 1] = {
        kind: 'quantity',
        typed: `${before.typed} ${term.typed}`,
        words: [...before.words, ...term.words],
      }
    } else joined.push(term)
  }
  return joined
}

function kindOf(chunk: string): TermKind {
  if (/\p{N}/u.test(chunk)) return 'code'
  return fillers.has(chunk.replace(/[^\p{L}]+/gu, '')) ? 'filler' : 'word'
}

const trimSigns = (text: string) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
