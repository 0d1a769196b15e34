import { analyzeQuery, type Term } from '#domain/search/analyze-query.ts'
import { fold } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { wordsOf } from '#server/catalog/index/text/document.ts'
import type { Labels } from '#server/catalog/index/labels.ts'
import { idsBelow, idsOf, type Params } from './sql-conditions.ts'

/** A text query in SQL: a condition on `p`, and the rank of matching products, 0 being the best. */
export type SqlText = { condition: string; rank: string }

const maxQueryLength = 200
const minSubstringLength = 3
const separators = '[^[:alnum:]]*'
const lettersByFolded = letterClasses()

/**
 * Matches like the index, except for mistyped words, other endings, synonyms, missing words and the names of children.
 * Fillers and quantities are left out, sizes match in the same unit. Substrings of codes are matched only for words with
 * a digit. Returns null for an empty query.
 */
export async function sqlText(
  db: Db,
  params: Params,
  labels: Labels,
  { query, isRanked }: { query: string; isRanked: boolean },
): Promise<SqlText | null> {
  const { folded, terms, core } = analyzeQuery(query)
  if (folded === '') return null
  const words = core.flatMap((term) => term.words)
  const whole = words.join('')
  if (whole === '') return { condition: 'false', rank: '0' }
  const idsByCode = await findIdsByCode(db, core === terms ? query : core.map(({ typed }) => typed).join(' '))
  const found = core.map((term) => termCondition(params, labels, term))
  const conditions = [all(found)]
  if (idsByCode.length > 0) conditions.push(`p.id = ANY (${params.add(idsByCode, 'int[]')})`)
  if (words.length > 1) conditions.push(...codeConditions(params, whole))
  return {
    condition: conditions.map((part) => `(${part})`).join(' OR '),
    rank: isRanked ? rankOf(params, words, whole, idsByCode) : '0',
  }
}

/** Ranks: exact code, prefix of a code, all words in the name, all words as prefixes in the name, any other match. */
function rankOf(params: Params, words: string[], whole: string, idsByCode: readonly number[]): string {
  const cases: string[] = []
  if (idsByCode.length > 0) cases.push(`WHEN p.id = ANY (${params.add(idsByCode, 'int[]')}) THEN 0`)
  if (hasDigit(whole)) {
    const code = `^${separators}${withSeparators(whole)}`
    cases.push(
      `WHEN p.code ~ ${params.add(`${code}${separators}$`, 'text')} THEN 0 WHEN p.code ~ ${params.add(code, 'text')} THEN 1`,
    )
  }
  const inNames = (end: string) => all(words.map((text) => inName(params, text, end)))
  return `CASE ${cases.join(' ')} WHEN ${inNames('\\M')} THEN 2 WHEN ${inNames('')} THEN 3 ELSE 4 END`
}

const hasDigit = (text: string) => /\d/.test(text)

/** Searching codes as well doubles the time, so only words with a digit are searched in codes. */
function codeConditions(params: Params, word: string): string[] {
  if (!hasDigit(word)) return []
  const pattern = word.length < minSubstringLength ? `^${separators}${withSeparators(word)}` : withSeparators(word)
  return [`p.code ~ ${params.add(pattern, 'text')}`]
}

const all = (parts: string[]) => parts.join(' AND ')
const anyOf = (one: string, other: string | null) => (other === null ? `(${one})` : `((${one}) OR ${other})`)

function termCondition(params: Params, labels: Labels, { words, size }: Term): string {
  const word = (text: string) => wordCondition(params, labels, text)
  if (size === undefined) return anyOf(all(words.map(word)), words.length > 1 ? word(words.join('')) : null)
  const named = `p.name ~ ${params.add(sizePattern(size.text), 'text')}`
  const codes = words.length > 1 || size.isList ? [] : codeConditions(params, words[0] ?? '')
  return `(${[named, ...codes].join(' OR ')})`
}

/** A size as written, in any spacing, with any sign for times and any decimal separator; no other number or unit. */
function sizePattern(text: string): string {
  const parts = (text.match(/\d+|[\p{L}²]+|[^\s]/gu) ?? []).map((part) => {
    if (/^[x×*]$/.test(part)) return '[xX×*]'
    if (part === '.' || part === ',') return '[.,]'
    return /^[\p{L}\d²]/u.test(part)
      ? letterPatterns(part).join('')
      : `[${part === '^' || part === ']' || part === '\\' ? '.' : part}]`
  })
  return `(?<![\\d.,])${parts.join('\\s*')}(?![\\d]|[.,]\\d)`
}

/** The word is a prefix in the name, part of the code, or a prefix in the name of a brand, model or category. */
function wordCondition(params: Params, labels: Labels, word: string): string {
  const parts = [inName(params, word, ''), ...codeConditions(params, word)]
  const named = (rows: readonly ({ name: string } | undefined)[]) =>
    [...rows.keys()].filter((ordinal) => wordsOf(fold(rows[ordinal]?.name ?? '')).some((part) => part.startsWith(word)))
  const among = (column: string, ids: number[]) => {
    if (ids.length > 0) parts.push(`${column} = ANY (${params.add(ids, 'int[]')})`)
  }
  among('p.brand_id', idsOf(labels.brands, named(labels.brands.rows)))
  among('p.model_id', idsOf(labels.models, named(labels.models.rows)))
  among('p.category_id', idsBelow(labels, named(labels.categories.rows)))
  return `(${parts.join(' OR ')})`
}

function inName(params: Params, word: string, end: string): string {
  return `p.name ~ ${params.add(`\\m${letterPatterns(word).join('')}${end}`, 'text')}`
}

function withSeparators(word: string): string {
  return letterPatterns(word).join(separators)
}

/** A regular expression per letter that matches every character folding to it. */
function letterPatterns(word: string): string[] {
  return Array.from(word, (letter) => lettersByFolded.get(letter) ?? letter)
}

function letterClasses(): Map<string, string> {
  const classes = new Map<string, string>()
  for (let code = 0x30; code < 0x180; code++) {
    const letter = String.fromCharCode(code)
    const folded = fold(letter)
    if (/^[\p{L}\p{N}]$/u.test(letter) && folded.length === 1) classes.set(folded, (classes.get(folded) ?? '') + letter)
  }
  return new Map([...classes].map(([folded, members]) => [folded, members.length > 1 ? `[${members}]` : members]))
}

const maxCodeMatches = 500
/** Common separators between the parts of a code. */
const commonSeparators = ['-', '', '.', '/', '_']

/**
 * Listed products with this exact code as typed: their own code, a child's, a special or equivalent code, or a barcode.
 */
async function findIdsByCode(db: Db, query: string): Promise<number[]> {
  const typed = query.trim().slice(0, maxQueryLength).replaceAll('\0', '')
  const variants = [typed, ...commonSeparators.map((separator) => typed.replace(/\s+/g, separator))]
  const forms = new Set(
    variants.flatMap((text) => [text, text.toUpperCase(), text.toLocaleUpperCase('tr'), text.toLowerCase()]),
  )
  const rows = await db.query<{ id: number }>(
    `SELECT DISTINCT coalesce(p.parent_id, p.id) AS id FROM products p
      WHERE p.is_active AND (p.code = ANY ($1) OR p.ozelkod2 = ANY ($1) OR p.equivalent_code = ANY ($1)
            OR p.id IN (SELECT product_id FROM product_units WHERE barcode = ANY ($1)))
      LIMIT ${maxCodeMatches}`,
    [[...forms]],
    'ids_of_code',
  )
  return rows.map(({ id }) => id)
}
