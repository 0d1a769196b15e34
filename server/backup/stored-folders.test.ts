import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storedFolders } from './stored-folders.ts'

const root = join(import.meta.dirname, '../..')

/** Folders and files that the program names in the data folder. */
function namedFolders(): string[] {
  const names = ['server', 'cli', 'demo'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const source = readFileSync(join(root, top, file), 'utf8')
        const names = /(?:join\(\s*(?:\w+\.)*dataDir,|files\.folder\()\s*'([\w-]+)'/g
        return [...source.matchAll(names)].map(([, name = '']) => name)
      }),
  )
  return [...new Set(names)].toSorted()
}

/** Files, and the folder of the embedded database. */
const others = ['folder-id', 'postgres', 'restore-incomplete', 'session-secret']

test('every folder in the data folder is listed, with what a backup does with it', () => {
  const folders = namedFolders().filter((name) => !others.includes(name))
  expect(folders.length).toBeGreaterThan(10)
  expect(folders).toEqual(Object.keys(storedFolders).toSorted())
})

test('the folders are those that docs/operations.md explains', () => {
  const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  for (const name of Object.keys(storedFolders)) expect(manual).toContain(`\`${name}/\``)
})
