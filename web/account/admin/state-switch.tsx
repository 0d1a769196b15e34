import { useRevalidator } from 'react-router'
import { disableDealer } from '#contract/admin/dealers.ts'
import { disableUser } from '#contract/admin/users.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'

type StateSwitchProps = { kind: 'dealer' | 'user'; id: number; name: string; isDisabled: boolean }

/** Disables an account after a confirmation, or enables it again. */
export function StateSwitch({ kind, id, name, isDisabled }: StateSwitchProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  const mayChange = useMayChange('people')
  const textOf = (key: string) => t(`people.state.${kind}.${key}`, { name })

  async function change(): Promise<void> {
    if (!isDisabled) {
      const action = { label: textOf('disable'), value: 'go', variant: 'danger' as const }
      const answer = await showAlert({
        title: textOf('disable'),
        text: textOf('question'),
        actions: [action],
        close: t('people.state.cancel'),
      })
      if (answer !== 'go') return
    }
    await send(
      async () => {
        const input = { params: { id: String(id) }, body: { isDisabled: !isDisabled } }
        await (kind === 'dealer' ? call(disableDealer, input) : call(disableUser, input))
        notify.success(textOf(isDisabled ? 'enabled' : 'disabled'), { id: 'people' })
        await revalidate()
      },
      ({ message }) => notify.error(message),
    )
  }
  if (!mayChange) return null
  return (
    <AdminPanel title={t('people.state.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">{textOf(isDisabled ? 'isDisabled' : 'isEnabled')}</p>
        <Button variant={isDisabled ? 'outline' : 'danger'} size="lg" busy={isBusy} onClick={() => void change()}>
          {textOf(isDisabled ? 'enable' : 'disable')}
        </Button>
      </div>
    </AdminPanel>
  )
}
