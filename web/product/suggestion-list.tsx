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

/** Side of a suggestion's picture, in pixels (checkout document, section 9). */
const thumbnail = 48

type SuggestionListProps = {
  id: string
  found: Pick<Suggestions, 'q' | 'items'>
  active: number
  onChoose(): void
  onPoint(at: number): void
  /** Takes the chosen one; without it the choice leads to the product. */
  onPick?(item: Suggestion): void
}

/** The focus stays in the field, so nothing else brings the chosen one into sight. */
function showWhole(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

/** Picture and `code - name` of each suggestion; the field above keeps the focus. */
export function SuggestionList({ id, found, active, onChoose, onPoint, onPick }: SuggestionListProps) {
  const { t } = useTranslation()
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('search.suggestions')}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-[70dvh] overflow-y-auto rounded-panel border border-line bg-raised p-1 shadow-float"
    >
      {found.items.map((item, at) => (
        <Link
          key={item.id}
          id={suggestionId(id, at)}
          role="option"
          aria-selected={at === active}
          ref={at === active ? showWhole : undefined}
          tabIndex={-1}
          to={item.path}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => at !== active && onPoint(at)}
          onClick={(event) => {
            if (onPick) {
              event.preventDefault()
              onPick(item)
            } else noteChoice(found.q)
            onChoose()
          }}
          className={classes('flex items-center gap-3 rounded-control p-1 pr-3', at === active && 'bg-brand-soft')}
        >
          <ProductImage
            src={item.image}
            alt=""
            width={thumbnail}
            height={thumbnail}
            className="size-12 shrink-0 rounded-badge bg-tile"
          />
          <span className="line-clamp-2 min-w-0 text-14">
            <span className="code text-ink-2">
              <Marked text={shortenCode(item.code)} q={found.q} />
            </span>{' '}
            - <Marked text={item.name} q={found.q} />
          </span>
        </Link>
      ))}
    </div>
  )
}

/** For the search log; that it may fail is none of the visitor's business. */
function noteChoice(q: string): void {
  call(recordSearch, { body: { q } }).catch(() => {})
}

/** A text with what was searched for standing out. */
function Marked({ text, q }: { text: string; q: string }) {
  return highlightParts(text, q).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <mark key={at} className="bg-transparent font-bold text-ink">
        {part}
      </mark>
    ),
  )
}
