import { RotateCw, Trash2 } from 'lucide-react'
import { jobLock, type ListedJob, removeJob, retryJob } from '#contract/admin/jobs.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Runs a failed job again, or removes it; or says why that is not possible. */
export function JobActions({ job, name }: { job: ListedJob; name: string }) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const text = (key: string) => t(`administration.jobs.${key}`, { name })
  const lock = jobLock(job.name)
  const body = { name: job.name, id: job.id }
  const isFailed = job.state === 'failed' || job.state === 'retry'
  if (job.state === 'running' || job.state === 'done') return null
  if (lock === 'bank') return <p className="text-12 text-ink-2 xl:max-w-60">{text('bankLock')}</p>

  async function retry(): Promise<void> {
    if ((await run(retryJob, { body })) !== null) notify.success(text('retried'))
  }
  async function remove(): Promise<void> {
    const actions = [{ label: text('remove'), value: 'remove', variant: 'danger' as const }]
    const chosen = await showAlert({
      title: text('removeTitle'),
      text: text('removeText'),
      actions,
      close: text('keep'),
    })
    if (chosen === 'remove' && (await run(removeJob, { body })) !== null) notify.success(text('removed'))
  }
  return (
    <MayChange>
      <span className="inline-flex gap-1.5 xl:justify-end">
        {isFailed && (
          <Button
            disabled={isBusy}
            aria-label={text('retryOf')}
            icon={<RotateCw size={14} aria-hidden="true" />}
            onClick={() => void retry()}
          >
            {text('retry')}
          </Button>
        )}
        {lock === null && (
          <Button
            variant="ghost"
            disabled={isBusy}
            aria-label={text('removeOf')}
            icon={<Trash2 size={14} aria-hidden="true" />}
            onClick={() => void remove()}
          >
            {text('remove')}
          </Button>
        )}
      </span>
    </MayChange>
  )
}
