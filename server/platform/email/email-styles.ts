/**
 * Colours of emails. They are inline, for mail programs that drop style sheets; `darkStyles` replaces them by class in
 * those that follow the system's dark mode.
 */
export const colors = { page: '#eef1f3', card: '#ffffff', ink: '#1b2429', muted: '#56616a', line: '#d9dee2' }

export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .pad { padding-left: 16px !important; padding-right: 16px !important; }
  .outer { padding: 0 !important; }
  .card { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
  .wide { width: 100% !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: #0f1416 !important; }
  .card { background: #1a2124 !important; border-color: #323c41 !important; }
  .band { background: #222b2f !important; }
  .ink, .ink a { color: #e9eef0 !important; }
  .muted, .muted a { color: #a4b0b7 !important; }
  .rule { border-color: #323c41 !important; }
  .logo { background: #ffffff !important; padding: 8px 12px !important; border-radius: 6px !important; }
}`

/** Black or white, whichever is easier to read on a background of #rrggbb (WCAG contrast). */
export function inkOn(background: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(background.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) >= 4.5 ? '#ffffff' : '#10181c'
}
