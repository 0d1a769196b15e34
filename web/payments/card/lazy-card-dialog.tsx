import { lazy, Suspense } from 'react'
import type { CardDialogProps } from './use-card-payment.ts'

const Dialog = lazy(async () => ({ default: (await import('./card-dialog.tsx')).CardDialog }))

/** The card dialog; its code loads when it is opened. */
export function CardDialog(props: CardDialogProps) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
