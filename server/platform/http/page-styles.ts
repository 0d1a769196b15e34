import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'

/**
 * Returns the styles of all built pages, to be inlined in each page: the first page then needs one response instead of
 * two (docs/decisions, 008). Empty without built files.
 */
export async function readStyles(build: ServerBuild, folder: string | null): Promise<string> {
  if (folder === null) return ''
  const addresses = Object.values(build.assets.routes).flatMap((route) => route?.css ?? [])
  // Styles of a part that several pages share end with `#`.
  const files = new Set(addresses.map((address) => address.replace(/#.*$/, '')))
  const styles = await Promise.all([...files].map((file) => readFile(join(folder, file), 'utf8')))
  return styles.join('\n')
}
