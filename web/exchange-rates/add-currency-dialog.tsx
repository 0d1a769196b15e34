import { useState } from 'react'
import { addCurrency } from '#contract/admin/currencies.ts'
import { call } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Currencies } from './use-currencies.ts'

export function AddCurrencyDialog({ currencies, onClose }: { currencies: Currencies; onClose(): void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string | null>(null)

  async function send(): Promise<void> {
    const body = { code: code.trim(), ...(name.trim() !== '' && { name: name.trim() }) }
    const doneText = t('administration.currencies.added', { code: code.trim().toUpperCase() })
    const error = await currencies.run(() => call(addCurrency, { body }), doneText)
    if (error === null) onClose()
    else setFailure(error.message)
  }
  return (
    <FormDialog
      title={t('administration.currencies.add')}
      saveLabel={t('administration.currencies.save')}
      isBusy={currencies.isBusy}
      className="flex flex-col gap-3"
      onSend={send}
      onClose={onClose}
    >
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
      <Failure text={failure} />
    </FormDialog>
  )
}
