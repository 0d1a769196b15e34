import { ArrowLeft, ArrowRight, ImagePlus, RotateCcw, X } from 'lucide-react'
import { useRef } from 'react'
import { imagePath } from '#contract/core/pages.ts'
import { picturesMax, type ProductDetail } from '#contract/admin/products.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PictureUpload, useProductPictures } from './admin-pictures.ts'

type Pictures = ReturnType<typeof useProductPictures>

type Addresses = ProductDetail['pictureAddresses']
type PanelProps = { pictures: Pictures; addresses: Addresses; error: string | undefined }

/** Images in order; the first is the main one. */
export function ProductPicturesPanel({ pictures, addresses, error }: PanelProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const { images, sent, hasTooMany } = pictures
  const isFull = images.length + sent.length >= picturesMax
  return (
    <AdminPanel title={t('productForm.parts.pictures')}>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('productForm.pictures.add')}
        onChange={(event) => {
          pictures.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {images.length + sent.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {images.map((image, at) => (
            <Picture key={image} image={image} at={at} count={images.length} pictures={pictures} />
          ))}
          {sent.map((picture) => (
            <PictureUpload key={picture.key} picture={picture} pictures={pictures} />
          ))}
        </ul>
      )}

      <MissingPictures addresses={addresses} />
      {error !== undefined && (
        <p role="alert" className="text-13 text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          disabled={isFull}
          icon={<ImagePlus size={16} aria-hidden="true" />}
          onClick={() => field.current?.click()}
        >
          {t('productForm.pictures.add')}
        </Button>
        <p role="status" className={classes('text-12', hasTooMany ? 'text-warning' : 'text-ink-3')}>
          {t(hasTooMany ? 'productForm.pictures.tooMany' : 'productForm.pictures.hint', { most: picturesMax })}
        </p>
      </div>
    </AdminPanel>
  )
}

/** Pictures that an import named by address and the product does not have. */
function MissingPictures({ addresses }: { addresses: Addresses }) {
  const { t, formatQuantity } = useTranslation()
  const failed = addresses.filter(({ failure }) => failure !== null)
  const coming = addresses.length - failed.length
  return (
    <>
      {coming > 0 && (
        <p className="text-13 text-ink-2">{t('productForm.pictures.coming', { n: formatQuantity(coming) })}</p>
      )}
      {failed.length > 0 && (
        <div className="flex flex-col gap-1 text-13 text-ink-2">
          <p>{t('productForm.pictures.failed', { n: formatQuantity(failed.length) })}</p>
          <ul className="list-disc pl-5 text-12 [overflow-wrap:anywhere]">
            {failed.map(({ url, failure }) => (
              <li key={url}>
                {url} · {failure}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

type PictureProps = { image: string; at: number; count: number; pictures: Pictures }

function Picture({ image, at, count, pictures }: PictureProps) {
  const { t } = useTranslation()
  const number = at + 1
  return (
    <li data-testid="picture" className="flex w-36 flex-col gap-1 rounded-control border border-line p-1.5">
      <ProductImage
        src={imagePath(image)}
        alt={t('productForm.pictures.alt', { number })}
        width={160}
        height={160}
        className="aspect-square w-full rounded-badge bg-tile"
      />
      <div className="flex items-center justify-between">
        <IconButton
          label={t('productForm.pictures.earlier', { number })}
          disabled={at === 0}
          className="disabled:invisible"
          onClick={() => pictures.move(image, -1)}
        >
          <ArrowLeft size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          variant="danger"
          label={t('productForm.pictures.remove', { number })}
          onClick={() => pictures.remove(image)}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('productForm.pictures.later', { number })}
          disabled={at === count - 1}
          className="disabled:invisible"
          onClick={() => pictures.move(image, 1)}
        >
          <ArrowRight size={16} aria-hidden="true" />
        </IconButton>
      </div>
      {at === 0 && (
        <Badge tone="info" className="self-start">
          {t('productForm.pictures.main')}
        </Badge>
      )}
    </li>
  )
}

function PictureUpload({ picture, pictures }: { picture: PictureUpload; pictures: Pictures }) {
  const { t } = useTranslation()
  const { file, progress, failure } = picture
  return (
    <li
      className={classes(
        'flex w-60 items-start gap-1 rounded-control border p-2 text-13',
        failure === null ? 'border-line' : 'border-danger/40 bg-danger-soft',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">{file.name}</span>
        {failure === null ? (
          <progress
            max={1}
            value={progress}
            aria-label={t('productForm.pictures.progress', { name: file.name })}
            className="mt-1 h-1.5 w-full"
          />
        ) : (
          <span role="alert" className="block text-12 text-danger">
            {failure}
          </span>
        )}
      </span>
      {failure !== null && (
        <IconButton label={t('ui.retry')} onClick={() => pictures.retry(picture)}>
          <RotateCcw size={16} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        variant="danger"
        label={t('productForm.pictures.cancel', { name: file.name })}
        onClick={() => pictures.cancel(picture)}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
