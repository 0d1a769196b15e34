import type { S3Client } from '@aws-sdk/client-s3'
import { StorageError } from './file-store.ts'
import { placeOf, type StorageAddress } from './storage-address.ts'

/** Milliseconds: to connect, until an answer or its next part begins, and for all attempts of a request. */
export type StorageTimeouts = { connect: number; silent: number; whole: number }
export const defaultTimeouts: StorageTimeouts = { connect: 2_000, silent: 10_000, whole: 30_000 }

export type StorageOperation = 'put' | 'get' | 'head' | 'remove' | 'list'
export type StorageOptions = {
  timeouts?: StorageTimeouts
  /** Of one answer of a list; 1,000 if omitted. */
  keysPerAnswer?: number
  /** Is called after each request; a missing file is no failure. */
  observe?: (operation: StorageOperation, outcome: 'ok' | 'failed') => void
}

type Sdk = typeof import('@aws-sdk/client-s3')
export type Session = { sdk: Sdk; client: S3Client; signal: AbortSignal }

/** A connection to a bucket. The client is loaded with the first request. */
export type S3Connection = {
  address: StorageAddress
  timeouts: StorageTimeouts
  keysPerAnswer: number
  /** Runs requests. Null: `isMissing` recognizes the error. Every other failure is a StorageError. */
  run<Result>(
    operation: StorageOperation,
    work: (session: Session) => Promise<Result>,
    isMissing?: (error: unknown) => boolean,
  ): Promise<Result | null>
}

const attempts = 2

export function connectS3(
  address: StorageAddress,
  { timeouts = defaultTimeouts, keysPerAnswer = 1_000, observe = () => {} }: StorageOptions = {},
): S3Connection {
  let opened: Promise<Omit<Session, 'signal'>> | undefined

  async function open(): Promise<Omit<Session, 'signal'>> {
    const sdk = await import('@aws-sdk/client-s3')
    const client = new sdk.S3Client({
      region: address.region,
      forcePathStyle: address.isPathStyle,
      maxAttempts: attempts,
      // Checksums that not every service knows; MD5 and TLS protect what is sent.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: timeouts.connect,
        requestTimeout: timeouts.silent,
        throwOnRequestTimeout: true,
      },
      ...(address.endpoint !== undefined && { endpoint: address.endpoint }),
      ...(address.keys !== undefined && { credentials: address.keys }),
    })
    return { sdk, client }
  }

  return {
    address,
    timeouts,
    keysPerAnswer,
    async run(operation, work, isMissing = () => false) {
      // Ends with the work: a stream that it returns may take longer.
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(), timeouts.whole)
      try {
        const result = await work({ ...(await (opened ??= open())), signal: controller.signal })
        observe(operation, 'ok')
        return result
      } catch (error) {
        if (isMissing(error)) {
          observe(operation, 'ok')
          return null
        }
        observe(operation, 'failed')
        throw storageErrorOf(address, error)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

export function storageErrorOf(address: StorageAddress, error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const reason = error instanceof Error ? reasonOf(error) : String(error)
  return new StorageError(`${placeOf(address)}: ${reason}`, { cause: error })
}

const reasonOf = ({ name, message }: Error): string =>
  name === 'CredentialsProviderError'
    ? 'No keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or put them into the address.'
    : `${name}: ${message}`
