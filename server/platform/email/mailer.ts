import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { isMailAddress } from './address.ts'
import type { Mail, MailSender } from './mail.ts'
import { saveMail } from './mail-folder.ts'

export type Mailer = {
  /** Resolves once the letter is taken over; throws where it was not, so that its job comes again. */
  send(mail: Mail): Promise<void>
  close(): void
}

export type MailerOptions = {
  /** smtp:// or smtps://; without it letters become files. */
  smtpUrl?: string | undefined
  /** Where they become files. */
  folder: string
  /** Host name of the shop: of its Message-IDs, and of the sender where a letter names none. */
  host: string
  /** How long the mail server may stay silent, in milliseconds. */
  patience?: number
}

/** A letter that no mail server would take, however often it is sent. */
export class MailError extends Error {
  override name = 'MailError'
}

/** The way of letters out of the house: by SMTP, or without an address for it as .eml files. */
export function createMailer({ smtpUrl, folder, host, patience = 20_000 }: MailerOptions): Mailer {
  const domain = host.includes('.') ? host : `${host}.localdomain`
  const own: MailSender = { name: '', address: `noreply@${domain}` }
  const contentsOf = (mail: Mail) => messageOf(mail, own, domain)
  if (smtpUrl === undefined) {
    return {
      send: async (mail) => saveMail(folder, mail, await new MailComposer(contentsOf(mail)).compile().build()),
      close: () => {},
    }
  }
  const times = {
    dnsTimeout: patience,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  }
  const transport = createTransport({ url: smtpUrl, ...times })
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
    // As an object: a text would be taken apart into several people.
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
    // Nobody answers a program's letters with "I am on holiday".
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function nameOf({ from }: Mail): { name?: string } {
  return from === undefined ? {} : { name: from.name }
}

/** Headers are lines: what would begin another one becomes a blank. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}
