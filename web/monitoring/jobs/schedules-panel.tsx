import type { JobSchedule } from '#contract/admin/jobs.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { type Translation, useTranslation } from '#web/ui/translation.ts'
import { stateTones, useJobWords } from './words.ts'

const columns = ['work', 'often', 'last', 'next', 'leader'] as const

/** Repeated work: how often, its last run, its next one, and the process that ran it last. */
export function SchedulesPanel({ schedules }: { schedules: JobSchedule[] }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.jobs.schedules.${name}`)
  if (schedules.length === 0) return null
  return (
    <AdminPanel title={text('title')}>
      <p className="text-13 text-ink-2">{text('text')}</p>
      <CardTable
        label={text('title')}
        below="lg"
        head={columns.map((column) => (
          <HeadCell key={column} className="first:pl-4 last:pr-4">
            {text(column)}
          </HeadCell>
        ))}
      >
        {schedules.map((schedule) => (
          <ScheduleRow key={schedule.name} schedule={schedule} />
        ))}
      </CardTable>
    </AdminPanel>
  )
}

function ScheduleRow({ schedule }: { schedule: JobSchedule }) {
  const { t } = useTranslation()
  const { jobName, duration } = useJobWords()
  const { name, last, nextAt } = schedule
  return (
    <tr data-testid="schedule" className={cardRow.lg}>
      <Cell className="font-medium max-lg:px-0 lg:pl-4">{jobName(name)}</Cell>
      <Cell className="text-ink-2 max-lg:px-0 max-lg:text-right">{describeOften(t, schedule)}</Cell>
      <Cell className="max-lg:col-span-2 max-lg:px-0">
        {last === null ? (
          <span className="text-ink-2">{t('administration.jobs.schedules.never')}</span>
        ) : (
          <span className="flex flex-wrap items-center gap-x-2">
            <Moment date={last.at} />
            {last.seconds !== null && <span className="text-12 text-ink-2">{duration(last.seconds)}</span>}
            {last.state !== 'done' && (
              <Badge tone={stateTones[last.state]}>{t(`administration.jobs.states.${last.state}`)}</Badge>
            )}
          </span>
        )}
      </Cell>
      <Cell className="max-lg:px-0">
        <span className="text-ink-2 lg:hidden">{t('administration.jobs.schedules.next')}: </span>
        <Moment date={nextAt} />
      </Cell>
      <Cell className="code text-12 text-ink-2 [overflow-wrap:anywhere] max-lg:px-0 max-lg:text-right lg:pr-4">
        {last?.process ?? ''}
      </Cell>
    </tr>
  )
}

function describeOften(t: Translation['t'], { minute, fromHour, toHour }: JobSchedule): string {
  const time = (hour: number) => `${String(hour).padStart(2, '0')}:${String(minute ?? 0).padStart(2, '0')}`
  const facts = { from: time(fromHour), to: time(toHour) }
  if (minute === null) return t('administration.jobs.schedules.everyMinute')
  if (fromHour === toHour) return t('administration.jobs.schedules.daily', facts)
  return fromHour === 0 && toHour === 23
    ? t('administration.jobs.schedules.hourly')
    : t('administration.jobs.schedules.hours', facts)
}
