import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#cli/root.ts'

/** Replaces the text under a heading of docs/bench.md; the other sections stay. */
export async function writeSection(heading: string, text: string): Promise<void> {
  const path = join(root, 'docs/bench.md')
  const sections = (await readFile(path, 'utf8')).trimEnd().split(/\n+(?=## )/)
  const own = `${heading}\n\n${text.trim()}`
  const at = sections.findIndex((section) => section.startsWith(`${heading}\n`))
  await writeFile(path, `${(at < 0 ? [...sections, own] : sections.with(at, own)).join('\n\n')}\n`)
}
