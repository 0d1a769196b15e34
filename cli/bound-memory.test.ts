import { expect, test, vi } from 'vitest'
import { boundMemory, memoryBounds } from './bound-memory.ts'

function startsAgain(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): unknown[] | undefined {
  const execve = vi.fn<NonNullable<NodeJS.Process['execve']>>()
  const argv = ['/usr/bin/node', 'cli/toptan.ts', 'start']
  boundMemory({ platform, env, execPath: '/usr/bin/node', execArgv: ['--flag=1'], argv, execve })
  return execve.mock.calls[0]
}

test('on Linux the process starts again once, with its memory bounded and all it was given', () => {
  const again = startsAgain('linux', { PORT: '3000' })
  const env = {
    PORT: '3000',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '1048576',
    MALLOC_TRIM_THRESHOLD_: '8388608',
  }
  expect(again).toEqual(['/usr/bin/node', ['/usr/bin/node', '--flag=1', 'cli/toptan.ts', 'start'], env])
  expect(startsAgain('linux', env)).toBeUndefined()
})

test('values in the environment stay, and other systems than Linux get none', () => {
  expect(startsAgain('linux', { MALLOC_ARENA_MAX: '8' })?.[2]).toEqual({ ...memoryBounds, MALLOC_ARENA_MAX: '8' })
  expect(startsAgain('win32', {})).toBeUndefined()
})
