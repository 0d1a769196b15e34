/** How a picture is shown in its frame: enlarged by `scale` around the center, then moved by `x` and `y` CSS pixels. */
export type Zoom = { scale: number; x: number; y: number }
export type Size = { width: number; height: number }
/** From the center of the frame, in CSS pixels. */
export type Point = { x: number; y: number }

export const wholePicture: Zoom = { scale: 1, x: 0, y: 0 }
export const scaleMax = 6
/** One step of a button or key. */
export const zoomStep = 1.5
/** Where a double click leads. */
export const closeUp = 2.5

const between = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0

/** The nearest view that leaves no gap at an edge. */
function clamp({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  return { scale, x: between(x, (width * (scale - 1)) / 2), y: between(y, (height * (scale - 1)) / 2) }
}

/** Enlarges by a factor; what is at the point stays there, as far as the edges allow. */
export function zoomAt(zoom: Zoom, factor: number, at: Point, size: Size): Zoom {
  const scale = Math.min(scaleMax, Math.max(1, zoom.scale * factor))
  const ratio = scale / zoom.scale
  return clamp({ scale, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }, size)
}

export function panBy(zoom: Zoom, by: Point, size: Size): Zoom {
  return clamp({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, size)
}
