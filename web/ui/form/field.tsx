import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'

type FieldFrameProps = {
  label: ReactNode
  /** Muted text after the label, e.g. that the field is optional. */
  note?: ReactNode
  error?: string | undefined
  hint?: ReactNode
  className?: string
}
type FieldAttributes = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Label, field, and error or hint, associated for screen readers. */
export function Field({
  label,
  note,
  error,
  hint,
  className,
  children,
}: FieldFrameProps & { children: (fieldProps: FieldAttributes) => ReactNode }) {
  const id = useId()
  const hasText = error !== undefined || hint !== undefined
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-13 font-medium max-sm:text-15">
        {label} {note && <span className="font-normal text-ink-3">{note}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': hasText ? `${id}-text` : undefined,
      })}
      {hasText && (
        <div id={`${id}-text`} className={classes('mt-1 text-12', error === undefined ? 'text-ink-3' : 'text-danger')}>
          {error ?? hint}
        </div>
      )}
    </div>
  )
}

type TextFieldProps = FieldFrameProps & Omit<ComponentProps<'input'>, 'className'> & { end?: ReactNode }

export function TextField({ label, note, error, hint, className, end, ...input }: TextFieldProps) {
  return (
    <Field label={label} note={note} error={error} hint={hint} className={className}>
      {(fieldProps) => (
        <div className="relative">
          <input
            {...input}
            {...fieldProps}
            className={classes(
              'field h-10 w-full px-2.5 disabled:opacity-50 max-sm:h-11',
              end !== undefined && 'pr-11',
            )}
          />
          {end !== undefined && <div className="absolute inset-y-0 right-1 flex items-center">{end}</div>}
        </div>
      )}
    </Field>
  )
}
