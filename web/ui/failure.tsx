import { MessageStrip } from './message-strip.tsx'

/** An error message; renders nothing without a text. */
export function Failure({ text, className }: { text: string | null | undefined; className?: string }) {
  if (text == null) return null
  return (
    <MessageStrip tone="danger" role="alert" className={className}>
      {text}
    </MessageStrip>
  )
}
