import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#cli/root.ts'
import { everyPage, firstPage } from './bundle-areas.ts'
import { everyPageWords, withWordGroups, wordsOfGroup, wordsOfPages } from './page-words.ts'
import { withoutShapes } from './without-shapes.ts'

const contract = `import * as z from 'zod/mini'
import { sizes } from '#domain/sizes.ts'
import { isEven, isOdd } from '#domain/numbers.ts'
import './effect.ts'
export const size = z.enum(sizes)
export type Size = z.output<typeof size>
export const call = endpoint({ method: 'GET', path: '/api/size', access: 'guest', summary: 'It\\'s, a size', body: z.object({ size, summary: z.string(), n: z.number() }).check(z.refine(isEven)), ...more, reply: size, errors: ['a', 'b'] })
export const sizeOf = (zone: string): string => zone.trim() + isOdd(zone.length)
`

test('shapes leave the contract with what was imported for them, and what no page reads of endpoints; all else stays', () => {
  expect(withoutShapes('size.ts', contract)).toBe(`import * as z from 'zod/mini'

import { isEven, isOdd } from '#domain/numbers.ts'
import './effect.ts'
export const size = undefined
export type Size = z.output<typeof size>
export const call = endpoint({ method: 'GET', path: '/api/size', ...more,  })
export const sizeOf = (zone: string): string => zone.trim() + isOdd(zone.length)
`)
})

test('texts that no page shows stay on the server, those of few pages come with them', () => {
  const words = {
    import: { done: 'x' },
    anyMail: { subject: 'Konu' },
    cart: { title: 'Sepet', summary: { note: 'Not' } },
    orders: { title: 'Siparişler' },
    people: { title: 'Bayiler' },
    lists: { title: 'Listeler' },
    priceRules: { title: 'Kurallar', worth: { aboveCost: 'x' } },
    errors: { cart_empty: 'a', network: 'b', internal: 'c' },
  }
  expect(everyPageWords(words)).toEqual({ cart: { title: 'Sepet' }, errors: { network: 'b', internal: 'c' } })
  expect(wordsOfPages(words)).toEqual({
    cart: { summary: { note: 'Not' } },
    lists: { title: 'Listeler' },
    priceRules: { worth: { aboveCost: 'x' } },
  })
  expect(wordsOfGroup('account', words)).toEqual({ orders: { title: 'Siparişler' } })
  expect(wordsOfGroup('administration', words)).toEqual({
    people: { title: 'Bayiler' },
    priceRules: { title: 'Kurallar' },
  })
})

test('a module imports the groups of texts that it names', () => {
  expect(withWordGroups("t('cart.title')")).toBe("t('cart.title')")
  expect(withWordGroups("t('priceRules.worth.aboveCost')")).toBe("t('priceRules.worth.aboveCost')")
  expect(withWordGroups("t(`orders.${x}`); t('people.title')")).toBe(
    "import '#web/app/administration-words.ts'\nimport '#web/app/account-words.ts'\nt(`orders.${x}`); t('people.title')",
  )
})

test('the entry points of the first list page exist', () => {
  expect([...everyPage, firstPage].filter((file) => !existsSync(join(root, file)))).toEqual([])
})
