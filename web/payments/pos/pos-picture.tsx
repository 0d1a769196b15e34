import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { pictureBytesMax, uploadPicture } from '#contract/admin/settings.ts'
import { imagePath } from '#contract/core/pages.ts'
import { readPicture } from '#web/app/data/read-picture.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PosFields } from './pos-fields.ts'

/** A picture of an account: its address, and an upload that fills it in. The shop shows it after saving. */
export function PosPicture({ form: { values, errors, set }, name }: { form: PosFields; name: 'logo' | 'image' }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const label = t(`administration.pos.fields.${name}`)
  const address = values[name].trim()

  async function send(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    // Larger files exceed the size of a request; the server has the same sentence for what it cannot draw.
    if (chosen.size > pictureBytesMax) return setFailure(t('errors.logo_invalid'))
    setBusy(true)
    setFailure(null)
    try {
      const { base64 } = await readPicture(chosen)
      set(name, imagePath((await call(uploadPicture, { body: { picture: base64 } })).file))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  const error = failure ?? errors[name]
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={label}
        name={name}
        maxLength={300}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={values[name]}
        hint={t(`administration.pos.hints.${name}`)}
        {...(error !== undefined && { error })}
        onChange={({ target }) => {
          setFailure(null)
          set(name, target.value)
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        {/^(\/[^/\\]|https:\/\/)/.test(address) && (
          <img
            key={address}
            src={address}
            alt=""
            className="h-10 w-auto max-w-32 rounded-control bg-photo object-contain p-1"
          />
        )}
        <input
          ref={field}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={t('administration.pos.pictures.chooseOf', { name: label })}
          hidden
          onChange={(event) => {
            void send(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button
          busy={isBusy}
          icon={<ImageUp size={16} aria-hidden="true" />}
          aria-label={t('administration.pos.pictures.chooseOf', { name: label })}
          onClick={() => field.current?.click()}
        >
          {t('administration.pos.pictures.choose')}
        </Button>
        {address !== '' && (
          <Button
            variant="danger"
            icon={<Trash2 size={16} aria-hidden="true" />}
            aria-label={t('administration.pos.pictures.removeOf', { name: label })}
            onClick={() => set(name, '')}
          >
            {t('administration.pos.pictures.remove')}
          </Button>
        )}
      </div>
    </div>
  )
}
