import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { isMailAddress } from './address.ts'
import type { Mail, MailSender } from './mail.ts'
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
}

/** An email that can never be delivered, however often it is sent. */
export class MailError extends Error {
  override name = 'MailError'
}

/** Sends emails by SMTP, or writes them as .eml files if no server is configured. */
export function createMailer({ smtpUrl, folder, host, timeout = 20_000 }: MailerOptions): Mailer {
  const domain = host.includes('.') ? host : `${host}.localdomain`
  const own: MailSender = { name: '', address: `noreply@${domain}` }
  const contentsOf = (mail: Mail) => messageOf(mail, own, domain)
  if (smtpUrl === undefined) {
    return {
      send: async (mail) => saveMail(folder, mail, await new MailComposer(contentsOf(mail)).compile().build()),
      close: () => {},
    }
  }
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: timeout,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })
  return {
    async send(mail) {
      await transport.sendMail(contentsOf(mail))
    },
    close: () => transport.close(),
  }
}

function messageOf(mail: Mail, own: MailSender, domain: string) {
  const from = mail.from !== undefined && isMailAddress(mail.from.address) ? mail.from : { ...own, ...nameOf(mail) }
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
