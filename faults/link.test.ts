import { createServer, type AddressInfo, type Server, connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Link, openLink } from './link.ts'

let server: Server
let link: Link
beforeAll(async () => {
  // Answers each message with the same bytes.
  server = createServer((socket) => void socket.on('error', () => {}).pipe(socket))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  link = await openLink((server.address() as AddressInfo).port)
})
afterEach(() => link.set({ kind: 'open' }))
afterAll(async () => {
  await link.close()
  server.close()
})

const open = () => {
  const socket = connect(link.port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('error', () => {}).on('data', (chunk: Buffer) => received.push(chunk))
  return { socket, text: () => Buffer.concat(received).toString() }
}

test('passes data in both directions, and slowly in their order', async () => {
  const { socket, text } = open()
  socket.write('one ')
  await expect.poll(text).toBe('one ')
  link.set({ kind: 'slow', delay: 30 })
  const begun = performance.now()
  socket.write('two ')
  await expect.poll(text).toBe('one two ')
  // Once in each direction.
  expect(performance.now() - begun).toBeGreaterThan(58)
  link.set({ kind: 'slow', bytesPerSecond: 64_000 })
  socket.write('x'.repeat(6_400))
  await expect.poll(() => text().length).toBe(6_408)
  expect(performance.now() - begun).toBeGreaterThan(250)
  socket.destroy()
})

test('a cut ends what is open and refuses what is new, until it is open again', async () => {
  const { socket } = open()
  await expect.poll(() => link.connections()).toBe(1)
  link.set({ kind: 'cut' })
  await expect.poll(() => socket.closed).toBe(true)
  const refused = open().socket
  await expect.poll(() => refused.closed).toBe(true)
  link.set({ kind: 'open' })
  const again = open()
  again.socket.write('one')
  await expect.poll(again.text).toBe('one')
  again.socket.destroy()
})

test('a silent link keeps its connections open and passes nothing, also what is sent later on them', async () => {
  const { socket, text } = open()
  socket.write('one')
  await expect.poll(text).toBe('one')
  link.set({ kind: 'silent' })
  socket.write('lost')
  await expect.poll(() => socket.bytesWritten).toBe(7)
  const witness = open()
  await expect.poll(() => link.connections()).toBe(2)
  link.set({ kind: 'open' })
  const after = open()
  after.socket.write('three')
  await expect.poll(after.text).toBe('three')
  expect([text(), socket.closed]).toEqual(['one', false])
  for (const { socket: each } of [{ socket }, witness, after]) each.destroy()
})
