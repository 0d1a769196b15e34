import { createPrivateKey, type JsonWebKey } from 'node:crypto'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import { PacketReader } from './sftp-packet.ts'

/**
 * A private RSA or ECDSA key: PEM (PKCS#1, SEC1, PKCS#8, with a passphrase too) or OpenSSH's own format without one. Line ends
 * may be lost. Throws `sftpKeyUnreadable`, `sftpKeyKind`, or `sftpKeyEncrypted` for an OpenSSH key with a passphrase.
 */
export function readPrivateKey(written: string, passphrase: string): JsonWebKey {
  const [, label = '', body = ''] = /^-----BEGIN ([A-Z ]+)-----([\s\S]+)-----END \1-----$/.exec(written.trim()) ?? []
  if (body === '') throw ownError('sftpKeyUnreadable')
  const jwk = label === 'OPENSSH PRIVATE KEY' ? readOpenSshKey(Buffer.from(body, 'base64')) : readPem()
  if (jwk.kty !== 'RSA' && jwk.kty !== 'EC') throw ownError('sftpKeyKind')
  return jwk

  function readPem(): JsonWebKey {
    // Headers of old encrypted keys need their lines.
    const lines = body.includes(':') ? body.trim() : (body.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? []).join('\n')
    const key = `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
    try {
      return createPrivateKey({ key, ...(passphrase !== '' && { passphrase }) }).export({ format: 'jwk' })
    } catch {
      throw ownError('sftpKeyUnreadable')
    }
  }
}

const magic = 'openssh-key-v1\0'
const curves: Readonly<Record<string, string>> = { nistp256: 'P-256', nistp384: 'P-384', nistp521: 'P-521' }

/** The format that `ssh-keygen` writes (PROTOCOL.key of OpenSSH). */
function readOpenSshKey(bytes: Buffer): JsonWebKey {
  try {
    if (!bytes.subarray(0, magic.length).equals(Buffer.from(magic))) throw ownError('sftpKeyUnreadable')
    const head = new PacketReader(bytes.subarray(magic.length))
    if (head.text() !== 'none') throw ownError('sftpKeyEncrypted')
    head.text()
    head.buffer()
    head.number()
    head.buffer()
    const key = new PacketReader(head.buffer())
    key.number()
    key.number()
    const kind = key.text()
    if (kind === 'ssh-rsa') return rsaOf(key)
    return kind.startsWith('ecdsa-sha2-') ? curveKeyOf(key) : { kty: 'OKP' }
  } catch (error) {
    if (error instanceof RangeError) throw ownError('sftpKeyUnreadable')
    throw error
  }
}

const integer = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex') || '0'}`)
const base64 = (bytes: Buffer) => bytes.toString('base64url')
const textOf = (value: bigint) => {
  const hex = value.toString(16)
  return base64(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
}

function rsaOf(key: PacketReader): JsonWebKey {
  const [n, e, d, qi, p, q] = [key, key, key, key, key, key].map((reader) => integer(reader.buffer())) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  const parts = { n, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi }
  return { kty: 'RSA', ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, textOf(value)])) }
}

function curveKeyOf(key: PacketReader): JsonWebKey {
  const crv = curves[key.text()]
  const point = key.buffer()
  const size = (point.length - 1) / 2
  const secret = key.buffer()
  const d = Buffer.concat([Buffer.alloc(Math.max(0, size - secret.length)), secret.subarray(-size)])
  if (crv === undefined) return { kty: 'OKP' }
  return { kty: 'EC', crv, x: base64(point.subarray(1, 1 + size)), y: base64(point.subarray(1 + size)), d: base64(d) }
}
