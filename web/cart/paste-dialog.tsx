import { useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { formatQuantity } from '#domain/format.ts'
import { pastedLines, pastedRowsMax } from '#domain/pasted-lines.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PastedRows } from './pasted-rows.tsx'
import { usePastedRows } from './use-pasted-rows.ts'

/** Many lines from a spreadsheet: pasted, looked through, added. Read after the page has come to life. */
export function PasteDialog({ text: given, onClose }: { text: string; onClose(): void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(given)
  const { rows, isBusy, error, check, add, forget } = usePastedRows(onClose)
  const lines = pastedLines(text)
  const isTooLong = lines.length > pastedRowsMax
  const good = rows?.filter((row) => row.error === undefined) ?? []
  const counts = { count: lines.length, max: formatQuantity(pastedRowsMax) }
  const actions =
    rows === null ? (
      <>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button look="solid" busy={isBusy} disabled={lines.length === 0 || isTooLong} onClick={() => void check(lines)}>
          {t('cart.paste.check')}
        </Button>
      </>
    ) : (
      <>
        <Button onClick={forget}>{t('cart.paste.back')}</Button>
        <Button look="solid" busy={isBusy} disabled={good.length === 0} onClick={() => void add()}>
          {t('cart.paste.add', { count: good.length })}
        </Button>
      </>
    )
  return (
    <Dialog open onOpenChange={onClose} title={t('cart.paste.title')} width="lg" actions={actions}>
      {error !== null && (
        <p role="alert" className="mb-3 text-13 text-danger">
          {error}
        </p>
      )}
      {rows === null ? (
        <Field
          label={t('cart.paste.label')}
          hint={lines.length === 0 ? t('cart.paste.hint') : t('cart.paste.count', counts)}
          error={isTooLong ? t('cart.paste.tooMany', counts) : undefined}
        >
          {(wired) => (
            <textarea
              {...wired}
              value={text}
              onChange={(event) => setText(event.target.value)}
              rows={12}
              spellCheck={false}
              placeholder={t('cart.paste.example')}
              className="field block w-full resize-y p-2.5 font-mono text-13"
            />
          )}
        </Field>
      ) : (
        <PastedRows rows={rows} />
      )}
    </Dialog>
  )
}
