import { once } from 'node:events'
import { Redis } from 'ioredis'
import { type AddressInfo, createServer, type Socket } from 'node:net'

type TestRedis = { url: string; stop(): Promise<void> }

/** An empty Redis for tests: the database of a real server in TEST_REDIS_URL, or a server that knows the commands of `redisStore`. */
export async function openTestRedis(): Promise<TestRedis> {
  const { TEST_REDIS_URL: url } = process.env
  if (url === undefined) return startTestRedis()
  const redis = new Redis(url)
  await redis.flushdb()
  await redis.quit()
  return { url, stop: async () => {} }
}

/** `stop` closes its connections, too. */
async function startTestRedis(): Promise<TestRedis> {
  const counts = new Map<string, { count: number; endsAt: number }>()
  const sockets = new Set<Socket>()
  const found = (key: string) => {
    const entry = counts.get(key)
    return entry !== undefined && entry.endsAt > performance.now() ? entry : { count: 0, endsAt: Infinity }
  }
  const answer = ([name = '', key = '', value = '', flag = '']: string[]): string => {
    const entry = found(key)
    switch (name.toUpperCase()) {
      case 'INCRBY':
        counts.set(key, { ...entry, count: entry.count + Number(value) })
        return `:${entry.count + Number(value)}\r\n`
      case 'PEXPIRE':
        if (flag.toUpperCase() !== 'NX') return '-ERR the test knows NX only\r\n'
        if (entry.endsAt === Infinity) counts.set(key, { ...entry, endsAt: performance.now() + Number(value) })
        return ':1\r\n'
      case 'PTTL':
        return `:${Math.round(entry.endsAt - performance.now())}\r\n`
      case 'INFO':
        return '$15\r\nredis_version:7\r\n'
      default:
        return name.toUpperCase() === 'PING' ? '+PONG\r\n' : '+OK\r\n'
    }
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    let text = ''
    socket.setEncoding('utf8').on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (part: string) => {
      text += part
      for (let read = readCommand(text); read !== null; read = readCommand(text)) {
        text = text.slice(read.length)
        socket.write(answer(read.words))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** The first command of a text in the protocol of Redis, an array of bulk strings (of ASCII); null if it is not complete. */
function readCommand(text: string): { words: string[]; length: number } | null {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (head === null) return null
  let at = head[0].length
  const words: string[] = []
  for (let left = Number(head[1]); left > 0; left -= 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at))
    if (size === null) return null
    const from = at + size[0].length
    at = from + Number(size[1]) + 2
    if (text.length < at) return null
    words.push(text.slice(from, at - 2))
  }
  return { words, length: at }
}
