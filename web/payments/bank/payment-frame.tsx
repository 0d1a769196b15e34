import { type RefObject, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { CardMessage } from './frame-messages.ts'

/**
 * The permissions that a bank's page needs to request a code or open the bank's app. It can navigate the window only
 * after a user action.
 */
const sandboxPermissions =
  'allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals allow-top-navigation-by-user-activation'

type PaymentFrameProps = {
  frame: RefObject<HTMLIFrameElement | null>
  path: string
  /** It shows a page of its own before the bank's. */
  isLeaving: boolean
  /** What the frame starts with. Called once: later loads belong to the bank. */
  cardMessage(): CardMessage
}

/**
 * The frame that takes the card to the bank and shows the bank's page for the code (500 px high; checkout, section 9).
 */
export function PaymentFrame({ frame, path, isLeaving, cardMessage }: PaymentFrameProps) {
  const { t } = useTranslation()
  const isSent = useRef(false)
  const [isBankThere, setBankThere] = useState(false)
  const isVisible = isBankThere || isLeaving
  return (
    <div className="relative h-125 max-sm:h-auto max-sm:min-h-0 max-sm:flex-1">
      <iframe
        ref={frame}
        src={path}
        title={t('payment.frame.title')}
        sandbox={sandboxPermissions}
        onLoad={({ currentTarget: { contentWindow } }) => {
          if (isSent.current) {
            setBankThere(true)
            return contentWindow?.focus()
          }
          isSent.current = true
          contentWindow?.postMessage(cardMessage(), location.origin)
        }}
        className={classes('absolute inset-0 size-full border-0', !isVisible && 'invisible')}
      />
      {!isVisible && (
        <output className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-5 text-center">
          <Spinner className="size-6! text-brand-ink" />
          <span className="font-medium">{t('payment.frame.opening')}</span>
          <span className="max-w-90 text-13 text-ink-2">{t('payment.frame.text')}</span>
        </output>
      )}
    </div>
  )
}
