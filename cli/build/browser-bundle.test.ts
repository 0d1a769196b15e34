import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#cli/root.ts'
import { everyPage, firstPage, saidWords, withOwnIcons, withoutShapes, wordsOfPages } from './browser-bundle.ts'

const contract = `import * as z from 'zod/mini'
export const size = z.enum(['s', 'm'])
export type Size = z.output<typeof size>
export const call = endpoint({ method: 'GET', path: '/api/size', summary: 'It\\'s, a size', body: z.object({ size, summary: z.string(), n: z.number() }).check(z.x()), reply: size, errors: ['a', 'b'] })
export const sizeOf = (zone: string): string => zone.trim()
`

test('shapes, summaries and errors leave the contract, all else stays', () => {
  expect(withoutShapes('size.ts', contract)).toBe(`import * as z from 'zod/mini'
export const size = undefined
export type Size = z.output<typeof size>
export const call = endpoint({ method: 'GET', path: '/api/size', body: undefined, reply: size,  })
export const sizeOf = (zone: string): string => zone.trim()
`)
})

test('texts that no page says stay on the server, those of few pages come with them', () => {
  const words = {
    import: { done: 'x' },
    anyMail: { subject: 'Konu' },
    cart: { title: 'Sepet', summary: { note: 'Not' } },
    orders: { title: 'Siparişler' },
    errors: { cart_empty: 'a', network: 'b', internal: 'c' },
  }
  expect(saidWords(words)).toEqual({ cart: { title: 'Sepet' }, errors: { network: 'b', internal: 'c' } })
  expect(wordsOfPages(words)).toEqual({ cart: { summary: { note: 'Not' } }, orders: { title: 'Siparişler' } })
})

test('icons come from their own files, types from nowhere', () => {
  const code = `import {
  Building2,
  type LucideIcon,
  Menu as MenuIcon,
} from 'lucide-react'
import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
`
  expect(withOwnIcons(code)).toBe(`import Building2 from 'lucide-react/icons/building-2'
import MenuIcon from 'lucide-react/icons/menu'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Link } from 'react-router'
`)
})

test('the entry points of the first list page exist', () => {
  expect([...everyPage, firstPage].filter((file) => !existsSync(join(root, file)))).toEqual([])
})
