import { fold } from '#domain/text/text.ts'
import type { Random } from '#bench/random.ts'
import type { GoldenProduct } from './catalog-rows.ts'
import { inflect, type Inflected, soften } from './endings.ts'
import { hasAll, type Part, partsOf } from './meaning.ts'
import { inOtherUnit, respell } from './sizes.ts'

/** Queries as people write them, in which not every word is a word of the catalog. */
export const shopTalk = [
  'filler word',
  'wrong word',
  'code and word',
  'code and quantity',
  'ending',
  'softening',
  'size spelling',
  'other unit',
  'two errors',
  'no vowels',
  'joined',
  'split',
] as const
export type ShopTalk = (typeof shopTalk)[number]

/** A query and what a product must have to be meant by it; empty: only the drawn product is meant. */
export type Written = { query: string; words: string[] }

type Writer = (product: GoldenProduct, random: Random, others: readonly GoldenProduct[]) => Written | null

const fillers = ['fiyatı', 'fiyat', 'toptan', 'uygun', 'ucuz', 'satış', 'en ucuz', 'fiyatları', 'toptan fiyat', 'adet']
const strangers = 'acil kampanya usta şantiye garaj tamirat kaliteli yerli ithal muadili orijinal lazım ofis'.split(' ')
const quantities = ['adet', 'ad', 'tane', 'kutu', 'koli', 'ad.']

export const writers: Record<ShopTalk, Writer> = {
  'filler word': (product, random) => {
    const parts = pickParts(product, random, 2)
    return parts && written(inserted(textsOf(parts), random.pick(fillers), random), parts)
  },
  'wrong word': (product, random, others) => {
    const isKnown = random.next() < 0.4
    const parts = pickParts(product, random, isKnown ? 3 : 2)
    const word = isKnown ? wordOf(random.pick(others), random) : random.pick(strangers)
    if (parts === null || word === null) return null
    const wanted = [...parts.map(({ meaning }) => meaning), fold(word)]
    // A product that has all of the words would be a right answer to another question.
    if (others.some(({ meanings }) => hasAll(meanings, wanted))) return null
    return written(inserted(textsOf(parts), word, random), parts)
  },
  'code and word': ({ code, name }, random) => {
    const word = wordOf({ name }, random)
    return word === null ? null : { query: inserted([code], word.toLocaleLowerCase('tr'), random), words: [] }
  },
  'code and quantity': ({ code }, random) => {
    const quantity = `${1 + random.below(200)} ${random.pick(quantities)}`
    return { query: inserted([code], quantity, random), words: [] }
  },
  ending: (product, random) => withInflected(product, random, inflect),
  softening: (product, random) => withInflected(product, random, soften),
  'size spelling': (product, random) => withSize(product, random, respell),
  'other unit': (product, random) => withSize(product, random, inOtherUnit),
  'two errors': (product, random) => withChanged(product, random, (text) => twoErrors(text, random)),
  'no vowels': (product, random) => withChanged(product, random, withoutVowels),
  joined: ({ name }, random) => {
    const parts = partsOf(name)
    const pairs = parts.flatMap((part, i) => {
      const next = parts[i + 1]
      return !part.isSize && next && !next.isSize && name.includes(`${part.text} ${next.text}`) ? [[part, next]] : []
    })
    if (pairs.length === 0) return null
    const pair = random.pick(pairs)
    return { query: textsOf(pair).join('').toLocaleLowerCase('tr'), words: pair.map(({ meaning }) => meaning) }
  },
  split: (product, random) =>
    withChanged(product, random, (text) => {
      const middle = 3 + random.below(Math.max(1, text.length - 5))
      return text.length < 7 ? null : `${text.slice(0, middle)} ${text.slice(middle)}`
    }),
}

const textsOf = (parts: readonly Part[]) => parts.map(({ text }) => text.toLocaleLowerCase('tr'))
const isWord = ({ isSize, text }: Part) => !isSize && /^\p{L}{4,}$/u.test(text)

function written(query: string, parts: readonly Part[]): Written {
  return { query, words: parts.map(({ meaning }) => meaning) }
}

/** Different parts of a name in their order, at least one of them a word; null if it has too few. */
function pickParts({ name }: GoldenProduct, random: Random, count: number): Part[] | null {
  const parts = partsOf(name).filter(({ meaning }, i, all) => all.findIndex((other) => other.meaning === meaning) === i)
  if (parts.length < count || !parts.some(isWord)) return null
  for (;;) {
    const left = [...parts.keys()]
    const chosen = new Set(Array.from({ length: count }, () => left.splice(random.below(left.length), 1)[0]))
    const picked = parts.filter((_, i) => chosen.has(i))
    if (picked.some(isWord)) return picked
  }
}

function wordOf({ name }: Pick<GoldenProduct, 'name'>, random: Random): string | null {
  const words = partsOf(name).filter(isWord)
  return words.length === 0 ? null : random.pick(words).text
}

function inserted(words: readonly string[], word: string, random: Random): string {
  return words.toSpliced(random.below(words.length + 1), 0, word).join(' ')
}

/** One word with an ending, another part beside it. */
function withInflected(
  product: GoldenProduct,
  random: Random,
  change: (word: string, random: Random) => Inflected | null,
): Written | null {
  const parts = pickParts(product, random, 2)
  const choices = (parts ?? []).flatMap((part) => {
    const inflected = part.isSize ? null : change(part.text, random)
    return inflected === null ? [] : [{ part, inflected }]
  })
  if (parts === null || choices.length === 0) return null
  const { part, inflected } = random.pick(choices)
  const changed = parts.map((one) => (one === part ? { ...inflected, isSize: false } : one))
  return written(textsOf(changed).join(' '), changed)
}

/** A size in another spelling, and one or two words beside it. */
function withSize(
  product: GoldenProduct,
  random: Random,
  change: (text: string, random: Random) => string | null,
): Written | null {
  const parts = pickParts(product, random, 3) ?? pickParts(product, random, 2)
  const size = parts?.find(({ isSize }) => isSize)
  const changed = size && change(size.text, random)
  if (!parts || !changed) return null
  return written(parts.map((part) => (part === size ? changed : part.text.toLocaleLowerCase('tr'))).join(' '), parts)
}

/** One word changed, another part beside it. */
function withChanged(product: GoldenProduct, random: Random, change: (text: string) => string | null): Written | null {
  const parts = pickParts(product, random, 2)
  if (parts === null) return null
  for (const part of parts.filter(isWord)) {
    const changed = change(part.text.toLocaleLowerCase('tr'))
    if (changed === null || fold(changed) === part.meaning) continue
    return written(parts.map((one) => (one === part ? changed : one.text.toLocaleLowerCase('tr'))).join(' '), parts)
  }
  return null
}

/** One letter too many and two neighbours swapped, apart from each other. */
function twoErrors(text: string, random: Random): string | null {
  const letters = Array.from(text)
  if (letters.length < 8) return null
  const swap = 1 + random.below(2)
  const insert = swap + 3 + random.below(letters.length - swap - 4)
  const [a = '', b = ''] = letters.slice(swap, swap + 2)
  if (a === b) return null
  return letters
    .toSpliced(insert, 0, random.pick(Array.from('aeikrstln')))
    .toSpliced(swap, 2, b, a)
    .join('')
}

/** `kelepçe` as `klpç`; null if fewer than three consonants remain. */
function withoutVowels(text: string): string | null {
  const skeleton = text.replace(/[aeıioöuüâîû]/giu, '')
  return skeleton.length < 3 || text.length < 5 ? null : skeleton
}
