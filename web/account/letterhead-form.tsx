import { useState } from 'react'
import { type Letterhead, saveLetterhead } from '#contract/shop/account-settings.ts'
import { call } from '#web/app/data/call.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { LogoField, type LogoInput } from './logo-field.tsx'
import { SettingsPanel } from './settings-panel.tsx'

const lengths = { name: 120, address: 300, town: 80, city: 80, number: 40, taxOffice: 80, taxNumber: 20 } as const
const fieldNames = Object.keys(lengths) as (keyof typeof lengths)[]

/** The letterhead of the dealer's quotes. */
export function LetterheadForm({ letterhead }: { letterhead: Letterhead }) {
  const { t } = useTranslation()
  const [saved, setSaved] = useState(letterhead)
  const [fields, setFields] = useState(letterhead.user_address)
  const [logo, setLogo] = useState<LogoInput>({ kind: 'kept' })
  const isChanged = logo.kind !== 'kept' || fieldNames.some((name) => fields[name] !== saved.user_address[name])

  async function save(): Promise<void> {
    const picture = logo.kind === 'kept' ? {} : { logo: logo.kind === 'new' ? logo.base64 : null }
    const answer = await call(saveLetterhead, { body: { ...fields, ...picture } })
    setSaved(answer)
    setFields(answer.user_address)
    setLogo({ kind: 'kept' })
  }
  return (
    <SettingsPanel name="letterhead" isChanged={isChanged} save={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        {fieldNames.map((name) => (
          <TextField
            key={name}
            label={t(`accountSettings.letterhead.${name}`)}
            name={name}
            type={name === 'number' ? 'tel' : 'text'}
            maxLength={lengths[name]}
            value={fields[name]}
            onChange={(event) => setFields((before) => ({ ...before, [name]: event.target.value }))}
            className={name === 'address' ? 'sm:col-span-2' : ''}
          />
        ))}
      </div>
      <LogoField
        shown={logo.kind === 'kept' ? saved.user_logo : logo.kind === 'new' ? logo.preview : null}
        name={fields.name}
        onChange={setLogo}
      />
    </SettingsPanel>
  )
}
