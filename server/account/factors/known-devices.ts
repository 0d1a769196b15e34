import { createHash } from 'node:crypto'
import { randomToken } from '#server/platform/http/secrets.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type CallContext, setDeviceCookie } from '#server/visitor/visitor.ts'
import { enqueueAccountMail } from '#server/account/password/password-email.ts'
import { deviceName } from './factor-email.ts'

/**
 * Remembers the browser of a sign-in, in its transaction and before the session is opened. Enqueues an email if the user
 * has not signed in from it before, but not for the first sign-in of an account.
 */
export async function rememberDevice(db: Db, userId: number, visitor: CallContext): Promise<void> {
  const { deviceId, userAgent, address, locale } = visitor
  const device = deviceId ?? randomToken(24)
  // Sets the cookie again, so that it lives a year from here on.
  setDeviceCookie(visitor, device)
  // Sessions from before browsers were remembered count as known if the browser has the same name.
  const before = await db.one<{ is_known: boolean; is_first: boolean }>(
    `SELECT EXISTS (SELECT FROM known_devices WHERE user_id = $1 AND device_hash = $2) AS is_known,
            NOT EXISTS (SELECT FROM known_devices WHERE user_id = $1)
              AND (NOT EXISTS (SELECT FROM sessions WHERE user_id = $1)
                   OR EXISTS (SELECT FROM sessions WHERE user_id = $1 AND user_agent = $3)) AS is_first`,
    [userId, hashOf(device), userAgent],
  )
  await db.execute(
    `INSERT INTO known_devices (user_id, device_hash) VALUES ($1, $2)
     ON CONFLICT (user_id, device_hash) DO UPDATE SET last_seen_at = now()`,
    [userId, hashOf(device)],
  )
  if (before === undefined || before.is_known || before.is_first) return
  const at = new Date().toISOString()
  await enqueueAccountMail(db, { kind: 'device', userId, at, device: deviceName(userAgent), address, locale })
}

const hashOf = (device: string): Buffer => createHash('sha256').update(device).digest()
