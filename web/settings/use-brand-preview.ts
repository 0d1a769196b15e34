import { useEffect } from 'react'

/** Previews the page in an unsaved color. */
export function useBrandPreview(color: string | number | null | undefined, defaultColor: string): void {
  useEffect(() => {
    const shownColor = color === null ? defaultColor : color
    if (typeof shownColor !== 'string' || !/^#[0-9a-f]{6}$/i.test(shownColor)) return
    const { style } = document.documentElement
    const before = style.getPropertyValue('--brand-base')
    style.setProperty('--brand-base', shownColor)
    return () => style.setProperty('--brand-base', before)
  }, [color, defaultColor])
}
