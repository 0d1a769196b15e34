import { Download, FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { type BankRates as Loaded, type NewBankRate, rateFilePath } from '#contract/admin/bank-rates.ts'
import { isInForce } from '#domain/payments/bank-rates.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RateDialog } from './rate-dialog.tsx'
import { RateTable } from './rate-table.tsx'
import { RateUpload } from './rate-upload.tsx'
import { RateVersions } from './rate-versions.tsx'
import type { ShownRate } from './rate-texts.ts'
import { useBankRates } from './use-bank-rates.ts'

type BankRatesProps = { id: number; loaded: Loaded }

/** What the bank of an account keeps: the table in force, other versions, import and export. */
export function BankRates({ id, loaded }: BankRatesProps) {
  const { t } = useTranslation()
  const state = useBankRates(id, loaded)
  const { rates, today } = state
  const [edited, setEdited] = useState<{ rate: ShownRate | null; draft: NewBankRate } | null>(null)
  const [isUploading, setUploading] = useState(false)
  const textOf = (name: string) => t(`administration.bankRates.${name}`)
  const inForce = rates.filter((rate) => isInForce(rate, today))
  const others = rates.filter((rate) => !isInForce(rate, today))
  const draft: NewBankRate = {
    family: null,
    cardClass: null,
    installment: 1,
    percent: '',
    extraInstallments: 0,
    bearer: 'store',
    payOutDays: null,
    validFrom: today,
    validUntil: null,
  }
  return (
    <AdminPanel
      title={textOf('title')}
      end={
        <span className="flex flex-wrap gap-2">
          {rates.length > 0 && (
            <a href={rateFilePath(id)} download className={buttonClasses('outline', 'sm')}>
              <Download size={16} aria-hidden="true" /> {textOf('export')}
            </a>
          )}
          <MayChange>
            <Button size="sm" icon={<FileUp size={16} aria-hidden="true" />} onClick={() => setUploading(true)}>
              {textOf('import')}
            </Button>
            <Button
              size="sm"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setEdited({ rate: null, draft })}
            >
              {textOf('add')}
            </Button>
          </MayChange>
        </span>
      }
    >
      <p className="text-13 text-ink-2">{textOf(rates.length === 0 ? 'empty' : 'text')}</p>
      {inForce.length > 0 && (
        <RateTable rates={inForce} onEdit={(rate) => setEdited({ rate, draft: draftOf(rate, today) })} />
      )}
      {others.length > 0 && <RateVersions rates={others} today={today} />}
      {edited !== null && <RateDialog state={state} {...edited} onClose={() => setEdited(null)} />}
      {isUploading && <RateUpload state={state} onClose={() => setUploading(false)} />}
    </AdminPanel>
  )
}

/** A change begins today. */
function draftOf({ id: _id, ...rate }: ShownRate, today: string): NewBankRate {
  return { ...rate, percent: rate.percent.replace('.', ','), validFrom: today }
}
