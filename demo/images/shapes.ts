/**
 * Drawings are flat line drawings on a 120 × 120 field. One letter names a fill, which gets its color when the drawing
 * is rendered: g gray, s soft, b brand, d dark gray, w paper, l line, n none.
 */
export type Fill = 'g' | 's' | 'b' | 'd' | 'w' | 'l' | 'n'

/** Width of every line, in units of the 120 × 120 field. */
export const lineWidth = 1.75

export function box(fill: Fill, x: number, y: number, width: number, height: number, corner = 0): string {
  const rounded = corner > 0 ? ` rx="${corner}"` : ''
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}"${rounded} fill="{${fill}}"/>`
}

export function disc(fill: Fill, x: number, y: number, radius: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="{${fill}}"/>`
}

export function oval(fill: Fill, x: number, y: number, across: number, down: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${down}" fill="{${fill}}"/>`
}

export function area(fill: Fill, path: string): string {
  return `<path d="${path}" fill="{${fill}}"/>`
}

export function line(path: string): string {
  return `<path d="${path}" fill="{n}"/>`
}

/** Draws a line in the color of paper, for reflections and print. */
export function light(path: string): string {
  return `<path d="${path}" fill="{n}" stroke="{w}"/>`
}

/** Draws a bent bar with an outline; `ribs` adds a line across it at that interval. */
export function tube(fill: Fill, path: string, width: number, ribs = 0): string {
  const layer = (colour: Fill, thickness: number, extra = '') =>
    `<path d="${path}" fill="none" stroke="{${colour}}" stroke-width="${thickness}"${extra}/>`
  const across = ribs > 0 ? layer('l', width, ` stroke-linecap="butt" stroke-dasharray="${lineWidth} ${ribs}"`) : ''
  return `${layer('l', width + lineWidth)}${layer(fill, width - lineWidth)}${across}`
}

export function turn(degrees: number, ...parts: string[]): string {
  return `<g transform="rotate(${degrees} 60 60)">${parts.join('')}</g>`
}

export function place(transform: string, ...parts: string[]): string {
  return `<g transform="${transform}">${parts.join('')}</g>`
}

/** Draws the same part at several positions. */
export function each(values: readonly number[], part: (value: number) => string): string {
  return values.map(part).join('')
}
