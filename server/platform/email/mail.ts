export type MailAttachment = { filename: string; content: Buffer; contentType: string }

export type MailSender = { name: string; address: string }

/** One letter to one person. */
export type Mail = {
  to: string
  /** The program's own address where it is missing. */
  from?: MailSender | undefined
  replyTo?: string | undefined
  subject: string
  text: string
  html?: string
  attachments?: readonly MailAttachment[]
  /** The key of the job that sends it: a letter that is sent again carries the same Message-ID. */
  key: string
}
