import { CircleCheck } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import type { AddOutcome } from './add-by-code.ts'

type QuickAddOutcomeProps = {
  outcome: AddOutcome | null
  failure: AddOutcome | null
  onDismiss(): void
  onRetry(failure: AddOutcome): void
}

/** The last code that was added, and the last one that was not, until it was read or another one is added. */
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
