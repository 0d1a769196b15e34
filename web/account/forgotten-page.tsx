import '#web/app/page-words.ts'
import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { pages } from '#contract/core/pages.ts'
import { requestPasswordLink } from '#contract/shop/passwords.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { StandalonePage } from './standalone-page.tsx'

/** Requests a new password. The response is the same for every address. */
export default function ForgottenPage() {
  const { t } = useTranslation()
  const [request, setRequest] = useState<PasswordRequest | null>(null)
  const title = t('passwordLink.forgotten.title')
  return (
    <StandalonePage
      title={title}
      text={t('passwordLink.forgotten.text')}
      link={{ to: pages.login, label: t('passwordLink.toSignIn') }}
    >
      <PageHead title={title} description={t('passwordLink.forgotten.text')} canonical={pages.forgotten} noIndex />
      {request === null ? <RequestForm onDone={setRequest} /> : <Sent {...request} onAgain={() => setRequest(null)} />}
    </StandalonePage>
  )
}

/** `isSent`: false in a shop without a mail server. */
type PasswordRequest = { email: string; isSent: boolean }

function RequestForm({ onDone }: { onDone(request: PasswordRequest): void }) {
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
      const { isSent } = await call(requestPasswordLink, { body: { email } })
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

function Sent({ email, isSent, onAgain }: PasswordRequest & { onAgain(): void }) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  if (!isSent) {
    const phone = settings.storePhone
    return (
      <MessageStrip tone="warning" role="status" className="mt-5">
        {t(phone === '' ? 'passwordLink.forgotten.notSent' : 'passwordLink.forgotten.notSentCall', { phone })}
      </MessageStrip>
    )
  }
  return (
    <div className="mt-5 space-y-4">
      <div role="status" className="flex gap-3 rounded-panel border border-line bg-canvas p-4">
        <MailCheck size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
        <div className="min-w-0">
          <p className="font-semibold [overflow-wrap:anywhere]">{email}</p>
          <p className="mt-1 text-ink-2">{t('passwordLink.forgotten.sent')}</p>
        </div>
      </div>
      <Button size="lg" className="w-full" onClick={onAgain}>
        {t('passwordLink.forgotten.again')}
      </Button>
    </div>
  )
}
