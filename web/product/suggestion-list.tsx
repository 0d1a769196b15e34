import { useTranslation } from '#web/ui/translation.ts'
import { Link } from 'react-router'
import type { Suggestion } from '#contract/shop/catalog.ts'
import { recordSearch } from '#contract/shop/searches.ts'
import { shortenCode } from '#domain/text/text.ts'
import { call } from '#web/app/data/call.ts'
import { classes } from '#web/ui/classes.ts'
import { ProductImage } from '#web/ui/product-image.tsx'
import { highlightParts } from './highlight-parts.ts'
import { suggestionId, type Suggestions } from './use-suggestions.ts'

/** Width and height of a suggestion's image, in pixels (checkout document, section 9). */
const thumbnail = 48

type SuggestionListProps = {
  id: string
  found: Pick<Suggestions, 'q' | 'items'>
  active: number
  onChoose(): void
  onPoint(index: number): void
  /** Called with the chosen suggestion; without it the choice opens the product. */
  onPick?(item: Suggestion): void
}

/** The focus stays in the field, so the active option has to be scrolled into view. */
function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

/** Image and `code - name` of each suggestion; the field above keeps the focus. */
export function SuggestionList({ id, found, active, onChoose, onPoint, onPick }: SuggestionListProps) {
  const { t } = useTranslation()
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('search.suggestions')}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-[70dvh] overflow-y-auto rounded-panel border border-line bg-raised p-1 shadow-float"
    >
      {found.items.map((item, index) => (
        <Link
          key={item.id}
          id={suggestionId(id, index)}
          role="option"
          aria-selected={index === active}
          ref={index === active ? scrollIntoView : undefined}
          tabIndex={-1}
          to={item.path}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => index !== active && onPoint(index)}
          onClick={(event) => {
            if (onPick) {
              event.preventDefault()
              onPick(item)
            } else logChoice(found.q)
            onChoose()
          }}
          className={classes('flex items-center gap-3 rounded-control p-1 pr-3', index === active && 'bg-brand-soft')}
        >
          <ProductImage
            src={item.image}
            alt=""
            width={thumbnail}
            height={thumbnail}
            className="size-12 shrink-0 rounded-badge bg-tile"
          />
          <span title={item.name} className="line-clamp-2 min-w-0 text-14">
            <span className="code text-ink-2">
              <Highlighted text={shortenCode(item.code)} q={found.q} />
            </span>{' '}
            - <Highlighted text={item.name} q={found.q} />
            {item.unit !== null && <b className="whitespace-nowrap"> · {item.unit}</b>}
          </span>
        </Link>
      ))}
    </div>
  )
}

/** Writes the choice to the search log; a failure is not shown to the visitor. */
function logChoice(q: string): void {
  call(recordSearch, { body: { q } }).catch(() => {})
}

/** A text with the search terms highlighted. */
function Highlighted({ text, q }: { text: string; q: string }) {
  return highlightParts(text, q).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <mark key={index} className="bg-transparent font-bold text-ink">
        {part}
      </mark>
    ),
  )
}
