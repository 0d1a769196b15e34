import '#web/app/page-words.ts'
import { copyText } from '#web/app/copy-text.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { MenuItem } from '#web/ui/overlay/menu-items.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The most lines of a message. The message states how many others there are. */
const maxLines = 100

export type MessageLine = { code: string; name: string; quantity: number; unit: string }

/** Items of a menu that pass lines on as the text of a message. `count`: of all lines, where some are not loaded. */
export function MessageItems({ title, lines, count }: { title: string; lines: readonly MessageLine[]; count: number }) {
  const { t, formatQuantity } = useTranslation()
  function text(): string {
    const shown = lines.slice(0, maxLines)
    const rest = count - shown.length
    return [
      title,
      ...shown.map(({ quantity, unit, code, name }) => `${formatQuantity(quantity)} ${unit} × ${code} ${name}`),
      ...(rest > 0 ? [t('sharing.more', { count: rest })] : []),
    ].join('\n')
  }
  async function copy(): Promise<void> {
    if (await copyText(text(), null)) notify.success(t('sharing.textCopied'), { id: 'sharing' })
    else await showAlert({ title: t('sharing.text'), text: '', facts: text() })
  }
  return (
    <>
      <MenuItem onSelect={() => void copy()}>{t('sharing.text')}</MenuItem>
      <MenuItem
        onSelect={() => void window.open(`https://wa.me/?text=${encodeURIComponent(text())}`, '_blank', 'noopener')}
      >
        {t('sharing.whatsapp')}
      </MenuItem>
    </>
  )
}
