import { describe, expect, test } from 'vitest'
import {
  autoplayPause,
  carouselPages,
  isCampaignListPriceShown,
  slideImage,
  slideSpacing,
  slidesPerView,
  visibleCampaigns,
} from './campaign.ts'

test('uses autoplay 5 s, spacing 10 and image size 280x413 (section 2)', () => {
  expect([autoplayPause, slideSpacing, slideImage]).toEqual([5000, 10, { width: 280, height: 413 }])
})

describe('slidesPerView is 2 below 600 px, 4 from 600 and 6 from 1000', () => {
  test.each([
    [320, 2],
    [599, 2],
    [599.5, 2],
    [600, 4],
    [999, 4],
    [1000, 6],
    [1920, 6],
  ])('%d px → %d', (width, slides) => {
    expect(slidesPerView(width)).toBe(slides)
  })
})

describe('carouselPages', () => {
  test.each([
    { products: 12, rowCount: 1, perView: 6, pages: 2 },
    { products: 13, rowCount: 1, perView: 6, pages: 3 },
    { products: 13, rowCount: 2, perView: 6, pages: 2 },
    { products: 12, rowCount: 2, perView: 2, pages: 3 },
    { products: 6, rowCount: 1, perView: 6, pages: 1 },
    { products: 0, rowCount: 1, perView: 6, pages: 1 },
    // There is at least one row, whatever is requested.
    { products: 12, rowCount: 0, perView: 4, pages: 3 },
    { products: 12, rowCount: -3, perView: 4, pages: 3 },
  ])('$products products in $rowCount rows, $perView per view → $pages', ({ pages, ...given }) => {
    expect(carouselPages(given.products, given.rowCount, given.perView)).toBe(pages)
  })
})

describe('the list price is struck through when it is at least the sale price, and only above it when tax is shown', () => {
  const rates = { TRY: 1, USD: 40, EUR: null }
  const lira = (value: number) => ({ value, currency: 'TRY' })
  const dollars = (value: number) => ({ value, currency: 'USD' })

  test.each([
    { list: lira(120), sale: lira(100), plain: true, taxed: true },
    { list: lira(100), sale: lira(100), plain: true, taxed: false },
    { list: lira(99.99), sale: lira(100), plain: false, taxed: false },
    { list: undefined, sale: lira(100), plain: false, taxed: false },
    // Compared after conversion: 2.50 dollars are 100 lira.
    { list: dollars(2.5), sale: lira(100), plain: true, taxed: false },
    { list: dollars(2.51), sale: lira(100), plain: true, taxed: true },
    { list: dollars(2.49), sale: lira(100), plain: false, taxed: false },
    { list: dollars(3), sale: dollars(2.5), plain: true, taxed: true },
    // A currency without a rate has no price.
    { list: { value: 500, currency: 'EUR' }, sale: lira(100), plain: false, taxed: false },
  ])('$list.value $list.currency over $sale.value $sale.currency', ({ list, sale, plain, taxed }) => {
    for (const currency of ['TRY', 'USD']) {
      expect(isCampaignListPriceShown(list, sale, { currency, rates, withTax: false })).toBe(plain)
      expect(isCampaignListPriceShown(list, sale, { currency, rates, withTax: true })).toBe(taxed)
    }
  })
})

describe('visibleCampaigns', () => {
  const quantities: Record<number, number> = { 1: 5, 2: 0, 3: -2, 4: 0.5 }
  const quantityOf = (id: number) => quantities[id]
  const campaign = (name: string, productIds: number[], rowCount = 1) => ({ name, productIds, rowCount })
  const shown = (campaigns: ReturnType<typeof campaign>[], showNotInStocks: '0' | '1') =>
    visibleCampaigns(campaigns, { quantityOf, showNotInStocks }).map(({ name, productIds }) => [name, productIds])

  test('hides quantities of 0 or less when showNotInStocks is "0"', () => {
    expect(shown([campaign('A', [4, 3, 2, 1])], '0')).toEqual([['A', [4, 1]]])
    expect(shown([campaign('A', [4, 3, 2, 1])], '1')).toEqual([['A', [4, 3, 2, 1]]])
  })

  test('never shows products that are not on sale', () => {
    expect(shown([campaign('A', [99, 1])], '1')).toEqual([['A', [1]]])
  })

  test('skips a campaign without visible products', () => {
    const all = [campaign('none', []), campaign('gone', [99]), campaign('sold out', [2, 3]), campaign('some', [2, 1])]
    expect(shown(all, '0')).toEqual([['some', [1]]])
    expect(shown(all, '1').map(([name]) => name)).toEqual(['sold out', 'some'])
  })

  test('shows at most 24 columns, 60 products and 12 campaigns', () => {
    const many = Array.from({ length: 100 }, (_, i) => i)
    const all = { quantityOf: () => 1, showNotInStocks: '1' } as const
    const countOf = (rowCount: number) => visibleCampaigns([campaign('A', many, rowCount)], all)[0]?.productIds.length
    expect([1, 2, 3].map(countOf)).toEqual([24, 48, 60])
    expect(visibleCampaigns(Array(20).fill(campaign('A', [1])), all)).toHaveLength(12)
  })
})
