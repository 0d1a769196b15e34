import type { Kind } from './kind.ts'
import type { Random } from '#demo/random.ts'

const closings = [
  'Stoktan aynı gün sevk edilir.',
  'Kutusunda Türkçe kullanım kılavuzu ile gelir.',
  'Yetkili servis ve yedek parça desteği vardır.',
  'Toplu alımlarda koli fiyatı uygulanır.',
  'İki yıl üretici garantisi altındadır.',
]

/** Returns a few sentences of HTML with paragraphs and a list. */
export function describe(kind: Kind, brand: string, name: string, random: Random): string {
  const uses = kind.uses.map((use) => `<li>${escapeHtml(use)}</li>`).join('')
  return `<p>${escapeHtml(`${brand} ${name}. ${kind.text}`)}</p><ul>${uses}</ul><p>${random.pick(closings)}</p>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
