import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { startTestS3, type TestS3 } from '#server/platform/files/test-s3.ts'
import { programPath } from '#testing/program.ts'
import { root } from './root.ts'

let s3: TestS3
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  s3 = await startTestS3()
  folder = await temporaryFolder()
})
afterAll(async () => {
  await folder.remove()
  await s3.close()
})

async function storage(data: string, args: readonly string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: join(folder.path, data), ...settings }
  const child = spawn(process.execPath, [programPath('cli/toptan.ts'), 'storage', ...args], { cwd: root, env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, output }
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(join(folder.path, path, '..'), { recursive: true })
  await writeFile(join(folder.path, path), content)
}

test('moves files into a bucket, then what was written since, and back into another folder', async () => {
  await write('a/folder-id', 'the id')
  await write('a/images/x.png', 'picture')
  await write('a/mail/m.eml', 'stays')
  const first = await storage('a', ['move', '--to', s3.url])
  expect(first).toEqual({ code: 0, output: expect.stringContaining('1 copied') })
  expect(first.output).not.toContain('S3RVER')
  await write('a/notes/late', 'note')
  const settings = { STORAGE_URL: s3.url, FORMER_STORAGE_URL: 'folder' }
  expect((await storage('a', [], settings)).output).toContain('What it lacks is read from')
  expect((await storage('a', ['move', '--to', s3.url], settings)).output).toContain('1 copied (0.0 MB), 1 were there')
  expect((await storage('b', ['move', '--to', 'folder'], { STORAGE_URL: s3.url })).code).toBe(0)
  const moved = await Promise.all(
    ['folder-id', 'images/x.png', 'notes/late'].map((name) => readFile(join(folder.path, 'b', name), 'utf8')),
  )
  expect(moved).toEqual(['the id', 'picture', 'note'])
})

test('refuses the bucket of another shop, the place in use, and words that are no place', async () => {
  await write('c/folder-id', 'another id')
  expect(await storage('c', ['move', '--to', s3.url])).toMatchObject({
    code: 1,
    output: expect.stringContaining('another shop'),
  })
  expect((await storage('c', ['move', '--to', 'folder', '--from', 'folder'])).code).toBe(1)
  const refusals: [string[], string][] = [
    [['move'], 'Give the new place of the files: --to <place>.'],
    [['move', '--to', 'folder'], 'The files are there already. Give the place of others: --from <place>.'],
    [['move', '--to', 'xyz'], '"xyz" is neither "folder" nor an s3:// address.'],
    [['move', '--to', 's3://'], 'The address has no bucket.'],
    [['--to', 'folder'], '--to belongs to "toptan storage move".'],
    [['mvoe', '--to', s3.url], 'There is no command "storage mvoe".'],
  ]
  for (const [args, sentence] of refusals) {
    const { code, output } = await storage('c', args)
    expect([args, code, output.split('\n')[0]]).toEqual([args, 2, sentence])
  }
})

test('says in one line that the keys are missing', async () => {
  await write('d/images/x.png', 'picture')
  const address = new URL(s3.url)
  address.username = address.password = ''
  // Neither keys of this machine nor those of its role.
  const none = {
    AWS_ACCESS_KEY_ID: '',
    AWS_SECRET_ACCESS_KEY: '',
    AWS_EC2_METADATA_DISABLED: 'true',
    HOME: folder.path,
  }
  expect(await storage('d', ['move', '--to', address.href], none)).toEqual({
    code: 1,
    output: expect.stringMatching(/^toptan: s3:\/\/.*: No keys: set AWS_ACCESS_KEY_ID and .*\n$/),
  })
})
