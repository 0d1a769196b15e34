import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { type PosDetail, removePosAccount, setPosState, tryPosAccount } from '#contract/admin/pos.ts'
import { trialCause } from '#domain/payments/pos-trial.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { call, CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type PosStateProps = { account: PosDetail; onChange(account: PosDetail): void }
type Notice = { tone: 'info' | 'warning' | 'danger'; text: string }

/** The calls that change or test the account; `textOf` translates the panel's texts. */
function usePosActions({ account, onChange }: PosStateProps) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const [busy, setBusy] = useState<'state' | 'trial' | 'remove' | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const { isActive, values } = account
  const params = { id: String(account.id) }
  const textOf = (key: string, facts = {}) => t(`administration.pos.state.${key}`, { name: values.name, ...facts })

  async function run(name: NonNullable<typeof busy>, work: () => Promise<void>): Promise<void> {
    if (busy !== null) return
    setBusy(name)
    setNotice(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      setNotice({ tone: 'danger', text: error.message })
    } finally {
      setBusy(null)
    }
  }

  async function confirm(key: 'deactivate' | 'remove'): Promise<boolean> {
    const action = { label: textOf(key), value: 'go', variant: 'danger' as const }
    const content = {
      title: textOf(`${key}Of`),
      text: textOf(`${key}Text`),
      actions: [action],
      close: t('ui.cancel'),
    }
    return (await showAlert(content)) === 'go'
  }

  const setState = () =>
    run('state', async () => {
      if (isActive && !(await confirm('deactivate'))) return
      onChange(await call(setPosState, { params, body: { isActive: !isActive } }))
      notify.success(textOf(isActive ? 'deactivated' : 'activated'), { id: 'pos' })
    })
  const testConnection = () =>
    run('trial', async () => {
      const { answer, text } = await call(tryPosAccount, { params })
      setNotice(
        answer === 'known'
          ? { tone: 'info', text: textOf('known') }
          : { tone: 'warning', text: `${textOf(`causes.${trialCause(text)}`)} ${textOf('unsure', { text })}` },
      )
    })
  const remove = () =>
    run('remove', async () => {
      if (!(await confirm('remove'))) return
      await call(removePosAccount, { params })
      notify.success(textOf('removed'), { id: 'pos' })
      await goTo(pages.adminPos)
    })
  return { textOf, busy, notice, setState, testConnection, remove }
}

/** Whether the account accepts payments, what it lacks, and the result of a test call. */
export function PosState({ account, onChange }: PosStateProps) {
  const { t, formatQuantity } = useTranslation()
  const { isActive, missing, hasPayments, storedCards } = account
  const { textOf, busy, notice, setState, testConnection, remove } = usePosActions({ account, onChange })
  const missingLabels = missing.map((name) => t(`administration.pos.${labelOf(name, account)}`)).join(', ')
  return (
    <AdminPanel title={textOf('title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">
          {textOf(isActive ? 'isActive' : 'isInactive')}
          {storedCards > 0 && ` ${textOf('storedCards', { number: formatQuantity(storedCards) })}`}
        </p>
        <MayChange>
          <div className="flex flex-wrap gap-2">
            <Button size="lg" busy={busy === 'trial'} onClick={() => void testConnection()}>
              {textOf('try')}
            </Button>
            <Button
              variant={isActive ? 'outline' : 'solid'}
              size="lg"
              busy={busy === 'state'}
              onClick={() => void setState()}
            >
              {textOf(isActive ? 'deactivate' : 'activate')}
            </Button>
            {!hasPayments && (
              <Button variant="danger" size="lg" busy={busy === 'remove'} onClick={() => void remove()}>
                {textOf('remove')}
              </Button>
            )}
          </div>
        </MayChange>
      </div>
      {missing.length > 0 && <MessageStrip tone="warning">{textOf('lacks', { names: missingLabels })}</MessageStrip>}
      <div role="status" className="empty:hidden">
        {notice !== null && <MessageStrip tone={notice.tone}>{notice.text}</MessageStrip>}
      </div>
    </AdminPanel>
  )
}

/** The label of something that an account lacks: a key, a setting, or a card entry mode. */
function labelOf(name: string, { secrets }: PosDetail): string {
  if (name.startsWith('mode ')) return 'fields.mode'
  return secrets.some((each) => each.name === name) ? `secretNames.${name}` : `settings.${name}`
}
