import '#web/app/page-words.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { Key } from '#web/ui/key.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** The sections and their shortcuts, by the names of their texts. */
const sections: Record<string, Record<string, string[]>> = {
  everywhere: { search: ['/'], cart: ['F2'], help: ['?'], close: ['Esc'] },
  list: { row: ['↑', '↓'], add: ['Enter'], quantity: ['+', '−'] },
  cart: {
    code: ['F2'],
    paste: ['F9'],
    lines: ['F4'],
    line: ['↑', '↓'],
    change: ['+', '−'],
    summary: ['F8'],
    order: ['Ctrl', 'Enter'],
  },
  pad: {
    next: ['Enter'],
    move: ['Tab', '↑', '↓'],
    edit: ['F2'],
    choose: ['↑', '↓'],
    clear: ['Delete'],
    remove: ['Ctrl', 'Delete'],
    undo: ['Ctrl', 'Z'],
    redo: ['Ctrl', 'Y'],
    problem: ['F8'],
    add: ['Ctrl', 'Enter'],
  },
  variants: {
    move: ['←', '↑', '→', '↓'],
    next: ['Enter'],
    back: ['Shift', 'Enter'],
    first: ['Ctrl', 'Home'],
    add: ['Ctrl', 'Enter'],
  },
  gallery: { step: ['←', '→'], zoom: ['+', '−'], whole: ['0'] },
}

/** All keyboard shortcuts. Loaded on demand. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog open onOpenChange={onClose} title={t('keys.title')}>
      {Object.entries(sections).map(([section, rows]) => (
        // Focusable, so that the keyboard reaches what is further down.
        <section
          key={section}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-labelledby={`keys-${section}`}
          className="not-first:mt-5"
        >
          <h3 id={`keys-${section}`} className="mb-2 text-13 font-semibold">
            {t(`keys.${section}.title`)}
          </h3>
          <dl className="grid grid-cols-[7rem_1fr] items-center gap-x-4 gap-y-2">
            {Object.entries(rows).map(([name, keys]) => (
              <div key={name} className="contents">
                <dt className="flex gap-1">
                  {keys.map((key) => (
                    <Key key={key}>{key}</Key>
                  ))}
                </dt>
                <dd className="text-ink-2">{t(`keys.${section}.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
