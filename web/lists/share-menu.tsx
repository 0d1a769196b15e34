import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { listFilePath } from '#contract/core/list-paths.ts'
import { changeList, linkList, unlinkList, type WholeList } from '#contract/shop/lists.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { LinkDialog } from '#web/product/link-dialog.tsx'
import { MessageItems } from '#web/product/message-items.tsx'
import { buttonClasses, Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { MenuItem } from '#web/ui/overlay/menu-items.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Passes a list on: as a link for colleagues, as files, as the text of a message. */
export function ShareMenu({ list }: { list: WholeList }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const orderable = list.lines.filter(({ problem }) => problem !== 'gone')
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
  const shareWithAll = () =>
    send(async () => {
      const { name, revision } = list
      await call(changeList, { params, body: { revision, name, isShared: true } })
      notify.success(t('lists.share.sharedWithAll'), { id: 'list' })
      await revalidate()
    }, refused)
  return (
    <>
      <Menu
        trigger={
          <>
            <Share2 size={16} aria-hidden="true" /> {t('sharing.menu')}
          </>
        }
        triggerClassName={buttonClasses('outline', 'card')}
      >
        {list.isOwn && !list.isShared && user?.canOrder === true && (
          <MenuItem onSelect={() => void shareWithAll()}>{t('lists.share.withAll')}</MenuItem>
        )}
        {list.right !== 'read' && <MenuItem onSelect={() => void makeLink()}>{t('lists.share.link')}</MenuItem>}
        {list.right !== 'read' && list.hasLink && (
          <MenuItem onSelect={() => void withdraw()}>{t('lists.share.withdraw')}</MenuItem>
        )}
        <MessageItems title={list.name} lines={orderable} count={orderable.length} />
        {(['xlsx', 'csv', 'pdf'] as const).map((format) => (
          <MenuItem key={format} onSelect={() => location.assign(listFilePath(list.id, format))}>
            {t(`sharing.${format}`)}
          </MenuItem>
        ))}
      </Menu>
      {url !== null && (
        <LinkDialog
          url={url}
          text={t('lists.share.linkText')}
          actions={
            <Button variant="danger" size="card" onClick={() => void withdraw()}>
              {t('lists.share.withdraw')}
            </Button>
          }
          onClose={() => {
            setUrl(null)
            void revalidate()
          }}
        />
      )}
    </>
  )
}
