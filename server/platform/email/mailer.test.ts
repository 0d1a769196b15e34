import { readdir, readFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import type { Mail } from './mail.ts'
import { createMailer, MailError } from './mailer.ts'

const terminators: (() => Promise<void>)[] = []
afterEach(async () => {
  // Mailers first: a server waits for their connections.
  for (const end of terminators.splice(0).reverse()) await end()
})

const email: Mail = {
  to: 'bayi@example.com',
  from: { name: 'Öz Çağdaş Ticaret', address: 'satis@example.com' },
  subject: 'Siparişiniz alındı: S2026000001',
  text: 'Tutar ₺1.234,56 — ğüşıöç İ',
  html: '<p>Tutar <b>₺1.234,56</b></p>',
  key: '0199-key-of-the-job',
}

type Received = { message: string; to: string[] }

/** Starts a real SMTP server on its own port. */
async function startServer(
  options: SMTPServerOptions = {},
): Promise<{ url: string; received: Received[]; server: SMTPServer }> {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ message: Buffer.concat(parts).toString(), to })
        done()
      })
    },
    ...options,
  })
  // Clients that disconnect are part of these tests.
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  terminators.push(() => new Promise((resolve) => server.close(() => resolve())))
  return { url: urlOf(server.server.address()), received, server }
}

function urlOf(address: AddressInfo | string | null): string {
  return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

function mailerTo(smtpUrl: string | undefined, folder = '/nowhere', patience = 5000) {
  const mailer = createMailer({ smtpUrl, folder, host: 'bayi.example.com', timeout: patience })
  terminators.push(async () => mailer.close())
  return mailer
}

describe('sending by SMTP', () => {
  test('delivers all parts of an email, with the same Message-ID when it is sent again', async () => {
    const { url, received } = await startServer()
    const mailer = mailerTo(url)
    await mailer.send({
      ...email,
      attachments: [{ filename: 'teklif.pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' }],
    })
    await mailer.send(email)
    expect(received.map(({ to }) => to)).toEqual([['bayi@example.com'], ['bayi@example.com']])
    for (const { message } of received) expect(message).toContain('Message-ID: <0199-key-of-the-job@bayi.example.com>')
    const [first] = received
    expect(first?.message).toContain('filename=teklif.pdf')
    expect(first?.message).toMatch(/^From: =\?UTF-8\?.+ <satis@example\.com>/m)
    expect(first?.message).toContain('text/html')
  })

  test('sends from the host of the shop if the store has no address, and reports it once', async () => {
    const { url, received } = await startServer()
    const warnings: Error[] = []
    const mailer = createMailer({
      smtpUrl: url,
      folder: '/nowhere',
      host: 'bayi.example.com',
      warn: (error) => warnings.push(error),
    })
    terminators.push(async () => mailer.close())
    for (const key of ['one', 'two']) await mailer.send({ ...email, key, from: { name: 'Toptan', address: '' } })
    expect(received[0]?.message).toMatch(/^From: Toptan <noreply@bayi\.example\.com>/m)
    expect(warnings.map(({ message }) => message)).toEqual([
      'Emails leave as noreply@bayi.example.com: the setting storeEmail is empty.',
    ])
  })

  test('refuses a sender that is no address instead of replacing it', async () => {
    const { url, received } = await startServer()
    const from = { name: 'Toptan', address: 'satis@example' }
    await expect(mailerTo(url).send({ ...email, from })).rejects.toThrow(MailError)
    expect(received).toEqual([])
  })

  test('sends many emails over few connections, at most four at a time to one domain', async () => {
    const connections = new Set<string>()
    let atOnce = 0
    let maxAtOnce = 0
    let isOtherThere = false
    const waiting: (() => void)[] = []
    const { url, received } = await startServer({
      onConnect(session, done) {
        connections.add(session.id)
        done()
      },
      onRcptTo({ address }, _session, done) {
        // The server delays one domain until an email to another one arrives.
        if (address.endsWith('@other.example')) {
          isOtherThere = true
          for (const answer of waiting.splice(0)) answer()
          return done()
        }
        atOnce += 1
        maxAtOnce = Math.max(maxAtOnce, atOnce)
        waiting.push(() => {
          atOnce -= 1
          done()
        })
        for (const answer of isOtherThere ? waiting.splice(0) : []) answer()
      },
    })
    const mailer = mailerTo(url, '/nowhere', 60_000)
    const recipients = [...Array.from({ length: 30 }, (_, i) => `bayi${i}@slow.example`), 'bayi@other.example']
    await Promise.all(recipients.map((to, i) => mailer.send({ ...email, to, key: `job-${i}` })))
    expect(received.flatMap(({ to }) => to).toSorted()).toEqual(recipients.toSorted())
    expect(connections.size).toBeLessThanOrEqual(5)
    expect(maxAtOnce).toBe(4)
  })

  test.each([
    [451, 'for now'],
    [550, 'for good'],
  ])('throws if the server answers %i (%s), and delivers at the next attempt', async (responseCode) => {
    let tries = 0
    const { url, received } = await startServer({
      onRcptTo(_address, _session, done) {
        tries += 1
        done(tries === 1 ? Object.assign(new Error('not now'), { responseCode }) : null)
      },
    })
    const mailer = mailerTo(url)
    await expect(mailer.send(email)).rejects.toMatchObject({ responseCode })
    await mailer.send(email)
    expect(received).toHaveLength(1)
  })

  test('throws if the server receives the email and closes the connection before it confirms', async () => {
    const sockets = new Set<Socket>()
    const { url, server } = await startServer({
      onData(stream) {
        stream.resume()
        stream.on('end', () => sockets.forEach((socket) => socket.destroy()))
      },
    })
    server.server.on('connection', (socket: Socket) => sockets.add(socket))
    await expect(mailerTo(url).send(email)).rejects.toThrow(/closed|ECONNRESET/)
  })

  test('throws if the server does not answer within the timeout', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve))
    terminators.push(() => new Promise((resolve) => silent.close(() => resolve())))
    await expect(mailerTo(urlOf(silent.address()), '/nowhere', 200).send(email)).rejects.toThrow(/greeting|timeout/i)
  })

  test('throws if the server cannot be reached', async () => {
    await expect(mailerTo('smtp://127.0.0.1:1').send(email)).rejects.toThrow('ECONNREFUSED')
  })
})

describe('without an SMTP server', () => {
  test('writes each email to a file that only its owner can read, and the same email to the same file', async () => {
    const folder = await temporaryFolder()
    terminators.push(() => folder.remove())
    const mails = join(folder.path, 'mail')
    const mailer = mailerTo(undefined, mails)
    await mailer.send(email)
    await mailer.send(email)
    await mailer.send({ ...email, key: 'another' })
    const files = (await readdir(mails)).toSorted()
    expect(files).toHaveLength(2)
    for (const file of files) {
      expect(file).toMatch(/^Siparisiniz-alindi-S2026000001-bayi@example\.com-[0-9a-f]{8}\.eml$/)
      expect((await stat(join(mails, file))).mode & 0o777).toBe(0o600)
      expect(await readFile(join(mails, file), 'utf8')).toContain('To: bayi@example.com')
    }
  })
})

describe('email addresses and headers', () => {
  test.each([
    'bayi@example.com\r\nBcc: all@example.com',
    'bayi@example.com, all@example.com',
    'Bayi <bayi@example.com>',
    'bayi@localhost',
    'bayi@@example.com',
    '@example.com',
    'bayi@example..com',
    '',
    `${'a'.repeat(250)}@example.com`,
  ])('rejects %j as an address', async (to) => {
    expect(isMailAddress(to)).toBe(false)
    const { url, received } = await startServer()
    await expect(mailerTo(url).send({ ...email, to })).rejects.toThrow(MailError)
    expect(received).toEqual([])
  })

  test.each(['bayi@example.com', 'o’brien+b2b@sub.example.com.tr', 'şükrü@örnek.com.tr'])(
    'accepts %s as an address',
    (address) => {
      expect(isMailAddress(address)).toBe(true)
    },
  )

  test('replaces line breaks in a subject or name, so that they add no header', async () => {
    const { url, received } = await startServer()
    const from = { name: 'Satış\r\nX-Evil: 1', address: 'satis@example.com' }
    await mailerTo(url).send({ ...email, from, subject: 'Konu\r\nBcc: all@example.com', key: 'k\r\nX-Evil: 2' })
    expect(received[0]?.to).toEqual(['bayi@example.com'])
    expect(received[0]?.message).not.toMatch(/^(Bcc|X-Evil):/m)
  })
})
