import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { DiscountDraft } from './discount-drafts.ts'

type PercentModeProps = { label: string; draft: DiscountDraft; onDraft(draft: DiscountDraft): void }

/** Chooses between discount and mark-up; the current one is highlighted (decisions, "Offers"). */
export function PercentMode({ label, draft, onDraft }: PercentModeProps) {
  const { t } = useTranslation()
  return (
    <fieldset aria-label={label} className="flex shrink-0 overflow-hidden rounded-control border border-line-2">
      {([false, true] as const).map((isMarkUp) => (
        <button
          key={String(isMarkUp)}
          type="button"
          title={isMarkUp ? t('offers.detail.markUpHint') : undefined}
          aria-pressed={draft.isMarkUp === isMarkUp}
          onClick={() => onDraft({ ...draft, isMarkUp })}
          className={classes(
            'h-7.5 px-2 text-13 font-medium text-ink-2 aria-pressed:font-semibold pointer-coarse:min-h-11',
            isMarkUp
              ? 'aria-pressed:bg-info-soft aria-pressed:text-info'
              : 'aria-pressed:bg-brand-soft aria-pressed:text-brand-ink',
          )}
        >
          {t(isMarkUp ? 'offers.detail.markUp' : 'offers.detail.discount')}
        </button>
      ))}
    </fieldset>
  )
}
