import { maskAddress, maskAddresses } from '#domain/text/mask-address.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import type { JobHandler } from '#server/platform/jobs/jobs.ts'
import { isJobRemoved } from '#server/platform/jobs/stored-jobs.ts'
import { removeFailedEmail, saveFailedEmail } from './failed-email-rows.ts'

type SendJob = (mailer: Mailer, data: object, key: string) => Promise<void>

/**
 * The handler of a job that sends one email: it records the email while it cannot be delivered, for the administrators'
 * list. The failure goes on to the queue, which tries again. Nothing is sent to removed users, and nothing by a job that an
 * erasure has removed since it started.
 */
export function emailJob({ pool, mailer }: { pool: Pool; mailer: Mailer }, name: string, send: SendJob): JobHandler {
  return async (data, key) => {
    const job = { id: key, name }
    let recipient = ''
    const watched: Mailer = {
      ...mailer,
      async send(mail) {
        recipient = mail.to
        if (mail.to.endsWith('.invalid') || (await isJobRemoved(pool, job))) return
        await mailer.send(mail)
      },
    }
    try {
      await send(watched, data, key)
    } catch (error) {
      if (await isJobRemoved(pool, job).catch(() => false)) return
      const reason = maskAddresses(error instanceof Error ? error.message : String(error)).slice(0, 500)
      const masked = recipient === '' ? '' : maskAddress(recipient).slice(0, 320)
      await saveFailedEmail(pool, { jobId: key, name, data, recipient: masked, error: reason }).catch(() => {})
      throw error
    }
    await removeFailedEmail(pool, key)
  }
}
