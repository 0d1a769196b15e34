import { ChevronDown, ChevronUp } from 'lucide-react'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type PlaceButtonsProps = {
  /** What it is called. */
  name: string
  place: number
  /** How many there are. */
  count: number
  onMove(by: -1 | 1): void
}

/** One place further up or down; both stay where they are at the ends, so that focus is never lost. */
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
