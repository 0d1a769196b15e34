import { Copy, Share2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { listFilePath } from '#contract/core/list-paths.ts'
import { linkList, unlinkList, type WholeList } from '#contract/shop/lists.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { copyText } from '#web/app/copy-text.ts'
import { buttonClasses, Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The most lines of a message. The message states how many others there are. */
const maxLines = 100

/** Passes a list on: as a link for colleagues, as files, as the text of a message. */
export function ShareMenu({ list }: { list: WholeList }) {
  const { t } = useTranslation()
  const text = useMessageText(list)
  const [url, setUrl] = useState<string | null>(null)
  const { send } = useSubmit()
  const { revalidate } = useRevalidator()
  const params = { id: String(list.id) }
  const refused = ({ message }: { message: string }) => showAlert({ text: message })
  const makeLink = () => send(async () => setUrl((await call(linkList, { params })).url), refused)
  const withdraw = () =>
    send(async () => {
      await call(unlinkList, { params })
      setUrl(null)
      notify.success(t('lists.share.withdrawn'), { id: 'list' })
      await revalidate()
    }, refused)
  async function copyMessage(): Promise<void> {
    if (await copyText(text(), null)) notify.success(t('lists.share.textCopied'), { id: 'list' })
    else await showAlert({ title: t('lists.share.text'), text: '', facts: text() })
  }
  return (
    <>
      <Menu
        trigger={
          <>
            <Share2 size={16} aria-hidden="true" /> {t('lists.share.menu')}
          </>
        }
        triggerClassName={buttonClasses('outline', 'card')}
      >
        {list.right !== 'read' && <MenuItem onSelect={() => void makeLink()}>{t('lists.share.link')}</MenuItem>}
        {list.right !== 'read' && list.hasLink && (
          <MenuItem onSelect={() => void withdraw()}>{t('lists.share.withdraw')}</MenuItem>
        )}
        <MenuItem onSelect={() => void copyMessage()}>{t('lists.share.text')}</MenuItem>
        <MenuItem
          onSelect={() => void window.open(`https://wa.me/?text=${encodeURIComponent(text())}`, '_blank', 'noopener')}
        >
          {t('lists.share.whatsapp')}
        </MenuItem>
        {(['xlsx', 'csv', 'pdf'] as const).map((format) => (
          <MenuItem key={format} onSelect={() => location.assign(listFilePath(list.id, format))}>
            {t(`lists.share.${format}`)}
          </MenuItem>
        ))}
      </Menu>
      {url !== null && (
        <LinkDialog
          url={url}
          onWithdraw={withdraw}
          onClose={() => {
            setUrl(null)
            void revalidate()
          }}
        />
      )}
    </>
  )
}

function useMessageText({ name, lines }: WholeList): () => string {
  const { t, formatQuantity } = useTranslation()
  return () => {
    const orderable = lines.filter(({ problem }) => problem !== 'gone')
    const rest = orderable.length - maxLines
    return [
      name,
      ...orderable
        .slice(0, maxLines)
        .map((line) => `${formatQuantity(line.quantity)} ${line.unit} × ${line.code} ${line.name}`),
      ...(rest > 0 ? [t('lists.share.more', { count: rest })] : []),
    ].join('\n')
  }
}

function LinkDialog({ url, onWithdraw, onClose }: { url: string; onWithdraw(): unknown; onClose(): void }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  async function copy(): Promise<void> {
    if (await copyText(url, field.current)) notify.success(t('lists.share.linkCopied'), { id: 'list' })
  }
  return (
    <Dialog
      open
      title={t('lists.share.linkTitle')}
      onOpenChange={onClose}
      actions={
        <>
          <Button variant="danger" size="card" onClick={() => void onWithdraw()}>
            {t('lists.share.withdraw')}
          </Button>
          <Button variant="solid" size="card" onClick={onClose}>
            {t('ui.ok')}
          </Button>
        </>
      }
    >
      <p className="text-13 text-ink-2">{t('lists.share.linkText')}</p>
      <div className="mt-3 flex items-center gap-1">
        <input
          ref={field}
          readOnly
          aria-label={t('lists.share.linkTitle')}
          value={url}
          className="code field h-9 w-full min-w-0 px-2.5 text-12 max-sm:h-11"
          onFocus={({ target }) => target.select()}
        />
        <IconButton label={t('lists.share.copyLink')} onClick={() => void copy()}>
          <Copy size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </Dialog>
  )
}
