import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ErpError, type ErpSession, type ReadFrom, type Settings } from '#server/erp/adapters/adapter.ts'
import { failureOf, templateDocument } from '#server/erp/adapters/test-conversation.ts'
import { readAll } from '#testing/sandbox-erp.ts'
import { readPrivateKey } from './private-key.ts'
import { sftp as adapter } from './sftp.ts'
import { number, text } from './sftp-packet.ts'
import { openTestSftpServer, testHostKey, type TestSftpServer, testUser } from './test-sftp-server.ts'

let base: string
let root: string
let server: TestSftpServer
let sessions: ErpSession[] = []
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'toptan-sftp-test-'))
  root = join(base, 'erp')
  await mkdir(join(root, 'in'), { recursive: true })
  server = await openTestSftpServer(base)
})
afterEach(async () => {
  await Promise.all(sessions.map((session) => session.close()))
  sessions = []
  await server.close()
  await rm(base, { recursive: true, force: true })
})

const open = (changes: Settings = {}): ErpSession => {
  const settings: Settings = {
    host: '127.0.0.1',
    port: String(server.port),
    ...testUser,
    hostKey: server.fingerprint,
    remoteDirectory: 'erp',
    stableSeconds: '0',
    ...changes,
  }
  const session = adapter.open(settings, {
    http: () => Promise.reject(new Error('no network')),
    now: () => new Date('2026-11-22T09:00:00Z'),
    note: () => {},
  })
  sessions.push(session)
  return session
}
const drop = (name: string, content: string) => writeFile(join(root, 'in', name), content)
const namesIn = async (...folders: string[]) =>
  (await readdir(join(root, ...folders), { withFileTypes: true }))
    .filter((each) => each.isFile())
    .map(({ name }) => name)
const changes: ReadFrom = { mark: null, pageSize: 1000, kind: 'changes' }
const order = (number_: string) => ({ ...templateDocument(adapter, 'order'), number: number_ })
/** What a session without its settings refuses. */
const problemOf = async (settings: Settings): Promise<{ code: string | undefined; facts: unknown; reason: string }> => {
  try {
    await open(settings).check()
  } catch (error) {
    if (error instanceof ErpError) return { code: error.own?.code, facts: error.own?.facts, reason: error.reason }
  }
  return expect.fail('a refusal')
}

describe.each([
  ['with its extensions', false],
  ['of version 3 alone', true],
])('a server %s', (_name, isPlain) => {
  beforeEach(() => void (server.faults.isPlain = isPlain))

  test('gives files, which move to done once they are read; links and half-written ones stay', async () => {
    const long = `code;name\r\n${Array.from({ length: 3000 }, (_, n) => `K-${n};Ürün ${n} ş`).join('\r\n')}\r\n`
    await drop('products-2.csv', long)
    await drop('products-1.csv', 'code;name\r\nA;Bir\r\n')
    await drop('products-3.csv.part', 'code;name\r\nC;Üç\r\n')
    await drop('.products-4.csv', 'code;name\r\nD;Dört\r\n')
    await writeFile(join(base, 'secret.csv'), 'code;name\r\nX;Gizli\r\n')
    if (!isPlain) await symlink(join(base, 'secret.csv'), join(root, 'in', 'products-5.csv'))
    expect(await open().check()).toEqual({ directory: root, waitingFiles: '2' })
    const { records } = await readAll(open(), 'products', changes)
    expect(records).toHaveLength(3001)
    expect(records.slice(0, 2)).toEqual([
      { code: 'A', name: 'Bir', FILE: 'products-1.csv', LINE: 2 },
      { code: 'K-0', name: 'Ürün 0 ş', FILE: 'products-2.csv', LINE: 2 },
    ])
    expect((await namesIn('in', 'done')).toSorted()).toEqual(['products-1.csv', 'products-2.csv'])
    expect(await namesIn('in')).toEqual(expect.arrayContaining(['.products-4.csv', 'products-3.csv.part']))
  })

  test('takes documents whole and once, and brings the numbers of the ERP', async () => {
    expect(await open().write(order('S2026000001'))).toEqual({ documentNo: null })
    expect(await open().write(order('S2026000001'))).toEqual({ documentNo: null })
    expect(await namesIn('out')).toEqual(['order-S2026000001.json'])
    const content = await readFile(join(root, 'out', 'order-S2026000001.json'), 'utf8')
    expect(JSON.parse(content)).toMatchObject({ kind: 'order', number: 'S2026000001' })
    await rm(join(root, 'out', 'order-S2026000001.json'))
    expect(await open().find('order', 'S2026000001')).toEqual({ documentNo: null })
    await writeFile(join(root, 'answers', 'a.csv'), 'number;documentNo;error\r\nS2026000001;SIP-7;\r\n')
    expect(await open().find('order', 'S2026000001')).toEqual({ documentNo: 'SIP-7' })
    expect(await namesIn('answers', 'done')).toEqual(['a.csv'])
    expect(await open().find('order', 'S2026000002')).toBeNull()
  })

  test.each(['before', 'after'] as const)(
    'that is lost %s the delivery leaves an unknown outcome, and one document after the next look',
    async (when) => {
      server.faults.loses = { part: '/out/', when }
      expect((await failureOf(open().write(order('S2026000003')))).reason).toBe('unknown')
      expect(await namesIn('out')).toHaveLength(when === 'before' ? 0 : 1)
      expect(await open().find('order', 'S2026000003')).toEqual(when === 'before' ? null : { documentNo: null })
      await open().write(order('S2026000003'))
      expect(await namesIn('out')).toEqual(['order-S2026000003.json'])
    },
  )
})

describe('the key of the server', () => {
  test('is shown before it is confirmed, and no password is sent', async () => {
    const { fingerprint } = server
    expect(await problemOf({ hostKey: '' })).toEqual({
      code: 'sftpHostKeyNew',
      facts: { fingerprint },
      reason: 'settings',
    })
    expect(server.seen).toEqual([])
    await open({ hostKey: `SHA256:${'A'.repeat(43)} ${fingerprint}=` }).check()
    expect(server.seen).toEqual([testUser.password])
  })

  test('must be the confirmed one; no password is sent to another server', async () => {
    const { fingerprint } = server
    const hostKey = `SHA256:${'A'.repeat(43)}`
    expect(await problemOf({ hostKey })).toMatchObject({ code: 'sftpHostKeyOther', facts: { fingerprint } })
    expect(server.seen).toEqual([])
    expect(() => open({ hostKey: '16:27:ac' })).toThrow(/SHA256/)
  })

  test('may be an RSA key', async () => {
    await server.close()
    server = await openTestSftpServer(base, await testHostKey('rsa'))
    expect(await open().check()).toMatchObject({ waitingFiles: '0' })
    expect(await problemOf({ hostKey: '' })).toMatchObject({ facts: { fingerprint: server.fingerprint } })
  })
})

describe('signing in', () => {
  const keyOf = (kind: 'rsa' | 'ec'): KeyObject =>
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const pkcs8 = { type: 'pkcs8', format: 'pem' } as const

  test.each(['rsa', 'ec'] as const)('works with a private key: %s', async (kind) => {
    const key = keyOf(kind)
    const settings = { password: '', signInBy: 'key', privateKey: String(key.export(pkcs8)) }
    expect(await problemOf(settings)).toMatchObject({ code: 'sftpSignIn', reason: 'settings' })
    for (const bytes of server.seen) server.userKeys.add(bytes)
    expect(await open(settings).check()).toMatchObject({ waitingFiles: '0' })
    expect(await open({ ...settings, privateKey: openSshText(key.export({ format: 'jwk' })) }).check()).toBeDefined()
  })

  test.each(['rsa', 'ec'] as const)('reads keys of all formats, also without their line ends: %s', (kind) => {
    const key = keyOf(kind)
    const jwk = key.export({ format: 'jwk' })
    const traditional = String(key.export({ type: kind === 'rsa' ? 'pkcs1' : 'sec1', format: 'pem' }))
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'sandbox' }
    for (const written of [String(key.export(pkcs8)), traditional, openSshText(jwk)]) {
      expect(readPrivateKey(written, '')).toEqual(jwk)
      expect(readPrivateKey(written.replaceAll('\n', ' '), '')).toEqual(jwk)
    }
    expect(readPrivateKey(String(key.export({ ...pkcs8, ...cipher })), 'sandbox')).toEqual(jwk)
    expect(() => readPrivateKey(String(key.export({ ...pkcs8, ...cipher })), 'wrong')).toThrow(/cannot be read/)
  })

  test('refuses keys that it cannot use, with the reason', () => {
    const other = String(generateKeyPairSync('ed25519').privateKey.export(pkcs8))
    expect(() => readPrivateKey(other, '')).toThrow(/RSA and ECDSA/)
    expect(() => readPrivateKey('-----BEGIN PUBLIC KEY-----', '')).toThrow(/cannot be read/)
    const locked = Buffer.concat([Buffer.from('openssh-key-v1\0'), text('aes256-ctr')]).toString('base64')
    expect(() => readPrivateKey(pem(locked), '')).toThrow(/ssh-keygen/)
    expect(() => readPrivateKey(pem('AAAA'), '')).toThrow(/cannot be read/)
  })

  test('is refused with a wrong password, without a secret, and where nothing answers', async () => {
    expect(await problemOf({ password: 'wrong' })).toMatchObject({ code: 'sftpSignIn', reason: 'settings' })
    expect(() => open({ password: '' })).toThrow(/no password/)
    expect(() => open({ signInBy: 'key' })).toThrow(/no private key/)
    expect(() => open({ host: 'a b' })).toThrow(/a b/)
    expect(await problemOf({ host: '169.254.169.254' })).toMatchObject({ code: 'closedAddress', reason: 'settings' })
    expect(await problemOf({ remoteDirectory: 'yok' })).toMatchObject({ code: 'folderMissing', reason: 'settings' })
    const { port } = server
    await server.close()
    expect(await problemOf({ port: String(port) })).toMatchObject({ code: undefined, reason: 'unavailable' })
    server = await openTestSftpServer(base)
  })
})

const pem = (body: string) => `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----\n`

/** A private key as `ssh-keygen` writes it. */
function openSshText(jwk: JsonWebKey): string {
  const part = (name: keyof JsonWebKey) => Buffer.from(String(jwk[name]), 'base64url')
  // A leading zero keeps large numbers positive.
  const positive = (name: keyof JsonWebKey) => text(Buffer.concat([Buffer.of(0), part(name)]))
  const fields =
    jwk.kty === 'RSA'
      ? [text('ssh-rsa'), ...(['n', 'e', 'd', 'qi', 'p', 'q'] as const).map(positive)]
      : [
          ...[text('ecdsa-sha2-nistp256'), text('nistp256')],
          ...[text(Buffer.concat([Buffer.of(4), part('x'), part('y')])), positive('d')],
        ]
  const secret = Buffer.concat([number(7), number(7), ...fields, text('a comment')])
  const head = [text('none'), text('none'), text(''), number(1), text('the public key')]
  return pem(Buffer.concat([Buffer.from('openssh-key-v1\0'), ...head, text(secret)]).toString('base64'))
}
