import { type FormEvent, useState } from 'react'
import { type ListedCurrency, setRate } from '#contract/currency-administration.ts'
import { call } from '#web/app/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { rateText } from './rate-text.ts'
import type { Currencies } from './use-currencies.ts'

type RateDialogProps = { currency: ListedCurrency; currencies: Currencies; onClose(): void }

/** A rate by hand. One that is far from the rate in force is taken at the second press. */
export function RateDialog({ currency: { code, rate }, currencies, onClose }: RateDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(rate === null ? '' : rateText(rate))
  const [failure, setFailure] = useState<{ text: string; isJump: boolean } | null>(null)
  const form = `rate-${code}`

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (currencies.isBusy) return
    const body = { rate: typed.trim(), force: failure?.isJump ?? false }
    const done = t('administration.currencies.rateSet', { code })
    const error = await currencies.run(() => call(setRate, { params: { code }, body }), done)
    if (error === null) onClose()
    else setFailure({ text: error.message, isJump: error.code === 'rate_jump' })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('administration.currencies.setRateOf', { code })}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            look={failure?.isJump ? 'danger' : 'solid'}
            size="card"
            busy={currencies.isBusy}
          >
            {t(failure?.isJump ? 'administration.currencies.setAnyway' : 'administration.currencies.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void send(event)} className="flex flex-col gap-3">
        <TextField
          label={t('administration.currencies.rateLabel', { code })}
          hint={t('administration.currencies.rateHint')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setFailure(null)
          }}
        />
        {failure !== null && (
          <MessageStrip tone={failure.isJump ? 'warning' : 'danger'} role="alert">
            {failure.text}
          </MessageStrip>
        )}
      </form>
    </Dialog>
  )
}
