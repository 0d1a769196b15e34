import { join } from 'node:path'
import { isPassword } from '#server/account/account.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { areOutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { acceptedSecrets } from '#server/platform/http/secrets.ts'
import type { PlanLine } from './upgrade-plan.ts'

/** What works, and should not be like that where visitors can reach it. Sentences say what to do. */
export function weakSettings(config: Config): string[] {
  if (!config.production) return []
  const secrets = acceptedSecrets(config.sessionSecret).filter((secret) => secret !== '')
  return [
    ...(secrets.some(isGuessable)
      ? ['SESSION_SECRET can be guessed: set it to the output of "openssl rand -base64 32".']
      : []),
    ...(config.backupKey !== undefined && isGuessable(config.backupKey)
      ? ['BACKUP_KEY can be guessed: set it to the output of "openssl rand -base64 32".']
      : []),
    ...(config.publicUrl?.startsWith('http:') === true
      ? [
          'PUBLIC_URL is not an https address: passwords and cookies can be read on the way. Put a proxy with a certificate in front.',
        ]
      : []),
    ...(config.smtpUrl === undefined
      ? [`No email leaves: they are written to ${join(config.dataDir, 'mail')}. Set SMTP_URL.`]
      : []),
    ...(config.metricsFrom.some(isWide)
      ? ['METRICS_FROM has a network of more than 65,536 addresses: name the machine that reads the metrics.']
      : []),
    ...(config.metricsFrom.length > 0 && config.trustedProxies.length === 0 && config.host !== '127.0.0.1'
      ? [
          'METRICS_FROM is set without TRUSTED_PROXIES: if a proxy is among those addresses, all its visitors read the metrics.',
        ]
      : []),
    ...(config.redisUrl?.startsWith('redis:') === true && !hasPassword(config.redisUrl)
      ? ['REDIS_URL has no password: whoever reaches that server can lift all limits.']
      : []),
  ]
}

/** A copy of the shop makes no outside calls. In production, the setting was probably forgotten. */
export function checkOutsideCalls({ production }: Pick<Config, 'production'>): PlanLine[] {
  if (!areOutsideCallsOff()) return []
  const text =
    'OUTSIDE_CALLS is off: this is a copy of the shop that calls no bank, ERP, webhook or mail server. Remove the setting where dealers order.'
  return [{ level: production ? 'weak' : 'note', text }]
}

/** Words that a secret from a guide has, or the same few characters. */
function isGuessable(secret: string): boolean {
  return new Set(secret).size < 12 || /secret|change|example|password|toptan|1234567/iu.test(secret)
}

function isWide(network: string): boolean {
  const [address = '', prefix] = network.split('/')
  return prefix !== undefined && Number(prefix) < (address.includes(':') ? 48 : 16)
}

const hasPassword = (url: string): boolean => URL.parse(url)?.password !== ''

/** Users of the demo store who can still sign in with its password, which is in the README. */
export async function weakAccounts(db: Db): Promise<string[]> {
  const users = await db.query<{ email: string; password_hash: string | null }>(
    "SELECT email, password_hash FROM users WHERE disabled_at IS NULL AND email LIKE '%@example.com' ORDER BY id LIMIT 50",
  )
  const weak: string[] = []
  for (const { email, password_hash } of users) if (await isPassword('demo1234', password_hash)) weak.push(email)
  return weak.length === 0
    ? []
    : [`${weak.join(', ')}: accounts of the demo store with its public password. Disable them with "toptan user".`]
}
