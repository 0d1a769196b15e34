import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#cli/root.ts'

/**
 * The files that encrypt values with SESSION_SECRET, and the function that encrypts them again at the start with a new one.
 * Values without one are needed for less than a day, during which the former secret is accepted (docs/secrets.md).
 */
const rotations: Readonly<Record<string, string | null>> = {
  'server/account/factors/manage-totp.ts': null,
  'server/account/factors/totp.ts': 'resealFactors',
  'server/account/single-sign-on/provider-rows.ts': 'resealClientSecrets',
  'server/catalog/import/sources/source-passwords.ts': 'resealSourcePasswords',
  'server/erp/connections/connection-rows.ts': 'resealErpSecrets',
  'server/erp/connections/manage-connections.ts': 'resealErpSecrets',
  'server/feeds/manage-feeds.ts': 'resealFeedTokens',
  'server/integration/webhooks/deliver.ts': 'resealWebhookSecrets',
  'server/integration/webhooks/manage-webhooks.ts': 'resealWebhookSecrets',
  'server/payment-links/link-token.ts': null,
  'server/payments/cards/seal-card.ts': 'resealCards',
  'server/payments/pos/manage-pos.ts': 'resealKeys',
  'server/payments/pos/pos-secrets.ts': 'resealKeys',
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('every file that encrypts a value for longer than a day has its rotation, which runs at the start', () => {
  const encrypting = globSync('server/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|\/test-/.test(file) && !file.endsWith('platform/http/encrypted.ts'))
    .filter((file) => /\b(?:encryptValue|sealSecrets)\(/.test(read(file)))
  expect(encrypting.toSorted()).toEqual(Object.keys(rotations).toSorted())
  const jobs = read('server/shop/jobs.ts')
  const missing = Object.values(rotations).filter((name) => name !== null && !jobs.includes(`await ${name}(pool`))
  expect(missing).toEqual([])
  const unreadable = read('server/shop/unreadable-values.ts')
  const unwatched = Object.values(rotations).filter(
    (name) => name !== null && !unreadable.includes(`, ${name.replace('reseal', 'sealed')}]`),
  )
  expect(unwatched).toEqual([])
})
