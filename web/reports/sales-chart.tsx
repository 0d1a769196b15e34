import chartStyles from 'uplot/dist/uPlot.min.css?url'
import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { useTranslation } from '#web/ui/translation.ts'

export type SalesDay = { day: string; orders: number; total: number }
/** In lira; the label is short. */
export type ChartPoint = { label: string; value: number }

const height = 220

/** A canvas knows no variables of the theme: the frame holds its colors where a computed style resolves them. */
const colors = { text: 'textDecorationColor', grid: 'borderTopColor', line: 'color' } as const
const colorClasses = 'border-line text-brand decoration-ink-2'

/** A line of sales over time. The table beside it has the same figures for screen readers. */
export function SalesChart({ points }: { points: readonly ChartPoint[] }) {
  const { formatQuantity } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    let remove = () => {}
    let isUnmounted = false
    void import('uplot').then(({ default: Chart }) => {
      if (isUnmounted) return
      const chart = new Chart(optionsOf(element, points, formatQuantity), dataOf(points), element)
      remove = followFrame(chart, element)
    })
    return () => {
      isUnmounted = true
      remove()
    }
  }, [points, formatQuantity])
  return (
    <>
      {/* Of pages with a chart only: what a module imports is linked by every page. */}
      <link rel="stylesheet" href={chartStyles} precedence="page" />
      <div ref={frame} aria-hidden="true" className={`min-w-0 overflow-hidden ${colorClasses}`} style={{ height }} />
    </>
  )
}

const dataOf = (points: readonly ChartPoint[]): uPlot.AlignedData => [
  points.map((_, place) => place),
  points.map(({ value }) => value),
]

/** Colors follow the theme, which may change while the page is open. */
function optionsOf(
  element: HTMLElement,
  points: readonly ChartPoint[],
  format: (value: number) => string,
): uPlot.Options {
  const color = (name: keyof typeof colors) => () => getComputedStyle(element)[colors[name]]
  const axis = { stroke: color('text'), grid: { stroke: color('grid'), width: 1 }, ticks: { show: false } }
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: (_chart, _min, max) => [0, max > 0 ? max * 1.1 : 1] } },
    axes: [
      {
        ...axis,
        size: 28,
        values: (_chart, places) => places.map((place) => points[place]?.label ?? ''),
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500],
      },
      { ...axis, size: 76, values: (_chart, values) => values.map(format) },
    ],
    series: [{}, { stroke: color('line'), width: 2, points: { show: false } }],
  }
}

function followFrame(chart: uPlot, element: HTMLElement): () => void {
  const sizes = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
  const themes = new MutationObserver(() => chart.redraw())
  sizes.observe(element)
  themes.observe(document.documentElement, { attributes: true })
  return () => {
    sizes.disconnect()
    themes.disconnect()
    chart.destroy()
  }
}
