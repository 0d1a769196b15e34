import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pageWords } from '#cli/build/browser-bundle.ts'
import { errorCodes } from '#contract/errors/errors.ts'
import { networks } from '#contract/shop/social-links.ts'
import en from '#locales/en.json' with { type: 'json' }
import tr from '#locales/tr.json' with { type: 'json' }

type Words = { [key: string]: string | Words }

/** Every text with its dotted key. */
function texts(words: Words, prefix = ''): [key: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : texts(value, `${prefix}${key}.`),
  )
}

const turkish = texts(tr)
const english = texts(en)
/** `cart.lines_one` and `cart.lines_other` are both reached as `cart.lines`. */
const baseOf = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const keys = [...new Set(turkish.map(([key]) => baseOf(key)))]

const root = join(import.meta.dirname, '..')
const sources = ['web', 'server', 'cli'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
)

/**
 * Dotted texts in quotes, wherever they stand: a key may be kept in a table before it is said. In `cart.button.${state}`
 * each value stands for one part of a key, or for a dotted text of the same file (`import.${key}` with 'summary.rows').
 */
function saidIn(source: string): { quoted: string[]; patterns: string[] } {
  const quoted = source.match(/(?<=['"`])[a-z]\w*(?:\.[\w-]+)+(?=['"`])/g) ?? []
  const composed = source.match(/(?<=`)[a-z]\w*\.(?:[\w.-]|\$\{[^}`]+\})*\$\{[^}`]+\}[\w.-]*(?=`)/g) ?? []
  const heads = composed
    .map((pattern) => /^[\w.]+\.(?=\$\{[^}]+\}$)/.exec(pattern)?.[0])
    .filter((head) => head !== undefined)
  const joined = heads.flatMap((head) => [...quoted, ...composed].map((rest) => head + rest))
  const all = [...composed, ...joined]
  return { quoted: [...quoted, ...joined], patterns: all.filter((text) => text.includes('${')) }
}

const code = sources.join('\n')
const said = sources.map(saidIn)
const quoted = new Set(said.flatMap((each) => each.quoted))
const matchers = [...new Set(said.flatMap(({ patterns }) => patterns))].map(
  (pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[\\w-]+')}$`),
)

describe('texts in two languages', () => {
  test('the same keys', () => {
    expect(english.map(([key]) => key).toSorted()).toEqual(turkish.map(([key]) => key).toSorted())
  })

  test('the same placeholders, and no text is empty', () => {
    const placeholders = (text: string) => [...new Set(text.match(/\{\{.*?\}\}|<\/?\w+>/g))].toSorted()
    const inEnglish = new Map(english)
    for (const [key, text] of turkish) {
      expect({ key, placeholders: placeholders(inEnglish.get(key) ?? '') }).toEqual({
        key,
        placeholders: placeholders(text),
      })
      expect({ key, isEmpty: text.trim() === '' || inEnglish.get(key)?.trim() === '' }).toEqual({ key, isEmpty: false })
    }
  })

  test('every error code has its sentence', () => {
    const have = Object.keys(tr.errors)
    expect(errorCodes.filter((errorCode) => !have.includes(errorCode))).toEqual([])
  })
})

test('every social network has its name', () => {
  expect(Object.keys(tr.shell.networks)).toEqual([...networks])
})

describe('texts and code', () => {
  test('every text is used', () => {
    const isUsed = (key: string) => quoted.has(key) || matchers.some((matcher) => matcher.test(key))
    expect(keys.filter((key) => !isUsed(key))).toEqual([])
  })

  test('every text that the code says is there', () => {
    const direct = code.matchAll(/\b(?:t|say)\(\s*(?:[\w.]+,\s*)?'([a-z]\w*(?:\.[\w-]+)+)'/g)
    const missing = [...direct].map(([, key = '']) => key).filter((key) => !keys.includes(key))
    expect([...new Set(missing)]).toEqual([])
  })

  test('every composed key can be one', () => {
    const composed = code.matchAll(/\b(?:t|say)\(\s*(?:[\w.]+,\s*)?`([a-z]\w*\.[^`]*)`/g)
    const heads = [...composed].map(([, pattern = '']) => pattern.replace(/\$\{.*$/s, ''))
    expect(heads.filter((head) => !keys.some((key) => key.startsWith(head)))).toEqual([])
  })
})

test('what every page is made of says nothing that only few pages bring along', () => {
  const files = ['app', 'ui', 'catalog', 'campaigns'].flatMap((folder) =>
    readdirSync(join(root, 'web', folder), { recursive: true, encoding: 'utf8' })
      // Screens of administrators bring their words along.
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^admin-/.test(file))
      .map((file) => join(root, 'web', folder, file)),
  )
  const said = files.flatMap((file) => saidIn(readFileSync(file, 'utf8')).quoted)
  expect(said.filter((key) => pageWords.includes(key.split('.')[0] ?? '') && keys.includes(key))).toEqual([])
})
