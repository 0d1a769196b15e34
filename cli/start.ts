import { pathToFileURL } from 'node:url'
import { buildIfNeeded } from '#cli/tools/build.ts'
import { boundArenas } from './bound-arenas.ts'
import { builtServer } from './built.ts'

/**
 * Builds the pages and the server if needed, and starts the shop. A server of one file takes a third of the memory and of the
 * time to load that a thousand source files take.
 */
export async function run(): Promise<number> {
  boundArenas()
  await buildIfNeeded()
  const { serve } = (await import(pathToFileURL(builtServer).href)) as typeof import('./serve.ts')
  return serve()
}
