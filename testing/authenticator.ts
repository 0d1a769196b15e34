import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A passkey as an authenticator holds it; `counter` is that of its last signature. */
export type SoftwarePasskey = { id: string; privateKey: KeyObject; counter: number; userHandle: string }
/** The page on which the browser shows the passkey, as it reports it. */
export type SigningPage = { origin: string; rpId: string; isVerified?: boolean }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (data: Buffer) => data.toString('base64url')

/** What the browser signs: the kind of the answer, the challenge and the page's origin. */
const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }))

// Flags of authenticator data: user present, user verified, key included.
const present = 0x01
const verified = 0x04
const withKey = 0x40

function authenticatorData({ rpId, isVerified = true }: SigningPage, counter: number, key?: Buffer): Buffer {
  const flags = present | (isVerified ? verified : 0) | (key === undefined ? 0 : withKey)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.of(flags), count, key ?? Buffer.alloc(0)])
}

/** CBOR of the few kinds of values that are needed here: small integers, bytes, texts, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (kind: number, length: number): Buffer => {
    if (length < 24) return Buffer.of((kind << 5) | length)
    return length < 256 ? Buffer.of((kind << 5) | 24, length) : Buffer.of((kind << 5) | 25, length >> 8, length & 0xff)
  }
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...parts])
}

/** Makes a passkey for the options of the shop, as a browser on a page does, and its answer. */
export function makePasskey(options: { challenge: string; user: { id: string } }, page: SigningPage) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // COSE: key type EC2, algorithm ES256, curve P-256 and the two coordinates.
  const key = cbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const id = randomBytes(32)
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key])
  const attestation = cbor(
    new Map<string, string | Buffer | Map<string, unknown>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authenticatorData(page, 0, attested)],
    ]),
  )
  const passkey: SoftwarePasskey = { id: text(id), privateKey, counter: 0, userHandle: options.user.id }
  const response = {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: text(clientData('create', options.challenge, page.origin)),
      attestationObject: text(attestation),
      transports: ['internal'],
    },
  }
  return { passkey, response }
}

/** The answer of a passkey to the options of a sign-in. Raises its counter, unless one is given. */
export function signWithPasskey(
  passkey: SoftwarePasskey,
  options: { challenge: string },
  page: SigningPage,
  counter: number = passkey.counter + 1,
) {
  passkey.counter = counter
  const data = authenticatorData(page, counter)
  const client = clientData('get', options.challenge, page.origin)
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), passkey.privateKey)
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(signature),
      userHandle: passkey.userHandle,
    },
  }
}
