import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Field } from '#web/ui/form/field.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'

const Editor = lazy(async () => ({
  default: (await import('#web/catalog/admin/description-editor.tsx')).DescriptionEditor,
}))

type HtmlFieldProps = { label: string; hint: string; value: string; onChange(html: string): void }

/** Formatted text; plain HTML until the editor is loaded. */
export function HtmlField({ label, hint, value, onChange }: HtmlFieldProps) {
  const mayChange = useMayChange()
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return (
    <Field label={label} hint={hint}>
      {(fieldProps) => {
        const source = (
          <textarea
            {...fieldProps}
            rows={8}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            className="field w-full px-2.5 py-2"
          />
        )
        if (!isHydrated) return source
        return (
          <Suspense fallback={source}>
            <Editor fieldProps={fieldProps} label={label} value={value} isReadOnly={!mayChange} onChange={onChange} />
          </Suspense>
        )
      }}
    </Field>
  )
}
