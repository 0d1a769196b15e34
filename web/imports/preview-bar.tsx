import { RefreshCw } from 'lucide-react'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Props = {
  /** Whether answers differ from those of the preview. The bar then stays in view. */
  isTouched: boolean
  /** Whether there is a preview. */
  isReady: boolean
  isBusy: boolean
}

/** The button below a form of answers that starts the preview with them. */
export function PreviewBar({ isTouched, isReady, isBusy }: Props) {
  const { t } = useTranslation()
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-x-3 gap-y-2',
        isTouched && 'sticky bottom-0 z-10 -mx-4 -mb-4 rounded-b-panel border-t border-line bg-surface px-4 py-3',
      )}
    >
      <Button
        type="submit"
        variant={isTouched || !isReady ? 'solid' : 'outline'}
        busy={isBusy}
        icon={<RefreshCw size={16} aria-hidden="true" />}
      >
        {t(`imports.actions.${isReady ? 'again' : 'preview'}`)}
      </Button>
      <p role="status" className="text-13 text-ink-2 empty:hidden">
        {isTouched && t('imports.options.changed')}
      </p>
    </div>
  )
}
