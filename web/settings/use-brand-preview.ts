import { useEffect } from 'react'

/** Previews the page in an unsaved color. */
export function useBrandPreview(color: string | number | null | undefined, usual: string): void {
  useEffect(() => {
    const wanted = color === null ? usual : color
    if (typeof wanted !== 'string' || !/^#[0-9a-f]{6}$/i.test(wanted)) return
    const { style } = document.documentElement
    const before = style.getPropertyValue('--brand-base')
    style.setProperty('--brand-base', wanted)
    return () => style.setProperty('--brand-base', before)
  }, [color, usual])
}
