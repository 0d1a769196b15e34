import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import type { listBankLines } from '#contract/admin/bank-lines.ts'
import { statementEndings, statementFileBytesMax } from '#contract/admin/bank-statements.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { settingsPath } from '#contract/core/pages.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import { LastStatements } from './last-statements.tsx'
import { UploadResult } from './upload-result.tsx'
import { useUpload } from './use-upload.ts'

type List = Reply<typeof listBankLines>

/** Takes a statement of one of the store's accounts, and says what was new in it. */
export function UploadStatement({ accounts, statements }: Pick<List, 'accounts' | 'statements'>) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [iban, setIban] = useState(accounts[0]?.iban ?? '')
  const upload = useUpload()
  const text = (name: string, facts?: Record<string, string | number>) =>
    t(`administration.bankLines.upload.${name}`, facts)
  if (accounts.length === 0) return <NoAccounts />
  const take = (file: File | undefined) => file !== undefined && void upload.send(file, iban)
  const accept = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <section aria-label={text('title')} className="flex flex-col gap-3">
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={accept}
        className={classes(
          'flex flex-wrap items-center gap-x-6 gap-y-3 rounded-panel border border-dashed border-line-2 bg-surface p-4',
          isOver && 'border-brand bg-brand-soft',
        )}
      >
        <FileUp size={28} aria-hidden="true" className="text-ink-3 max-sm:hidden" />
        <div className="min-w-60 flex-1 basis-80">
          <p className="text-14 font-medium">{text('drop')}</p>
          <p className="text-12 text-ink-2">{text('hint', { megabytes: statementFileBytesMax / 2 ** 20 })}</p>
        </div>
        <Field label={text('account')} className="max-sm:w-full sm:w-64">
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              className="w-full"
              value={iban}
              onChange={({ target }) => setIban(target.value)}
            >
              {accounts.map((account) => (
                <option key={account.iban} value={account.iban}>
                  {account.bank} · …{account.iban.slice(-7)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={text('choose')}
          accept={statementEndings.join(',')}
          onChange={({ target }) => {
            take(target.files?.[0])
            target.value = ''
          }}
        />
        <Button
          variant="solid"
          size="lg"
          busy={upload.sending !== null}
          className="self-end max-sm:w-full"
          onClick={() => input.current?.click()}
        >
          {text('choose')}
        </Button>
        <p role="status" className="w-full text-13 empty:hidden">
          {upload.sending !== null && text('sending', { name: upload.sending })}
        </p>
      </div>
      {upload.result?.outcome === 'imported' && <UploadResult result={upload.result} />}
      {upload.result?.outcome === 'columns' && <ColumnsDialog upload={upload} result={upload.result} />}
      <Failure text={upload.result?.outcome === 'columns' ? null : upload.failure} />
      <LastStatements statements={statements} />
    </section>
  )
}

function NoAccounts() {
  const { t } = useTranslation()
  return (
    <MessageStrip
      tone="info"
      actions={
        <AreaLink isAction to={settingsPath('store')} className={buttonClasses('outline', 'card')}>
          {t('administration.bankLines.upload.settings')}
        </AreaLink>
      }
    >
      {t('administration.bankLines.upload.noAccounts')}
    </MessageStrip>
  )
}
