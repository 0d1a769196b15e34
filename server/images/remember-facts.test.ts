import { expect, test } from 'vitest'
import { type FileFacts, type FileStore, StorageError } from '#server/platform/files/file-store.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'
import { rememberFacts } from './remember-facts.ts'

test('facts of a picture are asked for once a minute, those of a missing one each time, and serve while the storage is lost', async () => {
  let clock = 0
  let answer: FileFacts | null | Error = null
  let requests = 0
  const store: FileStore = {
    ...folderStore('/nowhere', '/nowhere'),
    async head() {
      requests += 1
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  const remembered = rememberFacts(store, () => clock)
  expect([await remembered.head('a'), await remembered.head('a'), requests]).toEqual([null, null, 2])
  const first = { bytes: 1, changedAt: 1 }
  answer = first
  expect([await remembered.head('a'), await remembered.head('a'), requests]).toEqual([first, first, 3])
  answer = { bytes: 2, changedAt: 2 }
  clock = 59_999
  expect(await remembered.head('a')).toEqual(first)
  clock = 60_000
  expect(await remembered.head('a')).toEqual(answer)
  const known = answer
  clock = 500_000
  answer = new StorageError('lost')
  expect(await remembered.head('a')).toEqual(known)
  await expect(remembered.head('b')).rejects.toThrow('lost')
  answer = new Error('a bug')
  await expect(remembered.head('a')).rejects.toThrow('a bug')
})
