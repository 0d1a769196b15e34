import { useState } from 'react'
import type { listBankLines } from '#contract/admin/bank-lines.ts'
import { statementEndings, statementFileBytesMax } from '#contract/admin/bank-statements.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { settingsPath } from '#contract/core/pages.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { UploadZone } from '#web/administration/upload-zone.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import { LastStatements } from './last-statements.tsx'
import { UploadResult } from './upload-result.tsx'
import { useUpload } from './use-upload.ts'

type List = Reply<typeof listBankLines>

/** Takes a statement of one of the store's accounts, and says what was new in it. */
export function UploadStatement({ accounts, statements }: Pick<List, 'accounts' | 'statements'>) {
  const { t } = useTranslation()
  const [iban, setIban] = useState(accounts[0]?.iban ?? '')
  const upload = useUpload()
  const text = (name: string, facts?: Record<string, string | number>) =>
    t(`administration.bankLines.upload.${name}`, facts)
  if (accounts.length === 0) return <NoAccounts />
  return (
    <section aria-label={text('title')} className="flex flex-col gap-3">
      <UploadZone
        title={text('drop')}
        hint={text('hint', { megabytes: statementFileBytesMax / 2 ** 20 })}
        choose={text('choose')}
        endings={statementEndings}
        busy={upload.sending !== null}
        status={upload.sending !== null && text('sending', { name: upload.sending })}
        onFiles={([file]) => file !== undefined && void upload.send(file, iban)}
        fields={
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
        }
      />
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
