import { expect, test } from 'vitest'
import { csrfTokenIn } from './csrf.ts'

test.each([
  ['', ''],
  ['toptan_csrf=', ''],
  ['a=b; toptan_csrf=x-Y_1; c=d', 'x-Y_1'],
  ['toptan_csrf=plain; __Host-toptan_csrf=host', 'host'],
  ['my_toptan_csrf=other', ''],
  ['x=toptan_csrf=other', ''],
])('the token in the cookies %s is %s', (cookies, token) => {
  expect(csrfTokenIn(cookies)).toBe(token)
})
