import type { Plugin } from 'vite'
import { everyPageWords, groupNames, type Words, withWordGroups, wordsOfGroup, wordsOfPages } from './page-words.ts'
import { withoutShapes } from './without-shapes.ts'

/** With the parts into which the router divides a page, which have a query. */
const pageFiles = /\/web\/[\w/-]+\.tsx?(\?.*)?$/
const contractFiles = /\/contract\/[\w/-]+\.ts$/
const wordQuery = `\\?(${['pages', ...groupNames].join('|')})`
const wordFiles = new RegExp(`/locales/\\w+\\.json(${wordQuery})?$`)

function leanCode(file: string, code: string): string | null {
  if (contractFiles.test(file)) return withoutShapes(file, code)
  if (pageFiles.test(file)) {
    const lean = withWordGroups(code)
    return lean === code ? null : lean
  }
  if (wordFiles.test(file)) {
    const words = JSON.parse(code) as Words
    if (file.endsWith('.json')) return JSON.stringify(everyPageWords(words))
    // With a query it is no JSON file any more.
    const group = groupNames.find((name) => file.endsWith(`?${name}`))
    return `export default ${JSON.stringify(group === undefined ? wordsOfPages(words) : wordsOfGroup(group, words))}`
  }
  return null
}

/**
 * Leaves out of the browser's bundle what never runs there (docs/decisions, 008): the contract's shapes with zod, since the
 * server alone checks them, the texts that no page shows, and the parts of libraries that the shop does not use. Reading
 * a shape in the browser fails at once.
 */
export function browserBundle(): Plugin {
  return {
    name: 'toptan:browser-bundle',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: [pageFiles, contractFiles, wordFiles] },
      handler(code, id) {
        const lean = leanCode(id, code)
        return lean === null ? null : { code: lean, map: null }
      },
    },
  }
}

/** While developing nothing is left out; what its name no longer marks as JSON still has to become a module. */
export function pageWordsWhileDeveloping(): Plugin {
  return {
    name: 'toptan:page-words',
    apply: 'serve',
    enforce: 'pre',
    transform: {
      filter: { id: new RegExp(`\\.json${wordQuery}$`) },
      handler: (code) => ({ code: `export default ${code}`, map: null }),
    },
  }
}
