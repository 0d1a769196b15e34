import type { JsonWebKey } from 'node:crypto'
import type { KeyPair, PublicKeyAlgorithm } from '@microsoft/dev-tunnels-ssh'

type Ssh = typeof import('@microsoft/dev-tunnels-ssh')

/** The public key in the format of SSH: the name of its algorithm and the parts of the key. */
const publicBytes = (ssh: Ssh, name: string, { n = '', e = '' }: JsonWebKey): Buffer => {
  const writer = new ssh.SshDataWriter(Buffer.alloc(4096))
  writer.writeString(name, 'ascii')
  for (const part of [e, n]) {
    writer.writeBigInt(ssh.BigInt.fromBytes(Buffer.from(part, 'base64url'), { unsigned: true }))
  }
  return writer.toBuffer()
}

/**
 * RSA keys that remember the bytes of their public key: the library reads them from the key with an export that fails in
 * Node.js 24.
 */
function rsaPairs(ssh: Ssh) {
  return class RsaPair extends ssh.Rsa.KeyPair {
    private key: JsonWebKey = {}

    override async setPublicKeyBytes(bytes: Buffer): Promise<void> {
      await super.setPublicKeyBytes(bytes)
      const reader = new ssh.SshDataReader(bytes)
      reader.readString('ascii')
      const [e, n] = [reader.readBigInt(), reader.readBigInt()].map((part) =>
        Buffer.from(part.toBytes({ unsigned: true })).toString('base64url'),
      )
      this.key = { n, e }
    }

    override getPublicKeyBytes(algorithmName?: string): Promise<Buffer> {
      return Promise.resolve(publicBytes(ssh, algorithmName ?? this.keyAlgorithmName, this.key))
    }

    async importKey(jwk: JsonWebKey): Promise<void> {
      const part = (text = '') => ssh.BigInt.fromBytes(Buffer.from(text, 'base64url'), { unsigned: true })
      await this.importParameters({
        modulus: part(jwk.n),
        exponent: part(jwk.e),
        d: part(jwk.d),
        p: part(jwk.p),
        q: part(jwk.q),
        dp: part(jwk.dp),
        dq: part(jwk.dq),
        qi: part(jwk.qi),
      })
      this.key = jwk
    }
  }
}

/** The algorithms for keys of servers and users, in order of preference. */
export function keyAlgorithms(ssh: Ssh): PublicKeyAlgorithm[] {
  const RsaPair = rsaPairs(ssh)
  class Rsa extends ssh.Rsa {
    override createKeyPair(): KeyPair {
      return new RsaPair()
    }
  }
  const { ecdsaSha2Nistp384, ecdsaSha2Nistp256 } = ssh.SshAlgorithms.publicKey
  const curves = [ecdsaSha2Nistp384, ecdsaSha2Nistp256].filter((each) => each != null)
  return [new Rsa('rsa-sha2-512', 'SHA2-512'), new Rsa('rsa-sha2-256', 'SHA2-256'), ...curves]
}

/** A private key for signing in. */
export async function keyPairOf(ssh: Ssh, jwk: JsonWebKey): Promise<KeyPair> {
  if (jwk.kty === 'RSA') {
    const pair = new (rsaPairs(ssh))()
    await pair.importKey(jwk)
    return pair
  }
  const pair = new ssh.ECDsa.KeyPair()
  const part = (text = '') => ssh.BigInt.fromBytes(Buffer.from(text, 'base64url'), { unsigned: true })
  const curve = ssh.ECDsa.curves.find(({ name }) => name === `nistp${jwk.crv?.slice(2)}`)
  await pair.importParameters({ curve: { ...curve }, x: part(jwk.x), y: part(jwk.y), d: part(jwk.d) })
  return pair
}
