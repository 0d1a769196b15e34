import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { ownBytes } from '#server/platform/own-bytes.ts'
import { compression } from './compression.ts'
import type { PageEncoding } from './page-bytes.ts'

type Encoding = Exclude<PageEncoding, 'identity'>

const minBytes = 1024

/** What is computed once of a reply's JSON, and can be stored without it. */
export class PackedReply {
  readonly #packed = new Map<Encoding, Buffer | null>()
  readonly #onGrown: (bytes: number) => void
  #digest: string | undefined

  /** `onGrown` is called with the number of bytes that the compressed copies take. */
  constructor(onGrown: (bytes: number) => void = () => {}) {
    this.#onGrown = onGrown
  }

  /** Null if compressing does not pay. */
  as(encoding: Encoding, json: () => Buffer): Buffer | null {
    const known = this.#packed.get(encoding)
    if (known !== undefined) return known
    const bytes = json()
    const packed = bytes.length < minBytes ? null : ownBytes(pack(bytes, encoding))
    this.#packed.set(encoding, packed)
    this.#onGrown([...this.#packed.values()].reduce((sum, copy) => sum + (copy?.length ?? 0), 0))
    return packed
  }

  /** SHA-256 of the JSON. */
  digest(json: () => Buffer): string {
    return (this.#digest ??= hash('sha256', json(), 'base64'))
  }
}

/** Replies are as large as a list: at once, this costs less than a stream. */
function pack(json: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'zstd') return zstdCompressSync(json)
  if (encoding === 'gzip') return gzipSync(json, compression.zlibOptions)
  const params = { ...compression.brotliOptions?.params, [constants.BROTLI_PARAM_SIZE_HINT]: json.length }
  return brotliCompressSync(json, { params })
}

/**
 * The reply of a call as JSON whose shape was checked when it, or its parts, were made. It is sent as it is. JSON that is given
 * as a function is made when it is needed: not if `packed` has everything.
 */
export class EncodedReply {
  readonly #packed: PackedReply
  readonly #make: () => Buffer
  #json: Buffer | undefined

  constructor(json: Buffer | (() => Buffer), packed = new PackedReply()) {
    this.#packed = packed
    this.#make = typeof json === 'function' ? json : () => json
  }

  readonly json = (): Buffer => (this.#json ??= this.#make())

  digest(): string {
    return this.#packed.digest(this.json)
  }

  /** The bytes to send to a client that accepts this encoding; null if they are sent as they are. */
  as(encoding: PageEncoding): Buffer | null {
    return encoding === 'identity' ? null : this.#packed.as(encoding, this.json)
  }
}

const replyOfAnswer = Symbol('reply')
type Encoded = { ok: true; body: unknown; [replyOfAnswer]?: EncodedReply }

/** An answer whose body is parsed only where it is read: by pages, not by requests. */
export function answerOf(reply: EncodedReply): { ok: true; body: unknown } {
  let body: unknown
  const answer = {
    ok: true as const,
    get body(): unknown {
      return (body ??= JSON.parse(reply.json().toString()))
    },
  }
  return Object.defineProperty(answer, replyOfAnswer, { value: reply })
}

/** The reply of an answer that has it encoded. */
export const encodedReply = (answer: Encoded): EncodedReply | undefined => answer[replyOfAnswer]
