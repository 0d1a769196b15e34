import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const answers: (Response | Error)[] = []
const asked: string[] = []
let modules: typeof import('./shop-trouble.ts') & typeof import('./watch-trouble.ts')

beforeEach(async () => {
  vi.useFakeTimers()
  // A pause of 5 seconds.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.resetModules()
  answers.length = 0
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('No answer is prepared.')
    return answer
  })
  modules = { ...(await import('./shop-trouble.ts')), ...(await import('./watch-trouble.ts')) }
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const ready = (body: object, status = 200) => Response.json(body, { status })
const away = () => ready({ ok: false, reason: 'database' }, 503)
const well = () => ready({ ok: true })
const pass = () => vi.advanceTimersByTimeAsync(5_000)
/** The state after a call was answered with 503 and the shop gave this answer. */
async function after(answer: Response | Error): Promise<boolean> {
  answers.push(answer)
  modules.reportUnavailable()
  await vi.advanceTimersByTimeAsync(0)
  return modules.isShopInTrouble()
}

test.each([
  ['the database is away', away(), true],
  ['the disk is full', ready({ ok: true, changes: false }), true],
  ['no process is ready, says a proxy', new Response('<html>', { status: 503 }), true],
  ['one call was refused only', well(), false],
  ['a process stops', ready({ ok: false, reason: 'stopping' }, 503), false],
  ['a process reads the catalog', ready({ ok: false, reason: 'index' }, 503), false],
  ['the connection is lost', new TypeError('Failed to fetch'), false],
])('%s', async (_, answer, isInTrouble) => {
  expect(await after(answer)).toBe(isInTrouble)
  expect(asked).toEqual(['/readyz'])
})

test('the trouble lasts until the shop is well, over lost connections, and is asked about once at a time', async () => {
  expect(await after(away())).toBe(true)
  modules.reportUnavailable()
  modules.reportUnavailable()
  expect(asked).toHaveLength(1)
  answers.push(new TypeError('Failed to fetch'))
  await pass()
  expect([asked.length, modules.isShopInTrouble()]).toEqual([2, true])
  answers.push(ready({ ok: true, changes: false }))
  await pass()
  expect([asked.length, modules.isShopInTrouble()]).toEqual([3, true])
  answers.push(well())
  await pass()
  expect([asked.length, modules.isShopInTrouble()]).toEqual([4, false])
  await pass()
  expect(asked).toHaveLength(4)
  expect(await after(away())).toBe(true)
})
