import type { Translation } from '#web/ui/translation.ts'

/** By how much a price moves: +%8,04 in Turkish, +8.04% in English. */
export function changeText({ t, formatNumber }: Pick<Translation, 't' | 'formatNumber'>, percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${t('catalog.percent', { value: formatNumber(Math.abs(percent), 2) })}`
}
