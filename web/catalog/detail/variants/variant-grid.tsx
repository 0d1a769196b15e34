import { Keyboard } from 'lucide-react'
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import type { ProductDetail } from '#contract/shop/product.ts'
import type { VariantCell } from '#contract/shop/variants.ts'
import { showKeys } from '#web/app/keys-host.tsx'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { useHasCart } from '#web/cart/use-cart.ts'
import { classes } from '#web/ui/classes.ts'
import { Select } from '#web/ui/form/select.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ChoiceTabs } from './choice-tabs.tsx'
import { GridCell } from './grid-cell.tsx'
import { GridFooter } from './grid-footer.tsx'
import { moveByKey, placeOf } from './grid-keys.ts'
import { cellFinder, layoutOf, pastedBlock, unitNames, unitOf, valuesAt } from './grid-layout.ts'
import { createTextStore, linesOf, useVariantsInCart } from './use-grid-lines.ts'
import { useAddVariants } from './use-add-variants.ts'

type VariantGridProps = { product: ProductDetail; cells: readonly VariantCell[]; onAdded(): void }

/** All variants as a spreadsheet: a price, the stock and a quantity in each cell, and one addition for all of them. */
export function VariantGrid({ product, cells, onAdded }: VariantGridProps) {
  const { t } = useTranslation()
  const dimensions = product.variants
  const layout = useMemo(() => layoutOf(dimensions), [dimensions])
  const find = useMemo(() => cellFinder(cells), [cells])
  const names = useMemo(() => unitNames(cells), [cells])
  const choices = layout.choice === null ? [] : (dimensions[layout.choice]?.values ?? [])
  const [chosen, setChosen] = useState(() => product.chosen[layout.choice ?? 0] ?? choices[0]?.name ?? '')
  const [unitName, setUnitName] = useState(() => defaultUnitOf(cells))
  const [texts] = useState(() => createTextStore(product.parent?.id ?? product.id))
  const inCart = useVariantsInCart(cells)
  const mayFill = useMayFillCart()
  const isFillable = useHasCart() && mayFill
  const { isBusy, error, refusals, add, forget } = useAddVariants(
    product.parent === null ? product.code : product.parent.name,
    (added) => {
      texts.change((next) => {
        for (const { cell } of added) next.delete(cell.id)
      })
      onAdded()
    },
  )
  const type = useCallback(
    (id: number, text: string) => {
      texts.change((next) => next.set(id, text))
      forget([id])
    },
    [texts, forget],
  )
  const rowValues = dimensions[layout.row]?.values ?? []
  const columnValues = layout.column === null ? [{ name: '' }] : (dimensions[layout.column]?.values ?? [])
  const size = { rows: rowValues.length, columns: columnValues.length }
  const cellAt = (row: number, column: number) =>
    find(valuesAt(layout, chosen, rowValues[row]?.name ?? '', columnValues[column]?.name ?? ''))
  const addAll = () => void add(linesOf(cells, texts.get(), unitName))

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (moveByKey(event, size, addAll)) event.preventDefault()
  }
  function onPaste(event: ClipboardEvent<HTMLElement>): void {
    const block = pastedBlock(event.clipboardData.getData('text'))
    if (block === null || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const [top = 0, left = 0] = (event.target.dataset['place'] ?? '').split(':').map(Number)
    const typed = block.flatMap((line, row) =>
      line.flatMap((text, column) => {
        const cell = cellAt(top + row, left + column)
        return cell === undefined ? [] : [[cell.id, text] as const]
      }),
    )
    texts.change((next) => {
      for (const [id, text] of typed) next.set(id, text)
    })
    forget(typed.map(([id]) => id))
  }
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 px-4 pb-3">
        {choices.length > 0 ? (
          <ChoiceTabs
            name={dimensions[layout.choice ?? 0]?.name ?? ''}
            values={choices.map(({ name }) => name)}
            chosen={chosen}
            cells={cells}
            dimension={layout.choice ?? 0}
            texts={texts}
            refusals={refusals}
            onChoose={setChosen}
          />
        ) : null}
        {names.length > 1 ? (
          <label className="flex items-center gap-2 text-13">
            {t('product.unit')}
            <Select
              value={unitName}
              onChange={({ target }) => {
                setUnitName(target.value)
                forget()
              }}
            >
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </label>
        ) : null}
        {isFillable ? (
          <button
            type="button"
            onClick={showKeys}
            className="ml-auto flex min-h-6 items-center gap-1.5 text-12 text-ink-2 hover:text-ink pointer-coarse:hidden max-sm:hidden"
          >
            <Keyboard size={14} aria-hidden="true" />
            {t('product.grid.keys')}
          </button>
        ) : null}
      </div>
      <ScrollRegion label={t('product.grid.table')} className="border-t border-line">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys come up from the fields inside */}
        <table
          aria-label={t('product.grid.table')}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          // With fixed widths a typed character measures no other cell.
          style={{ '--grid-width': `${11 + size.columns * 9}rem` } as CSSProperties}
          className="w-full border-collapse text-13 max-sm:block sm:min-w-(--grid-width) sm:table-fixed"
        >
          {layout.column === null ? null : (
            <thead className="max-sm:hidden">
              <tr className="border-b border-line bg-canvas text-12 text-ink-2">
                <th scope="col" className="sticky left-0 z-10 w-44 bg-canvas px-4 py-2 text-left font-medium">
                  {dimensions[layout.row]?.name} / {dimensions[layout.column]?.name}
                </th>
                {columnValues.map(({ name }) => (
                  <th key={name} scope="col" className="px-2 py-2 text-left font-semibold text-ink">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody className="max-sm:block">
            {rowValues.map(({ name: rowName }, row) => (
              <tr key={rowName} className="border-b border-line last:border-b-0 max-sm:block max-sm:px-4 max-sm:py-2">
                <th
                  scope="row"
                  className="bg-surface px-4 py-2 text-left align-top font-semibold max-sm:block max-sm:px-0 max-sm:text-15 sm:sticky sm:left-0 sm:z-10 sm:w-44"
                >
                  {rowName}
                </th>
                {columnValues.map(({ name: columnName }, column) => {
                  const cell = cellAt(row, column)
                  const unit = cell && unitOf(cell, unitName)
                  return (
                    <td
                      key={columnName}
                      className={classes(
                        'min-w-32 px-2 py-2 align-top max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_6.5rem] max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-0 max-sm:py-1.5 sm:space-y-1',
                        layout.column === null &&
                          'sm:grid sm:grid-cols-[11rem_8rem_minmax(0,1fr)] sm:items-center sm:gap-x-4',
                        cell === undefined && 'max-sm:hidden',
                      )}
                    >
                      {cell === undefined ? (
                        <span className="text-ink-3">
                          <span aria-hidden="true">–</span>
                          <span className="sr-only">{t('product.grid.missing')}</span>
                        </span>
                      ) : (
                        <>
                          {columnName === '' ? null : (
                            <span className="col-span-2 text-13 text-ink-2 sm:hidden">{columnName}</span>
                          )}
                          <GridCell
                            cell={cell}
                            unit={unit}
                            isOtherUnit={unit !== undefined && unit.value !== unitName}
                            place={placeOf(row, column)}
                            texts={texts}
                            inCart={inCart.get(cell.id)}
                            refusal={refusals.get(cell.id)}
                            mayFill={isFillable}
                            onType={type}
                          />
                        </>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {isFillable ? (
        <GridFooter
          cells={cells}
          texts={texts}
          unitName={unitName}
          isBusy={isBusy}
          error={error}
          refusals={refusals}
          onAdd={(lines) => void add(lines)}
          onClear={() => {
            texts.change((next) => next.clear())
            forget()
          }}
        />
      ) : null}
    </>
  )
}

/** The unit in which most variants are sold by default. */
function defaultUnitOf(cells: readonly VariantCell[]): string {
  const names = cells.flatMap(({ units, defaultUnit }) => units.find(({ id }) => id === defaultUnit)?.value ?? [])
  const counts = Map.groupBy(names, (name) => name)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}
