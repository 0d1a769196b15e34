import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'

/**
 * All styles of the built pages, to stand in the page itself: a first visitor then waits for one answer instead of two
 * (docs/decisions, 008). Empty where there are no built files.
 */
export async function readStyles(build: ServerBuild, folder: string | null): Promise<string> {
  if (folder === null) return ''
  const files = new Set(Object.values(build.assets.routes).flatMap((route) => route?.css ?? []))
  const styles = await Promise.all([...files].map((file) => readFile(join(folder, file), 'utf8')))
  return styles.join('\n')
}
