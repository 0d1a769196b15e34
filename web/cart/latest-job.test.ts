import { expect, test } from 'vitest'
import { allJobsDone, isOutdated, runLatest } from './latest-job.ts'

test('runs only the first and the latest of queued jobs, one after another', async () => {
  const ran: number[] = []
  const outdated: boolean[] = []
  for (const n of [1, 2, 3, 4]) {
    runLatest('line 1', async () => {
      ran.push(n)
      await Promise.resolve()
      outdated.push(isOutdated('line 1'))
    })
  }
  await allJobsDone()
  expect(ran).toEqual([1, 4])
  expect(outdated).toEqual([true, false])
})

test('runs jobs of different keys in parallel', async () => {
  const ran: string[] = []
  let release = () => {}
  const cached = new Promise<void>((resolve) => {
    release = resolve
  })
  runLatest('a', async () => {
    await cached
    ran.push('a')
  })
  runLatest('b', async () => {
    ran.push('b')
    release()
  })
  await allJobsDone()
  expect(ran).toEqual(['b', 'a'])
})
