// Receives webhooks in a separate process, and reports how many different messages it has received.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const ids = new Set<string>()
const server = createServer((request, response) => {
  ids.add(String(request.headers['webhook-id']))
  request.resume().on('end', () => response.writeHead(204).end())
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

process.on('message', (message) => {
  if (message === 'count') process.send?.({ count: ids.size })
  if (message === 'clear') ids.clear()
  if (message === 'end') process.exit(0)
})
process.send?.({ ready: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, pid: process.pid } })
