import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react'
import type { Campaign } from '#contract/shop/campaigns.ts'
import { carouselPages, slidesPerView } from '#domain/pricing/campaign.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CampaignCard } from './campaign-card.tsx'
import { playButton, useAutoplay } from './use-autoplay.ts'
import { type Carousel, useCarousel } from './use-carousel.ts'

/** 2 slides per view below 600 px, 4 from 600, 6 from 1000, with gaps of 10 px (domain/pricing/campaign.ts). */
const trackClasses =
  'grid snap-x snap-mandatory auto-cols-[calc((100%-10px)/2)] grid-flow-col gap-2.5 overflow-x-auto overscroll-x-contain [scrollbar-width:none] motion-safe:scroll-smooth min-[600px]:auto-cols-[calc((100%-30px)/4)] min-[1000px]:auto-cols-[calc((100%-50px)/6)]'

type CampaignCarouselProps = { campaign: Campaign; title?: ReactNode; className?: string }

/**
 * One campaign: a titled carousel with one or more rows of products, which scrolls automatically, by touch, by button
 * and by arrow keys.
 */
export function CampaignCarousel({ campaign, title = campaign.name, className }: CampaignCarouselProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const { products, rowCount } = campaign
  const box = useRef<HTMLElement>(null)
  const { track, page, pages, go } = useCarousel(products.length, rowCount)
  const [isStopped, setStopped] = useState(false)
  // The server renders only what a screen can show at once; the rest follows with the scripts, to keep pages light.
  const shown = pages === 0 ? products.slice(0, slidesPerView(Number.POSITIVE_INFINITY) * rowCount) : products
  const step = useCallback(() => go(page + 1), [go, page])
  useAutoplay(box, !isStopped && pages > 1, step)
  const turn = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (direction === undefined || pages < 2) return
    event.preventDefault()
    go(page + direction)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows add to buttons that do the same
    <section
      ref={box}
      id={`kampanya-${campaign.id}`}
      aria-labelledby={titleId}
      aria-roledescription={t('campaigns.carousel')}
      onKeyDown={turn}
      className={classes('scroll-mt-4', className)}
    >
      <div className="flex min-h-8 items-center gap-1 max-sm:min-h-11 pointer-coarse:min-h-11">
        <h2 id={titleId} className="mr-auto text-16 font-semibold">
          {title}
        </h2>
        <Controls page={page} pages={pages} go={go} isStopped={isStopped} onStopChange={setStopped} />
      </div>
      <div
        ref={track}
        className={classes('mt-2', trackClasses)}
        style={{ gridTemplateRows: `repeat(${Math.max(1, Math.min(rowCount, products.length))}, auto)` }}
      >
        {shown.map((product, i) => (
          <CampaignCard key={product.id} product={product} at={i + 1} count={products.length} />
        ))}
      </div>
      {carouselPages(products.length, rowCount, 2) > 1 ? <Pages page={page} pages={pages} go={go} /> : null}
    </section>
  )
}

type Position = Omit<Carousel, 'track'>
type ControlsProps = Position & { isStopped: boolean; onStopChange(isStopped: boolean): void }

/** Shown after hydration, and only if there is more than one page. */
function Controls({ page, pages, go, isStopped, onStopChange }: ControlsProps) {
  const { t } = useTranslation()
  if (pages < 2) return null
  return (
    <>
      <IconButton
        label={t(isStopped ? 'campaigns.play' : 'campaigns.pause')}
        onClick={() => onStopChange(!isStopped)}
        className="motion-reduce:hidden"
        {...playButton}
      >
        {isStopped ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
      </IconButton>
      <IconButton label={t('catalog.pages.previous')} variant="outline" onClick={() => go(page - 1)}>
        <ChevronLeft size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('catalog.pages.next')} variant="outline" onClick={() => go(page + 1)}>
        <ChevronRight size={16} aria-hidden="true" />
      </IconButton>
    </>
  )
}

/** A dot for each page. Its space is reserved before the number of pages is known. */
function Pages({ page, pages, go }: Position) {
  const { t } = useTranslation()
  const count = pages < 2 ? 0 : pages
  return (
    <div
      role="group"
      aria-label={t('catalog.pages.label')}
      className="mt-1 flex h-6 justify-center max-sm:h-11 pointer-coarse:h-11"
    >
      {Array.from({ length: count }, (_, i) => (
        <button
          key={i}
          type="button"
          aria-label={t('catalog.pages.ofPages', { page: i + 1, pages })}
          aria-current={i === page ? 'true' : undefined}
          onClick={() => go(i)}
          className="group/dot flex min-w-6 items-center justify-center rounded-control max-sm:max-w-11 max-sm:flex-1 pointer-coarse:max-w-11 pointer-coarse:flex-1"
        >
          <span className="size-2 rounded-full bg-line-input group-aria-[current]/dot:w-5 group-aria-[current]/dot:bg-brand" />
        </button>
      ))}
    </div>
  )
}
