import { isEmailJob, jobKinds, type JobState } from '#contract/admin/jobs.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export const stateTones: Record<JobState, BadgeTone> = {
  running: 'info',
  failed: 'danger',
  retry: 'warning',
  waiting: 'neutral',
  done: 'success',
}

/** Names of jobs and lengths of time on this page. */
export function useJobWords() {
  const { t, formatNumber } = useTranslation()
  return {
    /** A job by the name of its queue; those of earlier versions keep that name. */
    jobName(name: string): string {
      if (isEmailJob(name))
        return t('administration.jobs.email', { about: t(`administration.mail.failed.kinds.${name}`) })
      const key = name.replaceAll('.', '-')
      return jobKinds.includes(name) ? t(`administration.jobs.kinds.${key}`) : name
    },
    duration(seconds: number): string {
      const [value, unit] =
        seconds < 60
          ? ([seconds, 'seconds'] as const)
          : seconds < 3600
            ? ([seconds / 60, 'minutes'] as const)
            : ([seconds / 3600, 'hours'] as const)
      const decimals = value < 10 && unit === 'seconds' ? 1 : 0
      return t(`administration.jobs.${unit}`, { number: formatNumber(value, decimals) })
    },
  }
}
