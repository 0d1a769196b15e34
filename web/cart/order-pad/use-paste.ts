import { useState } from 'react'
import { draftLinesMax } from '#domain/cart/draft-line.ts'
import { readListFile } from '#web/cart/quick-add/read-list-file.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Cell } from './pad-rows.ts'
import type { PadStore } from './pad-store.ts'
import { type ReadRows, readColumn, readRows } from './read-rows.ts'

/** What was read, or why nothing was. */
export type PasteNote = { error: string } | ({ count: number } & Omit<ReadRows, 'lines'>)

/** Whether a line of text has several orders: names of products have commas too, but no quantities beside them. */
const isMessage = (text: string) => readRows(text).lines.filter(({ quantity }) => quantity !== '').length > 1

/** Pasted texts and files become rows. */
export function usePaste(store: PadStore) {
  const { t, formatQuantity } = useTranslation()
  const [note, setNote] = useState<PasteNote | null>(null)

  function insert(text: string, index: number): boolean {
    const { lines, ...rest } = readRows(text)
    if (lines.length === 0) setNote({ error: t('orderPad.nothingRead') })
    else if (lines.length > draftLinesMax || !store.insert(index, lines)) {
      setNote({ error: t('orderPad.tooMany', { count: lines.length, max: formatQuantity(draftLinesMax) }) })
    } else setNote({ count: lines.length, ...rest })
    return true
  }
  /**
   * A text of one cell is pasted by the browser, unless it is a message with several orders; one column into quantities or
   * units fills that column.
   */
  function paste(text: string, { index, column }: Cell): boolean {
    setNote(null)
    if (!/[\t\r\n]/.test(text.trim())) return column === 'code' && isMessage(text) && insert(text, index)
    const cells = column === 'code' ? null : readColumn(text)
    if (cells === null) return insert(text, index)
    if (!store.fillColumn(index, column, cells)) {
      setNote({ error: t('orderPad.tooMany', { count: cells.length, max: formatQuantity(draftLinesMax) }) })
    }
    return true
  }
  async function readFile(file: File | undefined, index: number): Promise<void> {
    if (file === undefined) return
    const text = await readListFile(file)
    if (text === null) setNote({ error: t('cartPage.paste.unread', { name: file.name }) })
    else insert(text, index)
  }
  return { note, paste, insert, readFile, dismiss: () => setNote(null) }
}
