import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive } from './live-client.ts'

class FakeSocket {
  sent: string[] = []
  isClosed = false
  listeners = new Map<string, (event: object) => void>()
  addEventListener(event: string, listener: (event: object) => void): void {
    this.listeners.set(event, listener)
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.isClosed = true
  }
  open(): void {
    this.listeners.get('open')?.({})
  }
  receive(message: object): void {
    this.listeners.get('message')?.({ data: JSON.stringify(message) })
  }
  lose(code = 1006): void {
    this.listeners.get('close')?.({ code })
  }
}

let sockets: FakeSocket[]
let page: { online: boolean; visible: boolean; listeners: Map<string, () => void> }
const newest = () => sockets.at(-1) ?? new FakeSocket()
const dispatch = (event: string) => page.listeners.get(event)?.()

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  page = { online: true, visible: true, listeners: new Map() }
  const addEventListener = (event: string, listener: () => void) => void page.listeners.set(event, listener)
  vi.stubGlobal('window', { addEventListener })
  vi.stubGlobal('document', {
    addEventListener,
    get visibilityState() {
      return page.visible ? 'visible' : 'hidden'
    },
  })
  vi.stubGlobal('location', { host: 'shop.example.com' })
  vi.stubGlobal('navigator', {
    get onLine() {
      return page.online
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function started() {
  const live = createLive(
    () => {
      sockets.push(new FakeSocket())
      return newest()
    },
    () => 0.5,
  )
  live.start()
  live.start()
  return live
}

const usersRequest = '{"type":"checkOnlineUsers","domain":"shop.example.com"}'

test('requests the list of users on connect and every ten seconds, and passes on each list', () => {
  const live = started()
  const lists: unknown[] = []
  const unsubscribe = live.onUsers((users) => lists.push(users))
  expect(sockets).toHaveLength(1)
  newest().open()
  expect(newest().sent).toEqual([usersRequest])
  vi.advanceTimersByTime(30_000)
  expect(newest().sent).toHaveLength(4)
  newest().receive({ type: 'updateOnlineUsers', onlineUsers: [] })
  newest().receive({ type: 'somethingElse' })
  unsubscribe()
  newest().receive({ type: 'updateOnlineUsers', onlineUsers: [] })
  expect(lists).toEqual([[]])
})

test('reconnects after pauses that double up to a minute, and after one second once it was open', () => {
  const live = started()
  const pauses: number[] = []
  for (let i = 0; i < 8; i++) {
    const count = sockets.length
    newest().lose()
    expect(live.state()).toBe('lost')
    let pause = 0
    while (sockets.length === count) {
      vi.advanceTimersByTime(500)
      pause += 500
    }
    pauses.push(pause)
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  newest().open()
  expect(live.state()).toBe('open')
  newest().lose()
  vi.advanceTimersByTime(1_000)
  expect(sockets).toHaveLength(10)
})

test('does not reconnect while the network is down, and reconnects when it returns', () => {
  started()
  newest().open()
  page.online = false
  dispatch('offline')
  expect(newest().isClosed).toBe(true)
  vi.advanceTimersByTime(600_000)
  expect(sockets).toHaveLength(1)
  page.online = true
  dispatch('online')
  expect(sockets).toHaveLength(2)
})

test('closes after the page was hidden for five minutes, and reconnects when it becomes visible', () => {
  started()
  newest().open()
  page.visible = false
  dispatch('visibilitychange')
  vi.advanceTimersByTime(299_000)
  expect(newest().isClosed).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(newest().isClosed).toBe(true)
  newest().lose()
  vi.advanceTimersByTime(600_000)
  expect(sockets).toHaveLength(1)
  page.visible = true
  dispatch('visibilitychange')
  expect(sockets).toHaveLength(2)
})

test('does not reconnect after the session has ended', () => {
  started()
  newest().open()
  newest().lose(4401)
  vi.advanceTimersByTime(600_000)
  dispatch('online')
  expect(sockets).toHaveLength(1)
})

test('a new session connects anew: the connection of the former one is closed first, not lost', async () => {
  const live = started()
  newest().open()
  const saved = await live.replaceSession(async () => {
    expect(newest().isClosed).toBe(true)
    dispatch('online')
    return 'saved'
  })
  expect(saved).toBe('saved')
  // The server's close of the former session comes late and ends nothing.
  sockets[0]?.lose(4401)
  expect(sockets).toHaveLength(2)
  newest().open()
  expect(live.state()).toBe('open')
})

test('a new session waits for a handshake that is under way, at most two seconds', async () => {
  const live = started()
  const work = vi.fn(async () => {})
  const first = live.replaceSession(work)
  await vi.advanceTimersByTimeAsync(1_900)
  expect(work).not.toHaveBeenCalled()
  newest().open()
  await first
  expect(sockets[0]?.isClosed).toBe(true)
  expect(sockets).toHaveLength(2)

  const second = live.replaceSession(work)
  await vi.advanceTimersByTimeAsync(2_000)
  await second
  expect(work).toHaveBeenCalledTimes(2)
})

test('a session that could not be replaced keeps its connection', async () => {
  const live = started()
  newest().open()
  await expect(live.replaceSession(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(sockets).toHaveLength(2)
})
