import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { root } from '#cli/root.ts'

const ofServer = /^(cli|db|demo|server|testing)\//

/**
 * Modules of the server find files beside their own source, not beside the bundle that contains them. `addressOf` returns the
 * expression for the URL of a source file, given by its path in the project.
 */
export function keepPlaces(addressOf: (path: string) => string = byName): Plugin {
  return {
    name: 'keep-places',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform(code, id) {
      const path = relative(root, id)
      if (!code.includes('import.meta.url') || !ofServer.test(path)) return null
      return code.replaceAll('import.meta.url', addressOf(path))
    },
  }
}

/** Wherever the project is. */
const byName = (path: string) => `import.meta.resolve(${JSON.stringify(`#${path}`)})`

/** Where the project is now, for bundles outside of it. */
export const byPlace = (path: string): string => JSON.stringify(pathToFileURL(join(root, path)).href)
