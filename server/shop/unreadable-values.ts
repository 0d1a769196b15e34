import { sealedClientSecrets, sealedFactors } from '#server/account/account.ts'
import { sealedSourcePasswords } from '#server/catalog/import/import.ts'
import { sealedErpSecrets } from '#server/erp/erp.ts'
import { sealedFeedTokens } from '#server/feeds/feeds.ts'
import { sealedWebhookSecrets } from '#server/integration/integration.ts'
import { sealedCards, sealedKeys } from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { countUnreadable, type Sealed } from '#server/platform/http/encrypted.ts'
import type { Secret } from '#server/platform/http/secrets.ts'

const kinds: readonly [name: string, find: (db: Db) => Promise<Sealed[]>][] = [
  ['POS accounts', sealedKeys],
  ['stored cards', sealedCards],
  ['authenticator apps', sealedFactors],
  ['import sources', sealedSourcePasswords],
  ['webhooks', sealedWebhookSecrets],
  ['ERP connections', sealedErpSecrets],
  ['feeds', sealedFeedTokens],
  ['identity providers', sealedClientSecrets],
]

/** Describes how many stored values are encrypted with another SESSION_SECRET; null if all can be read. */
export async function describeUnreadable(db: Db, secret: Secret): Promise<string | null> {
  const found: string[] = []
  let total = 0
  for (const [name, find] of kinds) {
    const count = await countUnreadable(secret, await find(db))
    if (count > 0) found.push(`${name}: ${count}`)
    total += count
  }
  if (total === 0) return null
  return `${total} ${total === 1 ? 'key' : 'keys'} cannot be read with this SESSION_SECRET (${found.join(', ')}). Set the secret under which they were entered, or enter them again.`
}
