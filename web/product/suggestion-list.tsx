import '#web/app/page-words.ts'
import { FolderTree, History, Tag, Trash2 } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { Suggestion } from '#contract/shop/catalog.ts'
import { pages } from '#contract/core/pages.ts'
import { type PlaceSuggestion, recordSearch } from '#contract/shop/searches.ts'
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
  found: Pick<Suggestions, 'q' | 'options'>
  active: number
  onChoose(): void
  onPoint(index: number): void
  /** Called with the chosen product; without it the choice opens the product. */
  onPick?(item: Suggestion): void
  /** Clears the earlier searches. */
  onClear?(): void
}

const panel = 'absolute inset-x-0 top-full z-30 mt-1 rounded-panel border border-line bg-raised shadow-float'

/** The focus stays in the field, so the active option has to be scrolled into view. */
function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

/**
 * Categories and brands, image and `code - name` of products, or earlier searches; the field above keeps the focus.
 * Without options it says so, to the eye only: the field has a status for screen readers.
 */
export function SuggestionList({ id, found, active, onChoose, onPoint, onPick, onClear }: SuggestionListProps) {
  const { t } = useTranslation()
  const { q, options } = found
  if (options.length === 0)
    return (
      <p aria-hidden="true" className={classes(panel, 'px-3 py-2 text-14 [overflow-wrap:anywhere] text-ink-2')}>
        {t('search.none', { q })}
      </p>
    )
  const isRecent = options[0]?.kind === 'recent'
  const optionProps = (index: number) => ({
    id: suggestionId(id, index),
    isActive: index === active,
    onPoint: () => index !== active && onPoint(index),
  })
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t(isRecent ? 'search.recent' : 'search.suggestions')}
      className={classes(panel, 'max-h-[70dvh] overflow-y-auto p-1')}
    >
      {isRecent && (
        <div aria-hidden="true" className="px-2 pt-1 pb-0.5 text-12 font-medium text-ink-2">
          {t('search.recent')}
        </div>
      )}
      {options.map((option, index) => {
        const props = optionProps(index)
        if (option.kind === 'product') {
          const { item } = option
          const choose = (event: { preventDefault(): void }) => {
            if (onPick) {
              event.preventDefault()
              onPick(item)
            } else logChoice(q)
            onChoose()
          }
          return (
            <Option key={item.id} {...props} to={item.path} onClick={choose} className="p-1 pr-3">
              <ProductOption item={item} q={q} />
            </Option>
          )
        }
        if (option.kind === 'place') {
          const { place } = option
          return (
            <Option key={place.path} {...props} to={place.path} onClick={onChoose} className={short}>
              <PlaceOption place={place} q={q} />
            </Option>
          )
        }
        if (option.kind === 'recent') {
          const to = `${pages.search}?q=${encodeURIComponent(option.text)}`
          return (
            <Option key={option.text} {...props} to={to} onClick={onChoose} className={short}>
              <History size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
              <span className="truncate">{option.text}</span>
            </Option>
          )
        }
        const clear = (event: { preventDefault(): void }) => {
          event.preventDefault()
          onClear?.()
        }
        return (
          <Fragment key="clear">
            <div role="presentation" className="my-1 border-t border-line" />
            <Option {...props} to={pages.search} onClick={clear} className={classes(short, 'text-ink-2')}>
              <Trash2 size={16} aria-hidden="true" className="shrink-0" /> {t('search.clear')}
            </Option>
          </Fragment>
        )
      })}
    </div>
  )
}

const short = 'min-h-9 px-2 py-1 text-14 pointer-coarse:min-h-11'

type OptionProps = Pick<ComponentProps<typeof Link>, 'to' | 'onClick' | 'className'> & {
  id: string
  isActive: boolean
  onPoint(): void
  children: ReactNode
}

function Option({ id, isActive, to, onClick, onPoint, className, children }: OptionProps) {
  return (
    <Link
      id={id}
      role="option"
      aria-selected={isActive}
      ref={isActive ? scrollIntoView : undefined}
      tabIndex={-1}
      to={to}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onClick}
      className={classes('flex items-center gap-3 rounded-control', className, isActive && 'bg-brand-soft')}
    >
      {children}
    </Link>
  )
}

function PlaceOption({ place: { kind, name, count }, q }: { place: PlaceSuggestion; q: string }) {
  const { t, formatQuantity } = useTranslation()
  const Icon = kind === 'brand' ? Tag : FolderTree
  return (
    <>
      <Icon size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">
        <Highlighted text={name} q={q} />
      </span>{' '}
      <span className="shrink-0 text-12 text-ink-2">
        {t(`search.${kind}`)} · {t('search.products', { count, number: formatQuantity(count) })}
      </span>
    </>
  )
}

function ProductOption({ item, q }: { item: Suggestion; q: string }) {
  return (
    <>
      <ProductImage
        src={item.image}
        alt=""
        width={thumbnail}
        height={thumbnail}
        className="size-12 shrink-0 rounded-badge bg-tile"
      />
      <span title={item.name} className="line-clamp-2 min-w-0 text-14">
        <span className="code text-ink-2">
          <Highlighted text={shortenCode(item.code)} q={q} />
        </span>{' '}
        - <Highlighted text={item.name} q={q} />
        {item.unit !== null && <b className="whitespace-nowrap"> · {item.unit}</b>}
      </span>
    </>
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
