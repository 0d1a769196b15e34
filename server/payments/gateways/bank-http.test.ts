import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Resolve } from '#server/platform/http/outside-call.ts'
import { bankHttp, decodeAnswer } from './bank-http.ts'
import { card, turkishBytes } from './test-bank.ts'
import { readXml, writeXml } from './xml-message.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener, timeout = 5000) {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return bankHttp({ timeout, ownAddress: () => `http://127.0.0.1:${port}` })
}

const post = { method: 'POST', url: '/api', body: `pan=${card.number}&cv2=${card.cvc}` } as const

describe('requests to a bank', () => {
  it('return status, text and type', async () => {
    const http = await serve((request, response) => {
      request.pipe(response.writeHead(402, { 'content-type': 'text/plain; charset=utf-8' }))
    })
    expect(await http({ ...post, headers: { 'content-type': 'text/plain' } })).toEqual({
      ok: true,
      status: 402,
      text: post.body,
      contentType: 'text/plain; charset=utf-8',
    })
  })

  it('decode ISO-8859-9 if the header or the XML declares it', async () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-9"?><a>ĞÜŞİÖÇ ğüşıöç</a>'
    const http = await serve((_, response) => response.end(turkishBytes(text)))
    expect(await http(post)).toMatchObject({ ok: true, text })
    const plain = 'Kartın limiti yetersiz: ĞŞİ'
    expect(decodeAnswer(turkishBytes(plain), 'text/html; charset=ISO-8859-9')).toBe(plain)
    expect(decodeAnswer(Buffer.from(plain), 'text/html; charset=UTF-8')).toBe(plain)
    expect(decodeAnswer(turkishBytes(plain), '')).toBe(plain)
    expect(decodeAnswer(Buffer.from(`\uFEFF${plain}`), '')).toBe(plain)
  })

  it('follow no redirect', async () => {
    const asked: string[] = []
    const http = await serve((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await http(post)).toEqual({ ok: false, reason: 'redirect' })
    expect(asked).toEqual(['/api'])
  })

  it('fail if the answer is too long', async () => {
    const http = await serve((_, response) => response.end('x'.repeat(4_000_001)))
    expect(await http(post)).toEqual({ ok: false, reason: 'too_large' })
  })

  it('fail if the answer is missing or incomplete', async () => {
    const silent = await serve(() => {}, 50)
    expect(await silent(post)).toEqual({ ok: false, reason: 'timeout' })
    const slow = await serve((_, response) => {
      response.write('<CC5Response>')
    }, 50)
    expect(await slow(post)).toEqual({ ok: false, reason: 'timeout' })
  })

  it('report a cut connection without address or body', async () => {
    const http = await serve((request) => {
      request.socket.destroy()
    })
    expect(await http(post)).toEqual({ ok: false, reason: 'connection' })
  })

  it('use https only', async () => {
    const http = bankHttp({ timeout: 50 })
    for (const url of ['http://127.0.0.1/', '/api', 'file:///etc/passwd', 'ftp://bank.example', '']) {
      expect(await http({ ...post, url })).toEqual({ ok: false, reason: 'address' })
    }
  })
})

describe('a bank whose host name resolves to', () => {
  /** A client for which bank.example resolves to these addresses, and whether this machine was connected to. */
  async function named(addresses: readonly string[], allowsPrivate: boolean) {
    const heard = { names: [] as string[], connections: 0 }
    const server = createServer()
    servers.push(server)
    server.on('connection', (socket) => {
      heard.connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const resolve: Resolve = (name, _options, answer) => {
      heard.names.push(name)
      answer(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      )
    }
    const http = bankHttp({ timeout: 2000, allowsPrivate, resolve })
    const { port } = server.address() as AddressInfo
    return { heard, answer: await http({ ...post, url: `https://bank.example:${port}/api` }) }
  }

  it.each([
    ['this machine', ['127.0.0.1']],
    ['this machine, by IPv6', ['::1']],
    ['the private network', ['10.1.2.3']],
    ['the cloud’s metadata address', ['169.254.169.254']],
    ['a private address beside a public one', ['8.8.8.8', '192.168.1.1']],
    ['an IPv4-mapped IPv6 address', ['::ffff:127.0.0.1']],
  ])('%s is not connected to', async (_, addresses) => {
    const { heard, answer } = await named(addresses, false)
    expect({ heard, answer }).toEqual({
      heard: { names: ['bank.example'], connections: 0 },
      answer: { ok: false, reason: 'address' },
    })
  })

  it('this machine is connected to outside of production, after a single lookup of its name', async () => {
    const { heard, answer } = await named(['127.0.0.1'], true)
    expect({ heard, answer }).toEqual({
      heard: { names: ['bank.example'], connections: 1 },
      answer: { ok: false, reason: 'connection' },
    })
  })

  it('a private address is refused without a lookup', async () => {
    const http = bankHttp({ timeout: 2000 })
    for (const host of ['127.0.0.1', '10.0.0.1', '[::1]', '2130706433']) {
      expect(await http({ ...post, url: `https://${host}/api` })).toEqual({ ok: false, reason: 'address' })
    }
  })
})

describe('XML messages', () => {
  it('are ASCII, and values cannot end their element', () => {
    const xml = writeXml('R', { A: '</A><B>x & "y"', C: { D: 'ğ€' } })
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><R><A>&lt;/A&gt;&lt;B&gt;x &amp; "y"</A><C><D>&#287;&#8364;</D></C></R>',
    )
    const read = readXml(xml, 'R')
    expect([read?.text('A'), read?.text('C', 'D'), read?.text('no')]).toEqual(['</A><B>x & "y"', 'ğ€', ''])
  })

  it('are null for another root, a DOCTYPE, or a truncated document', () => {
    expect(readXml('<S/>', 'R')).toBeNull()
    expect(readXml('<!DOCTYPE R [<!ENTITY a "b">]><R>&a;</R>', 'R')).toBeNull()
    expect(readXml('<R><A>1</A>', 'R')).toBeNull()
    expect(readXml('<R>&unknown;&#99999999;</R>', 'R')?.text()).toBe('&unknown;&#99999999;')
  })
})
