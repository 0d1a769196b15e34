import type { JobProcess } from '#contract/admin/jobs.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { Moment } from '#web/app/moment.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const megabyte = 1024 * 1024

/** The processes of the shop that run jobs, as they reported at most half a minute ago. */
export function ProcessesPanel({ processes }: { processes: JobProcess[] }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.jobs.processes.${name}`)
  return (
    <AdminPanel title={text('title')}>
      <p className="text-13 text-ink-2">{text(processes.length === 0 ? 'none' : 'text')}</p>
      {processes.length > 0 && (
        <ul className="rounded-control border border-line">
          {processes.map((process) => (
            <ProcessRow key={`${process.name} ${process.startedAt}`} process={process} />
          ))}
        </ul>
      )}
    </AdminPanel>
  )
}

function ProcessRow({ process: { name, startedAt, running, cpu, memoryBytes, loopDelay } }: { process: JobProcess }) {
  const { t, formatNumber, formatQuantity } = useTranslation()
  const text = (key: string, number = '') => t(`administration.jobs.processes.${key}`, { number })
  return (
    <li
      data-testid="process"
      className="flex flex-wrap items-baseline gap-x-5 gap-y-1 border-t border-line px-3 py-2 text-13 first:border-t-0"
    >
      <span className="code font-medium [overflow-wrap:anywhere]">{name}</span>
      <span className="text-ink-2">
        {text('since')} <Moment date={startedAt} />
      </span>
      <span className="text-ink-2">{text('running', formatQuantity(running))}</span>
      {cpu !== null && <span className="text-ink-2">{text('cpu', formatNumber(cpu * 100, 0))}</span>}
      {memoryBytes !== null && (
        <span className="text-ink-2">{text('memory', formatNumber(memoryBytes / megabyte, 0))}</span>
      )}
      {loopDelay !== null && <span className="text-ink-2">{text('delay', formatNumber(loopDelay, 0))}</span>}
    </li>
  )
}
