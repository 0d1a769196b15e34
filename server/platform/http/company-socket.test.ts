import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { checkCompanyHost, connectToCompany } from './company-socket.ts'
import { ClosedAddress, type Resolve } from './outside-call.ts'

const resolvesTo =
  (...addresses: string[]): Resolve =>
  (_name, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

test.each([
  ['169.254.169.254', []],
  ['fd00:ec2::254', []],
  ['::ffff:169.254.169.254', []],
  ['0.0.0.0', []],
  ['erp.example.com', ['169.254.169.254']],
  ['erp.example.com', ['10.0.0.5', '100.100.100.200']],
])('%s (%j) is not connected to', async (host, addresses) => {
  const socket = connectToCompany(host, 22, resolvesTo(...addresses))
  const [error] = (await once(socket, 'error').catch((thrown: unknown) => [thrown])) as unknown[]
  expect(error).toBeInstanceOf(ClosedAddress)
  await expect(checkCompanyHost(host, resolvesTo(...addresses))).rejects.toBeInstanceOf(ClosedAddress)
})

test('a server in the network of the company is connected to, at the address that was checked', async () => {
  const server = createServer((socket) => void socket.end('hello'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const socket = connectToCompany('erp.example.com', port, resolvesTo('127.0.0.1'))
  expect(String((await once(socket, 'data'))[0])).toBe('hello')
  server.close()
  await checkCompanyHost('erp.example.com', resolvesTo('192.168.1.5'))
})
