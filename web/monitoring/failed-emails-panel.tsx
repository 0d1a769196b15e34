import { RotateCw } from 'lucide-react'
import { emailKinds, type FailedEmail, type FailedEmails, retryFailedEmails } from '#contract/admin/failed-emails.ts'
import { failedEmailsAnchor } from '#contract/core/record-paths.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Emails that could not be delivered, with the reason, to be sent again. */
export function FailedEmailsPanel({ list: { items, total } }: { list: FailedEmails }) {
  const { t, formatQuantity } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const text = (name: string, facts = {}) => t(`administration.mail.failed.${name}`, facts)

  async function retry(id: string | null): Promise<void> {
    const reply = await run(retryFailedEmails, { body: { id } })
    if (reply !== null) notify.success(text('retried', { count: reply.count }))
  }
  return (
    <div id={failedEmailsAnchor} className="scroll-mt-20">
      <AdminPanel
        title={text('title')}
        end={
          total > 1 && (
            <MayChange>
              <Button size="md" busy={isBusy} onClick={() => void retry(null)}>
                {text('retryAll')}
              </Button>
            </MayChange>
          )
        }
      >
        <p className="text-13 text-ink-2">{total === 0 ? text('none') : text('text')}</p>
        {items.length > 0 && (
          <ul className="rounded-control border border-line">
            {items.map((email) => (
              <FailedEmailRow key={email.id} email={email} isBusy={isBusy} onRetry={() => void retry(email.id)} />
            ))}
          </ul>
        )}
        {total > items.length && (
          <p className="text-13 text-ink-2">
            {text('latest', { shown: formatQuantity(items.length), number: formatQuantity(total) })}
          </p>
        )}
      </AdminPanel>
    </div>
  )
}

const kinds: readonly string[] = emailKinds

type FailedEmailRowProps = { email: FailedEmail; isBusy: boolean; onRetry(): void }

function FailedEmailRow({ email: { kind, recipient, error, failures, at }, isBusy, onRetry }: FailedEmailRowProps) {
  const { t } = useTranslation()
  const text = (name: string, facts = {}) => t(`administration.mail.failed.${name}`, facts)
  return (
    <li
      data-testid="failed-email"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3 py-2 text-13 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap gap-x-3 gap-y-0.5">
          <span className="font-medium">{kinds.includes(kind) ? text(`kinds.${kind}`) : kind}</span>
          {recipient !== '' && <span className="[overflow-wrap:anywhere]">{recipient}</span>}
          <Moment date={at} />
          {failures > 1 && <span className="text-ink-2">{text('failures', { count: failures })}</span>}
        </p>
        <p className="text-danger [overflow-wrap:anywhere]">{error}</p>
      </div>
      <MayChange>
        <Button disabled={isBusy} icon={<RotateCw size={14} aria-hidden="true" />} onClick={onRetry}>
          {text('retry')}
        </Button>
      </MayChange>
    </li>
  )
}
