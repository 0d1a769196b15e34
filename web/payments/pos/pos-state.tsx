import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { type PosDetail, removePosAccount, setPosState, tryPosAccount } from '#contract/admin/pos.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { call, CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type PosStateProps = { account: PosDetail; onChange(account: PosDetail): void }
type Said = { tone: 'info' | 'warning' | 'danger'; text: string }

/** Whether the account accepts payments, what it lacks, and the result of a test call. */
export function PosState({ account, onChange }: PosStateProps) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const [busy, setBusy] = useState<'state' | 'trial' | 'remove' | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const { isActive, missing, hasPayments, values } = account
  const params = { id: String(account.id) }
  const words = (word: string, facts = {}) => t(`administration.pos.state.${word}`, { name: values.name, ...facts })

  async function run(what: NonNullable<typeof busy>, work: () => Promise<void>): Promise<void> {
    if (busy !== null) return
    setBusy(what)
    setSaid(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      setSaid({ tone: 'danger', text: error.message })
    } finally {
      setBusy(null)
    }
  }

  async function ask(word: 'deactivate' | 'remove'): Promise<boolean> {
    const action = { label: words(word), value: 'go', variant: 'danger' as const }
    const content = { title: words(`${word}Of`), text: words(`${word}Text`), actions: [action], close: t('ui.cancel') }
    return (await showAlert(content)) === 'go'
  }

  const setState = () =>
    run('state', async () => {
      if (isActive && !(await ask('deactivate'))) return
      onChange(await call(setPosState, { params, body: { isActive: !isActive } }))
      notify.success(words(isActive ? 'deactivated' : 'activated'), { id: 'pos' })
    })
  const tryIt = () =>
    run('trial', async () => {
      const { answer, text } = await call(tryPosAccount, { params })
      setSaid(
        answer === 'known'
          ? { tone: 'info', text: words('known') }
          : { tone: 'warning', text: words('unsure', { text }) },
      )
    })
  const remove = () =>
    run('remove', async () => {
      if (!(await ask('remove'))) return
      await call(removePosAccount, { params })
      notify.success(words('removed'), { id: 'pos' })
      await goTo(pages.adminPos)
    })
  const lacks = missing.map((name) => t(`administration.pos.${labelOf(name, account)}`)).join(', ')
  return (
    <AdminPanel title={words('title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">{words(isActive ? 'isActive' : 'isInactive')}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="lg" busy={busy === 'trial'} onClick={() => void tryIt()}>
            {words('try')}
          </Button>
          <Button
            variant={isActive ? 'outline' : 'solid'}
            size="lg"
            busy={busy === 'state'}
            onClick={() => void setState()}
          >
            {words(isActive ? 'deactivate' : 'activate')}
          </Button>
          {!hasPayments && (
            <Button variant="danger" size="lg" busy={busy === 'remove'} onClick={() => void remove()}>
              {words('remove')}
            </Button>
          )}
        </div>
      </div>
      {missing.length > 0 && <MessageStrip tone="warning">{words('lacks', { names: lacks })}</MessageStrip>}
      <div role="status" className="empty:hidden">
        {said !== null && <MessageStrip tone={said.tone}>{said.text}</MessageStrip>}
      </div>
    </AdminPanel>
  )
}

/** The label of something that an account lacks: a key, a setting, or a card entry mode. */
function labelOf(name: string, { secrets }: PosDetail): string {
  if (name.startsWith('mode ')) return 'fields.mode'
  return secrets.some((each) => each.name === name) ? `secretNames.${name}` : `settings.${name}`
}
