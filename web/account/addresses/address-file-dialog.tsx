import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { addressFileBytesMax, type AddressLine, addressOutcomes, type AddressValues } from '#contract/shop/addresses.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = { new: 'success', changed: 'info', same: 'neutral', problem: 'warning' } as const

type AddressFileDialogProps = {
  preview(file: File): Promise<{ lines: AddressLine[] }>
  save(addresses: AddressValues[]): Promise<void>
  onClose(): void
}

/** Reads a file of addresses, shows what each row would do, and saves those without problems. */
export function AddressFileDialog({ preview, save, onClose }: AddressFileDialogProps) {
  const { t } = useTranslation()
  const { isBusy, failure, send } = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  const [lines, setLines] = useState<readonly AddressLine[] | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const addresses = (lines ?? []).flatMap(({ outcome, values }) =>
    values !== null && outcome !== 'same' ? [values] : [],
  )

  function choose(file: File | undefined): void {
    if (input.current) input.current.value = ''
    if (file === undefined) return
    setLines(null)
    setTooLarge(file.size > addressFileBytesMax)
    if (file.size <= addressFileBytesMax) void send(async () => setLines((await preview(file)).lines))
  }
  const apply = () =>
    send(async () => {
      await save(addresses)
      onClose()
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('addresses.file.title')}
      width="lg"
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {addresses.length > 0 && (
            <Button variant="solid" size="lg" busy={isBusy} onClick={() => void apply()}>
              {t('addresses.file.apply', { count: addresses.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-13 text-ink-2">{t('addresses.file.hint')}</p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('addresses.file.choose')}
          accept=".csv,.tsv,.txt,.xlsx"
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <Button
          size="lg"
          variant={addresses.length > 0 ? 'outline' : 'solid'}
          busy={isBusy && lines === null}
          icon={<FileUp size={16} aria-hidden="true" />}
          className="self-start"
          onClick={() => input.current?.click()}
        >
          {t('addresses.file.choose')}
        </Button>
        <Failure text={isTooLarge ? t('addresses.file.tooLarge') : failure?.message} />
        {lines !== null && <Preview lines={lines} />}
      </div>
    </Dialog>
  )
}

function Preview({ lines }: { lines: readonly AddressLine[] }) {
  const { t, formatQuantity } = useTranslation()
  if (lines.length === 0) return <p role="status">{t('addresses.file.empty')}</p>
  const countOf = (outcome: string) => lines.filter((line) => line.outcome === outcome).length
  const counts = Object.fromEntries(addressOutcomes.map((outcome) => [outcome, formatQuantity(countOf(outcome))]))
  return (
    <>
      <div role="status">
        <p className="text-14 font-medium">{t('addresses.file.counts', counts)}</p>
        {countOf('problem') > 0 && <p className="text-13 text-ink-2">{t('addresses.file.problemsLeft')}</p>}
      </div>
      <ScrollRegion label={t('addresses.file.title')} className="rounded-panel border border-line">
        <Table>
          <TableHead>
            <tr className="border-b border-line">
              <HeadCell align="right">{t('addresses.file.line')}</HeadCell>
              <HeadCell className="w-1/2">{t('addresses.file.address')}</HeadCell>
              <HeadCell>{t('addresses.file.outcome')}</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {lines.map(({ line, outcome, text, problems }) => (
              <tr key={line} className="border-b border-line align-top last:border-0 [&>td]:py-1.5">
                <Cell align="right" className="text-ink-2 tabular-nums">
                  {formatQuantity(line)}
                </Cell>
                <Cell className="[overflow-wrap:anywhere]">{text}</Cell>
                <Cell>
                  <Badge tone={tones[outcome]}>{t(`addresses.file.outcomes.${outcome}`)}</Badge>
                  {problems.map((problem) => (
                    <p key={problem} className="mt-1 text-12 text-ink-2">
                      {problem}
                    </p>
                  ))}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollRegion>
    </>
  )
}
