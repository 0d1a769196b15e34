import { createServer, type Socket } from 'node:net'
import ssh, { type KeyPair, type SshServerSession } from '@microsoft/dev-tunnels-ssh'
import { PacketSplitter } from './sftp-packet.ts'
import { keyAlgorithms } from './ssh-keys.ts'
import { fingerprintOf } from './ssh-link.ts'
import { serveFiles, type TestFaults } from './test-sftp-files.ts'

export const testUser = { username: 'toptan', password: 'sandbox-sftp-password' }

export type TestSftpServer = {
  port: number
  fingerprint: string
  faults: TestFaults
  /** Passwords that clients have sent, and public keys as base64. */
  seen: string[]
  /** Public keys that may sign in, as base64. */
  userKeys: Set<string>
  close(): Promise<void>
}

/** An SSH server with SFTP for the files of a folder. */
export async function openTestSftpServer(root: string, hostKey?: KeyPair): Promise<TestSftpServer> {
  const key = hostKey ?? (await testHostKey('ecdsa'))
  const faults: TestFaults = { loses: null, isPlain: false }
  const seen: string[] = []
  const userKeys = new Set<string>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const configuration = new ssh.SshSessionConfiguration()
    configuration.publicKeyAlgorithms.splice(0, Infinity, ...keyAlgorithms(ssh))
    const session = new ssh.SshServerSession(configuration)
    session.credentials = { publicKeys: [key] }
    checkUsers(session, seen, userKeys)
    serveSftp(session, socket, { root, faults })
    session.connect(new ssh.NodeStream(socket)).catch(() => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    fingerprint: fingerprintOf((await key.getPublicKeyBytes()) ?? Buffer.alloc(0)),
    faults,
    seen,
    userKeys,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export const testHostKey = (kind: 'rsa' | 'ecdsa'): Promise<KeyPair> => {
  const { rsaWithSha512, ecdsaSha2Nistp384 } = ssh.SshAlgorithms.publicKey
  const algorithm = kind === 'rsa' ? rsaWithSha512 : ecdsaSha2Nistp384
  if (algorithm == null) throw new Error(kind)
  return algorithm.generateKeyPair()
}

function checkUsers(session: SshServerSession, seen: string[], userKeys: ReadonlySet<string>): void {
  session.onAuthenticating((event) => {
    event.authenticationPromise = (async () => {
      const { clientPassword, clientPublicKey, clientPublicKeyQuery } = ssh.SshAuthenticationType
      if (event.authenticationType === clientPassword) {
        seen.push(event.password ?? '')
        return event.username === testUser.username && event.password === testUser.password ? {} : null
      }
      if (event.authenticationType !== clientPublicKey && event.authenticationType !== clientPublicKeyQuery) return null
      const bytes = (await event.publicKey?.getPublicKeyBytes())?.toString('base64') ?? ''
      seen.push(bytes)
      return userKeys.has(bytes) ? {} : null
    })()
  })
}

function serveSftp(session: SshServerSession, socket: Socket, { root, faults }: { root: string; faults: TestFaults }) {
  session.onChannelOpening(({ channel }) => {
    channel.onRequest((event) => {
      event.isAuthorized = event.requestType === 'subsystem'
    })
    const answer = serveFiles(root, faults)
    const splitter = new PacketSplitter(1024 * 1024)
    let last: Promise<unknown> = Promise.resolve()
    channel.onDataReceived((bytes) => {
      const packets = [...splitter.push(Buffer.from(bytes))]
      channel.adjustWindow(bytes.length)
      for (const packet of packets) {
        last = last.then(async () => {
          const reply = await answer(packet)
          if (reply === null) socket.destroy()
          else await channel.send(reply).catch(() => {})
        })
      }
    })
  })
}
