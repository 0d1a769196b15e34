import { useState } from 'react'
import { statementFields } from '#contract/admin/bank-statements.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Imported, useUpload } from './use-upload.ts'

type DialogProps = { upload: ReturnType<typeof useUpload>; result: Imported }

/** Chooses what the columns of a statement are, when day or amount was not recognized. */
export function ColumnsDialog({ upload, result: { file, iban, columns } }: DialogProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(() => Object.fromEntries(columns.map(({ name, field }) => [name, field ?? ''])))
  const text = (name: string, facts?: Record<string, string>) => t(`administration.bankLines.upload.${name}`, facts)
  const fields = new Set(Object.values(chosen))
  const isEnough = fields.has('date') && ['amount', 'incoming', 'outgoing'].some((field) => fields.has(field))
  return (
    <Dialog
      open
      width="md"
      onOpenChange={upload.forget}
      title={text('columnsTitle')}
      actions={
        <>
          <Button size="card" onClick={upload.forget}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="solid"
            size="card"
            busy={upload.sending !== null}
            disabled={!isEnough}
            onClick={() => void upload.send(file, iban, chosen)}
          >
            {text('import')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="[overflow-wrap:anywhere] text-ink-2">{text('columnsText', { name: file.name })}</p>
        <ul className="divide-y divide-line rounded-panel border border-line">
          {columns.map(({ name, samples }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
              <span className="min-w-0 flex-1 basis-48 text-13 [overflow-wrap:anywhere]">
                <span className="block font-medium">{name}</span>
                <span className="block text-12 text-ink-2">{samples.join(' · ')}</span>
              </span>
              <Select
                aria-label={name}
                size="card"
                className="w-full sm:w-60"
                value={chosen[name]}
                onChange={({ target }) => setChosen((before) => ({ ...before, [name]: target.value }))}
              >
                <option value="">{text('ignoreColumn')}</option>
                {statementFields.map((field) => (
                  <option key={field} value={field}>
                    {t(`administration.bankLines.fields.${field}`)}
                  </option>
                ))}
              </Select>
            </li>
          ))}
        </ul>
        {!isEnough && <p className="text-13 text-ink-2">{text('columnsNeeded')}</p>}
        <Failure text={upload.failure} />
      </div>
    </Dialog>
  )
}
