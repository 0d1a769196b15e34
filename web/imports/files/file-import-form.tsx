import { RefreshCw } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import {
  type FileImportDetail,
  type FileImportOptions,
  pictureModes,
  previewFileImport,
} from '#contract/admin/file-imports.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Props = { detail: FileImportDetail; onChanged(isChanged: boolean): void }

/** How the file is read; a change requires a new preview. */
export function FileImportForm({ detail, onChanged }: Props) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [options, setOptions] = useState<FileImportOptions>(detail.options)
  const [isTouched, setTouched] = useState(false)

  function change(part: Partial<FileImportOptions>): void {
    setOptions({ ...options, ...part })
    setTouched(true)
    onChanged(true)
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const reply = await run(previewFileImport, { params: { id: String(detail.id) }, body: options })
    if (reply === null) return
    setTouched(false)
    onChanged(false)
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4"
    >
      <h2 className="text-16 font-semibold">{t('imports.files.options.title')}</h2>
      <div className="flex flex-wrap items-end gap-3">
        {detail.kind === 'pictures' ? (
          <Field label={t('imports.files.options.pictures')}>
            {(fieldProps) => (
              <Select
                {...fieldProps}
                size="lg"
                className="w-72 max-w-full"
                value={options.pictures}
                onChange={({ target }) =>
                  change({ pictures: pictureModes.find((mode) => mode === target.value) ?? 'append' })
                }
              >
                {pictureModes.map((mode) => (
                  <option key={mode} value={mode}>
                    {t(`imports.files.options.${mode}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : (
          <Field label={t('imports.options.decimal')}>
            {(fieldProps) => (
              <Select
                {...fieldProps}
                size="lg"
                className="w-72 max-w-full"
                value={options.decimal ?? ''}
                onChange={({ target: { value } }) => change({ decimal: value === ',' || value === '.' ? value : null })}
              >
                <option value="">{t('imports.options.auto')}</option>
                <option value=",">{t('imports.options.comma')}</option>
                <option value=".">{t('imports.options.point')}</option>
              </Select>
            )}
          </Field>
        )}
        <Button
          type="submit"
          variant={isTouched || detail.state !== 'ready' ? 'solid' : 'outline'}
          busy={isBusy}
          icon={<RefreshCw size={16} aria-hidden="true" />}
        >
          {t(`imports.actions.${detail.state === 'ready' ? 'again' : 'preview'}`)}
        </Button>
      </div>
      <p role="status" className="text-13 text-ink-2 empty:hidden">
        {isTouched && t('imports.options.changed')}
      </p>
    </form>
  )
}
