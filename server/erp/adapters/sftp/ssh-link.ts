import { createHash, type JsonWebKey } from 'node:crypto'
import type { Socket } from 'node:net'
import type { SshClientSession } from '@microsoft/dev-tunnels-ssh'
import { ErpError } from '#server/erp/adapters/adapter.ts'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import { connectToCompany } from '#server/platform/http/company-socket.ts'
import { OutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { ClosedAddress } from '#server/platform/http/outside-call.ts'
import type { ByteChannel } from './sftp-client.ts'
import { keyAlgorithms, keyPairOf } from './ssh-keys.ts'

type Ssh = typeof import('@microsoft/dev-tunnels-ssh')

export type SshTarget = {
  host: string
  port: number
  username: string
  password: string
  /** In place of the password. */
  key: JsonWebKey | null
  /** Fingerprints of the server's key, as `SHA256:…`; the password is sent to no other server. */
  hostKeys: readonly string[]
  /** Milliseconds until the channel is open. */
  timeout: number
}

/**
 * Signs in to an SSH server and opens its SFTP subsystem. The library is loaded with the first connection. Throws an
 * `ErpError`: `settings` for an unknown key of the server and a refused sign-in, else `unavailable`.
 */
export async function openSshChannel(target: SshTarget): Promise<ByteChannel> {
  const { default: ssh } = (await import('@microsoft/dev-tunnels-ssh')) as unknown as { default: Ssh }
  const socket = connectToCompany(target.host, target.port)
  // Small packets wait for answers otherwise.
  socket.setNoDelay(true)
  const late = setTimeout(() => socket.destroy(new Error('There was no answer in time.')), target.timeout)
  try {
    return await signIn(ssh, socket, target)
  } catch (error) {
    socket.destroy()
    if (error instanceof ErpError || error instanceof OutsideCallsOff) throw error
    if (error instanceof ClosedAddress) throw ownError('closedAddress', { server: target.host })
    throw new ErpError('unavailable', error instanceof Error ? error.message.slice(0, 300) : String(error))
  } finally {
    clearTimeout(late)
  }
}

async function signIn(ssh: Ssh, socket: Socket, target: SshTarget): Promise<ByteChannel> {
  const configuration = new ssh.SshSessionConfiguration()
  configuration.publicKeyAlgorithms.splice(0, Infinity, ...keyAlgorithms(ssh))
  const session = new ssh.SshClientSession(configuration)
  const lost = Promise.withResolvers<Error>()
  session.onClosed(({ message }) => lost.resolve(new Error(message || 'The connection was closed.')))
  const failed = new Promise<never>((_resolve, reject) => socket.once('error', reject))
  const ended = lost.promise.then((error) => Promise.reject(error))
  const orLost = <Value>(work: Promise<Value>): Promise<Value> => Promise.race([work, failed, ended])
  failed.catch(() => {})
  ended.catch(() => {})
  await orLost(new Promise((resolve) => socket.once('connect', resolve)))
  const shown = watchHostKey(ssh, session, target.hostKeys)
  await orLost(session.connect(new ssh.NodeStream(socket)))
  const isExpected = await orLost(session.authenticateServer())
  if (!isExpected || !shown.isExpected) throw hostKeyError(target, shown.fingerprint)
  const keys = target.key === null ? [] : [await keyPairOf(ssh, target.key)]
  const credentials = {
    username: target.username,
    ...(keys.length > 0 ? { publicKeys: keys } : { password: target.password }),
  }
  if (!(await orLost(session.authenticateClient(credentials)))) throw ownError('sftpSignIn')
  const channel = await orLost(session.openChannel())
  const request = new ssh.CommandRequestMessage()
  request.requestType = 'subsystem'
  request.command = 'sftp'
  if (!(await orLost(channel.request(request)))) throw ownError('sftpNoSubsystem')
  channel.onClosed(() => lost.resolve(new Error('The server closed the connection.')))
  return {
    send: (bytes) => channel.send(bytes),
    onBytes(take) {
      channel.onDataReceived((bytes) => {
        take(Buffer.from(bytes))
        channel.adjustWindow(bytes.length)
      })
    },
    closed: lost.promise,
    close: async () => {
      await session.close(11, '').catch(() => {})
      socket.destroy()
    },
  }
}

type Shown = { fingerprint: string; isExpected: boolean }

/** Compares the key that the server shows with those that are expected. */
function watchHostKey(ssh: Ssh, session: SshClientSession, expected: readonly string[]): Shown {
  const shown: Shown = { fingerprint: '', isExpected: false }
  session.onAuthenticating((event) => {
    if (event.authenticationType !== ssh.SshAuthenticationType.serverPublicKey) return
    event.authenticationPromise = (async () => {
      const bytes = (await event.publicKey?.getPublicKeyBytes()) ?? null
      if (bytes === null) return null
      shown.fingerprint = fingerprintOf(bytes)
      shown.isExpected = expected.includes(shown.fingerprint)
      return shown.isExpected ? {} : null
    })()
  })
  return shown
}

/** As `ssh-keygen -l` shows it. */
export const fingerprintOf = (publicKey: Buffer): string =>
  `SHA256:${createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')}`

function hostKeyError({ hostKeys }: SshTarget, fingerprint: string): ErpError {
  if (fingerprint === '') return new ErpError('unavailable', 'The server did not show its key.')
  return ownError(hostKeys.length === 0 ? 'sftpHostKeyNew' : 'sftpHostKeyOther', { fingerprint })
}
