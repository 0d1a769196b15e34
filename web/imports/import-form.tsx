import { type FormEvent, useState } from 'react'
import { defaultImportOptions, type ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import { type ImportDetail, previewImport } from '#contract/admin/imports/imports.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportFiles } from './import-files.tsx'
import { DefaultFields, FileFields } from './import-option-fields.tsx'
import { ImportQuestions } from './import-questions.tsx'
import { PreviewBar } from './preview-bar.tsx'
import { ProfileSelect } from './profile-select.tsx'

/** Also clears the answers that are optional. */
const emptyOptions: ImportOptionsInput = {
  ...defaultImportOptions,
  decimals: undefined,
  sheet: undefined,
  inStock: undefined,
  priceJumps: undefined,
  repeatedPrices: undefined,
  repeatedCodes: undefined,
}

type Props = { detail: ImportDetail; onChanged(isChanged: boolean): void }

/** How the files are read; a change requires a new preview. */
export function ImportForm({ detail, onChanged }: Props) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [options, setOptions] = useState<ImportOptionsInput>(detail.options)
  const [profileId, setProfileId] = useState(detail.profile?.id ?? null)
  const [isTouched, setTouched] = useState(false)
  const textOf = (name: string) => t(`imports.options.${name}`)

  function change(part: Partial<ImportOptionsInput>): void {
    setOptions({ ...options, ...part })
    setTouched(true)
    onChanged(true)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const reply = await run(previewImport, {
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
      <ImportFiles files={detail.columns} />
      <ProfileSelect
        detail={detail}
        value={profileId}
        onChange={(profile) => {
          setProfileId(profile?.id ?? null)
          change({ ...(profile?.options ?? emptyOptions), units: options.units })
        }}
      />
      <ImportQuestions detail={detail} options={options} onChange={change} />
      <h2 className="text-16 font-semibold">{textOf('title')}</h2>
      <FileFields detail={detail} options={options} onChange={change} />
      <DefaultFields
        defaults={options.defaults}
        onChange={(part) => change({ defaults: { ...options.defaults, ...part } })}
      />
      <ImportColumns files={detail.columns} mapping={options.mapping} onChange={(mapping) => change({ mapping })} />
      <PreviewBar isTouched={isTouched} isReady={detail.state === 'ready'} isBusy={isBusy} />
    </form>
  )
}
