import { expect, test } from 'vitest'
import { themeAttribute, themeFromCookies } from './theme.ts'

test.each([
  [null, 'system'],
  ['', 'system'],
  ['toptan_theme=dark', 'dark'],
  ['a=1; toptan_theme=light; b=2', 'light'],
  ['toptan_theme=purple', 'system'],
  ['xtoptan_theme=dark', 'system'],
])('reads the theme of the cookies %j as %s', (cookies, theme) => {
  expect(themeFromCookies(cookies)).toBe(theme)
})

test('sets no attribute for the system theme', () => {
  expect(themeAttribute('system')).toBeUndefined()
  expect(themeAttribute('dark')).toBe('dark')
})
