import { useState } from 'react'
import { cardNameMax, renameStoredCard, type StoredCard } from '#contract/shop/stored-cards.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type CardNameDialogProps = { card: StoredCard; onClose(): void; onSaved(items: StoredCard[]): void }

/** Gives a card a name; an empty one removes it. */
export function CardNameDialog({ card, onClose, onSaved }: CardNameDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(card.name)
  const { isBusy, failure, send } = useSubmit()
  const save = () =>
    send(async () => onSaved((await call(renameStoredCard, { params: { id: String(card.id) }, body: { name } })).items))
  return (
    <FormDialog
      title={t('payment.stored.nameOf', { last4: card.last4 })}
      saveLabel={t('payment.stored.save')}
      isBusy={isBusy}
      onSend={() => void save()}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      <TextField
        label={t('payment.stored.name')}
        note={t('ui.optional')}
        name="cardName"
        autoComplete="off"
        maxLength={cardNameMax}
        hint={t('payment.stored.nameHint')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  )
}
