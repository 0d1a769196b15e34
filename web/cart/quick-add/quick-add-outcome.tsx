import { CircleCheck } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import type { AddResult } from './add-by-code.ts'

type QuickAddOutcomeProps = {
  outcome: AddResult | null
  failure: AddResult | null
  onDismiss(): void
  onRetry(failure: AddResult): void
}

/** The last added code, and the last failed one until it is dismissed or another code is added. */
export function QuickAddOutcome({ outcome, failure, onDismiss, onRetry }: QuickAddOutcomeProps) {
  const { t } = useTranslation()
  return (
    <>
      <output className="mt-1 flex min-h-5 items-center gap-1.5 text-12 text-ink-2 empty:hidden">
        {outcome && (
          <>
            <CircleCheck size={14} aria-hidden="true" className="text-success" /> {t('cart.added.title')}:{' '}
            {outcome.text}
          </>
        )}
      </output>
      {failure && (
        <MessageStrip
          tone="danger"
          role="alert"
          className="mt-2"
          actions={
            <>
              <Button variant="ghost" size="sm" onClick={onDismiss}>
                {t('ui.ok')}
              </Button>
              {failure.canRetry && (
                <Button size="sm" onClick={() => onRetry(failure)}>
                  {t('ui.retry')}
                </Button>
              )}
            </>
          }
        >
          <b className="font-mono">{failure.code}</b> <span className="text-danger">{failure.error}</span>
        </MessageStrip>
      )}
    </>
  )
}
