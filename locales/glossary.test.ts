import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import tr from '#locales/tr.json' with { type: 'json' }

type Words = { [key: string]: string | Words }

function texts(words: Words, prefix = ''): [key: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : texts(value, `${prefix}${key}.`),
  )
}

/** The words that docs/glossary.md rules out on Turkish screens. */
const avoided = readFileSync(join(import.meta.dirname, '../docs/glossary.md'), 'utf8')
  .split('## Words on Turkish screens')[1]!
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Meaning'))
  .flatMap((line) => (line.split('|')[3] ?? '').split(',').map((word) => word.trim()))

/** Sentences that the specification gives word for word, a form that banks call by its name, and a provider's field. */
const specified = new Set([
  'errors.internal',
  'errors.warranty_unavailable',
  'errorPage.server.text',
  'offers.customer.failed',
  'offers.profit.failed',
  'offers.mail.done',
  'offers.mail.failed',
  'accountSettings.password.failed',
  'payment.summary.mailOrder',
  'payment.mailOrder.title',
  'settings.items.storeLogo.does',
  'administration.pos.secretNames.merchantKey',
])

test.each(avoided)('no Turkish text uses "%s"', (word) => {
  const pattern = new RegExp(`(?<![\\p{L}-])${word}`, 'iu')
  const found = texts(tr).filter(
    ([key, text]) => !specified.has(key) && pattern.test(text.replaceAll(/\{\{.*?\}\}/g, '')),
  )
  expect(found).toEqual([])
})
