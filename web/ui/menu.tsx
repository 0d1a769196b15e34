import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from './classes.ts'

type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** A dropdown of actions or choices. */
export function Menu({ trigger, align = 'end', className, children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-40 outline-none">
          <Base.Popup
            className={classes(
              'min-w-44 rounded-panel border border-line bg-raised p-1 shadow-float outline-none',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const item =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-control px-2.5 py-1 text-13 text-ink outline-none select-none data-highlighted:bg-hover max-sm:min-h-11 max-sm:text-15 pointer-coarse:min-h-11'

export function MenuItem({ icon, onSelect, children }: { icon?: ReactNode; onSelect(): void; children: ReactNode }) {
  return (
    <Base.Item className={item} onClick={onSelect}>
      {icon}
      {children}
    </Base.Item>
  )
}

export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  return (
    <Base.LinkItem className={item} render={<Link to={to} />} closeOnClick>
      {icon}
      {children}
    </Base.LinkItem>
  )
}

export type MenuChoice<T extends string> = { value: T; label: ReactNode; icon?: ReactNode }

/** Choices of which one is in force. */
export function MenuChoices<T extends string>(props: {
  label: string
  value: T
  choices: readonly MenuChoice<T>[]
  onChoose(value: T): void
}) {
  return (
    <Base.RadioGroup aria-label={props.label} value={props.value} onValueChange={(value) => props.onChoose(value as T)}>
      {props.choices.map(({ value, label, icon }) => (
        <Base.RadioItem key={value} value={value} closeOnClick className={item}>
          {icon}
          <span className="flex-1">{label}</span>
          <Base.RadioItemIndicator>
            <Check size={14} aria-hidden="true" className="text-brand-ink" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="border-b border-line px-2.5 pt-1 pb-2 mb-1">{children}</div>
}
