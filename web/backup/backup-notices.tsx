import '#web/app/page-words.ts'
import { acknowledgeRestore, type Backups } from '#contract/admin/backups.ts'
import { adminBankFindingsPath } from '#contract/core/admin-pages.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const useWords = () => {
  const { t } = useTranslation()
  return (name: string, facts = {}) => t(`administration.board.backup.${name}`, facts)
}

/** What is wrong with the backups, that the shop was restored from one, and that it is a copy without outside calls. */
export function BackupNotices({ backups: { problems, error, outsideCallsOff, restore } }: { backups: Backups }) {
  const text = useWords()
  return (
    <>
      {outsideCallsOff && <MessageStrip tone="warning">{text('outsideCallsOff')}</MessageStrip>}
      {restore !== null && <RestoreNotice restore={restore} />}
      {problems.map((problem) => (
        <MessageStrip key={problem} tone="warning">
          <strong>{text(problem)}</strong>{' '}
          {problem === 'failed' && error !== null && <span className="[overflow-wrap:anywhere]">{error} </span>}
          {text('hint')}
        </MessageStrip>
      ))}
    </>
  )
}

function RestoreNotice({ restore }: { restore: NonNullable<Backups['restore']> }) {
  const { formatQuantity } = useTranslation()
  const text = useWords()
  const { isBusy, run } = useAdminCall()
  const acknowledge = () => run(acknowledgeRestore, { params: { id: String(restore.id) } })
  return (
    <MessageStrip
      tone="warning"
      actions={
        <MayChange>
          <Button busy={isBusy} onClick={() => void acknowledge()}>
            {text('acknowledge')}
          </Button>
        </MayChange>
      }
    >
      <p>
        <strong>
          {text(restore.isBackup ? 'restored' : 'recovered')} <Moment date={restore.backupAt} />.
        </strong>{' '}
        {text('lost')}{' '}
        <AreaLink to={adminBankFindingsPath} className="tap font-medium underline">
          {text('findings')}
        </AreaLink>
      </p>
      {restore.heldEmails !== null && (
        <p className="mt-1">{text('held', { number: formatQuantity(restore.heldEmails) })}</p>
      )}
    </MessageStrip>
  )
}

/** When the last good backup was made. */
export function LastBackup({ backups: { lastGood } }: { backups: Backups }) {
  const text = useWords()
  return (
    <p className="text-13 text-ink-2">
      {lastGood === null ? (
        text('none')
      ) : (
        <>
          {text('last')} <Moment date={lastGood} />
        </>
      )}
    </p>
  )
}
