import type { FaultPhoto } from '#contract/shop/fault-reports.ts'
import { faultPhotoPath } from '#contract/core/record-paths.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** The photos of a report; each opens in a new window. */
export function ReportPhotos({ photos }: { photos: readonly FaultPhoto[] }) {
  const { t } = useTranslation()
  if (photos.length === 0) return <p className="text-13 text-ink-2">{t('faultReport.photos.none')}</p>
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {photos.map(({ file, width, height }, at) => (
        <li key={file}>
          <a
            href={faultPhotoPath(file)}
            target="_blank"
            rel="noreferrer"
            aria-label={t('faultReport.photos.open', { number: at + 1 })}
            className="block aspect-square overflow-hidden rounded-control border border-line bg-photo hover:border-brand"
          >
            <img
              src={faultPhotoPath(file)}
              alt={t('faultReport.photos.alt', { number: at + 1 })}
              width={width}
              height={height}
              loading="lazy"
              className="size-full object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
