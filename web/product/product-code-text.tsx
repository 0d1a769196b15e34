import { shortenCode } from '#domain/text/text.ts'
import { classes } from '#web/ui/classes.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** A code or barcode: beyond 20 characters shortened for the eye; a press shows it whole and copies it. */
export function ProductCode({ code, className }: { code: string; className?: string }) {
  const { t } = useTranslation()
  const short = shortenCode(code)
  if (short === code) return <span className={classes('code', className)}>{code}</span>
  return (
    <button
      type="button"
      title={code}
      className={classes('code -my-0.75 min-h-6 rounded-badge text-left hover:underline', className)}
      onClick={() => {
        notify.info(code, { id: 'code' })
        // Without https there is no clipboard: the whole code is on screen all the same.
        void navigator.clipboard
          ?.writeText(code)
          .then(() => notify.info(code, { id: 'code', description: t('product.copied') }))
          .catch(() => {})
      }}
    >
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">{code}</span>
    </button>
  )
}
