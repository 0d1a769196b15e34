import { ImageOff, ImagePlus, RotateCcw, X } from 'lucide-react'
import { useRef } from 'react'
import { faultPhotosMax } from '#domain/after-sales/fault-report.ts'
import { Button } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { FormPhoto, usePhotos } from './use-photos.ts'

/** Up to five photos with preview, progress and a remove button. */
export function PhotoField({ photos, hasTooMany, add, remove, retry }: ReturnType<typeof usePhotos>) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const isFull = photos.length >= faultPhotosMax
  return (
    <div>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('faultReport.photos.add')}
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {photos.length > 0 && (
        <ul className="mb-3 grid gap-3 sm:grid-cols-2">
          {photos.map((photo, at) => (
            <Photo key={photo.key} photo={photo} number={at + 1} onRemove={remove} onRetry={retry} />
          ))}
        </ul>
      )}
      <Button
        size="card"
        disabled={isFull}
        icon={<ImagePlus size={16} aria-hidden="true" />}
        onClick={() => field.current?.click()}
      >
        {t('faultReport.photos.add')}
      </Button>
      <p role="status" className={classes('mt-1 text-12', hasTooMany ? 'text-warning' : 'text-ink-3')}>
        {t(hasTooMany ? 'faultReport.photos.tooMany' : 'faultReport.photos.hint')}
      </p>
    </div>
  )
}

type PhotoProps = {
  photo: FormPhoto
  number: number
  onRemove(photo: FormPhoto): void
  onRetry(photo: FormPhoto): void
}

function Photo({ photo, number, onRemove, onRetry }: PhotoProps) {
  const { t } = useTranslation()
  const { preview, failure, progress, file } = photo
  return (
    <li
      data-testid="photo"
      className={classes(
        'flex items-center gap-3 rounded-control border p-2',
        failure === null ? 'border-line' : 'border-danger/40 bg-danger-soft',
      )}
    >
      <span className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-badge bg-tile">
        {preview === null ? (
          <ImageOff size={20} aria-hidden="true" className="text-ink-3" />
        ) : (
          <img src={preview} alt={t('faultReport.photos.alt', { number })} className="size-full object-cover" />
        )}
      </span>
      <span className="min-w-0 flex-1 text-13">
        <span className="block truncate">{file?.name ?? t('faultReport.photos.alt', { number })}</span>
        {failure !== null && (
          <span role="alert" className="block text-12 text-danger">
            {failure}
          </span>
        )}
        {failure === null && photo.photo === null && (
          <progress
            max={1}
            value={progress}
            aria-label={t('faultReport.photos.progress', { number })}
            className="mt-1 h-1.5 w-full"
          />
        )}
      </span>
      {failure !== null && file !== null && !photo.isUnfit && (
        <IconButton label={t('ui.retry')} onClick={() => onRetry(photo)}>
          <RotateCcw size={16} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton variant="danger" label={t('faultReport.photos.remove', { number })} onClick={() => onRemove(photo)}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
