import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import type { Imported } from './use-upload.ts'

/** What was new in an imported statement, what was stored before, and what could not be read. */
export function UploadResult({ result }: { result: Imported }) {
  const { t, formatQuantity } = useTranslation()
  const { file, newLines, newIncoming, existing, gaps, problems, unread } = result
  const text = (name: string, count: number, facts: Record<string, string> = {}) =>
    t(`administration.bankLines.upload.${name}`, { count, number: formatQuantity(count), ...facts })
  return (
    <div role="status" className="flex flex-col gap-1.5 rounded-panel border border-line bg-surface p-3 text-13">
      <p className="flex gap-2">
        <CircleCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
        <span className="[overflow-wrap:anywhere]">
          <span className="font-medium">
            {text('done', newLines, { name: file.name, added: formatQuantity(newLines) })}
          </span>
          {newIncoming > 0 && ` · ${text('incoming', newIncoming)}`}
          {existing > 0 && ` · ${text('existing', existing)}`}
        </span>
      </p>
      {gaps > 0 && <Warning text={text('gaps', gaps)} />}
      {unread > 0 && (
        <>
          <Warning text={text('unread', unread)} />
          <ul className="max-h-40 overflow-y-auto pl-6">
            {problems.map(({ line, text: problem }) => (
              <li key={line} className="[overflow-wrap:anywhere] text-ink-2">
                {t('administration.bankLines.upload.row', { line, text: problem })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <p className="flex gap-2 text-warning">
      <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      {text}
    </p>
  )
}
