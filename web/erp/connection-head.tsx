import { useState } from 'react'
import { useNavigate } from 'react-router'
import { checkErpConnection, type ErpDetail, removeErpConnection, setErpState } from '#contract/admin/erp.ts'
import { pages } from '#contract/core/pages.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { call, CallError } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { stateTones } from './words.ts'

/** Name and state of a connection, with what can be done to it as a whole. */
export function ConnectionHead({ connection }: { connection: ErpDetail }) {
  const { t, formatQuantity } = useTranslation()
  const { name, kind, state, runsBeside, seenAt, refusedRows } = connection
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{name}</h1>
          <Badge tone={stateTones[state]}>{t(`erp.states.${state}`)}</Badge>
          {refusedRows > 0 && (
            <Badge tone="warning">{t('erp.refusedCount', { count: formatQuantity(refusedRows) })}</Badge>
          )}
        </div>
        <p className="text-13 text-ink-2">
          {t(`erp.kinds.${kind}`)} · {t(runsBeside ? 'erp.places.beside' : 'erp.places.shop')}
          {runsBeside && (
            <>
              {' '}
              · {t('erp.seen')} {seenAt === null ? t('erp.never') : <Moment date={seenAt} />}
            </>
          )}
        </p>
      </div>
      <MayChange>
        <ConnectionActions connection={connection} />
      </MayChange>
    </div>
  )
}

function ConnectionActions({ connection: { id, name, isActive, runsBeside } }: { connection: ErpDetail }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { isBusy, run } = useAdminCall()
  const [isChecking, setChecking] = useState(false)
  const params = { id: String(id) }

  async function check(): Promise<void> {
    setChecking(true)
    try {
      const { facts } = await call(checkErpConnection, { params })
      const text = Object.entries(facts)
        .map(([fact, value]) => `${t(`erp.facts.${fact}`)}: ${value}`)
        .join(' · ')
      setChecking(false)
      await showAlert({ title: t('erp.checkDone'), text, isGood: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setChecking(false)
      await showAlert({ title: t('erp.checkFailed'), text: error.message })
    } finally {
      setChecking(false)
    }
  }
  async function setState(): Promise<void> {
    const done = await run(setErpState, { params, body: { isActive: !isActive } })
    if (done !== null) notify.success(t(isActive ? 'erp.pausedNow' : 'erp.resumedNow'))
  }
  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: t('erp.removeOf', { name }),
      text: t('erp.removeText'),
      actions: [{ label: t('erp.remove'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    try {
      await call(removeErpConnection, { params })
      notify.success(t('erp.removed'))
      await navigate(pages.adminErp)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await showAlert({ text: error.message })
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      {!runsBeside && (
        <Button busy={isChecking} onClick={() => void check()}>
          {t('erp.check')}
        </Button>
      )}
      <Button variant={isActive ? 'outline' : 'solid'} busy={isBusy} onClick={() => void setState()}>
        {t(isActive ? 'erp.pause' : 'erp.resume')}
      </Button>
      <Button variant="danger" onClick={() => void remove()}>
        {t('erp.remove')}
      </Button>
    </div>
  )
}
