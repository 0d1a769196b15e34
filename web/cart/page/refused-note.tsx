import { useTranslation } from '#web/ui/translation.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import type { RefusedForm } from '#web/cart/open-cart.ts'

/** What the order form was refused for, above the page that it led back to. */
export function RefusedNote({ form }: { form: RefusedForm }) {
  const { t } = useTranslation()
  return (
    <MessageStrip tone="danger" role="alert" className="mb-3 max-sm:mx-4">
      <b className="text-danger">{t('cart.alert.orderFailed')}</b> {form.message}
    </MessageStrip>
  )
}
