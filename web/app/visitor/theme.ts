/** Plain cookie, readable by scripts: the server sets data-theme from it before the first paint. */
export const themeCookieName = 'toptan_theme'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** The theme in a Cookie header; 'system' without one. */
export function themeFromCookies(cookies: string | null | undefined): Theme {
  const value = new RegExp(`(?:^|;\\s*)${themeCookieName}=(\\w+)`).exec(cookies ?? '')?.[1]
  return themes.find((theme) => theme === value) ?? 'system'
}

/** Value of data-theme on <html>; undefined follows the system. */
export function themeAttribute(theme: Theme): 'light' | 'dark' | undefined {
  return theme === 'system' ? undefined : theme
}

export function applyTheme(theme: Theme): void {
  const attribute = themeAttribute(theme)
  if (attribute === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = attribute
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in some of the browsers that dealers use
  document.cookie = `${themeCookieName}=${theme}; path=/; max-age=31536000; samesite=lax`
}

/** Runs in the head before the first paint, since cached guest pages do not depend on the theme. */
export const themeScript = `(()=>{const t=/(?:^|;\\s*)${themeCookieName}=(light|dark)/.exec(document.cookie);if(t)document.documentElement.dataset.theme=t[1]})()`

/** The theme stored in this browser. */
export function currentTheme(): Theme {
  return themeFromCookies(document.cookie)
}
