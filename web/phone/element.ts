type Props = {
  className?: string
  text?: string
  /** Attributes as HTML names them. */
  set?: Readonly<Record<string, string>>
  onClick?: () => void
}

/** Makes an element. For the few views that work without the page's bundle. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { className = '', text, set = {}, onClick }: Props = {},
  ...children: Node[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  if (text !== undefined) made.textContent = text
  for (const [name, value] of Object.entries(set)) made.setAttribute(name, value)
  if (onClick !== undefined) made.addEventListener('click', onClick)
  made.append(...children)
  return made
}

const svg = 'http://www.w3.org/2000/svg'

/** A drawing of 24 × 24 from its paths. */
export function drawing(...paths: string[]): SVGSVGElement {
  const made = document.createElementNS(svg, 'svg')
  const attributes = { viewBox: '0 0 24 24', width: '20', height: '20', fill: 'none', stroke: 'currentColor' }
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.setAttribute('stroke-width', '2')
  made.setAttribute('aria-hidden', 'true')
  for (const path of paths) {
    const line = document.createElementNS(svg, 'path')
    line.setAttribute('d', path)
    made.append(line)
  }
  return made
}

export const closeSign = () => drawing('M6 6l12 12M18 6L6 18')
export const cameraSign = () => drawing('M4 8h3l2-3h6l2 3h3v11H4z', 'M12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7')

export const buttonClass = (kind: 'solid' | 'outline') =>
  `inline-flex h-11 shrink-0 items-center justify-center gap-2 rounded-panel border px-4 text-15 font-semibold ${
    kind === 'solid'
      ? 'border-transparent bg-brand text-on-brand hover:bg-brand-hover'
      : 'border-line-2 bg-surface text-ink hover:bg-hover'
  }`
export const iconButtonClass =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-control border border-line-2 bg-surface text-ink hover:bg-hover'
