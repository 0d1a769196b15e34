import { expect, test } from 'vitest'
import { themeAttribute, themeFromCookies } from './theme.ts'

test.each([
  [null, 'system'],
  ['', 'system'],
  ['toptan_theme=dark', 'dark'],
  ['a=1; toptan_theme=light; b=2', 'light'],
  ['toptan_theme=purple', 'system'],
  ['xtoptan_theme=dark', 'system'],
])('the theme of the cookies %j is %s', (cookies, theme) => {
  expect(themeFromCookies(cookies)).toBe(theme)
})

test('the system’s theme sets no attribute', () => {
  expect(themeAttribute('system')).toBeUndefined()
  expect(themeAttribute('dark')).toBe('dark')
})
