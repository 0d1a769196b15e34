import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { closeUp, panBy, type Point, type Size, wholePicture, type Zoom, zoomAt, zoomStep } from './zoom.ts'

/** Two taps within this time and distance are a double tap; milliseconds, CSS pixels. */
const doubleTap = { time: 300, distance: 30 }
/** Pixels that an arrow key moves the picture. */
const keyPan = 60
/** How much one pixel of the wheel enlarges. */
const wheelRate = 0.002

const panKeys: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: keyPan, y: 0 },
  ArrowRight: { x: -keyPan, y: 0 },
  ArrowUp: { x: 0, y: keyPan },
  ArrowDown: { x: 0, y: -keyPan },
}

/** Zooms and moves a picture in a frame by wheel, pinch, double tap, dragging and keys. `picture` starts anew with another one. */
export function useZoom(picture: string) {
  const frame = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<{ picture: string; zoom: Zoom }>({ picture, zoom: wholePicture })
  const [isDragged, setDragged] = useState(false)
  const pointers = useRef(new Map<number, Point>())
  const lastTap = useRef<{ at: number; point: Point } | null>(null)
  const zoom = shown.picture === picture ? shown.zoom : wholePicture
  const change = (next: (zoom: Zoom, size: Size) => Zoom) => {
    const size = sizeOf(frame.current)
    setShown((before) => ({ picture, zoom: next(before.picture === picture ? before.zoom : wholePicture, size) }))
  }
  const zoomBy = (factor: number, at: Point = { x: 0, y: 0 }) =>
    change((before, size) => zoomAt(before, factor, at, size))
  const reset = () => change(() => wholePicture)
  const toggle = (at: Point) =>
    change((before, size) => (before.scale > 1 ? wholePicture : zoomAt(before, closeUp, at, size)))

  const onWheel = useRef<(event: WheelEvent) => void>(() => {})
  useEffect(() => {
    onWheel.current = (event) => {
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY
      zoomBy(Math.exp(-pixels * wheelRate), pointOf(frame.current, event))
    }
  })
  useEffect(() => {
    const { current } = frame
    const listen = (event: WheelEvent) => onWheel.current(event)
    // React listens passively, which could not keep the page from scrolling.
    current?.addEventListener('wheel', listen, { passive: false })
    return () => current?.removeEventListener('wheel', listen)
  }, [])

  function onPointerDown(event: ReactPointerEvent<HTMLElement>): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    pointers.current.set(event.pointerId, pointOf(frame.current, event))
    if (zoom.scale > 1 || pointers.current.size > 1) {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(true)
    }
  }
  function onPointerMove(event: ReactPointerEvent<HTMLElement>): void {
    const before = pointers.current.get(event.pointerId)
    if (before === undefined) return
    const point = pointOf(frame.current, event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, point)
    if (other === undefined) {
      change((current, size) => panBy(current, { x: point.x - before.x, y: point.y - before.y }, size))
      return
    }
    const factor = distance(point, other) / Math.max(1, distance(before, other))
    const [from, to] = [middle(before, other), middle(point, other)]
    change((current, size) => panBy(zoomAt(current, factor, from, size), { x: to.x - from.x, y: to.y - from.y }, size))
  }
  function onPointerUp(event: ReactPointerEvent<HTMLElement>): void {
    const wasAlone = pointers.current.size === 1
    pointers.current.delete(event.pointerId)
    if (pointers.current.size === 0) setDragged(false)
    if (event.pointerType !== 'touch' || event.type !== 'pointerup') return
    const tap = { at: event.timeStamp, point: pointOf(frame.current, event) }
    const last = lastTap.current
    const isDouble =
      wasAlone &&
      last !== null &&
      tap.at - last.at < doubleTap.time &&
      distance(tap.point, last.point) < doubleTap.distance
    lastTap.current = isDouble || !wasAlone ? null : tap
    if (isDouble) toggle(tap.point)
  }
  /** Returns whether the key did something. */
  function onKey(key: string): boolean {
    if (key === '+' || key === '=') zoomBy(zoomStep)
    else if (key === '-') zoomBy(1 / zoomStep)
    else if (key === '0') reset()
    else {
      const by = panKeys[key]
      if (by === undefined || zoom.scale === 1) return false
      change((before, size) => panBy(before, by, size))
    }
    return true
  }
  return {
    zoom,
    isDragged,
    zoomIn: () => zoomBy(zoomStep),
    zoomOut: () => zoomBy(1 / zoomStep),
    reset,
    onKey,
    frame: {
      ref: frame,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      // Touch has its own double tap: some browsers report none.
      onDoubleClick: (event: { clientX: number; clientY: number; nativeEvent: MouseEvent }) => {
        const { nativeEvent } = event
        if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') return
        if (lastTap.current === null) toggle(pointOf(frame.current, event))
      },
    },
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

function sizeOf(frame: HTMLElement | null): Size {
  return { width: frame?.clientWidth ?? 0, height: frame?.clientHeight ?? 0 }
}

function pointOf(frame: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const box = frame?.getBoundingClientRect()
  if (box === undefined) return { x: 0, y: 0 }
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
}
