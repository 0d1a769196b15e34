import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FolderError, makeFolder } from './make-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'toptan-folders-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('makes a folder with those above it, once', () => {
  const path = join(folder, 'a/b/c')
  makeFolder(path, 0o700)
  makeFolder(path, 0o700)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

test('says why a folder cannot be made', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeFolder(join(folder, 'file'))).toThrow(
    new FolderError(`The folder ${join(folder, 'file')} cannot be made: there is a file with this name.`),
  )
  expect(() => makeFolder(join(folder, 'file/x'))).toThrow(
    new FolderError(`The folder ${join(folder, 'file/x')} cannot be made: a part of its path is a file.`),
  )
})

test.runIf(process.platform === 'linux').each(['/proc/nope', '/proc/nope/backups'])(
  'gives up at once where the system makes no folders: %s',
  (path) =>
    expect(() => makeFolder(path)).toThrow('The folder /proc/nope cannot be made: no folder can be made there.'),
)
