import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive } from './live-client.ts'

class FakeSocket {
  sent: string[] = []
  isClosed = false
  heard = new Map<string, (event: object) => void>()
  addEventListener(event: string, hear: (event: object) => void): void {
    this.heard.set(event, hear)
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.isClosed = true
  }
  open(): void {
    this.heard.get('open')?.({})
  }
  say(message: object): void {
    this.heard.get('message')?.({ data: JSON.stringify(message) })
  }
  lose(code = 1006): void {
    this.heard.get('close')?.({ code })
  }
}

let sockets: FakeSocket[]
let page: { online: boolean; visible: boolean; heard: Map<string, () => void> }
const newest = () => sockets.at(-1) ?? new FakeSocket()
const happen = (event: string) => page.heard.get(event)?.()

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  page = { online: true, visible: true, heard: new Map() }
  const addEventListener = (event: string, hear: () => void) => void page.heard.set(event, hear)
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

const question = '{"type":"checkOnlineUsers","domain":"shop.example.com"}'

test('requests the list of users on connect and every ten seconds, and passes on each list', () => {
  const live = started()
  const lists: unknown[] = []
  const leave = live.onUsers((users) => lists.push(users))
  expect(sockets).toHaveLength(1)
  newest().open()
  expect(newest().sent).toEqual([question])
  vi.advanceTimersByTime(30_000)
  expect(newest().sent).toHaveLength(4)
  newest().say({ type: 'updateOnlineUsers', onlineUsers: [] })
  newest().say({ type: 'somethingElse' })
  leave()
  newest().say({ type: 'updateOnlineUsers', onlineUsers: [] })
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
  happen('offline')
  expect(newest().isClosed).toBe(true)
  vi.advanceTimersByTime(600_000)
  expect(sockets).toHaveLength(1)
  page.online = true
  happen('online')
  expect(sockets).toHaveLength(2)
})

test('closes after the page was hidden for five minutes, and reconnects when it becomes visible', () => {
  started()
  newest().open()
  page.visible = false
  happen('visibilitychange')
  vi.advanceTimersByTime(299_000)
  expect(newest().isClosed).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(newest().isClosed).toBe(true)
  newest().lose()
  vi.advanceTimersByTime(600_000)
  expect(sockets).toHaveLength(1)
  page.visible = true
  happen('visibilitychange')
  expect(sockets).toHaveLength(2)
})

test('does not reconnect after the session has ended', () => {
  started()
  newest().open()
  newest().lose(4401)
  vi.advanceTimersByTime(600_000)
  happen('online')
  expect(sockets).toHaveLength(1)
})
