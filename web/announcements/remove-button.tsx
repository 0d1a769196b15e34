import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useMayChange } from '#web/administration/may-change.tsx'

type RemoveButtonProps = { text: string; question: string; listPath: string; onRemove(): Promise<unknown> }

/** Removes a record after a confirmation and returns to its list. */
export function RemoveButton({ text, question, listPath, onRemove }: RemoveButtonProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayChange = useMayChange()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, send } = useSubmit()
  const remove = () =>
    send(async () => {
      await onRemove()
      await navigate(listPath)
    })
  if (!mayChange) return null
  if (!isAsking) {
    return (
      <Button
        variant="danger"
        size="card"
        className="self-start"
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {text}
      </Button>
    )
  }
  return (
    <MessageStrip
      tone="warning"
      role="alert"
      actions={
        <>
          <Button onClick={() => setAsking(false)}>{t('ui.cancel')}</Button>
          <Button variant="danger" busy={isBusy} onClick={() => void remove()}>
            {text}
          </Button>
        </>
      }
    >
      {failure?.message ?? question}
    </MessageStrip>
  )
}
