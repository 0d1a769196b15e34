import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '#cli/root.ts'

/** Loads every module that matches a pattern of paths from the root of the project, without its tests. */
export async function loadModules(pattern: string): Promise<Record<string, unknown>[]> {
  const files = globSync(pattern, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  if (files.length === 0) throw new Error(`No file matches ${pattern}.`)
  return Promise.all(files.toSorted().map((file) => import(pathToFileURL(join(root, file)).href)))
}
