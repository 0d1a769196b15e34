import { maskCards } from '#domain/payments/card-text.ts'

/**
 * Fields of bodies that are no free text: the card itself, which is never stored, and codes, keys and files, which must
 * stay as they are. Compared values (`before`) and user names at sign-in are not stored.
 */
const exactFields = new Set([
  'ccno',
  'ccv',
  'expiry',
  'holder',
  'username',
  'password',
  'passwordVerify',
  'currentPassword',
  'secrets',
  'settings',
  'link',
  'code',
  'codes',
  'erpCode',
  'deliverTo',
  'slug',
  'seo',
  'barcode',
  'equivalentCode',
  'ozelkod',
  'ozelkod2',
  'ozelkod3',
  'ozelkod4',
  'ozelkod5',
  'productCode',
  'externalKey',
  'parentCode',
  'specialCode1',
  'specialCode2',
  'specialCode3',
  'specialCode4',
  'specialCode5',
  'documentNo',
  'serialNo',
  'serialNumber',
  'variantValues',
  'taxNumber',
  'productValue',
  'unit',
  'key',
  'stamp',
  'cart',
  'advencePrice',
  '_token',
  '_key',
  '_cart',
  'before',
  'picture',
  'logo',
  'image',
  'images',
  'photos',
  'files',
  'q',
])

/** Levels of a body. Calls have fewer than ten; many more do not fit on the call stack. */
const maxDepth = 100

/**
 * Masks card numbers and security codes in every free text of a checked body, before anything is stored, sent or logged
 * (PCI DSS 3.3, 3.4). Throws an error with status 400 for a body that is nested too deeply.
 */
export function cleanTexts(body: unknown, depth = 0): unknown {
  if (depth > maxDepth) throw Object.assign(new Error('Nested too deeply.'), { statusCode: 400 })
  if (typeof body === 'string') return maskCards(body)
  if (Array.isArray(body)) return body.map((each) => cleanTexts(each, depth + 1))
  if (!isPlainObject(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, exactFields.has(name) ? value : cleanTexts(value, depth + 1)]),
  )
}

/** Files are streams. */
function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
}
