import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type MailServer = {
  /** For SMTP_URL. */
  url: string
  /** Emails as received over SMTP. */
  emails: string[]
  close(): Promise<void>
}

/** A real mail server on a free port of this machine that stores what it receives. */
export function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const emails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        emails.push(Buffer.concat(parts).toString('utf8'))
        done()
      })
    },
    ...options,
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      const close = () => new Promise<void>((done) => server.close(done))
      resolve({ url: `smtp://127.0.0.1:${port}`, emails, close })
    })
  })
}
