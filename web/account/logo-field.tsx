import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { logoBytesMax } from '#contract/shop/account-settings.ts'
import { Button } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { isPicture, readPicture } from '#web/app/data/read-picture.ts'

/** The logo unchanged, replaced or removed. */
export type LogoInput = { kind: 'kept' } | { kind: 'new'; base64: string; preview: string } | { kind: 'none' }

type LogoFieldProps = {
  /** Address of the current picture. */
  shown: string | null
  name: string
  onChange(logo: LogoInput): void
}

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export function LogoField({ shown, name, onChange }: LogoFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return
    const isLogo = file.size <= logoBytesMax && types.includes(file.type) && (await isPicture(file))
    setRefused(!isLogo)
    if (isLogo) onChange({ kind: 'new', ...(await readPicture(file)) })
  }

  return (
    <div className="mt-4">
      <p className="mb-1 text-13 font-medium max-sm:text-15">{t('accountSettings.letterhead.logo')}</p>
      <div className="flex flex-wrap items-center gap-4">
        <span
          className={classes(
            'flex h-20 w-50 items-center justify-center rounded-control border border-line p-2',
            // Emails are white in both themes, so a logo is shown on white.
            shown === null ? 'bg-canvas' : 'bg-white',
          )}
        >
          {shown === null ? (
            <span className="text-12 text-ink-3">{t('accountSettings.letterhead.noLogo')}</span>
          ) : (
            <img
              src={shown}
              alt={t('accountSettings.letterhead.logoAlt', { name })}
              className="max-h-full max-w-full object-contain"
            />
          )}
        </span>
        <div className="flex flex-wrap gap-2">
          <input
            ref={field}
            type="file"
            accept={types.join()}
            aria-label={t('accountSettings.letterhead.chooseLogo')}
            hidden
            onChange={(event) => {
              void choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button icon={<ImageUp size={16} aria-hidden="true" />} size="card" onClick={() => field.current?.click()}>
            {t('accountSettings.letterhead.chooseLogo')}
          </Button>
          {shown !== null && (
            <Button
              variant="danger"
              size="card"
              icon={<Trash2 size={16} aria-hidden="true" />}
              onClick={() => {
                setRefused(false)
                onChange({ kind: 'none' })
              }}
            >
              {t('accountSettings.letterhead.removeLogo')}
            </Button>
          )}
        </div>
      </div>
      <p role="alert" className="mt-1 text-12 text-danger empty:hidden">
        {isRefused && t('accountSettings.letterhead.logoWrong')}
      </p>
      {!isRefused && <p className="mt-1 text-12 text-ink-3">{t('accountSettings.letterhead.logoHint')}</p>}
    </div>
  )
}
