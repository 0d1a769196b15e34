import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#cli/root.ts'
import { serverFeatures } from '#lint/import-rules.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.md'),
)
/** Notes on a part of the program, beside its code. */
const readmes = ['server', 'web'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'README.md')
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
)
const pages = [
  ...readmes,
  ...docs.map((file) => `docs/${file}`),
  'README.md',
  'README.tr.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
]

test.each(pages)('%s leads to nothing that is not there', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
  const missing = targets.filter((target) => !exists(resolve(root, dirname(page), target)))
  expect(missing).toEqual([])
})

function exists(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch (error) {
    // A folder is there too.
    return (error as NodeJS.ErrnoException).code === 'EISDIR'
  }
}

/** Rows of the tables: what stands in their cells. */
function rowsOf(text: string): string[][] {
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line))
  return rows.map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
}

/** `[file](../file) › title`, several apart by a line break. */
function testsOf(cell: string): { file: string; title: string }[] {
  return cell.split('<br>').map((each) => {
    const { file = 'README.md', title = 'unreadable' } =
      /^\[(?<file>[^\]]+)\]\(\.\.\/\1\) › (?<title>.+)$/.exec(each)?.groups ?? {}
    return { file, title }
  })
}

describe('docs/specification.md', () => {
  const parts = read('docs/specification.md').split('\n## ').slice(1, 3)

  test.each(parts.map((part) => ({ name: part.split('\n')[0], part })))(
    '$name: each section of the list has one row, with code and a test',
    ({ part }) => {
      const listed = /<!-- sections: ([\d. ]+) -->/.exec(part)?.[1]?.split(' ')
      const rows = rowsOf(part)
      expect(rows.map(([section = '']) => section.split(' ')[0])).toEqual(listed)
      const chapters = new Set(listed?.map((section) => section.split('.')[0]))
      expect([...chapters]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
      const isWhole = (row: string[]) => row.length === 4 && /^\[.+\]\(\.\.\/.+\)$/.test(row[2] ?? '')
      expect(rows.filter((row) => !isWhole(row))).toEqual([])
    },
  )
})

test.each(['docs/specification.md', 'docs/threats.md', 'docs/secrets.md'])('%s names tests that are there', (page) => {
  const quoted = (title: string) => ["'", '"', '`'].map((mark) => `${mark}${title}${mark}`)
  const named = rowsOf(read(page)).flatMap((row) => testsOf(row.at(-1) ?? '').map((each) => ({ row: row[0], ...each })))
  expect(named.length).toBeGreaterThan(10)
  const missing = named.filter(({ file, title }) => !quoted(title).some((whole) => read(file).includes(whole)))
  expect(missing).toEqual([])
})

test.each(['README.md', 'README.tr.md'])('%s names every command of an operator', (page) => {
  const ofMakers = ['check', 'test', 'faults', 'cluster', 'bench', 'sbom', 'screenshots']
  const commands = [...read('cli/toptan.ts').matchAll(/^ {2}(\w+): \{/gm)].map(([, command = '']) => command)
  expect(commands).toEqual(expect.arrayContaining(ofMakers))
  const table = read(page)
  const missing = commands.filter(
    (command) => !ofMakers.includes(command) && !new RegExp(`^\\| \`${command}\\b`, 'm').test(table),
  )
  expect(missing).toEqual([])
})

test('docs/entities.md names every table', () => {
  const migrations = readdirSync(join(root, 'db/migrations')).map((file) => read(`db/migrations/${file}`))
  const tables = migrations.flatMap((sql) => [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table = '']) => table))
  const entities = read('docs/entities.md')
  expect(tables.filter((table) => !new RegExp(`\\b${table}\\b`).test(entities))).toEqual([])
})

describe('docs/architecture.md', () => {
  const architecture = read('docs/architecture.md')

  test('lists the server features in the order that the import rules enforce', () => {
    const order = architecture.split('\n').find((line) => line.startsWith('visitor → ')) ?? ''
    const listed = order.replace(' (with import)', '').split(' → ')
    expect(listed).toEqual(serverFeatures.filter((feature) => !feature.startsWith('sandbox-')))
  })

  test('is a map of at most 10 kB', () => {
    expect(Buffer.byteLength(architecture)).toBeLessThanOrEqual(10_000)
  })
})

test('README.md has at most 120 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(120)
})

test.each(['docs/architecture.md', 'STYLE.md', 'CONTRIBUTING.md', ...readmes])('%s names files that exist', (page) => {
  const named = [...read(page).matchAll(/`((?:domain|contract|server|web|db|cli|lint|docs|testing)\/[\w./-]+)`/g)]
  const missing = named.map(([, path = '']) => path).filter((path) => !exists(join(root, path)))
  expect(missing).toEqual([])
})
