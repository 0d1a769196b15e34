import { shortenCode } from '#domain/text.ts'
import { classes } from '#web/ui/classes.ts'

/** A code or barcode: beyond 20 characters shortened for the eye, whole for pointer, copying and screen readers. */
export function ProductCode({ code, className }: { code: string; className?: string }) {
  const short = shortenCode(code)
  if (short === code) return <span className={classes('code', className)}>{code}</span>
  return (
    <span className={classes('code', className)} title={code}>
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">{code}</span>
    </span>
  )
}
