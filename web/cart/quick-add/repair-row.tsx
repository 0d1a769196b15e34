import { CircleCheck, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { unitTitle } from '#domain/cart/unit-title.ts'
import { fold } from '#domain/text/text.ts'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { NearestCodes } from './nearest-codes.tsx'
import { rowErrorText } from './row-error.ts'
import type { CheckedRow, RowEdit } from './use-pasted-rows.ts'

type RepairRowProps = {
  row: CheckedRow
  /** Whether codes near an unknown one are looked up. */
  suggests: boolean
  onEdit(edit: RowEdit): Promise<void>
  onDrop(): void
  onRepaired(): void
  /** Notes below the problem. */
  children: ReactNode
}

/** A row that was refused: its fields, the problem, and what solves it. It stays editable once it is solved. */
export function RepairRow({ row, suggests, onEdit, onDrop, onRepaired, children }: RepairRowProps) {
  const translation = useTranslation()
  const { t } = translation
  const { line, error, name } = row
  const number = line.row
  const choose = (edit: RowEdit) => void onEdit(edit).then(onRepaired)
  return (
    <tr
      data-problem={error === undefined ? undefined : error.code}
      className={classes(
        'border-b border-line align-top last:border-0 max-sm:grid max-sm:grid-cols-[3rem_1fr]',
        error !== undefined && 'bg-danger-soft/40',
      )}
    >
      <Cell align="right" className="py-2 pl-3 text-ink-2">
        <span className="inline-flex h-8 items-center">{number}</span>
      </Cell>
      <Cell className="min-w-0 py-2">
        <TextCell
          label={t('cartPage.paste.codeOf', { row: number })}
          value={line.code}
          isInvalid={error?.code === 'product_not_found'}
          onChange={(code) => onEdit({ code })}
          onEnter={onRepaired}
          className="w-full max-w-60 font-mono"
        />
        {name && <span className="mt-1 block font-medium">{name}</span>}
        {error === undefined ? (
          <span className="mt-1 flex items-center gap-1.5 text-12 text-success">
            <CircleCheck size={14} aria-hidden="true" /> {t('cartPage.paste.repaired')}
          </span>
        ) : (
          <span className="mt-1 block text-danger">{rowErrorText(translation, row)}</span>
        )}
        {children}
        <Repair row={row} suggests={suggests} onChoose={choose} />
        {line.text !== line.code && (
          <span className="mt-1 block text-12 break-words text-ink-2">
            {t('cartPage.paste.given')} <span className="font-mono">{line.text.replaceAll('\t', ' · ')}</span>
          </span>
        )}
      </Cell>
      <Cell align="right" className="py-2 pr-3 max-sm:col-start-2 max-sm:pt-0">
        <span className="flex flex-wrap gap-1.5 sm:justify-end">
          <TextCell
            label={t('cartPage.paste.quantityOf', { row: number })}
            value={line.typed}
            isInvalid={error?.code === 'quantity_invalid' || error?.code === 'insufficient_stock'}
            onChange={(typed) => onEdit({ typed })}
            onEnter={onRepaired}
            className="w-18 text-right tabular-nums"
          />
          <UnitCell row={row} onChoose={choose} />
          <IconButton label={t('cartPage.paste.drop', { row: number })} variant="danger" onClick={onDrop}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </span>
      </Cell>
    </tr>
  )
}

type TextCellProps = {
  label: string
  value: string
  isInvalid: boolean
  onChange(value: string): Promise<void>
  onEnter(): void
  className: string
}

/** A field whose text counts on Enter and when it loses the focus. */
function TextCell({ label, value, isInvalid, onChange, onEnter, className }: TextCellProps) {
  const [draft, setDraft] = useState<string | null>(null)
  function settle(): Promise<void> {
    const next = draft?.trim() ?? value
    setDraft(null)
    return next === value ? Promise.resolve() : onChange(next)
  }
  return (
    <input
      value={draft ?? value}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={100}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => void settle()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        const settled = settle()
        // With Ctrl it presses the main button, which waits for the check.
        if (!event.ctrlKey && !event.metaKey) void settled.then(onEnter)
      }}
      className={classes('field h-8 px-2 text-13 max-sm:h-11', isInvalid && 'border-danger!', className)}
    />
  )
}

type ChoiceProps = { row: CheckedRow; onChoose(edit: RowEdit): void }

/** The units of a known product. */
function UnitCell({ row: { line, units = [], unit, error, variants }, onChoose }: ChoiceProps) {
  const { t, language } = useTranslation()
  // The units are those of the variant.
  if (variants !== undefined) return null
  if (units.length === 0) return line.unit && <span className="self-center text-13 text-ink-2">{line.unit}</span>
  const typed = fold(line.unit ?? '')
  const chosen =
    units.find(({ value }) => fold(value) === typed)?.value ?? (line.unit === undefined ? unit : undefined) ?? ''
  return (
    <Select
      value={chosen}
      aria-label={t('cartPage.paste.unitOf', { row: line.row })}
      aria-invalid={error?.code === 'unit_not_found' || undefined}
      onChange={(event) => onChoose({ unit: event.target.value })}
      className="w-32"
    >
      {chosen === '' && <option value="">{line.unit ?? t('cartPage.paste.chooseUnit')}</option>}
      {units.map((each) => (
        <option key={each.value} value={each.value}>
          {unitTitle(each, language)}
        </option>
      ))}
    </Select>
  )
}

/** What solves the problem by one choice: a variant, a code near the unknown one, the quantity that stock covers. */
function Repair({ row, suggests, onChoose }: ChoiceProps & { suggests: boolean }) {
  const { t, formatQuantity } = useTranslation()
  const { line, error, variants = [] } = row
  if (error === undefined) return null
  const fits = Number(error.facts?.['fits'] ?? 0)
  if (error.code === 'insufficient_stock' && fits > 0) {
    return (
      <Button size="sm" className="mt-1.5" onClick={() => onChoose({ typed: String(fits) })}>
        {t('cart.line.setFits', { fits: formatQuantity(fits) })}
      </Button>
    )
  }
  if (variants.length > 0) {
    return (
      <Select
        value=""
        aria-label={t('cartPage.paste.variantOf', { row: line.row })}
        aria-invalid
        onChange={(event) => {
          const chosen = variants.find(({ code }) => code === event.target.value)
          if (chosen !== undefined)
            onChoose({ code: chosen.code, ...(chosen.unit !== undefined && { unit: chosen.unit }) })
        }}
        className="mt-1.5 w-full max-w-80"
      >
        <option value="">
          {t(error.code === 'barcode_ambiguous' ? 'orderPad.chooseProduct' : 'cart.button.choose_variant')}
        </option>
        {variants.map(({ code, name }) => (
          <option key={code} value={code}>
            {name} · {code}
          </option>
        ))}
      </Select>
    )
  }
  if (error.code !== 'product_not_found' || !suggests || line.code === '') return null
  return <NearestCodes key={line.code} code={line.code} onChoose={(code) => onChoose({ code })} />
}
