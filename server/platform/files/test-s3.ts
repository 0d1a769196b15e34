import crypto, { type CipherKey, createCipheriv, createDecipheriv } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import S3Server from '@20minutes/s3rver'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { parseStorageUrl, type StorageAddress } from './storage-address.ts'

type Signed = { uri: string }
type Signatures = { getStringToSign(request: Signed, credential: unknown): string }

// The client signs the address of a bucket with a slash at its end, `/bucket/`, which this server leaves out.
const signatures = createRequire(import.meta.url)('@20minutes/s3rver/lib/signature/v4.js') as Signatures
const { getStringToSign } = signatures
signatures.getStringToSign = (request, credential) =>
  getStringToSign({ ...request, uri: request.uri.replace(/^\/[^/]+$/, '$&/') }, credential)

// This server encrypts the tokens of long lists with a cipher that OpenSSL 3 does not have.
const tripled = (key: Buffer) => Buffer.concat([key, key, key])
Object.assign(crypto, {
  createCipheriv: (name: string, key: CipherKey, iv: Buffer) =>
    name === 'des' ? createCipheriv('des-ede3-cbc', tripled(key as Buffer), iv) : createCipheriv(name, key, iv),
  createDecipheriv: (name: string, key: CipherKey, iv: Buffer) =>
    name === 'des' ? createDecipheriv('des-ede3-cbc', tripled(key as Buffer), iv) : createDecipheriv(name, key, iv),
})

/** The keys that the test server accepts; it checks the signature of each request. */
const keys = 'S3RVER:S3RVER'

export type TestS3 = {
  /** For STORAGE_URL. */
  url: string
  endpoint: string
  address: StorageAddress
  close(): Promise<void>
}

/** Starts a server for the S3 protocol with a bucket on 127.0.0.1. */
export async function startTestS3(): Promise<TestS3> {
  const folder = await temporaryFolder()
  const server = new S3Server({
    address: '127.0.0.1',
    port: 0,
    directory: join(folder.path, 's3'),
    silent: true,
    configureBuckets: [{ name: 'toptan' }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  const url = `s3://${keys}@toptan/shop?endpoint=${endpoint}`
  return {
    url,
    endpoint,
    address: addressIn(url),
    async close() {
      await server.close()
      await folder.remove()
    },
  }
}

export function addressIn(url: string): StorageAddress {
  const address = parseStorageUrl(url)
  if (address === undefined) throw new Error(`${url} is no address of a storage.`)
  return address
}
