import { shortenCode } from '#domain/text/text.ts'
import { classes } from '#web/ui/classes.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** A code or barcode. Codes of more than 20 characters are shortened; a click shows the whole code and copies it. */
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
        // The Clipboard API needs https; without it the whole code is still shown.
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
