import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { afterPage } from '#cli/build/bundle-areas.ts'
import { isPageWord } from '#cli/build/page-words.ts'
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
/** Plural forms share a key: `cart.lines_one` and `cart.lines_other` are used as `cart.lines`. */
const baseOf = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const keys = [...new Set(turkish.map(([key]) => baseOf(key)))]

const root = join(import.meta.dirname, '..')
const sources = ['web', 'server', 'cli'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
)

/**
 * Finds keys anywhere in quotes, because tables may hold them before they are translated. In `cart.button.${state}`
 * each expression stands for one part of a key, or for a dotted text of the same file (`import.${key}` with
 * 'summary.rows').
 */
function keysIn(source: string): { quoted: string[]; patterns: string[] } {
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
const found = sources.map(keysIn)
const quoted = new Set(found.flatMap((each) => each.quoted))
const matchers = [...new Set(found.flatMap(({ patterns }) => patterns))].map(
  (pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[\\w-]+')}$`),
)

describe('Turkish and English texts', () => {
  test('have the same keys', () => {
    expect(english.map(([key]) => key).toSorted()).toEqual(turkish.map(([key]) => key).toSorted())
  })

  test('name no option of the command line and no secret on screens', () => {
    // The command line prints the texts below `import`.
    const shown = [...turkish, ...english].filter(([key]) => !key.startsWith('import.'))
    expect(shown.filter(([, text]) => /(?<![\w-])--[a-z]|SESSION_SECRET/.test(text))).toEqual([])
  })

  test('have the same placeholders and are never empty', () => {
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

  test('include a sentence for every error code', () => {
    const have = Object.keys(tr.errors)
    expect(errorCodes.filter((errorCode) => !have.includes(errorCode))).toEqual([])
  })
})

test('names every social network', () => {
  expect(Object.keys(tr.shell.networks)).toEqual([...networks])
})

describe('texts and code', () => {
  test('uses every text', () => {
    const isUsed = (key: string) => quoted.has(key) || matchers.some((matcher) => matcher.test(key))
    expect(keys.filter((key) => !isUsed(key))).toEqual([])
  })

  test('translates only keys that exist', () => {
    const direct = code.matchAll(/\b(?:t|translate)\(\s*(?:[\w.]+,\s*)?'([a-z]\w*(?:\.[\w-]+)+)'/g)
    const missing = [...direct].map(([, key = '']) => key).filter((key) => !keys.includes(key))
    expect([...new Set(missing)]).toEqual([])
  })

  test('composes only keys that can exist', () => {
    const composed = code.matchAll(/\b(?:t|translate)\(\s*(?:[\w.]+,\s*)?`([a-z]\w*\.[^`]*)`/g)
    const heads = [...composed].map(([, pattern = '']) => pattern.replace(/\$\{.*$/s, ''))
    expect(heads.filter((head) => !keys.some((key) => key.startsWith(head)))).toEqual([])
  })
})

test('shared parts of pages use no text that only some pages load', () => {
  const files = ['app', 'ui', 'product', 'shell', 'catalog', 'campaigns'].flatMap((folder) =>
    readdirSync(join(root, 'web', folder), { recursive: true, encoding: 'utf8' })
      // Administrators' pages and the product page load their own texts.
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)(admin[-/]|detail\/)/.test(file))
      .map((file) => join(root, 'web', folder, file)),
  )
  // Parts that are loaded on demand with their texts.
  const codes = files
    .filter((file) => !afterPage.some((part) => file.endsWith(`/${part}`)))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => !text.includes("import '#web/app/page-words.ts'"))
  const found = codes.flatMap((text) => keysIn(text).quoted)
  expect(found.filter((key) => isPageWord(key) && keys.includes(key))).toEqual([])
})
