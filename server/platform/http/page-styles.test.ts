import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { findWordFiles, noStyles, readStyles } from './page-styles.ts'

test('reads each style file of the built pages once, and none in development', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder.path, 'assets'))
  await writeFile(join(folder.path, 'assets/root.css'), 'a{}')
  await writeFile(join(folder.path, 'assets/cart.css'), 'b{}')
  const routes = {
    root: { css: ['/assets/root.css'] },
    list: {},
    cart: { css: ['/assets/root.css', '/assets/cart.css'] },
  }
  const build = { assets: { routes } } as unknown as ServerBuild
  expect(await readStyles(build, folder.path)).toEqual({
    files: ['/assets/root.css', '/assets/cart.css'],
    text: 'a{}\nb{}',
  })
  expect(await readStyles(build, null)).toEqual(noStyles)
  await folder.remove()
})

test('finds the texts of every page by language, and none in development', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder.path, 'assets'))
  for (const name of ['words-tr-1a2b3c4.js', 'words-tr-1a2b3c4.js.br', 'words-en-5d6e7f8.js', 'tr-9a0b1c2.js'])
    await writeFile(join(folder.path, 'assets', name), '')
  expect(await findWordFiles(folder.path)).toEqual({
    tr: '/assets/words-tr-1a2b3c4.js',
    en: '/assets/words-en-5d6e7f8.js',
  })
  expect(await findWordFiles(null)).toEqual({})
  await folder.remove()
})
