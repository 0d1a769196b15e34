import type { JobList, ListedJob } from '#contract/admin/jobs.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { JobActions } from './job-actions.tsx'
import { stateTones, useJobWords } from './words.ts'

const columns: readonly Column[] = [
  { name: 'job', className: 'w-1/5 pl-4' },
  { name: 'state' },
  { name: 'since' },
  { name: 'process' },
  { name: 'reason', className: 'w-1/4' },
  { name: 'actions', align: 'right', className: 'pr-4' },
]

const row =
  'border-b border-line align-top last:border-0 max-xl:grid max-xl:grid-cols-[1fr_auto] max-xl:gap-x-3 max-xl:gap-y-1 max-xl:p-3 max-sm:px-4 xl:[&>td]:py-2.5'

/** Jobs; cards in narrow windows. */
export function JobsTable({ place, list }: { place: ListPlace; list: JobList }) {
  return (
    <ListTable place={place} list={list} columns={columns} noun="jobs">
      {list.items.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </ListTable>
  )
}

function JobRow({ job }: { job: ListedJob }) {
  const { t } = useTranslation()
  const { jobName, duration } = useJobWords()
  const { name, state, createdAt, startedAt, finishedAt, seconds, process, isHeld } = job
  return (
    <tr data-testid="job" className={row}>
      <Cell className="font-medium [overflow-wrap:anywhere] max-xl:px-0 xl:pl-4">{jobName(name)}</Cell>
      <Cell className="max-xl:px-0 max-xl:text-right xl:whitespace-nowrap">
        <Badge tone={stateTones[state]}>
          {t(`administration.jobs.${isHeld ? 'held' : state === 'done' ? 'finished' : `states.${state}`}`)}
        </Badge>
      </Cell>
      <Cell className="max-xl:px-0 xl:whitespace-nowrap">
        <Moment date={(state === 'done' ? finishedAt : state === 'running' ? startedAt : null) ?? createdAt} />
        {seconds !== null && (state === 'running' || state === 'done') && (
          <span className="ml-2 text-12 text-ink-2 xl:ml-0 xl:block">{duration(seconds)}</span>
        )}
      </Cell>
      <Cell className="code text-12 text-ink-2 [overflow-wrap:anywhere] max-xl:px-0 max-xl:text-right">
        {process ?? <span className="max-xl:hidden">–</span>}
      </Cell>
      <Cell className="min-w-0 max-xl:col-span-2 max-xl:px-0">
        <Reason job={job} />
      </Cell>
      <Cell align="right" className="max-xl:col-span-2 max-xl:px-0 max-xl:text-left xl:pr-4">
        <JobActions job={job} name={jobName(name)} />
      </Cell>
    </tr>
  )
}

/** Why a job failed, its tries, and when the next one is. */
function Reason({ job: { reason, detail, failures, nextTryAt } }: { job: ListedJob }) {
  const { t } = useTranslation()
  if (reason === null) return null
  return (
    <>
      <p className="text-danger">{t(`administration.jobs.reasons.${reason}`)}</p>
      {detail !== null && <p className="line-clamp-3 text-12 text-ink-2 [overflow-wrap:anywhere]">{detail}</p>}
      <p className="flex flex-wrap gap-x-2 text-12 text-ink-2">
        <span>{t('administration.jobs.tries', { count: failures })}</span>
        {nextTryAt === null ? (
          <span>{t('administration.jobs.givenUp')}</span>
        ) : (
          <span>
            {t('administration.jobs.nextTry')} <Moment date={nextTryAt} />
          </span>
        )}
      </p>
    </>
  )
}
