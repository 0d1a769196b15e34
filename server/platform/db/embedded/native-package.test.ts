import { cpSync, lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runAs } from './child.ts'
import { copyPackage, findNativePackage, programsOf, replayLinks } from './native-package.ts'

const folder = mkdtempSync(join(tmpdir(), 'toptan-native-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('creates the links that a blocked install script left out, even when run twice at once and again', async () => {
  const native = await findNativePackage()
  const root = join(folder, 'package')
  cpSync(native.root, root, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) rmSync(join(root, target), { force: true })
  expect((await runAs(undefined, programsOf(root).postgres, ['--version'])).code).not.toBe(0)
  await Promise.all([replayLinks({ ...native, root }), replayLinks({ ...native, root })])
  await replayLinks({ ...native, root })
  expect(links.length).toBeGreaterThan(0)
  for (const { target } of links) expect(lstatSync(join(root, target)).isSymbolicLink()).toBe(true)
  expect(readlinkSync(join(root, 'native/lib/libpq.so.5'))).toMatch(/^libpq\.so\.5\./)
  expect((await runAs(undefined, programsOf(root).postgres, ['--version'])).output).toMatch(
    /^postgres \(PostgreSQL\) 18/,
  )
})

test('copies the package completely, even when two processes do it at once', async () => {
  const native = await findNativePackage()
  const copies = await Promise.all([copyPackage(native, folder), copyPackage(native, folder)])
  expect(copies[0]).toEqual(copies[1])
  expect((await runAs(undefined, programsOf(copies[0].root).postgres, ['--version'])).code).toBe(0)
  expect(lstatSync(programsOf(copies[0].root).initdb).mode & 0o777).toBe(0o755)
})
