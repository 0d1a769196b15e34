import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { CallError } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type LinkRequestProps = {
  /** `isSent`: false in a shop without a mail server. */
  request(email: string): Promise<{ isSent: boolean }>
  sentText: string
  notSentText: string
}

/** Requests an email with a link. The answer is the same for every address. */
export function LinkRequest({ request, sentText, notSentText }: LinkRequestProps) {
  const [sent, setSent] = useState<Requested | null>(null)
  return sent === null ? (
    <RequestForm request={request} onDone={setSent} />
  ) : (
    <Sent {...sent} sentText={sentText} notSentText={notSentText} onAgain={() => setSent(null)} />
  )
}

type Requested = { email: string; isSent: boolean }
type RequestFormProps = Pick<LinkRequestProps, 'request'> & { onDone(requested: Requested): void }

function RequestForm({ request, onDone }: RequestFormProps) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<{ text: string; isField: boolean } | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const input = new FormData(event.currentTarget).get('email')
    const email = typeof input === 'string' ? input.trim() : ''
    if (email === '') return setFailure({ text: t('passwordLink.forgotten.needEmail'), isField: true })
    setBusy(true)
    setFailure(null)
    try {
      const { isSent } = await request(email)
      onDone({ email, isSent })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure({ text: error.message, isField: error.status === 422 })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form method="post" noValidate className="mt-5 space-y-4" onSubmit={(event) => void submit(event)}>
      {failure !== null && !failure.isField && (
        <MessageStrip tone="danger" role="alert">
          {failure.text}
        </MessageStrip>
      )}
      <TextField
        label={t('passwordLink.forgotten.email')}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={failure?.isField === true ? failure.text : undefined}
      />
      <Button type="submit" variant="solid" size="lg" busy={isBusy} className="w-full">
        {t(isBusy ? 'passwordLink.forgotten.busy' : 'passwordLink.forgotten.submit')}
      </Button>
    </form>
  )
}

type SentProps = Requested & Omit<LinkRequestProps, 'request'> & { onAgain(): void }

function Sent({ email, isSent, sentText, notSentText, onAgain }: SentProps) {
  const { t } = useTranslation()
  if (!isSent) {
    return (
      <MessageStrip tone="warning" role="status" className="mt-5">
        {notSentText}
      </MessageStrip>
    )
  }
  return (
    <div className="mt-5 space-y-4">
      <div role="status" className="flex gap-3 rounded-panel border border-line bg-canvas p-4">
        <MailCheck size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
        <div className="min-w-0">
          <p className="font-semibold [overflow-wrap:anywhere]">{email}</p>
          <p className="mt-1 text-ink-2">{sentText}</p>
        </div>
      </div>
      <Button size="lg" className="w-full" onClick={onAgain}>
        {t('passwordLink.forgotten.again')}
      </Button>
    </div>
  )
}
