import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { isMailAddress } from '#contract/core/mail-address.ts'
import type { Mail, MailSender } from './mail.ts'
import { createPace } from '#server/platform/pace.ts'
import { requireOutsideCalls } from '#server/platform/http/outside-switch.ts'
import { saveMail } from './mail-folder.ts'

export type Mailer = {
  /** Resolves once the server has accepted the email; throws otherwise, so that the job is retried. */
  send(mail: Mail): Promise<void>
  close(): void
}

export type MailerOptions = {
  /** smtp:// or smtps://. Without it emails are written to files. */
  smtpUrl?: string | undefined
  /** The folder of those files. */
  folder: string
  /** Host name of the shop, for Message-IDs and for the default sender. */
  host: string
  /** Timeout for each answer of the SMTP server, in milliseconds. */
  timeout?: number
  /** Called once if emails leave without an address of the store. */
  warn?(error: Error): void
}

// Connections to the mail server; `?maxConnections=` in SMTP_URL replaces it.
const maxConnections = 5
// Emails to one domain at a time, so that a domain that the server delays does not use all connections.
const maxPerDomain = 4

/** An email that can never be delivered, however often it is sent. */
export class MailError extends Error {
  override name = 'MailError'
}

/** Sends emails by SMTP, or writes them as .eml files if no server is configured. */
export function createMailer({ smtpUrl, folder, host, timeout = 20_000, warn = () => {} }: MailerOptions): Mailer {
  const domain = host.includes('.') ? host : `${host}.localdomain`
  const own: MailSender = { name: '', address: `noreply@${domain}` }
  let isWarned = false
  const contentsOf = (mail: Mail) => {
    if (!isWarned && !mail.from?.address)
      warn(new Error(`Emails leave as ${own.address}: the setting storeEmail is empty.`))
    isWarned ||= !mail.from?.address
    return messageOf(mail, own, domain)
  }
  if (smtpUrl === undefined) {
    return {
      send: async (mail) => saveMail(folder, mail, await new MailComposer(contentsOf(mail)).compile().build()),
      close: () => {},
    }
  }
  const transport = createTransport({
    pool: true,
    maxConnections,
    maxMessages: 100,
    // A message whose connection was lost may have been accepted: its job decides about sending it again.
    maxRequeues: 0,
    url: smtpUrl,
    dnsTimeout: timeout,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })
  const paced = createPace(maxPerDomain)
  return {
    async send(mail) {
      requireOutsideCalls()
      const contents = contentsOf(mail)
      await paced(contents.to.address.slice(contents.to.address.lastIndexOf('@') + 1).toLowerCase(), () =>
        transport.sendMail(contents),
      )
    },
    close: () => transport.close(),
  }
}

function messageOf(mail: Mail, own: MailSender, domain: string) {
  const from = mail.from?.address ? mail.from : { ...own, ...nameOf(mail) }
  if (!isMailAddress(from.address))
    throw new MailError(`The sender is no email address: ${JSON.stringify(from.address)}`)
  if (!isMailAddress(mail.to)) throw new MailError(`This is no e-mail address: ${JSON.stringify(mail.to)}`)
  return {
    from: { name: oneLine(from.name), address: from.address },
    // As an object: a string would be parsed as a list of recipients.
    to: { name: '', address: mail.to },
    ...(mail.replyTo !== undefined && isMailAddress(mail.replyTo) && { replyTo: { name: '', address: mail.replyTo } }),
    subject: oneLine(mail.subject),
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    attachments: (mail.attachments ?? []).map((attachment) => ({
      ...attachment,
      filename: oneLine(attachment.filename),
    })),
    messageId: `<${mail.key.replaceAll(/[^\w.-]/g, '_')}@${domain}>`,
    // Suppresses automatic replies such as out-of-office messages.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function nameOf({ from }: Mail): { name?: string } {
  return from === undefined ? {} : { name: from.name }
}

/** Replaces line breaks, which would start another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}
