import { parseSync, Visitor } from 'vite'

/**
 * Functions of React Router 8.4.0 that this shop never reaches, by file: all routes are known from the first page, all
 * data comes and goes by calls of the contract, pages are not React Server Components, and nobody measures the router.
 */
const unreached: Readonly<Record<string, readonly string[]>> = {
  'dom/ssr/fog-of-war.js': [
    'getPartialManifest',
    'getPatchRoutesOnNavigationFunction',
    'isFogOfWarEnabled',
    'useFogOFWarDiscovery',
  ],
  'dom/ssr/components.js': ['PrefetchPageLinks'],
  'dom/ssr/single-fetch.js': [
    'fetchAndDecodeViaTurboStream',
    'nonSsrStrategy',
    'singleFetchActionStrategy',
    'singleFetchLoaderFetcherStrategy',
  ],
  'router/instrumentation.js': [
    'consumeInstrumentationClientResultMetaReceiver',
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
  ],
  'router/router.js': [
    ...['discoverRoutes', 'patchRoutesImpl'],
    ...['fetch', 'handleAction', 'handleFetcherAction', 'handleFetcherLoader'],
  ],
  'hooks.js': ['RSCErrorHandler'],
}

/** What the router offers by those functions: pages must not use it (a test looks). */
export const unofferedParts = ['useFetcher', 'useFetchers', 'useSubmit', 'useActionData', 'PrefetchPageLinks']

export const routerFiles = /\/react-router\/dist\/production\/lib\/[\w/-]+\.js$/

/** A file of the router with its unreached functions emptied, so that what only they use falls out; null where it has none. */
export function leanRouter(file: string, code: string): string | null {
  const names = unreached[file.replace(/^.*\/dist\/production\/lib\//, '')]
  return names === undefined ? null : withoutBodies(file, code, names)
}

/** Empties the named functions. Throws where the code has no such function: then the library is another version. */
export function withoutBodies(file: string, code: string, names: readonly string[]): string {
  const found: { name: string; start: number; end: number }[] = []
  new Visitor({
    FunctionDeclaration({ id, body }) {
      if (id && body && names.includes(id.name)) found.push({ name: id.name, start: body.start, end: body.end })
    },
  }).visit(parseSync(file, code).program)
  const missing = names.find((name) => !found.some((body) => body.name === name))
  if (missing !== undefined) throw new Error(`${file} has no function "${missing}"`)
  return found.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}{}${rest.slice(end)}`, code)
}
