import type { Reply } from '#contract/core/endpoint.ts'
import { listInstallmentLimits, type ManagedLimit } from '#contract/admin/installment-limits.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { useWholeList } from '#web/administration/use-whole-list.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** The limits with the calls that change them. */
export function useLimits(loaded: Reply<typeof listInstallmentLimits>) {
  const { list, ...changes } = useWholeList(listInstallmentLimits, loaded)
  return { ...list, ...changes }
}
export type Limits = ReturnType<typeof useLimits>

/** Describes a limit in words. */
export function useLimitTexts(): (limit: ManagedLimit) => { name: string; facts: string[] } {
  const { t } = useTranslation()
  const textOf = (key: string, facts: Record<string, string | number> = {}) => t(`administration.limits.${key}`, facts)
  return ({ values, goods }) => {
    const { most, cardClass, from, until, note } = values
    const scope = [textOf(`classes.${cardClass || 'all'}`), goods ?? textOf('allGoods')]
    return {
      name: [most === '1' ? textOf('single') : textOf('upTo', { number: Number(most) }), ...scope].join(' · '),
      facts: [
        ...(from === '' ? [] : [textOf('fromDay', { day: formatDay(from) })]),
        ...(until === '' ? [] : [textOf('untilDay', { day: formatDay(until) })]),
        ...(note === '' ? [] : [note]),
      ],
    }
  }
}
