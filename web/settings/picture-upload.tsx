import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { logoPath } from '#contract/core/pages.ts'
import { pictureBytesMax, uploadPicture } from '#contract/admin/settings.ts'
import { readPicture } from '#web/app/data/read-picture.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The current picture and an upload for another one. It is stored at once; the shop shows it after saving. */
export function PictureUpload({ file, onChange }: { file: string; onChange(file: string): void }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const path = logoPath(file.trim())

  async function send(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    if (chosen.size > pictureBytesMax) return setFailure(t('accountSettings.letterhead.logoWrong'))
    setBusy(true)
    setFailure(null)
    try {
      const { base64 } = await readPicture(chosen)
      onChange((await call(uploadPicture, { body: { picture: base64 } })).file)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      {path !== null && (
        <img
          key={path}
          src={path}
          alt={t('settings.screen.picture')}
          className="h-12 w-auto max-w-full rounded-control bg-photo object-contain p-1"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label={t('accountSettings.letterhead.chooseLogo')}
          hidden
          onChange={(event) => {
            void send(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button busy={isBusy} icon={<ImageUp size={16} aria-hidden="true" />} onClick={() => field.current?.click()}>
          {t('accountSettings.letterhead.chooseLogo')}
        </Button>
        {path !== null && (
          <Button variant="danger" icon={<Trash2 size={16} aria-hidden="true" />} onClick={() => onChange('')}>
            {t('accountSettings.letterhead.removeLogo')}
          </Button>
        )}
      </div>
      {failure === null ? (
        <p className="text-12 text-ink-3">{t('accountSettings.letterhead.logoHint')}</p>
      ) : (
        <p role="alert" className="text-12 text-danger">
          {failure}
        </p>
      )}
    </div>
  )
}
