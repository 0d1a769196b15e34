import { useState } from 'react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { type ListedCurrency, setRate } from '#contract/admin/currencies.ts'
import { call } from '#web/app/data/call.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { rateText } from './rate-source.tsx'
import type { Currencies } from './use-currencies.ts'

type RateDialogProps = { currency: ListedCurrency; currencies: Currencies; onClose(): void }

/** Enters a rate. A rate far from the current one requires a second press. */
export function RateDialog({ currency: { code, rate }, currencies, onClose }: RateDialogProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const [typed, setTyped] = useState(rate === null ? '' : rateText(rate))
  const [failure, setFailure] = useState<{ text: string; isJump: boolean } | null>(null)

  async function send(): Promise<void> {
    const body = { rate: typed.trim(), force: failure?.isJump ?? false }
    const doneText = t('administration.currencies.rateSet', { code })
    const error = await currencies.run(() => call(setRate, { params: { code }, body }), doneText)
    if (error === null) onClose()
    else setFailure({ text: error.message, isJump: error.code === 'rate_jump' })
  }
  return (
    <FormDialog
      title={t('administration.currencies.setRateOf', { code })}
      saveLabel={t(failure?.isJump ? 'administration.currencies.setAnyway' : 'administration.currencies.save')}
      saveVariant={failure?.isJump ? 'danger' : 'solid'}
      isBusy={currencies.isBusy}
      className="flex flex-col gap-3"
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={t('administration.currencies.rateLabel', { code })}
        hint={t('administration.currencies.rateHint')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
        value={fieldNumber(typed)}
        onChange={(event) => {
          setTyped(fieldNumber(event.currentTarget.value))
          setFailure(null)
        }}
      />
      {failure !== null && (
        <MessageStrip tone={failure.isJump ? 'warning' : 'danger'} role="alert">
          {failure.text}
        </MessageStrip>
      )}
    </FormDialog>
  )
}
