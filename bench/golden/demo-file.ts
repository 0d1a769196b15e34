import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#cli/root.ts'
import type { Golden, GoldenKind } from './make.ts'

const path = join(root, 'bench/golden/demo.tsv')
const heading = 'kind\tquery\tcode\twords'

/** The queries for the medium demo store, as stored in the repository. */
export async function readDemoGolden(): Promise<Golden[]> {
  const [, ...lines] = (await readFile(path, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => {
    const [kind = '', query = '', code = '', words = ''] = line.split('\t')
    return { kind: kind as GoldenKind, query, code, words: words === '' ? [] : words.split(' ') }
  })
}

export async function writeDemoGolden(golden: readonly Golden[]): Promise<void> {
  const lines = golden.map(({ kind, query, code, words }) => [kind, query, code, words.join(' ')].join('\t').trimEnd())
  await writeFile(path, `${[heading, ...lines].join('\n')}\n`)
}
