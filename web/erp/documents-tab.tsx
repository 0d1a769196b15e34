import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { AreaLink } from '#web/administration/area-link.tsx'
import {
  bookErpDocument,
  type ErpDetail,
  type ErpDocumentRow,
  erpDocumentStates,
  retryErpDocument,
} from '#contract/admin/erp.ts'
import { adminOrderPath } from '#contract/core/record-paths.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { useMayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { TabFilter } from './tab-filter.tsx'
import { documentTones } from './words.ts'

type DocumentsTabProps = { connection: ErpDetail; list: { items: ErpDocumentRow[]; total: number }; filter: string }

/** What went to the ERP and what waits; refused documents with the words of the ERP. */
export function DocumentsTab({ connection, list: { items, total }, filter }: DocumentsTabProps) {
  const { t, formatQuantity } = useTranslation()
  const columns = ['document', 'dealer', 'state', 'documentNo', 'changed'] as const
  const states = erpDocumentStates.map((value) => ({ value, label: t(`erp.documentStates.${value}`) }))
  return (
    <>
      <TabFilter tab="belgeler" label={t('erp.columns.state')} value={filter} options={states}>
        {total > items.length && (
          <span className="text-12 text-ink-2">
            {t('erp.firstOf', { shown: formatQuantity(items.length), total: formatQuantity(total) })}
          </span>
        )}
      </TabFilter>
      {items.length === 0 ? (
        <EmptyState
          title={t('erp.noDocuments')}
          text={t(connection.sends.length === 0 ? 'erp.noDocumentsChosen' : 'erp.noDocumentsText')}
        />
      ) : (
        <CardTable
          label={t('erp.tabs.belgeler')}
          below="xl"
          head={
            <>
              {columns.map((column) => (
                <HeadCell key={column} className="first:pl-4">
                  {t(`erp.columns.${column}`)}
                </HeadCell>
              ))}
              <HeadCell />
            </>
          }
        >
          {items.map((document) => (
            <DocumentRow key={`${document.kind} ${document.subjectId}`} id={connection.id} document={document} />
          ))}
        </CardTable>
      )}
    </>
  )
}

/** States that a person may end: by another attempt, or with the number of the document. */
const repairable = new Set<ErpDocumentRow['state']>(['refused', 'unknown', 'waiting', 'delivered'])

function DocumentRow({ id, document }: { id: number; document: ErpDocumentRow }) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  const { kind, number, orderId, dealer, state, attempts, documentNo, message, changedAt, nextAt } = document
  return (
    <tr data-testid="erp-document" className={`${cardRow.xl} max-xl:grid-cols-1`}>
      <Cell className="max-xl:px-0 xl:pl-4">
        <span className="block text-12 text-ink-2">{t(`erp.kindsOfDocuments.${kind}`)}</span>
        {orderId === null ? (
          <span className="code">{number}</span>
        ) : (
          <AreaLink
            to={adminOrderPath(orderId)}
            className="code inline-flex min-h-6 items-center font-medium text-brand-ink hover:underline"
          >
            {number}
          </AreaLink>
        )}
      </Cell>
      <Cell className="max-xl:px-0">{dealer}</Cell>
      <Cell className="max-xl:px-0">
        <Badge tone={documentTones[state]}>{t(`erp.documentStates.${state}`)}</Badge>
        {message !== null && (
          <span className="mt-0.5 block max-w-120 text-12 text-ink-2 [overflow-wrap:anywhere]">{message}</span>
        )}
        {state === 'delivered' && <span className="block text-12 text-ink-2">{t('erp.numberAwaited')}</span>}
        {nextAt !== null && attempts > 0 && (
          <span className="block text-12 text-ink-2">
            {t('erp.nextAttempt')} <Moment date={nextAt} />
          </span>
        )}
      </Cell>
      <Cell className={documentNo === null ? 'max-xl:hidden' : 'max-xl:px-0'}>
        {documentNo === null ? '–' : <span className="code">{documentNo}</span>}
      </Cell>
      <Cell className="max-xl:px-0">
        <Moment date={changedAt} />
      </Cell>
      <Cell align="right" className="max-xl:px-0 xl:pr-4">
        {mayChange && repairable.has(state) && <DocumentActions id={id} document={document} />}
      </Cell>
    </tr>
  )
}

function DocumentActions({ id, document: { kind, subjectId, number } }: { id: number; document: ErpDocumentRow }) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [isBooking, setBooking] = useState(false)
  const params = { id: String(id), kind, subject: String(subjectId) }
  async function retry(): Promise<void> {
    if ((await run(retryErpDocument, { params })) !== null) notify.success(t('erp.retried'))
  }
  return (
    <span className="flex flex-wrap gap-2 xl:justify-end">
      <Button variant="soft" disabled={isBusy} aria-label={t('erp.retryOf', { number })} onClick={() => void retry()}>
        {t('erp.retry')}
      </Button>
      <Button disabled={isBusy} aria-label={t('erp.bookOf', { number })} onClick={() => setBooking(true)}>
        {t('erp.book')}
      </Button>
      {isBooking && <BookDialog params={params} number={number} onClose={() => setBooking(false)} />}
    </span>
  )
}

type BookDialogProps = {
  params: { id: string; kind: ErpDocumentRow['kind']; subject: string }
  number: string
  onClose(): void
}

/** For a document that a person has written in the ERP. */
function BookDialog({ params, number, onClose }: BookDialogProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const [documentNo, setDocumentNo] = useState('')
  const save = () =>
    send(async () => {
      await call(bookErpDocument, { params, body: { documentNo } })
      onClose()
      notify.success(t('erp.booked'))
      await revalidate()
    })
  return (
    <FormDialog
      title={t('erp.bookOf', { number })}
      saveLabel={t('erp.book')}
      isBusy={isBusy}
      onSend={save}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">{t('erp.bookText')}</p>
      <TextField
        label={t('erp.columns.documentNo')}
        name="documentNo"
        autoComplete="off"
        maxLength={100}
        value={documentNo}
        error={failure?.fields['documentNo']}
        onChange={({ target }) => setDocumentNo(target.value)}
      />
      <Failure text={failure?.message} />
    </FormDialog>
  )
}
