import { type FormEvent, useState } from 'react'
import { addCurrency } from '#contract/currency-administration.ts'
import { call } from '#web/app/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Currencies } from './use-currencies.ts'

export function AddCurrencyDialog({ currencies, onClose }: { currencies: Currencies; onClose(): void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string | null>(null)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (currencies.isBusy) return
    const body = { code: code.trim(), ...(name.trim() !== '' && { name: name.trim() }) }
    const done = t('administration.currencies.added', { code: code.trim().toUpperCase() })
    const error = await currencies.run(() => call(addCurrency, { body }), done)
    if (error === null) onClose()
    else setFailure(error.message)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('administration.currencies.add')}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form="add-currency" look="solid" size="card" busy={currencies.isBusy}>
            {t('administration.currencies.save')}
          </Button>
        </>
      }
    >
      <form id="add-currency" onSubmit={(event) => void send(event)} className="flex flex-col gap-3">
        <TextField
          label={t('administration.currencies.code')}
          hint={t('administration.currencies.codeHint')}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={3}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <TextField
          label={t('administration.currencies.name')}
          hint={t('administration.currencies.nameHint')}
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {failure !== null && (
          <MessageStrip tone="danger" role="alert">
            {failure}
          </MessageStrip>
        )}
      </form>
    </Dialog>
  )
}
