import { useTranslation } from '#web/ui/translation.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'

/** What of the cart that the user had as a guest did not fit at sign-in. */
export function LeftNote({ lines }: { lines: readonly string[] }) {
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
