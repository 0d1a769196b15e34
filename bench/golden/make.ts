import { createRandom, type Random } from '#bench/random.ts'
import { squeezeCode } from '#domain/text/text.ts'
import type { GoldenProduct } from './catalog-rows.ts'
import { canBeMistyped, type Mistake, mistakes, mistype } from './mistakes.ts'
import { shopTalk, type ShopTalk, writers, type Written } from './shop-talk.ts'
import { recased, reordered, withNoise, withoutTurkishLetters } from './ways.ts'

export const goldenKinds = [
  ...mistakes,
  'plain',
  'reordered',
  'recased',
  'code piece',
  'code noise',
  ...shopTalk,
] as const
export type GoldenKind = (typeof goldenKinds)[number]

/**
 * A query and what it is meant to find: the product with this code or, if it has `words`, any product that has all of
 * them.
 */
export type Golden = Written & { kind: GoldenKind; code: string }

/** Returns the codes of the first five products that a query finds. */
export type Find = (query: string) => Promise<string[]>

export type GoldenOptions = { seed: number; perKind: number }

const firstWords = 3
const maxWords = 8
const shortestPiece = 4
const mostSharing = 5

/**
 * Draws products and writes a query of one kind for each. The source of a query must identify the product: three or
 * more words of its name, finally with its brand, until the unchanged words find it among the first five; the whole
 * code; or a part of the code, lengthened until at most five products contain it. The results of the query itself are
 * not considered. Queries in shop talk need no such source: every product with their words counts.
 */
export async function makeGolden(
  products: readonly GoldenProduct[],
  find: Find,
  { seed, perKind }: GoldenOptions,
): Promise<Golden[]> {
  const random = createRandom(seed)
  const found: Golden[] = []
  for (const kind of goldenKinds) {
    const written = new Set<string>()
    for (let tries = 0; written.size < perKind && tries < perKind * 8; tries++) {
      const product = random.pick(products)
      const one = await writeQuery({ kind, product, products, find, random })
      if (one === null || written.has(one.query)) continue
      written.add(one.query)
      found.push({ kind, ...one, code: product.code })
    }
  }
  return found
}

type Writing = {
  kind: GoldenKind
  product: GoldenProduct
  products: readonly GoldenProduct[]
  find: Find
  random: Random
}

async function writeQuery(writing: Writing): Promise<Written | null> {
  const { kind, product, products, random } = writing
  if (isShopTalk(kind)) return writers[kind](product, random, products)
  const query = await writeTellingQuery(writing)
  return query === null ? null : { query, words: [] }
}

async function writeTellingQuery({ kind, product, products, find, random }: Writing): Promise<string | null> {
  if (kind === 'code piece') return pieceOf(product, products, random)
  if (kind === 'code noise') {
    return (await find(product.code)).includes(product.code) ? withNoise(product.code, random) : null
  }
  const words = await tellingWords(product, find, random, isMistake(kind) ? canBeMistyped : () => true)
  if (words === null) return null
  const small = words.map((word) => word.toLocaleLowerCase('tr'))
  return rewrite(kind, words, small, random)?.join(' ') ?? null
}

function rewrite(kind: GoldenKind, words: string[], small: string[], random: Random): string[] | null {
  if (isMistake(kind)) return mistype(small, kind, random)
  if (kind === 'plain') return withoutTurkishLetters(random.next() < 0.5 ? words : small)
  return kind === 'reordered' ? reordered(small, random) : recased(words, random)
}

function isShopTalk(kind: GoldenKind): kind is ShopTalk {
  return shopTalk.some((one) => one === kind)
}

function isMistake(kind: GoldenKind): kind is Mistake {
  return mistakes.some((mistake) => mistake === kind)
}

/** Words of the name, in their order, that find the product when written as in the catalog. */
async function tellingWords(
  { code, name, brand }: GoldenProduct,
  find: Find,
  random: Random,
  isWanted: (word: string) => boolean,
): Promise<string[] | null> {
  const all = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const wanted = all.flatMap((word, i) => (isWanted(word) ? [i] : []))
  if (wanted.length === 0) return null
  const chosen = new Set([random.pick(wanted)])
  const left = all.map((_, i) => i).filter((i) => !chosen.has(i))
  while (chosen.size < Math.min(firstWords, all.length)) chosen.add(draw(left, random))
  for (;;) {
    const words = all.filter((_, i) => chosen.has(i))
    if ((await find(words.join(' '))).includes(code)) return words
    if (left.length === 0 || chosen.size >= maxWords) {
      const branded = brand === null ? words : [...words, ...brand.split(/\s+/)]
      return branded.length > words.length && (await find(branded.join(' '))).includes(code) ? branded : null
    }
    chosen.add(draw(left, random))
  }
}

function draw(left: number[], random: Random): number {
  return left.splice(random.below(left.length), 1)[0] ?? 0
}

/** A part of the code as written, in lower case half of the time. */
function pieceOf({ code }: GoldenProduct, products: readonly GoldenProduct[], random: Random): string | null {
  const squeezed = squeezeCode(code)
  if (squeezed.length <= shortestPiece) return null
  const start = random.below(code.length - shortestPiece)
  for (let end = start + shortestPiece; end <= code.length; end++) {
    const piece = code.slice(start, end).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    const bare = squeezeCode(piece)
    if (bare.length < shortestPiece || bare === squeezed) continue
    const sharing = products.filter(({ searched }) => searched.some((text) => text.includes(bare)))
    if (sharing.length <= mostSharing) return random.next() < 0.5 ? piece : piece.toLowerCase()
  }
  return null
}
