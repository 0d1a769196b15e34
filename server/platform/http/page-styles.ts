import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'

/** The styles of all built pages: their files, and the text of these. */
export type PageStyles = { files: readonly string[]; text: string }

export const noStyles: PageStyles = { files: [], text: '' }

/**
 * Reads the styles of all built pages. Guests' pages contain them: the first page then needs one response instead of two
 * (docs/decisions, 008). Empty without built files.
 */
export async function readStyles(build: ServerBuild, folder: string | null): Promise<PageStyles> {
  if (folder === null) return noStyles
  const addresses = Object.values(build.assets.routes).flatMap((route) => route?.css ?? [])
  // Styles of a part that several pages share end with `#`.
  const files = [...new Set(addresses.map((address) => address.replace(/#.*$/, '')))]
  const styles = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return { files, text: styles.join('\n') }
}

/** The built files with the texts of every page in a language (web/app/i18n.ts). */
export async function findWordFiles(folder: string | null): Promise<{ [locale: string]: string }> {
  const names = folder === null ? [] : await readdir(join(folder, 'assets'))
  const files = names.map((name) => /^words-(\w+)-\w+\.js$/.exec(name)).filter((match) => match !== null)
  return Object.fromEntries(files.map(([name, locale]) => [locale, `/assets/${name}`]))
}
