import { useRevalidator } from 'react-router'
import { resetFactors, type UserDetail } from '#contract/admin/users.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The second factors of a user, and their reset for a user who has lost the device. */
export function UserFactors({ user, isSelf }: { user: UserDetail; isSelf: boolean }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  const { id, name, hasTotp, passkeys } = user
  const hasAny = hasTotp || passkeys > 0

  async function reset(): Promise<void> {
    const label = t('people.factors.reset')
    const answer = await showAlert({
      title: t('people.factors.title'),
      text: t('people.factors.question', { name }),
      actions: [{ label, value: 'go', variant: 'danger' }],
      close: t('people.state.cancel'),
    })
    if (answer !== 'go') return
    await send(
      async () => {
        await call(resetFactors, { params: { id: String(id) } })
        notify.success(t('people.factors.done'), { id: 'people' })
        await revalidate()
      },
      ({ message }) => notify.error(message),
    )
  }
  return (
    <AdminPanel title={t('people.factors.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">
          {!hasAny && t('people.factors.none')}
          {hasTotp && t('people.factors.totp')} {passkeys > 0 && t('people.factors.passkeys', { count: passkeys })}
          {isSelf && hasAny && ` ${t('people.factors.ownHint')}`}
        </p>
        {hasAny && !isSelf && (
          <Button variant="danger" size="lg" busy={isBusy} onClick={() => void reset()}>
            {t('people.factors.reset')}
          </Button>
        )}
      </div>
    </AdminPanel>
  )
}
