/** A page number, or a gap between page numbers. */
export type PageStep = number | 'gap'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/**
 * Page numbers to show (catalogue, section 2): all up to 10 pages; otherwise near the start 1 to 7 and the last, near
 * the end the first and the last 7, in the middle the first, current − 2 to current + 2, and the last.
 */
export function pageWindow(current: number, pages: number): PageStep[] {
  if (pages <= 10) return range(1, pages)
  if (current <= 5) return [...range(1, 7), 'gap', pages]
  if (current >= pages - 4) return [1, 'gap', ...range(pages - 6, pages)]
  return [1, 'gap', ...range(current - 2, current + 2), 'gap', pages]
}
