import { expect, test } from 'vitest'
import { translate } from '#server/platform/http/words.ts'
import { issueCodes, refusalCodes } from './codes.ts'

const keys = [
  ...issueCodes.map((code) => `import.issues.${code}`),
  ...issueCodes.map((code) => `import.kinds.${code}`),
  ...refusalCodes.map((code) => `import.refusals.${code}`),
]

test.each(keys)('%s has a text in both languages', (key) => {
  const turkish = translate('tr', key)
  const english = translate('en', key)
  expect(turkish).not.toBe(key)
  expect(english).not.toBe(key)
  expect(english).not.toBe(turkish)
})
