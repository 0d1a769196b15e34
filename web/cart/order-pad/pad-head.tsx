import { CircleCheck, Eraser, FileUp, Keyboard, LoaderCircle, Redo2, Undo2 } from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'
import { showKeys } from '#web/app/keys-host.tsx'
import { listFileEndings } from '#web/cart/quick-add/read-list-file.ts'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { DraftSaver } from './draft-saver.ts'
import { countFilled } from './pad-rows.ts'
import type { PadStore } from './pad-store.ts'
import { usePadState } from './use-pad.ts'

type PadHeadProps = {
  store: PadStore
  saver: DraftSaver
  onUndo(): void
  onFile(file: File | undefined): void
}

/** The heading, what the list as a whole can do, and whether it is saved. */
export function PadHead({ store, saver, onUndo, onFile }: PadHeadProps) {
  const { t } = useTranslation()
  const { rows, canUndo, canRedo } = usePadState(store)
  const { undoable } = useSyncExternalStore(saver.subscribe, saver.get, saver.getInitial)
  const input = useRef<HTMLInputElement>(null)
  const count = countFilled(rows)
  return (
    <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 max-sm:px-4">
      <h1 className="text-20 font-semibold">{t('orderPad.title')}</h1>
      {count > 0 && <span className="text-16 text-ink-2">{t('orderPad.lines', { count })}</span>}
      {count > 0 && <SavedMark saver={saver} />}
      <div className="ml-auto flex flex-wrap items-center gap-1">
        <IconButton
          label={`${t('orderPad.undo')} (Ctrl+Z)`}
          aria-disabled={!canUndo && undoable === 0}
          onClick={onUndo}
          className="aria-disabled:opacity-40"
        >
          <Undo2 size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={`${t('orderPad.redo')} (Ctrl+Y)`}
          aria-disabled={!canRedo}
          onClick={() => store.redo()}
          className="aria-disabled:opacity-40"
        >
          <Redo2 size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('orderPad.clear')}
          aria-disabled={count === 0}
          onClick={() => count > 0 && store.replace([])}
          className="aria-disabled:opacity-40"
        >
          <Eraser size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={`${t('orderPad.keys')} (?)`} onClick={showKeys} className="max-sm:hidden">
          <Keyboard size={18} aria-hidden="true" />
        </IconButton>
        <Button size="card" icon={<FileUp size={16} aria-hidden="true" />} onClick={() => input.current?.click()}>
          {t('orderPad.file')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={listFileEndings.join(',')}
          onChange={({ target }) => {
            onFile(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
    </div>
  )
}

function SavedMark({ saver }: { saver: DraftSaver }) {
  const { t } = useTranslation()
  const { status } = useSyncExternalStore(saver.subscribe, saver.get, saver.getInitial)
  if (!['saved', 'saving', 'local'].includes(status)) return null
  return (
    <output className="flex items-center gap-1.5 text-12 text-ink-2">
      {status === 'saving' && <LoaderCircle size={14} aria-hidden="true" className="animate-spin" />}
      {status === 'saved' && <CircleCheck size={14} aria-hidden="true" className="text-success" />}
      {t(`orderPad.${status}`)}
    </output>
  )
}
