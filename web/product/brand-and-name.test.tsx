import { expect, test } from 'vitest'
import { renderToStaticMarkup } from 'react-dom/server'
import { BrandAndName } from './brand-and-name.tsx'

test.each([
  ['Matkap 13 mm', '<b>Bosch </b>Matkap 13 mm'],
  ['BOSCH matkap 13 mm', 'BOSCH matkap 13 mm'],
])('%s is shown with its brand once', (name, html) => {
  expect(renderToStaticMarkup(<BrandAndName product={{ name, brand: { name: 'Bosch' } }} />)).toBe(html)
})
