import { CircleCheck } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import type { AddChoice, AddResult } from './add-by-code.ts'

type QuickAddOutcomeProps = {
  outcome: AddResult | null
  failure: AddResult | null
  onDismiss(): void
  onRetry(failure: AddResult): void
  onChoose(choice: AddChoice, failure: AddResult): void
}

/** The last added code, and the last failed one until it is dismissed or another code is added. */
export function QuickAddOutcome({ outcome, failure, onDismiss, onRetry, onChoose }: QuickAddOutcomeProps) {
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
          {failure.choices !== undefined && failure.choices.length > 0 && (
            <span className="mt-2 flex flex-wrap gap-2">
              {failure.choices.map((choice) => (
                <Button key={choice.code} size="sm" onClick={() => onChoose(choice, failure)}>
                  {choice.name} · {choice.code}
                </Button>
              ))}
            </span>
          )}
        </MessageStrip>
      )}
    </>
  )
}
