import '#web/app/page-words.ts'
import { useLocation } from 'react-router'
import { type JobList, jobStates, listJobs, listSchedules } from '#contract/admin/jobs.ts'
import { adminJobsPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { listPath, queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { loadInBrowser, loadOnServer, type PageLocation, type ServerCall } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/jobs-page.ts'
import { JobsTable } from './jobs-table.tsx'
import { MigrationsPanel } from './migrations-panel.tsx'
import { ProcessesPanel } from './processes-panel.tsx'
import { SchedulesPanel } from './schedules-panel.tsx'
import { stateTones, useJobWords } from './words.ts'

const place: ListPlace = { page: adminJobsPath, names: ['state', 'kind'] }

const load = async (api: ServerCall, { url }: PageLocation) => {
  const [list, repeated] = await Promise.all([api(listJobs, queryOf(url, place.names)), api(listSchedules)])
  return { list, repeated }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** What the shop does in the background: jobs, repeated work, and the processes that run both. */
export default function JobsPage({ loaderData: { list, repeated } }: Route.ComponentProps) {
  const { migrations } = repeated
  const { search } = useLocation()
  useFollow(list, () => call(listJobs, queryOf(`http://shop${place.page}${search}`, place.names)))
  useFollow(migrations, async () => (await call(listSchedules)).migrations)
  return (
    <ListFrame
      place={place}
      list={list}
      noun="jobs"
      filter={<JobsFilter list={list} />}
      head={
        <>
          <MigrationsPanel migrations={migrations} />
          <Head list={list} />
        </>
      }
      after={
        <>
          <SchedulesPanel schedules={repeated.schedules} />
          <ProcessesPanel processes={repeated.processes} />
        </>
      }
    >
      <JobsTable place={place} list={list} />
    </ListFrame>
  )
}

function JobsFilter({ list }: { list: JobList }) {
  const { t } = useTranslation()
  const { jobName } = useJobWords()
  const text = (name: string) => t(`administration.jobs.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')} isShort>
      <FilterSelect name="state" label={text('state')} value={list.state}>
        <option value="">{text('unfinished')}</option>
        {jobStates.map((state) => (
          <option key={state} value={state}>
            {t(`administration.jobs.states.${state}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="kind" label={text('kind')} value={list.kind}>
        <option value="">{text('anyKind')}</option>
        {list.kinds.map((kind) => (
          <option key={kind} value={kind}>
            {jobName(kind)}
          </option>
        ))}
      </FilterSelect>
    </ListFilter>
  )
}

function Head({ list: { counts, kind, bankSteps } }: { list: JobList }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <>
      <ul className="flex flex-wrap gap-2" aria-label={t('administration.jobs.counts')}>
        {jobStates.map((state) => (
          <li key={state}>
            <AreaLink
              isAction
              to={listPath(place.page, { state, kind }, place.names)}
              className={buttonClasses('outline', 'card')}
            >
              {t(`administration.jobs.states.${state}`)}
              <Badge tone={counts[state] > 0 ? stateTones[state] : 'neutral'} className="tabular-nums">
                {formatQuantity(counts[state])}
              </Badge>
            </AreaLink>
          </li>
        ))}
      </ul>
      {bankSteps > 0 && (
        <MessageStrip
          tone="info"
          actions={
            <AreaLink isAction to={pages.adminPayments} className={buttonClasses('outline', 'md')}>
              {t('administration.jobs.toPayments')}
            </AreaLink>
          }
        >
          {t('administration.jobs.bankSteps', { count: bankSteps, number: formatQuantity(bankSteps) })}
        </MessageStrip>
      )}
    </>
  )
}
