import { ChevronDown, ChevronUp } from 'lucide-react'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type PlaceButtonsProps = {
  /** Name of the item. */
  name: string
  place: number
  /** Number of items. */
  count: number
  onMove(by: -1 | 1): void
}

/** Moves an item up or down. Both buttons stay at the ends, so that focus is never lost. */
export function PlaceButtons({ name, place, count, onMove }: PlaceButtonsProps) {
  const { t } = useTranslation()
  const button = (by: -1 | 1, word: string, isEnd: boolean) => (
    <IconButton
      label={t(`administration.warehouses.${word}`, { name })}
      aria-disabled={isEnd || undefined}
      className={isEnd ? 'opacity-40' : ''}
      onClick={() => {
        if (!isEnd) onMove(by)
      }}
    >
      {by === -1 ? <ChevronUp size={16} aria-hidden="true" /> : <ChevronDown size={16} aria-hidden="true" />}
    </IconButton>
  )
  return (
    <span className="inline-flex">
      {button(-1, 'up', place === 0)}
      {button(1, 'down', place === count - 1)}
    </span>
  )
}
