import { createMemoryRouter, RouterProvider } from 'react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Product } from '#contract/shop/product.ts'
import { QueryCache } from '#web/app/data/query-cache.ts'
import { QueryCacheContext } from '#web/app/data/use-query.ts'
import { AddToCartButton, type AddSize } from './add-to-cart-button.tsx'

/** A family as lists have it: without the words of its address. */
const family = {
  ...{ id: 4, url: '/pul-din-125a-p-4', name: 'Pul', code: 'PUL', varyantx: 0, isOutOfStock: false, units: [] },
} as unknown as Product

function render(size: AddSize): string {
  const settings = { whatsapp: '0', whatsappNumber: '', notInStock: '0', cartStockControl: '0', productsWithKdv: '0' }
  const visitor = { user: null, currency: { code: 'TRY' }, currencies: [], settings }
  const element = <AddToCartButton product={family} unit={null} quantity={1} size={size} />
  const router = createMemoryRouter([{ id: 'root', path: '/', element }], {
    hydrationData: { loaderData: { root: visitor } },
  })
  return renderToStaticMarkup(
    <QueryCacheContext value={new QueryCache()}>
      <RouterProvider router={router} />
    </QueryCacheContext>,
  )
}

test.each(['card', 'row', 'compact'] as const)(
  'the button of a family (%s) leads to the page of the family',
  (size) => {
    expect(render(size)).toContain('href="/pul-din-125a-p-4"')
  },
)
