import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { shortestCode } from './inline-script.ts'

test('a function becomes an expression without types, comments and long names', async () => {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'add.ts')
  await writeFile(
    file,
    '/** Adds. */\nexport default function add(amount: number): number {\n  return amount + 1 // one\n}\n',
  )
  const code = await shortestCode(file)
  expect(code).toMatch(/^function \w*\(\w\)\{return \w\+1\}$/)
  await folder.remove()
})
