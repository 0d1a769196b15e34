import { type FormEvent, useState } from 'react'
import {
  defaultFileImportOptions,
  type FileImportOptions,
  type PictureMode,
  pictureModes,
} from '#contract/admin/imports/file-import-options.ts'
import { type FileImportDetail, previewFileImport } from '#contract/admin/imports/file-imports.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ImportFiles } from '#web/imports/import-files.tsx'
import { ProfileSelect } from '#web/imports/profile-select.tsx'
import { PreviewBar } from '#web/imports/preview-bar.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { FileImportColumns } from './file-import-columns.tsx'

type Props = { detail: FileImportDetail; onChanged(isChanged: boolean): void }

/** How the file is read; a change requires a new preview. */
export function FileImportForm({ detail, onChanged }: Props) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [options, setOptions] = useState<FileImportOptions>(detail.options)
  const [profileId, setProfileId] = useState(detail.profile?.id ?? null)
  const [isTouched, setTouched] = useState(false)
  const sheets = detail.inspection?.sheets ?? []

  function change(part: Partial<FileImportOptions>): void {
    setOptions({ ...options, ...part })
    setTouched(true)
    onChanged(true)
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const reply = await run(previewFileImport, {
      params: { id: String(detail.id) },
      body: { ...options, profile: profileId },
    })
    if (reply === null) return
    setTouched(false)
    onChanged(false)
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4"
    >
      {detail.inspection !== null && <ImportFiles files={[detail.inspection]} />}
      <ProfileSelect
        detail={detail}
        value={profileId}
        onChange={(profile) => {
          setProfileId(profile?.id ?? null)
          change({ mapping: undefined, sheet: undefined, ...(profile?.options ?? defaultFileImportOptions) })
        }}
      />
      <h2 className="text-16 font-semibold">{t('imports.files.options.title')}</h2>
      <div className="flex flex-wrap items-end gap-3">
        {detail.kind === 'pictures' ? (
          <PicturesField value={options.pictures} onChange={(pictures) => change({ pictures })} />
        ) : (
          <DecimalField value={options.decimal} onChange={(decimal) => change({ decimal })} />
        )}
        {sheets.length > 1 && (
          <Field label={t('imports.options.sheet')}>
            {(fieldProps) => (
              <Select
                {...fieldProps}
                size="lg"
                className="w-72 max-w-full"
                value={options.sheet ?? detail.inspection?.sheet ?? ''}
                onChange={({ target }) => change({ sheet: target.value })}
              >
                {sheets.map((sheet) => (
                  <option key={sheet}>{sheet}</option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <FileImportColumns detail={detail} mapping={options.mapping ?? {}} onChange={(mapping) => change({ mapping })} />
      <PreviewBar isTouched={isTouched} isReady={detail.state === 'ready'} isBusy={isBusy} />
    </form>
  )
}

type FieldProps<Value> = { value: Value; onChange(value: Value): void }

function PicturesField({ value, onChange }: FieldProps<PictureMode>) {
  const { t } = useTranslation()
  return (
    <Field label={t('imports.files.options.pictures')}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-72 max-w-full"
          value={value}
          onChange={({ target }) => onChange(pictureModes.find((mode) => mode === target.value) ?? 'append')}
        >
          {pictureModes.map((mode) => (
            <option key={mode} value={mode}>
              {t(`imports.files.options.${mode}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function DecimalField({ value, onChange }: FieldProps<FileImportOptions['decimal']>) {
  const { t } = useTranslation()
  return (
    <Field label={t('imports.options.decimal')}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-72 max-w-full"
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === ',' || target.value === '.' ? target.value : null)}
        >
          <option value="">{t('imports.options.auto')}</option>
          <option value=",">{t('imports.options.comma')}</option>
          <option value=".">{t('imports.options.point')}</option>
        </Select>
      )}
    </Field>
  )
}
