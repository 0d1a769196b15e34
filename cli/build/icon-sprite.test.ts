import { expect, test } from 'vitest'
import { withSpriteIcons } from './icon-sprite.ts'

test('icons are imported from the sprite one by one, types from nowhere', () => {
  const code = `import {
  Building2,
  type LucideIcon,
  Menu as MenuIcon,
} from 'lucide-react'
import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
`
  expect(withSpriteIcons(code)).toBe(`import Building2 from 'sprite-icon/building-2'
import MenuIcon from 'sprite-icon/menu'
import ChevronDown from 'sprite-icon/chevron-down'
import { Link } from 'react-router'
`)
})
