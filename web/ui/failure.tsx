import { MessageStrip } from './message-strip.tsx'

/** Why something did not go; nothing where there is nothing to say. */
export function Failure({ text, className }: { text: string | null | undefined; className?: string }) {
  if (text == null) return null
  return (
    <MessageStrip tone="danger" role="alert" {...(className !== undefined && { className })}>
      {text}
    </MessageStrip>
  )
}
