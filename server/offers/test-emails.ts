import type { Mailer } from '#server/platform/email/mailer.ts'

type Email = Parameters<Mailer['send']>[0]

/** A mailer that keeps the emails. */
export function openMemoryMailer(): { mailer: Pick<Mailer, 'send'>; sent: Email[] } {
  const sent: Email[] = []
  return { sent, mailer: { send: async (email) => void sent.push(email) } }
}
