import { useTranslation } from '#web/ui/translation.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import type { RefusedForm } from '#web/cart/open-cart.ts'

/** Why the posted order form was refused, above the page that it returned to. */
export function RefusedNote({ form }: { form: RefusedForm }) {
  const { t } = useTranslation()
  return (
    <MessageStrip tone="danger" role="alert" className="mb-3 max-sm:mx-4">
      <b className="text-danger">{t('cart.alert.orderFailed')}</b> {form.message}
    </MessageStrip>
  )
}

/** Lines of the guest cart that could not be merged at sign-in. */
export function UnmergedNote({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation()
  if (lines.length === 0) return null
  return (
    <MessageStrip tone="warning" role="status" className="mb-3 max-sm:mx-4">
      <b>{t('checkout.guest.left')}</b>
      <ul className="mt-1 list-disc pl-4">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </MessageStrip>
  )
}
