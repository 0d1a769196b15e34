import { afterEach, describe, expect, test, vi } from 'vitest'
import { failureOf } from '#server/erp/adapters/test-conversation.ts'
import { OutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { openMssql } from './mssql-link.ts'
import type { SqlLink, SqlTarget } from './sql-link.ts'
import { openTdsServer, type TdsAnswer, type TdsServer } from './test-tds-server.ts'

/** Longer than an answer on this machine takes; only what never answers waits for it. */
const patience = 3_000
const target: SqlTarget = {
  host: '127.0.0.1',
  port: 1,
  instance: '',
  database: 'ERP',
  user: 'toptan',
  password: 'secret-password-7',
  isEncrypted: false,
  trustsAny: false,
  certificate: '',
  timeout: patience,
}

/** Made for these tests, for the address 127.0.0.1. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgszJphkGVY7EZt/FA
Y4W7B5scMioRwPZJpoioTGQc8AKhRANCAAT5WVeOEehMl3DGftSbrWVTCUwexqm1
058X91RdJF+39axUlPaSPYcwdGNXrWuWdwAL90xsTytje06xjznnr4OR
-----END PRIVATE KEY-----
`
const cert = `-----BEGIN CERTIFICATE-----
MIIBMjCB2aADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHRlc3QwIBcN
MDAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMA8xDTALBgNVBAMMBHRlc3Qw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT5WVeOEehMl3DGftSbrWVTCUwexqm1
058X91RdJF+39axUlPaSPYcwdGNXrWuWdwAL90xsTytje06xjznnr4ORoyQwIjAP
BgNVHREECDAGhwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAw
RQIhAI+3vIPKYD3eHYitYuYi0JngO32/oDwASuHOAfapwBoCAiAbrzP31+D1WQN0
5AIf+H/fGcZ2JVQiEoOQGFpccF6UGg==
-----END CERTIFICATE-----
`

let server: TdsServer | null = null
let link: SqlLink | null = null
afterEach(async () => {
  await link?.close()
  await server?.close()
  server = null
  link = null
})

/** The driver, connected to a server that gives these answers; everything else succeeds without rows. */
type Connecting = Partial<SqlTarget> & { identity?: { key: string; cert: string } }
async function connect(
  answer: (message: string) => TdsAnswer | undefined = () => undefined,
  { identity, ...changes }: Connecting = {},
) {
  server = await openTdsServer((message) => answer(message) ?? { rows: [] }, identity)
  link = openMssql({ ...target, port: server.port, ...changes })
  return { link, messages: server.messages }
}
const insert = { sql: 'INSERT INTO [T] SELECT @p1', values: ["Kapı'da"] }
const answerTo = (start: string, answer: TdsAnswer) => (message: string) =>
  message.includes(start) ? answer : undefined

test('a statement is sent with its parameters, and its rows come back', async () => {
  const { link: open, messages } = await connect(answerTo('SELECT', { rows: ['Ürün', 'Şerit'] }))
  expect(await open.query({ sql: 'SELECT [name] FROM [T] WHERE [code] = @p1', values: ["A'1"] })).toEqual([
    { name: 'Ürün' },
    { name: 'Şerit' },
  ])
  const statement = messages.find((message) => message !== 'login')
  expect(statement).toContain('SELECT [name] FROM [T] WHERE [code] = @p1')
  expect(statement).toContain('@p1 nvarchar(max)')
  expect(statement).toContain("A'1")
})

test('statements of a write are one transaction on one connection', async () => {
  const { link: open, messages } = await connect()
  await open.write([insert, { ...insert, values: [null] }])
  await open.query({ sql: 'SELECT 2', values: [] })
  const steps = messages.map((message) => /begin|commit|login|INSERT|SELECT/.exec(message)?.[0])
  expect(steps.filter((step) => step !== 'login')).toEqual(['begin', 'INSERT', 'INSERT', 'commit', 'SELECT'])
})

test('nothing is sent before the first statement, and closing twice is harmless', async () => {
  const { link: open, messages } = await connect()
  await open.close()
  await open.close()
  expect(messages).toEqual([])
})

const select = { sql: 'SELECT 1', values: [] }

describe('encryption', () => {
  test('a certificate that the settings name is trusted, and no other one', async () => {
    const identity = { key, cert }
    const { link: open } = await connect(answerTo('SELECT', { rows: ['1'] }), {
      isEncrypted: true,
      certificate: cert,
      identity,
    })
    expect(await open.query(select)).toEqual([{ name: '1' }])
    const { link: other, messages } = await connect(() => undefined, { isEncrypted: true, identity })
    const problem = await failureOf(other.query(select))
    expect([problem.reason, problem.message]).toEqual([
      'unavailable',
      expect.stringContaining('self-signed certificate'),
    ])
    expect(messages).toEqual([])
  })

  test('any certificate is accepted where the settings say so', async () => {
    const { link: open } = await connect(answerTo('SELECT', { rows: ['1'] }), {
      isEncrypted: true,
      trustsAny: true,
      identity: { key, cert },
    })
    expect(await open.query(select)).toEqual([{ name: '1' }])
  })

  test('a server that says it has no encryption gets neither the password nor a statement', async () => {
    const { link: open, messages } = await connect(() => undefined, { isEncrypted: true })
    const problem = await failureOf(open.query(select))
    expect([problem.reason, problem.message]).toEqual(['settings', 'The server does not encrypt the connection.'])
    expect(new Set(messages)).toEqual(new Set(['login']))
    expect(server?.passwords.filter((password) => password !== '')).toEqual([])
  })

  test('a server that insists on encryption is a matter of the settings where they say none', async () => {
    const { link: open } = await connect(() => undefined, { identity: { key, cert } })
    expect((await failureOf(open.query(select))).reason).toBe('settings')
  })

  test('the password is sent once the connection is encrypted', async () => {
    const { link: open } = await connect(() => undefined, {
      isEncrypted: true,
      certificate: cert,
      identity: { key, cert },
    })
    await open.query(select)
    expect(new Set(server?.passwords)).toEqual(new Set([target.password]))
  })
})

describe('a failure', () => {
  test('no server at the address: nothing was sent', async () => {
    const { port } = await openTdsServer(() => 'silence').then(async (closed) => {
      await closed.close()
      return closed
    })
    link = openMssql({ ...target, port })
    const problem = await failureOf(link.write([insert]))
    expect([problem.reason, problem.message]).toEqual(['unavailable', expect.stringContaining('connect')])
  })

  test('a sign-in that is refused is a matter of the settings, in the words of the server', async () => {
    const { link: open } = await connect(
      answerTo('login', { error: 18456, message: "Login failed for user 'toptan'." }),
    )
    const problem = await failureOf(open.query(select))
    expect([problem.reason, problem.message]).toEqual(['settings', "Login failed for user 'toptan'."])
    expect(problem.message).not.toContain(target.password)
  })

  test.each<[number, 'settings' | 'unavailable' | 'refused']>([
    [208, 'settings'],
    [229, 'settings'],
    [1205, 'unavailable'],
    [2627, 'refused'],
    [50_000, 'refused'],
  ])(
    'error %i of a write is "%s" in the words of the server, and the transaction is taken back',
    async (error, reason) => {
      const { link: open, messages } = await connect(answerTo('INSERT', { error, message: `Hata ${error}` }))
      const problem = await failureOf(open.write([insert]))
      expect([problem.reason, problem.message]).toEqual([reason, `Hata ${error}`])
      expect(messages.at(-1)).toBe('rollback')
      expect(messages).not.toContain('commit')
    },
  )

  test('an error of a read is tried again later', async () => {
    const { link: open } = await connect(
      answerTo('SELECT', { error: 8134, message: 'Divide by zero error encountered.' }),
    )
    expect((await failureOf(open.query({ sql: 'SELECT 1/0', values: [] }))).reason).toBe('unavailable')
  })

  test.each<['INSERT' | 'commit', TdsAnswer]>([
    ['INSERT', 'cut'],
    ['commit', 'cut'],
  ])(
    'a connection that breaks at %s leaves the outcome unknown, and the next statement connects again',
    async (at, answer) => {
      let isBroken = true
      const { link: open } = await connect((message) => (isBroken && message.includes(at) ? answer : undefined))
      expect((await failureOf(open.write([insert]))).reason).toBe('unknown')
      isBroken = false
      expect(await open.write([insert])).toEqual([])
    },
  )

  test('a statement without an answer is cancelled: unavailable for a read, unknown for a write', async () => {
    const { link: open } = await connect((message) => (/SELECT|INSERT/.test(message) ? 'silence' : undefined), {
      timeout: 200,
    })
    expect((await failureOf(open.query(select))).reason).toBe('unavailable')
    expect((await failureOf(open.write([insert]))).reason).toBe('unknown')
  })

  test('closing cancels what is under way', async () => {
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => (asked = resolve))
    const { link: open } = await connect(
      (message) => {
        if (!message.includes('SELECT')) return undefined
        asked()
        return 'silence'
      },
      { timeout: 60_000 },
    )
    const pending = failureOf(open.query(select))
    await isAsked
    await open.close()
    expect((await pending).reason).toBe('unavailable')
  })
})

test.each(['', 'LOGO'])('the metadata service of a cloud is never connected to (instance "%s")', async (instance) => {
  link = openMssql({ ...target, host: '169.254.169.254', instance })
  expect(await failureOf(link.query({ sql: 'SELECT 1', values: [] }))).toMatchObject({
    reason: 'settings',
    own: { code: 'closedAddress' },
  })
})

test('a copy that makes no outside calls opens no connection, and nothing is unknown about the ERP', async () => {
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  try {
    const { link: open, messages } = await connect()
    await expect(open.query({ sql: 'SELECT 1', values: [] })).rejects.toBeInstanceOf(OutsideCallsOff)
    await expect(open.write([insert])).rejects.toBeInstanceOf(OutsideCallsOff)
    expect(messages).toEqual([])
  } finally {
    vi.unstubAllEnvs()
  }
})
