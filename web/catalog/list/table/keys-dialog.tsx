import { useTranslation } from '#web/ui/translation.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Key } from './key.tsx'

export function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const rows: [string[], string][] = [
    [['/'], t('catalog.keys.searchLong')],
    [['↑', '↓'], t('catalog.keys.rowLong')],
    [['Enter'], t('catalog.keys.addLong')],
    [['+', '−'], t('catalog.keys.quantityLong')],
    [['?'], t('catalog.keys.helpLong')],
    [['Esc'], t('catalog.keys.closeLong')],
  ]
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={t('catalog.keys.title')}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {rows.map(([keys, words]) => (
          <div key={words} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd className="text-ink-2">{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
