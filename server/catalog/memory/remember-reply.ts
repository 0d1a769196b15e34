import * as z from 'zod/mini'
import type { Endpoint, Reply } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import { EncodedReply, PackedReply } from '#server/platform/http/encoded-reply.ts'
import type { View } from '#server/settings/settings.ts'
import { type CatalogMemory, encode } from './catalog-memory.ts'
import { readerOf } from './visitor-kind.ts'

type Request<E extends Endpoint> = {
  endpoint: E
  /** What the visitor asks for. */
  key: string
  view: View
  /** Of everything that the reply shows besides the catalog; null = it is not remembered. */
  version: string | null
}

/** Longer texts are typed once. */
const maxKey = 200

/** The reply of a call; remembered until anything changes in the catalog. */
export async function rememberReply<E extends Endpoint>(
  memory: CatalogMemory,
  { endpoint, key, view, version }: Request<E>,
  make: () => Promise<Reply<E> | Refusal>,
): Promise<EncodedReply | Refusal> {
  await memory.clock.settled()
  const at = `${version}/${memory.clock.now()}`
  const name = JSON.stringify([endpoint.path, readerOf(view), key])
  const known = version === null ? undefined : memory.find(name, at)
  if (known instanceof EncodedReply) return known
  const reply = await make()
  if (isRefusal(reply)) return reply
  const json = encode(z.parse(endpoint.reply, reply))
  if (version === null || key.length > maxKey) return new EncodedReply(json)
  const bytes = json.length + name.length
  const packed = new PackedReply((grown) => memory.grow(name, encoded, bytes + grown))
  const encoded = new EncodedReply(json, packed)
  memory.store(name, at, encoded, bytes)
  return encoded
}
