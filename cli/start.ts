import { pathToFileURL } from 'node:url'
import { buildIfNeeded } from '#cli/tools/build.ts'
import { builtServer } from './built.ts'

/** Builds the pages and the server if needed, and starts the shop. */
export async function run(): Promise<number> {
  await buildIfNeeded()
  const { serve } = (await import(pathToFileURL(builtServer).href)) as typeof import('./serve.ts')
  return serve()
}
