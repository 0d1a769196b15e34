export type MailAttachment = { filename: string; content: Buffer; contentType: string }

export type MailSender = { name: string; address: string }

/** An email to one recipient. */
export type Mail = {
  to: string
  /** Default: the address of the shop. */
  from?: MailSender | undefined
  replyTo?: string | undefined
  subject: string
  text: string
  html?: string
  attachments?: readonly MailAttachment[]
  /** The key of the job that sends the email: retries carry the same Message-ID. */
  key: string
}
