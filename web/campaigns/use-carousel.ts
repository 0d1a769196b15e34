import { useCallback, useEffect, useRef, useState } from 'react'
import { carouselPages, slideSpacing, slidesPerView } from '#domain/pricing/campaign.ts'

export type Carousel = {
  /** The scrolling element that contains the slides. */
  track: React.RefObject<HTMLDivElement | null>
  page: number
  /** 0 before hydration. */
  pages: number
  /** Wraps around at both ends. */
  go(page: number): void
}

/** Page position of a track of slides; native scrolling moves it. */
export function useCarousel(count: number, rowCount: number): Carousel {
  const track = useRef<HTMLDivElement>(null)
  const [{ page, pages }, setPlace] = useState({ page: 0, pages: 0 })
  useEffect(() => {
    const element = track.current
    if (element === null) return undefined
    const measure = () => {
      const place = placeOf(element, carouselPages(count, rowCount, slidesPerView(window.innerWidth)))
      setPlace((last) => (last.page === place.page && last.pages === place.pages ? last : place))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [count, rowCount])
  const go = useCallback(
    (wanted: number) => {
      const element = track.current
      element?.scrollTo({ left: ((wanted + pages) % pages) * pageWidth(element) })
    },
    [pages],
  )
  return { track, page, pages, go }
}

const pageWidth = (track: HTMLElement) => track.clientWidth + slideSpacing

/** The last page may be a shorter step: it is reached at the end of the track. */
function placeOf(track: HTMLElement, pages: number): { page: number; pages: number } {
  const isAtEnd = track.scrollLeft > 0 && track.scrollLeft + track.clientWidth >= track.scrollWidth - 1
  const page = isAtEnd ? pages - 1 : Math.round(track.scrollLeft / pageWidth(track))
  return { page: Math.min(pages - 1, page), pages }
}
