const number = String.raw`\d{1,9}(?:[.,]\d{1,9}){0,3}`
const currency = String.raw`(?:tl|try|lira|₺|usd|\$|dolar|eur|euro|€)`
const tax = String.raw`(?:\s?\+\s?kdv)?`

/** "2,50 tl", "₺2,50", "@ 2,50 TL'den", "fiyat: 12,50", "12,50 + kdv". */
const price = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}.,])(?:(?:birim |net |b\.)?fiyat[ıi]?\s?[:=]?\s?)?(?:@\s?)?(?:`,
    String.raw`${number}\s?${currency}(?![\p{L}\p{N}])${tax}|${currency}\s?${number}${tax}|${number}\s?\+\s?kdv`,
    String.raw`)(?:['’]?(?:den|dan|ten|tan|ye|ya|lik|lık)(?!\p{L}))?`,
    String.raw`|(?:birim |net |b\.)?fiyat[ıi]?\s?[:=]?\s?${number}|@\s?${number}`,
  ].join(''),
  'giu',
)

/** A text without the prices in it, and these as written; undefined if it has none. */
export function takePrice(text: string): { rest: string; price: string | undefined } {
  const found = text.match(price)
  if (found === null) return { rest: text, price: undefined }
  const rest = text
    .replace(price, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[\s,;=@*x×–-]+$/iu, '')
    .trim()
  return { rest, price: found.map((one) => one.trim()).join(' · ') }
}
